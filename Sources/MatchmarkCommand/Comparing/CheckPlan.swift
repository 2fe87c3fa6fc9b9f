import Foundation
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

enum CheckPlan {
  /// The number of processes of a check: with fewer, the variation between processes is not known
  /// well enough.
  static let forkCount = 8
  /// A baseline is saved once and compared with often, so it gets as many processes as the longest
  /// check.
  static let baselineForkCount = forkCount * GateLook.all.count

  /// The default suite of a check.
  static let suite = "gate"
  /// The default suite of a check that counts.
  static let exactSuite = "exact"

  /// The plan for the options; what they leave open comes from the baseline.
  ///
  /// If neither names a suite or a corpus, the plan is `otherwise`.
  static func plan(
    _ options: MeasuredPlanOptions, for subject: PlanSubject = .answers,
    as saved: SavedBaseline? = nil, otherwise: String = suite
  ) throws(CommandError) -> [Plan] {
    var completed = options
    if let saved, let replayed = saved.replayed {
      completed = try replayed.completing(options, baseline: saved.name, saved.baseline.conditions)
    }
    if completed.suites.isEmpty, completed.corpus.corpus == nil {
      completed.suites = [try saved?.knownSuite() ?? otherwise]
    }
    do { return try completed.plan(for: subject) } catch {
      guard let saved, let words = saved.replayed?.words, !words.isEmpty else { throw error }
      let origin = "baseline '\(saved.name)' asks for \(ShellWord.line(words))"
      guard error.kind == .unknownName, options.engines.engineFile == nil else {
        throw error.adding(origin)
      }
      // An engine file says which programs to start, and the baseline may come from a stranger.
      throw error.adding("\(origin); if that is an engine of yours, add its --engine-file")
    }
  }

  /// Refuses differences that are known before anything is measured: the machine, the build, the
  /// contract.
  ///
  /// - Throws: ``CommandError/notComparable(_:)``.
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
          + differences.joined(separator: "; ")
          + "; create one for here with: \(command)")
    }
  }

  /// Refuses to compare with another build that is not a program.
  static func refuseMissing(_ program: String) throws(CommandError) {
    // A folder with search permission passes for an executable file.
    if (try? FileKind(at: program)) == .folder {
      throw .notComparable(
        "got the folder '\(program)', expected a program to compare with, such as the "
          + ".build/release/matchmark of another checkout")
    }
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw .notComparable("there is no program '\(program)' to compare with")
    }
  }

  /// The command that saves the baseline that a check with these arguments lacked.
  ///
  /// - Parameters:
  ///   - nameOrPath: the baseline in use; a path to which none can be saved becomes `main`.
  ///   - saved: the existing baseline; its words replace what the arguments leave open.
  static func saveCommand(
    _ nameOrPath: String, _ options: MeasuredPlanOptions, replacing saved: SavedBaseline? = nil
  ) -> String {
    let place = BaselinePlace(nameOrPath)
    var words: [String] = []
    var rest = Invocation.current.arguments.dropFirst()[...]
    let valued =
      ["--baseline", "--floor", "--budget", "--against", "-o", "--output"]
      + (place?.folder == nil ? [] : [BaselineFolderOptions.name])
    let flags = ["--create-missing", "--strict", "--json", VerdictLine.option, RootCommand.force]
    while let word = rest.popFirst() {
      if valued.contains(word) {
        rest = rest.dropFirst()
      } else if !flags.contains(word),
        !valued.contains(where: { word.beginsBytewise(with: "\($0)=") })
      {
        words.append(word)
      }
    }
    if let saved {
      let forks = Invocation.current.value(of: "--forks").flatMap { Int($0) }
      let own = ReplayedArguments(options, forks: forks)
      words += saved.replayed?.without(own).portable.words ?? []
      if place != nil { words.append("--replace") }
    }
    words += place?.folder.map { [BaselineFolderOptions.name, $0] } ?? []
    return ShownProgram.current.command(["baseline", "save", place?.name ?? "main"] + words)
  }
}

struct SavedBaseline {
  /// The name or path that the user gave.
  let name: String
  let baseline: Baseline

  /// The arguments that made it; nil for baselines that are too old to record them.
  var replayed: ReplayedArguments? {
    baseline.conditions.arguments.map { ReplayedArguments(words: $0) }
  }

  /// The name of the suite that it measured.
  ///
  /// - Throws: ``CommandError/usage(_:)`` if matchmark has no suite of that name.
  func knownSuite() throws(CommandError) -> String {
    let suite = baseline.conditions.suite
    guard SuiteFile.names(in: .current).contains(suite) else {
      throw .usage(
        "baseline '\(name)' measured the suite '\(suite)', expected one of matchmark's own; name "
          + "the suite's file, or the rows with --corpus")
    }
    return suite
  }

  /// Refuses rows of a file that are not those of the baseline, before anything is written.
  ///
  /// - Parameter command: the command that saves a new baseline.
  /// - Throws: ``CommandError/notComparable(_:)``.
  func refuseOtherRows(_ plan: Plan, command: String) throws(CommandError) {
    guard baseline.conditions.suite == PlanOptions.corpusSuite else { return }
    for cell in plan.suite.cells {
      guard let known = baseline.cells.first(where: { $0.id == cell.id }) else {
        throw .notComparable(
          "got the cell \(cell.id), expected one of baseline '\(name)': "
            + baseline.cells.map(\.id).joined(separator: ", "))
      }
      let rows = try CommandError.wrap { try "\(CorpusIdentity(of: cell.corpus.load()))" }
      guard rows == known.corpusIdentity else {
        throw .notComparable(
          "got rows with the identity \(rows) for \(cell.id), expected those of baseline "
            + "'\(name)', \(known.corpusIdentity); save a new one with: \(command)")
      }
    }
  }

  /// Removes from a plan what the baseline does not have, unless it was asked for by name.
  ///
  /// - Returns: the parts that were left out; none if the two have nothing in common, because the
  ///   comparison then says why.
  func narrow(_ plan: inout Plan, askedFor options: MeasuredPlanOptions) -> [String] {
    let asked = plan.participants.askedFor.map(\.id)
    let known = baseline.cells.flatMap(\.matchers).map(\.id) + [plan.suite.reference] + asked
    let isWhole = !options.matchers.isEmpty || options.engines.engines.contains("all")
    var narrowed = plan
    narrowed.keep(
      cells: options.cells.filter == nil ? baseline.cells.map(\.id) : [],
      participants: isWhole ? [] : known)
    let others = narrowed.participants.contains { $0.id != plan.suite.reference }
    guard !narrowed.suite.cells.isEmpty, others || plan.participants.count == 1 else { return [] }
    let kept = narrowed.participants.map(\.id) + narrowed.suite.cells.map(\.id)
    let all = plan.participants.map(\.id) + plan.suite.cells.map(\.id)
    plan = narrowed
    return all.filter { !kept.contains($0) }
  }
}

extension [Plan] {
  func only(for purpose: String) throws(CommandError) -> Plan {
    guard count == 1 else { throw .usage("got \(count) suites, expected one for \(purpose)") }
    return self[0]
  }
}

extension Plan {
  /// The plan for a check that asks other builds of this program, which know no engine.
  ///
  /// - Throws: ``CommandError/notComparable(_:)`` if an engine was asked for.
  func ofBuilds() throws(CommandError) -> Plan {
    if let engine = participants.askedFor.first(where: \.isEngine) {
      throw .notComparable(
        "got engine '\(engine.id)', expected matchers: --against and --exact ask builds of this "
          + "program; check an engine with --baseline")
    }
    return self
  }
}
