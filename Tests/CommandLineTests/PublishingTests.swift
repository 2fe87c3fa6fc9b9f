import Foundation
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Signals at any moment of a run, from its first file to its last.
@Suite("Signals while reports are published", .timeLimit(.minutes(15)))
struct PublishingTests {
  /// Waits until the run has measured, and then so long, so that most signals meet its files.
  private static let momentsInMicroseconds: [UInt32] = {
    var generator = SeededGenerator(seed: 20_261_122)
    return (0..<TestAmount.signalCount).map { UInt32($0 * 400 + generator.below(400)) }
  }()

  private static func names(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)
    return files?.compactMap { $0 as? String }.sorted() ?? []
  }

  @Test(
    "leave the old set or the new one, history included, and nothing temporary",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func moments(signal: Int32) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("tmp"), withIntermediateDirectories: false)
    let arguments = SmallRun.arguments.filter { $0 != "--no-progress" }
    var endings: Set<Int32> = []
    for moment in Self.momentsInMicroseconds {
      let before = Self.names(in: folder.file("r/runs"))
      let child = try Child.start(
        path: try Program.matchmark.path, arguments: arguments, folder: folder.path,
        environment: ["TMPDIR": folder.file("tmp")])
      while try child.isRunning && !child.errors().contains("[1/1]") { usleep(200) }
      usleep(moment)
      kill(child.number, signal)
      endings.insert(try child.finish().code)
      let after = Self.names(in: folder.file("r/runs"))
      let all = Self.names(in: folder.path)
      #expect(!all.contains { $0.contains(".tmp") || $0.contains("matchmark-scratch") }, "\(all)")
      #expect(try after.isEmpty || ReportSet(folder.file("r")).isWhole, "\(moment) µs")
      guard let newest = after.last, after != before else { continue }
      let kept = try Data(contentsOf: URL(filePath: folder.file("r/runs/\(newest)")))
      let record = try Data(contentsOf: URL(filePath: folder.file("r/record.json")))
      #expect(kept == record, "\(moment) µs")
    }
    #expect(endings.isSubset(of: [0, 128 + signal]), "\(endings)")
  }

  @Test("SIGKILL leaves temporary files that the next command in the folder removes, and no others")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let abandoned = ["r", "r/runs", "r/baselines"].map { "\($0)/.matchmark-2000000000-abc.tmp" }
    let kept = ["r/.matchmark-notes.tmp", "r/runs/.matchmark-0-a.tmp", "r/.other-2000000000-a.tmp"]
    try FileManager.default.createDirectory(
      atPath: folder.file("r/baselines"), withIntermediateDirectories: false)
    for name in abandoned + kept { try Data("x".utf8).write(to: URL(filePath: folder.file(name))) }
    try SmallRun.run(in: folder)
    let names = Self.names(in: folder.path)
    #expect(abandoned.allSatisfy { !names.contains($0) }, "\(names)")
    #expect(kept.allSatisfy(names.contains), "\(names)")
  }

  @Test("a named pipe in the reports' folder holds nothing up, whatever report it stands for")
  func pipes() throws {
    for name in [
      "record.json", "report.html", "runs/000009-a-countries.json", "baselines/main.json",
    ] {
      let folder = try TemporaryFolder()
      try SmallRun.run(in: folder)
      try FileManager.default.createDirectory(
        atPath: folder.file("r/baselines"), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(atPath: folder.file("r/\(name)"))
      #expect(unsafe mkfifo(folder.file("r/\(name)"), 0o600) == 0)
      for arguments in [
        SmallRun.arguments, ["baseline", "list", "-o", "r"],
        ["baseline", "show", "main", "-o", "r"],
        ["baseline", "delete", "main", "-o", "r"], ["compare", "r"], ["report", "r"],
      ] {
        let outcome = try Child.start(
          path: "/usr/bin/env",
          arguments: ["timeout", "60", try Program.matchmark.path] + arguments,
          folder: folder.path
        ).finish()
        #expect([0, 1, 64].contains(outcome.code), "\(name) \(arguments): \(outcome.code)")
      }
    }
  }
}
