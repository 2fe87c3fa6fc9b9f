import Foundation
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Signals at any moment at which a run writes its files, from the first to the last.
@Suite("Signals while reports are published", .long, .timeLimit(.minutes(15)))
struct PublishingTests {
  /// The times to wait after the run has measured, so that most signals come while it writes files.
  private static let momentsInMicroseconds: [UInt32] = {
    var generator = SeededGenerator(seed: 20_261_122)
    return (0..<TestAmount.signalCount).map { UInt32($0 * 400 + generator.below(400)) }
  }()

  private static func names(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)
    return files?.compactMap { $0 as? String }.sorted() ?? []
  }

  @Test(
    "A signal leaves the old reports or the new ones, history included, and no temporary file",
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

  /// Every command that reads or writes a folder of reports, here `r`, which holds a baseline.
  private static let readers: [[String]] = [
    SmallRun.arguments, ["verify", "--corpus", "titles-10", "--no-progress", "-o", "r"],
    ["check", "--baseline", "main", "--forks", "1", "-o", "r", "-e", "inverted-index"] + place
      + SmallRun.measuring,
    ["report", "r"], ["report", "r"],
  ]
  private static let place = ["--baseline-folder", "r/baselines"]
  /// Every command that reads or writes a folder of baselines.
  private static let baselineReaders: [[String]] = [
    ["list"], ["show", "main"], ["save", "new", "--record", "r"], ["delete", "main"],
  ].map { ["baseline"] + $0 + place }

  /// A folder in which a run has left reports in `r`, and a baseline.
  private static func reports() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let saved = try Program.matchmark.run(
      ["baseline", "save", "main", "--record", "r"] + place, in: folder.path)
    try #require(saved.code == 0, "\(saved.errors)")
    return folder
  }

  @Test(
    "The next command in a folder removes the temporary files of a killed one, and no others",
    arguments: readers + baselineReaders)
  func leftovers(arguments: [String]) throws {
    let folder = try Self.reports()
    let abandoned = (arguments[0] == "baseline" ? ["r/baselines"] : ["r", "r/runs", "r/baselines"])
      .map { "\($0)/.matchmark-2000000000-abc.tmp" }
    var kept = ["r/.matchmark-notes.tmp", "r/runs/.matchmark-0-a.tmp", "r/.other-2000000000-a.tmp"]
    // So are those of a running process.
    kept.append("r/.matchmark-\(getpid())-abc.tmp")
    for name in abandoned + kept { try Data("x".utf8).write(to: URL(filePath: folder.file(name))) }
    if geteuid() == 0 {
      kept.append("r/.matchmark-2000000000-other.tmp")
      try Data("x".utf8).write(to: URL(filePath: folder.file(kept[4])))
      #expect(unsafe chown(folder.file(kept[4]), 65_534, 65_534) == 0)
    }
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect([0, 3, 4, 6].contains(outcome.code), "\(outcome.errors)")
    let names = Self.names(in: folder.path)
    #expect(abandoned.allSatisfy { !names.contains($0) }, "\(names)")
    #expect(kept.allSatisfy(names.contains), "\(names)")
  }

  @Test("Git is asked without optional locks, so that no signal leaves .git/index.lock")
  func git() throws {
    let folder = try TemporaryFolder()
    let script = "#!/bin/sh\necho \"$*\" >>'\(folder.file("asked"))'\nprintf '%040d\\n' 1\n"
    try folder.program("git", script)
    let outcome = try Program.matchmark.run(
      SmallRun.arguments, in: folder.path, environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let asked = try String(contentsOfFile: folder.file("asked"), encoding: .utf8).split(
      separator: "\n")
    #expect(asked.contains { $0.contains(" status ") })
    #expect(asked.allSatisfy { $0.hasPrefix("--no-optional-locks ") }, "\(asked)")
  }

  @Test(
    "A named pipe in a report folder blocks no command, whichever file it replaces",
    arguments: [
      "record.json", "junit.xml", "report.html", "runs",
      "runs/000009-20260101T000000Z-countries.json", "baselines", "baselines/main.json",
      ".matchmark-2000000000-abc.tmp",
    ])
  func pipes(name: String) throws {
    let folder = try Self.reports()
    try? FileManager.default.removeItem(atPath: folder.file("r/\(name)"))
    #expect(unsafe mkfifo(folder.file("r/\(name)"), 0o600) == 0)
    for arguments in Self.readers {
      let outcome = try Child.start(
        path: "/usr/bin/env",
        arguments: ["timeout", "60", try Program.matchmark.path] + arguments,
        folder: folder.path
      ).finish()
      #expect([0, 1, 3, 4, 6, 64].contains(outcome.code), "\(arguments): \(outcome.code)")
    }
  }
}
