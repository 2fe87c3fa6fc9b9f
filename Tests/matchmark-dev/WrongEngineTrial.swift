import Foundation
import MatchmarkSystem
import MatchmarkTestSupport

/// One check of one wrong engine: whether it was found, and after how long.
package struct WrongEngineTrial: StudyTrial {
  /// The checks that an engine's author runs.
  package enum Check: String, Sendable, Codable, CaseIterable {
    case smoke, conformance, verify, hunt
  }

  package let engine: String
  package let check: Check
  package let isFound: Bool
  /// Until the first word of a wrong answer in a hunt, otherwise until the command ended.
  package let seconds: Double

  package init(engine: String, check: Check, isFound: Bool, seconds: Double) {
    self.engine = engine
    self.check = check
    self.isFound = isFound
    self.seconds = seconds
  }

  static let ledger = WorkingCopy.path("reports/wrong-engines/trials.jsonl")

  /// The time limit of a hunt.
  package static let huntSeconds = 60
}

extension WrongEngineTrial.Check {
  /// The arguments of the command.
  func arguments(_ engine: WrongEngine, _ program: String, in folder: String) -> [String] {
    let participant = ["--engine-file", "\(folder)/engines.yaml", "-e", engine.rawValue]
    return switch self {
    case .smoke: ["verify", "-o", "\(folder)/smoke", "--", program, engine.rawValue]
    case .conformance: ["verify", "--conformance", "-o", "\(folder)/conformance"] + participant
    case .verify: ["verify", "smoke", "-o", "\(folder)/verify", "--no-progress"] + participant
    case .hunt:
      [
        "hunt", "--time", "\(WrongEngineTrial.huntSeconds)s", "--seed", "1", "--no-progress",
        "--regressions", "\(folder)/finds",
      ] + participant
    }
  }

  /// Runs the command.
  func trial(
    _ engine: WrongEngine, in folder: borrowing TemporaryFolder
  ) throws -> WrongEngineTrial {
    let program = try Program.faultyEngine.path
    try EngineFixture.write([(engine.rawValue, [program, engine.rawValue])], to: folder)
    let start = MonotonicClock.now()
    let child = try Child.start(
      path: try Program.matchmark.path, arguments: arguments(engine, program, in: folder.path),
      folder: folder.path)
    var end: UInt64?
    while child.isRunning, end == nil {
      usleep(20_000)
      // What follows is the shrinking of the find.
      if self == .hunt, try child.errors().contains("is wrong in case") {
        end = MonotonicClock.now()
      }
    }
    let seconds = Double((end ?? MonotonicClock.now()) - start) / 1e9
    if end != nil {
      kill(child.number, SIGKILL)
      _ = try child.finish()
      return WrongEngineTrial(
        engine: engine.rawValue, check: self, isFound: true, seconds: seconds)
    }
    let outcome = try child.finish()
    // 2 is a wrong answer; 5 an answer that contradicts itself.
    guard [0, 2, 5].contains(outcome.code) else {
      throw DevelopmentError(
        "\(rawValue) of \(engine.rawValue) ended with \(outcome.code): \(outcome.errors)")
    }
    return WrongEngineTrial(
      engine: engine.rawValue, check: self, isFound: outcome.code != 0, seconds: seconds)
  }
}
