import Foundation
import MatchmarkEngines
import MatchmarkSystem

/// Copies of programs for one fork, each a file of its own.
///
/// Processes of one file share its pages, and where these lie decides what they take: of two files
/// with the same bytes one was 3 % slower for as long as both lay there. In new files it is chance
/// again, which the interval knows of.
struct ProgramCopies {
  private let folder: ScratchFolder
  private var count = 0

  /// - Throws: ``FileError`` where there is no room for them.
  init() throws(FileError) { folder = try ScratchFolder() }

  /// The same launch of a copy.
  ///
  /// A script stays where it is, because it may look for files next to it.
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
