import Foundation
package import MatchmarkSystem

/// Copies of programs that valgrind can read.
///
/// It reads the debug information of every program that it runs, and gives up on forms that it does
/// not know, such as those of a recent compiler. A copy without them runs the same instructions.
package struct CountablePrograms {
  private let folder: ScratchFolder
  private var copies: [String: String] = [:]

  /// - Throws: ``FileError`` if there is no space for them.
  package init() throws(FileError) { folder = try ScratchFolder() }

  /// The copy of a program; the program itself if nothing on this machine can make one.
  package mutating func copy(of program: String) -> String {
    if let copy = copies[program] { return copy }
    let copy = Self.strip(program, to: folder.file("\(copies.count)/matchmark")) ?? program
    copies[program] = copy
    return copy
  }

  /// - Returns: the path; nil if no tool produces a program.
  private static func strip(_ program: String, to path: String) -> String? {
    guard (try? Folder.create(Folder.containing(path))) != nil else { return nil }
    for tool in ["strip", "llvm-strip"] {
      guard
        var child = try? ChildProcess(
          ChildCommand(
            tool, ["-g", "-o", path, program], environment: ChildCommand.inheritedEnvironment))
      else { continue }
      child.closeInput()
      let ending = child.waitForEnding(before: Deadline(after: .seconds(120)))
      if ending == .exited(status: 0), FileManager.default.isExecutableFile(atPath: path) {
        return path
      }
    }
    return nil
  }
}
