import Foundation
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// What a check measures.
enum CheckPlan {
  /// Processes in which a check measures: with fewer, what one process differs from the next is not
  /// known well enough.
  static let forkCount = 8

  /// The suite of a check where none is named.
  static let suite = "gate"
  /// The suite of a check that counts.
  static let exactSuite = "exact"

  /// The plan of the options; without a suite or a corpus that of the baseline, else `otherwise`.
  static func plan(
    _ options: PlanOptions, for subject: PlanSubject = .answers, as baseline: Baseline? = nil,
    otherwise: String = suite
  ) throws(CommandError) -> [Plan] {
    var options = options
    if options.suites.isEmpty, options.corpus.corpus == nil {
      let saved = baseline?.conditions.suite
      options.suites = [saved.flatMap { SuiteFile.knownNames.contains($0) ? $0 : nil } ?? otherwise]
    }
    return try options.plan(for: subject)
  }

  /// Refuses what is known to differ before anything is measured: the machine, the build, the
  /// contract.
  ///
  /// - Throws: ``CommandError/notComparable(_:)``, with what differs and the command that makes a
  ///   baseline here.
  static func refuseOthers(
    _ saved: Baseline, named name: String, _ suite: Suite, command: String
  ) throws(CommandError) {
    let now = Baseline.Conditions(
      ContextFacts.current(), suite: suite.record,
      specificationVersion: RunRecord.currentSpecificationVersion)
    let differences = Comparability.differences(of: now, with: saved.conditions)
    guard differences.isEmpty else {
      throw .notComparable(
        "baseline '\(name)' cannot be compared with: "
          + differences.map(\.description).joined(separator: "; ")
          + "; create one for here with: \(command)")
    }
  }

  /// Refuses a build to compare with that is no program.
  ///
  /// - Throws: ``CommandError/notComparable(_:)``.
  static func refuseMissing(_ program: String) throws(CommandError) {
    // A folder that may be entered passes for an executable file.
    if (try? FileKind(at: program)) == .folder {
      throw .notComparable(
        "got the folder '\(program)', expected a program to compare with, such as the "
          + ".build/release/matchmark of another checkout")
    }
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw .notComparable("there is no program '\(program)' to compare with")
    }
  }

  /// The command that saves what a check with these arguments would have compared with.
  ///
  /// - Parameter nameOrPath: a baseline is saved under a name only, so a path becomes `main`.
  static func saveCommand(_ nameOrPath: String) -> String {
    let name = BaselineStore.isPath(nameOrPath) ? "main" : nameOrPath
    var words: [String] = []
    var rest = Invocation.current.arguments.dropFirst()[...]
    let valued = ["--baseline", "--floor", "--budget", "--against"]
    let flags = ["--create-missing", "--strict"]
    while let word = rest.popFirst() {
      if valued.contains(word) {
        rest = rest.dropFirst()
      } else if !flags.contains(word),
        !valued.contains(where: { word.beginsBytewise(with: "\($0)=") })
      {
        words.append(word)
      }
    }
    return ShownProgram.current.command(["baseline", "save", name] + words)
  }
}

extension [Plan] {
  /// The plan, where there is only one.
  ///
  /// - Throws: ``CommandError/usage(_:)``.
  func only(for purpose: String) throws(CommandError) -> Plan {
    guard count == 1 else { throw .usage("got \(count) suites, expected one for \(purpose)") }
    return self[0]
  }
}
