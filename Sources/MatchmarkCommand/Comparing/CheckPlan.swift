import Foundation
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

/// The plan of a check or of a baseline, and the command that saves the baseline of a check.
struct CheckPlan {
  private let context: ProgramContext

  init(_ context: ProgramContext) { self.context = context }

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
  func plan(
    _ options: MeasuredPlanOptions, for subject: PlanSubject = .answers,
    as saved: SavedBaseline? = nil, otherwise: String = Self.suite
  ) throws(InputError) -> [Plan] {
    var completed = options
    if let saved, let replayed = saved.replayed {
      completed = try replayed.completing(
        options, baseline: saved.name, saved.baseline.conditions, in: context.project)
    }
    if completed.suites.isEmpty, completed.corpus.corpus == nil {
      completed.suites = [try saved?.knownSuite(in: context.folder) ?? otherwise]
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

  /// The command that saves the baseline that a check with these arguments lacked.
  ///
  /// - Parameters:
  ///   - nameOrPath: the baseline in use; a path to which none can be saved becomes `main`.
  ///   - saved: the existing baseline; its words replace what the arguments leave open.
  func saveCommand(
    _ nameOrPath: String, _ options: MeasuredPlanOptions, replacing saved: SavedBaseline? = nil
  ) -> String {
    let place = BaselinePlace(nameOrPath)
    var words: [String] = []
    var rest = context.invocation.arguments.dropFirst()[...]
    let valued =
      ["--baseline", "--floor", "--budget", "--against", "-o", "--output"]
      + (place?.folder == nil ? [] : [BaselineStore.folderOption])
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
      let forks = context.invocation.value(of: "--forks").flatMap { Int($0) }
      let own = ReplayedArguments(options, forks: forks)
      words += saved.replayed?.without(own).portable(in: context.folder).words ?? []
      if place != nil { words.append("--replace") }
    }
    words += place?.folder.map { [BaselineStore.folderOption, $0] } ?? []
    return context.shown.command(["baseline", "save", place?.name ?? "main"] + words)
  }
}
