import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Two runs into one folder")
struct TwoRunsTests {
  @Test("A second run into a folder is refused before it measures, and the first is unaffected")
  func refused() throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let old = try ReportSet(folder.file("r"))
    let first = try Child.start(
      path: try Program.matchmark.path,
      arguments: SmallRun.arguments.filter { $0 != "--no-progress" } + ["--rounds", "1000000000"],
      folder: folder.path)
    while try first.isRunning && !first.errors().contains("[1/1]") { usleep(5_000) }
    let seconds = [
      SmallRun.arguments, ["verify", "--corpus", "titles-10", "-o", "r"],
      ["verify", "--conformance", "-f", "K-01", "-o", "r"],
    ]
    for arguments in seconds {
      let second = try Program.matchmark.run(arguments, in: folder.path)
      #expect(second.code == 1)
      #expect(second.output == "")
      #expect(
        second.errors.contains(
          "cannot write into the folder 'r': another run is writing there; wait until it ends, or "
            + "name another folder with -o"), "\(second.errors)")
    }
    // Reading is allowed at any time, and so is a single file.
    let report = try Program.matchmark.run(["report", "r", "-o", "r/other.html"], in: folder.path)
    #expect(report.code == 0)
    let isRunning = first.isRunning
    #expect(isRunning)
    kill(first.number, SIGTERM)
    #expect(try first.finish().code == 143)
    #expect(try ReportSet(folder.file("r")) == old)
  }

  @Test("A run is refused before its first suite if another run writes into one of its subfolders")
  func nested() throws {
    let folder = try TemporaryFolder()
    let claim = try FolderClaim(folder.file("r/exact"))
    let second = try Program.matchmark.run(
      ["run", "smoke", "exact", "-e", "linear-scan", "-o", "r"] + SmallRun.measuring,
      in: folder.path)
    #expect(second.code == 1 && second.errors.contains("'r/exact': another run is writing there"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("r/smoke")))
    withExtendedLifetime(claim) {}
  }

  @Test("Two runs into one folder that start at once leave the files of one run, never of both")
  func simultaneous() throws {
    let folder = try TemporaryFolder()
    func start(_ seed: String) throws -> Child {
      try Child.start(
        path: try Program.matchmark.path, arguments: SmallRun.arguments + ["--seed", seed],
        folder: folder.path)
    }
    let first = try start("1")
    let second = try start("2")
    let codes = [try first.finish().code, try second.finish().code]
    #expect(codes.contains(0))
    #expect(codes.allSatisfy { $0 == 0 || $0 == 1 })
    #expect(try ReportSet(folder.file("r")).isWhole)
    let records = try FileManager.default.contentsOfDirectory(atPath: folder.file("r/runs"))
    #expect(records.count == codes.count { $0 == 0 })
  }
}
