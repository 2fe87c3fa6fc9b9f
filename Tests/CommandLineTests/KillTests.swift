import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Ends without any warning.
@Suite("A run that is killed", .long, .timeLimit(.minutes(10)))
struct KillTests {
  /// An engine that answers, with a companion that keeps sleeping; the marker identifies it.
  private static func engine(_ marker: String) throws -> (id: String, command: [String]) {
    let script = "sleep \(marker) >/dev/null 2>&1 & exec \"$0\" engine serve --matcher linear-scan"
    return ("served", ["/bin/sh", "-c", script, try Program.matchmark.path])
  }

  private static let arguments =
    SmallRun.arguments + ["--engine-file", "engines.yaml", "--engine", "served"]

  /// The numbers of the process and the test make a sleeping time that nothing else uses.
  private static func marker(_ number: Int) -> String { "4000.\(getpid())\(number)" }

  /// Moments from before the program's first line to after its end.
  private static let momentsInMicroseconds: [Int] = {
    var generator = SeededGenerator(seed: 20_261_121)
    return (0..<TestAmount.killCount).map { _ in generator.below(500_000) }
  }()

  @Test("A run killed at any moment leaves each file old or new, and nothing to clean up by hand")
  func moments() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("tmp"), withIntermediateDirectories: false)
    let marker = Self.marker(0)
    try EngineFixture.write([try Self.engine(marker)], to: folder)
    let surroundings = ["TMPDIR": folder.file("tmp")]
    func finish() throws {
      let outcome = try Program.matchmark.run(
        Self.arguments, in: folder.path, environment: surroundings)
      try #require(outcome.code == 0, "\(outcome.errors)")
    }
    try finish()
    var old = try ReportSet(folder.file("r"))
    for moment in Self.momentsInMicroseconds {
      let child = try Child.start(
        path: try Program.matchmark.path, arguments: Self.arguments, folder: folder.path,
        environment: surroundings)
      usleep(UInt32(moment))
      kill(child.number, SIGKILL)
      _ = try child.finish()
      let now = try ReportSet(folder.file("r"))
      #expect(now.isBetween(old, try ReportSet(of: try now.record)), "\(moment) µs")
      // The files can be mixed; the record, which appears first, makes them whole again.
      let again = try Program.matchmark.run(
        ["report", "r", "--format", "junit", "-o", "junit.xml"], in: folder.path)
      #expect(again.code == 0)
      if try !now.isWhole { try finish() }
      old = try ReportSet(folder.file("r"))
    }
    #expect(Processes.allHaveGone(withArgument: marker))
    try finish()
    #expect(try ReportSet(folder.file("r")).isWhole)
    for place in ["r", "r/runs", "tmp"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(place))
      #expect(!names.contains { $0.hasPrefix(".") || $0.hasPrefix("matchmark-scratch") })
    }
  }

  @Test(
    "A run that is killed also ends an engine that reads nothing and ignores signals",
    arguments: [SIGKILL, SIGHUP, SIGTERM])
  func deafEngine(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let marker = Self.marker(Int(signal))
    let script = "trap \"\" HUP INT TERM; sleep \(marker) & sleep \(marker)"
    try EngineFixture.write([("served", ["/bin/sh", "-c", script])], to: folder)
    let child = try Child.start(
      path: try Program.matchmark.path, arguments: Self.arguments, folder: folder.path)
    while child.isRunning, !Processes.exist(withArgument: marker) { usleep(5_000) }
    kill(child.number, signal)
    let outcome = try child.finish()
    #expect(outcome.code == 128 + signal, "\(outcome.errors)\(outcome.output)")
    #expect(Processes.allHaveGone(withArgument: marker))
  }

  @Test("A killed comparison of two builds leaves their copies for the next command to remove")
  func copies() throws {
    let folder = try TemporaryFolder()
    let place = folder.file("tmp")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    func copies() -> [String] {
      (FileManager.default.enumerator(atPath: place)?.allObjects as? [String] ?? [])
        .filter { $0.hasSuffix("-matchmark") }
    }
    func check(_ rounds: String) throws -> Child {
      try Child.start(
        path: try Program.matchmark.path,
        arguments: [
          "check", "--against", try Program.matchmark.path, "--corpus", "titles-100", "-e",
          "linear-scan", "--sessions", "1", "--rounds", rounds, "--max-time", "60", "--forks", "1",
          "--allow-debug", "--no-progress",
        ], folder: folder.path, environment: ["TMPDIR": place])
    }
    for signal in [SIGTERM, SIGKILL] {
      let child = try check("1000000000")
      while child.isRunning, copies().count < 3 { usleep(5_000) }
      kill(child.number, signal)
      #expect(try child.finish().code == 128 + signal)
      #expect(copies().isEmpty == (signal == SIGTERM))
    }
    let outcome = try check("1").finish()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
  }

  @Test("A run ends with 129 when its terminal closes, but goes on under nohup")
  func hangUp() throws {
    let folder = try TemporaryFolder()
    let endless = ["--rounds", "1000000000"]
    for (preparation, code) in [(":", 129), ("trap '' HUP", 143)] as [(String, Int32)] {
      let child = try Child.start(
        path: "/bin/sh",
        arguments: ["-c", "\(preparation); exec \"$0\" \"$@\"", try Program.matchmark.path]
          + SmallRun.arguments.filter { $0 != "--no-progress" } + endless, folder: folder.path)
      while try child.isRunning && !child.errors().contains("[1/1]") { usleep(5_000) }
      kill(child.number, SIGHUP)
      usleep(50_000)
      kill(child.number, SIGTERM)
      let outcome = try child.finish()
      #expect(outcome.code == code)
      #expect(outcome.errors.contains("interrupted; no file is half-written"))
    }
  }
}
