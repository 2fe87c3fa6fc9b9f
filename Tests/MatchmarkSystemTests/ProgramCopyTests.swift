import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Copies of programs")
struct ProgramCopyTests {
  @Test("A copy of a program runs, and nothing is overwritten")
  func copy() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy")
    try ProgramCopy.write("/bin/sh", to: path)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: "/bin/sh")))
    let run = try Child.run([path, "-c", "echo runs"])
    #expect(run.output == "runs\n")
    #expect(throws: FileError.self) { try ProgramCopy.write("/bin/sh", to: path) }
    #expect(throws: FileError.self) {
      try ProgramCopy.write(folder.file("missing"), to: folder.file("other"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["copy"])
  }
}
