import Foundation
import MatchmarkMeasurement
import MatchmarkSystem

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
  func trial(number: Int) throws(CommandError) -> GateTrial {
    let context = ContextFacts.current()
    let isSlowed = kind.slowdown > 0
    let checker = isSlowed ? slowedProgram : program
    let reports = "\(folder)/\(kind.form.rawValue)-\(kind.slowdown)"
    if kind.form == .baseline, number.isMultiple(of: Self.checksPerBaseline) {
      // By the same program: in another, the reference matcher's code lies elsewhere.
      try run(checker, ["baseline", "save", "study"] + arguments + ["-o", reports], slowed: false)
    }
    let check = try check(reports)
    // A baseline comes of a quiet minute; that the next is a busy one must not matter.
    let other = kind.isDisturbed ? try Disturbance(program: program) : nil
    defer { other?.end() }
    let start = MonotonicClock.now()
    try run(checker, check, slowed: isSlowed)
    var trial = GateTrial(
      form: kind.form, slowdown: kind.slowdown, isDisturbed: kind.isDisturbed,
      seconds: Double(MonotonicClock.now() - start) / 1e9, context: context)
    do {
      let record = try RunRecord(decoding: try InputFile.record.read("\(reports)/record.json"))
      if let gate = record.gate { trial.take(gate, slowed: isSlowed ? Self.matcher : nil) }
    } catch {
      throw .input("a check left no record: \(error)")
    }
    return trial
  }

  private func check(_ reports: String) throws(CommandError) -> [String] {
    let common = ["check"] + arguments + ["-o", reports, "--no-progress"]
    switch kind.form {
    case .against: return common + ["--against", try copy()]
    case .baseline: return common + ["--baseline", "study"]
    case .exact: return common + ["--exact", "--against", try copy()]
    }
  }

  /// A fresh copy of the program: two builds are two files, whose pages lie elsewhere in memory.
  private func copy() throws(CommandError) -> String {
    let path = "\(folder)/copy/matchmark"
    do {
      try? FileManager.default.removeItem(atPath: path)
      try Folder.create(Folder.containing(path))
      try FileManager.default.copyItem(atPath: program, toPath: path)
    } catch {
      throw .input("cannot copy \(program): \(error)")
    }
    return path
  }

  private func run(
    _ program: String, _ arguments: [String], slowed: Bool
  ) throws(CommandError) {
    var environment = ChildCommand.inheritedEnvironment
    if slowed { environment.merge(slowing) { $1 } }
    var ending: ChildEnding?
    var complaint = ""
    do {
      var child = try ChildProcess(
        ChildCommand(program, arguments, environment: environment))
      child.closeInput()
      ending = child.waitForEnding(before: Deadline(after: .seconds(1_800)))
      child.kill()
      complaint = String(decoding: child.lastErrors, as: UTF8.self)
    } catch {
      throw .input(error.description)
    }
    let fine: [ChildEnding] = [.exited(status: 0), .exited(status: ExitStatus.slower.rawValue)]
    guard let ending, fine.contains(ending) else {
      throw .input(
        "\(program) \(arguments.joined(separator: " ")) "
          + "\(ending?.description ?? "did not end"): \(complaint)")
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

  init(program: String) throws(CommandError) {
    do {
      child = try ChildProcess(
        ChildCommand(
          program, ["selftest", "burn"], environment: ChildCommand.inheritedEnvironment))
    } catch {
      throw .input(error.description)
    }
  }

  func end() { child.kill() }
}
