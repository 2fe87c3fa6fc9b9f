import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

extension ReplayedArguments {
  init(_ plan: MeasuredPlanOptions, forks: Int?) {
    let values: [String: [String]] = [
      "--corpus": plan.corpus.corpus.map { [$0] } ?? [],
      "--profile": plan.corpus.profile.map { [$0] } ?? [],
      "--text": plan.corpus.text,
      "--folding": plan.corpus.folding.map { [$0.rawValue] } ?? [],
      "--rank": plan.corpus.rank.map { [$0.name] } ?? [],
      "--delimiter": plan.corpus.delimiter.map { [$0] } ?? [],
      "--no-header": plan.corpus.noHeader ? [""] : [],
      "--sessions": plan.sessions.map { ["\($0)"] } ?? [],
      "--queries": plan.queries.map { [$0] } ?? [],
      "--sizes": plan.sizes.isEmpty ? [] : [plan.sizes.map(\.description).joined(separator: ",")],
      "--seed": plan.seed.map { ["\($0)"] } ?? [],
      "--delivery": plan.delivery.map { [$0.rawValue] } ?? [],
      "--matcher-option": plan.engines.matcherOptions,
      "--matcher": plan.matchers,
      "--engine": plan.engines.engines,
      "--filter": plan.cells.filter.map { [$0] } ?? [],
      "--rounds": plan.effort.rounds.map { ["\($0)"] } ?? [],
      "--max-time": plan.effort.maxTime.map { ["\($0)"] } ?? [],
      "--forks": forks.map { ["\($0)"] } ?? [],
      "--quick": plan.quick ? [""] : [],
    ]
    self.init(suites: plan.suites, values: values)
  }

  /// The arguments in the command line of a record; nil if the command does not measure.
  ///
  /// Of several suites, only that of the record is kept.
  init?(commandLine: [String], suite: String) {
    guard commandLine.count <= Self.wordLimit else { return nil }
    switch try? RootCommand.parseAsRoot(Array(commandLine.dropFirst())) {
    case let run as RunCommand: self.init(run.plan, forks: run.measuring.forks)
    case let check as CheckCommand: self.init(check.plan, forks: check.measuring.forks)
    case let save as BaselineCommand.Save: self.init(save.plan, forks: save.measuring.forks)
    default: return nil
    }
    if suites.count > 1 { suites = suites.filter { $0 == suite } }
  }

  /// The function that reads the arguments of a record's command line, as a baseline keeps them.
  static func words(in project: ProjectFolder) -> ComparableFile.Words {
    { ReplayedArguments(commandLine: $0, suite: $1)?.portable(in: project).words }
  }

  /// The user's options, completed by those of the baseline.
  ///
  /// - Throws: ``InputError`` if the two contradict each other about what is measured, or if the
  ///   baseline's words cannot be parsed.
  func completing(
    _ options: MeasuredPlanOptions, baseline name: String, _ conditions: Baseline.Conditions,
    in project: ProjectContext
  ) throws(InputError) -> MeasuredPlanOptions {
    let own = ReplayedArguments(options, forks: nil)
    let added = try addition(to: own, baseline: name, conditions, in: project)
    var completed: MeasuredPlanOptions
    do { completed = try MeasuredPlanOptions.parse(own.words + added) } catch {
      throw .usage(
        "baseline '\(name)' was saved with \(ShellWord.line(added)), which cannot be measured "
          + "again: \(MeasuredPlanOptions.message(for: error))")
    }
    completed.engines.engineFile = options.engines.engineFile
    completed.engines.timeout = options.engines.timeout
    completed.demands = options.demands
    completed.failFast = options.failFast
    return completed
  }
}
