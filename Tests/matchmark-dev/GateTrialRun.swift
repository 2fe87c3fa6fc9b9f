import Foundation
import MatchmarkMeasurement
import MatchmarkSystem
import MatchmarkTestSupport

/// One check of the gate, in a process of its own, whose right verdict is known.
struct GateTrialRun {
  /// A kind of trial.
  struct Kind: Hashable {
    let form: GateRecord.Form
    let slowdown: Double
    let isDisturbed: Bool
  }

  let kind: Kind
  /// What every check is told: suite, matchers, time.
  let arguments: [String]
  /// The program without faults.
  let program: String
  /// The one whose matcher can be made slower.
  let slowedProgram: String
  /// Where reports and baselines of the trials lie.
  let folder: String

  /// The slowed matcher.
  static let matcher = "inverted-index"
  /// Checks that one baseline serves, as in a project: it is not made anew for every change.
  static let checksPerBaseline = 5

  /// Runs the check.
  ///
  /// - Parameter number: how many checks of this kind were made before.
  func trial(number: Int) throws -> GateTrial {
    let isSlowed = kind.slowdown > 0
    let checker = isSlowed ? slowedProgram : program
    let reports = "\(folder)/\(kind.form.rawValue)-\(kind.slowdown)"
    if kind.form == .baseline, number.isMultiple(of: Self.checksPerBaseline) {
      // By the same program: in another, the reference matcher's code lies elsewhere.
      try run(checker, ["baseline", "save", "study"] + arguments + ["-o", reports], slowed: false)
    }
    let check = try check(reports)
    // A baseline comes of a quiet minute; that the next is a busy one must not matter.
    let other = kind.isDisturbed ? try Disturbance() : nil
    defer { other?.end() }
    let start = MonotonicClock.now()
    try run(checker, check, slowed: isSlowed)
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    let record = try RunRecord(decoding: try FileReader.read("\(reports)/record.json"))
    var trial = GateTrial(
      form: kind.form, slowdown: kind.slowdown, isDisturbed: kind.isDisturbed, seconds: seconds,
      context: record.context)
    if let gate = record.gate { trial.take(gate, slowed: isSlowed ? Self.matcher : nil) }
    return trial
  }

  private func check(_ reports: String) throws -> [String] {
    let common = ["check"] + arguments + ["-o", reports, "--no-progress"]
    switch kind.form {
    case .against: return common + ["--against", try copy()]
    case .baseline: return common + ["--baseline", "study"]
    case .exact: return common + ["--exact", "--against", try copy()]
    }
  }

  /// A fresh copy of the program: two builds are two files, whose pages lie elsewhere in memory.
  private func copy() throws -> String {
    let path = "\(folder)/copy/matchmark"
    try? FileManager.default.removeItem(atPath: path)
    try Folder.create(Folder.containing(path))
    try FileManager.default.copyItem(atPath: program, toPath: path)
    return path
  }

  private func run(_ program: String, _ arguments: [String], slowed: Bool) throws {
    var environment = ChildCommand.inheritedEnvironment
    if slowed { environment.merge(slowing) { $1 } }
    var child = try ChildProcess(ChildCommand(program, arguments, environment: environment))
    child.closeInput()
    let ending = child.waitForEnding(before: Deadline(after: .seconds(1_800)))
    child.kill()
    // 3 says that something became slower.
    guard ending == .exited(status: 0) || ending == .exited(status: 3) else {
      throw DevelopmentError(
        "\(program) \(arguments.joined(separator: " ")) "
          + "\(ending?.description ?? "did not end"): "
          + String(decoding: child.lastErrors, as: UTF8.self))
    }
  }

  /// Work in proportion to time where time is measured, repeated answers where they are counted.
  private var slowing: [String: String] {
    if kind.form == .exact {
      return ["MATCHMARK_REPEATING": "\(Self.matcher)=\(Int((1 / kind.slowdown).rounded()))"]
    }
    return ["MATCHMARK_SLOWED": "\(Self.matcher)=\(kind.slowdown)"]
  }
}

/// A process that keeps a core busy in bursts.
final class Disturbance {
  private var child: ChildProcess

  init() throws {
    child = try ChildProcess(
      ChildCommand(
        try Program.development.path, ["burn"], environment: ChildCommand.inheritedEnvironment))
  }

  func end() { child.kill() }
}
