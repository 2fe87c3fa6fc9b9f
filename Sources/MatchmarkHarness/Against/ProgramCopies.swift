import Foundation
import MatchmarkEngines
import MatchmarkSystem

/// Copies of programs for one fork, each in its own file.
///
/// Processes of one file share its pages, and the location of these affects their times: of two
/// files with the same bytes, one stayed 3 % slower for as long as both existed. With new files the
/// location is random again, and the interval accounts for that.
struct ProgramCopies {
  private let folder: ScratchFolder
  private var count = 0

  /// - Throws: ``FileError`` if there is no space for them.
  init() throws(FileError) { folder = try ScratchFolder() }

  /// The same launch, of a copy.
  ///
  /// A script is not copied, because it may look for files in its folder.
  ///
  /// - Throws: what copying throws.
  mutating func copy(_ launch: EngineLaunch) throws -> EngineLaunch {
    guard let program = launch.command.first, program.hasPrefix("/"), !isScript(program) else {
      return launch
    }
    let path = folder.file("\(count)-\(URL(filePath: program).lastPathComponent)")
    count += 1
    try FileManager.default.copyItem(
      atPath: URL(filePath: program).resolvingSymlinksInPath().path, toPath: path)
    var copy = launch
    copy.command[0] = path
    return copy
  }

  private func isScript(_ program: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: program) else { return true }
    return (try? file.read(upToCount: 2)) == Data("#!".utf8)
  }
}
