import Foundation
package import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport

/// A kind of check whose right verdict is known.
package struct GateTrialKind: Hashable, Sendable {
  package let form: GateRecord.Form
  package let slowdown: Double
  package let isDisturbed: Bool

  package init(form: GateRecord.Form, slowdown: Double, isDisturbed: Bool) {
    self.form = form
    self.slowdown = slowdown
    self.isDisturbed = isDisturbed
  }

  package init(_ trial: GateTrial) {
    self.init(form: trial.form, slowdown: trial.slowdown, isDisturbed: trial.isDisturbed)
  }

  /// The number of checks of it that a study needs.
  package var wantedCount: Int { slowdown == 0 ? 30 : 10 }

  /// The kind that lacks most checks; if none lacks any, a kind without a slowdown; nil for no
  /// kinds.
  package static func next(_ kinds: [GateTrialKind], after trials: [GateTrial]) -> GateTrialKind? {
    let counts = Dictionary(
      grouping: trials.filter(\.isCurrent).map(GateTrialKind.init)
    ) { $0 }.mapValues(\.count)
    func share(_ kind: GateTrialKind) -> Double {
      Double(counts[kind] ?? 0) / Double(kind.wantedCount)
    }
    let open = kinds.filter { share($0) < 1 || $0.slowdown == 0 }
    return (open.isEmpty ? kinds : open).min { share($0) < share($1) }
  }
}

/// Runs checks of the gate whose right verdict is known, each in a new process.
struct GateTrialRun {
  /// The arguments of every check: suite, matchers, time.
  let arguments: [String]
  /// The folder of the trials' reports and baselines.
  let folder: String
  /// The matchers that are slowed in turn.
  let matchers: [String]
  /// The number of checks against each baseline.
  private var baselineUses: [String: Int] = [:]

  /// The matcher to which a baseline has ratios.
  private static let reference = "linear-scan"
  /// The number of checks against one baseline: a project does not make one for every change
  /// either.
  private static let checksPerBaseline = 5

  init(arguments: [String], folder: String, matchers: [String]) {
    self.arguments = arguments
    self.folder = folder
    self.matchers = matchers
  }

  /// Runs a check.
  ///
  /// - Parameter number: The number of earlier checks of this kind.
  mutating func trial(of kind: GateTrialKind, number: Int) throws -> GateTrial {
    let slowed = slowed(in: kind, number: number)
    let program = try (slowed == nil ? Program.matchmark : .faulty).path
    let reports = "\(folder)/\(kind.form.rawValue)-\(slowed ?? "none")"
    if kind.form == .baseline {
      let uses = baselineUses[reports, default: 0]
      if uses.isMultiple(of: Self.checksPerBaseline) {
        // The same program must make it: in another, the reference matcher's code has other
        // addresses.
        try run(
          program,
          ["baseline", "save", "study", "--replace", "--baseline-folder", reports] + arguments,
          environment: slowing(slowed, by: 0, in: kind.form))
      }
      baselineUses[reports] = uses + 1
    }
    let check = try check(kind, slowed, program, reports) + ["-o", reports]
    // The baseline is made in a quiet minute; a busy one afterwards must not matter.
    let other = kind.isDisturbed ? try Disturbance() : nil
    defer { other?.end() }
    let start = MonotonicClock.now()
    try run(program, check, environment: slowing(slowed, by: kind.slowdown, in: kind.form))
    let seconds = Double(MonotonicClock.now() - start) / 1e9
    let record = try RunRecord(decoding: try FileReader.read("\(reports)/record.json"))
    var trial = GateTrial(
      form: kind.form, slowdown: kind.slowdown, isDisturbed: kind.isDisturbed, seconds: seconds,
      context: record.context)
    if let gate = record.gate { trial.take(gate, slowed: slowed) }
    return trial
  }

  /// Each matcher in turn, except the reference: it has no ratio to itself.
  private func slowed(in kind: GateTrialKind, number: Int) -> String? {
    guard kind.slowdown > 0 else { return nil }
    let compared = matchers.filter { kind.form != .baseline || $0 != Self.reference }
    return compared.isEmpty ? nil : compared[number % compared.count]
  }

  private func check(
    _ kind: GateTrialKind, _ slowed: String?, _ program: String, _ reports: String
  ) throws -> [String] {
    let common = ["check"] + arguments + ["--no-progress"]
    switch kind.form {
    case .baseline: return common + ["--baseline", "study", "--baseline-folder", reports]
    case .exact: return common + ["--exact", "--against", try Program.matchmark.path]
    case .against where slowed == nil: return common + ["--against", program]
    case .against:
      // The same program; under this name it slows nothing.
      let path = "\(folder)/matchmark-unslowed"
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: program)
      return common + ["--against", path]
    }
  }

  private func run(
    _ program: String, _ arguments: [String], environment: [String: String]
  ) throws {
    var child = try ChildProcess(
      ChildCommand(
        program, arguments,
        environment: ChildCommand.inheritedEnvironment.merging(environment) { $1 }))
    child.closeInput()
    let ending = child.waitForEnding(before: Deadline(after: .seconds(1_800)))
    child.kill()
    // Exit code 3 means that something became slower.
    guard ending == .exited(status: 0) || ending == .exited(status: 3) else {
      throw DevelopmentError(
        "\(program) \(arguments.joined(separator: " ")) "
          + "\(ending?.description ?? "did not end"): "
          + String(decoding: child.lastErrors, as: UTF8.self))
    }
  }

  /// Work in proportion to time if time is measured; repeated answers if instructions are counted.
  private func slowing(
    _ matcher: String?, by share: Double, in form: GateRecord.Form
  ) -> [String: String] {
    guard let matcher else { return [:] }
    if form == .exact {
      return share > 0 ? ["MATCHMARK_REPEATING": "\(matcher)=\(Int((1 / share).rounded()))"] : [:]
    }
    return ["MATCHMARK_SLOWED": "\(matcher)=\(share)"]
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
