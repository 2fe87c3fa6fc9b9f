import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The arguments of a baseline, with which a check can ask for the same.
///
/// A baseline may come from a stranger. Only the options in two lists are kept and reused: they
/// say what is measured and for how long. None names a file or a program to start: the user's own
/// rows, profiles and suites come from the command line (``portable``). A baseline may ask for a
/// limited amount; only the user may ask for more.
struct ReplayedArguments {
  private(set) var suites: [String]
  private var values: [String: [String]] = [:]

  /// The options for what is measured; a check with other values contradicts its baseline.
  private static let subjects = [
    "--corpus", "--profile", "--text", "--delimiter", "--no-header", "--sessions", "--sizes",
    "--seed", "--delivery", "--matcher-option",
  ]
  /// The options for the amount of measuring; a check may use other values.
  private static let amounts = [
    "--matcher", "--engine", "--filter", "--rounds", "--max-time", "--forks", "--quick",
  ]
  private static let flags = ["--quick", "--no-header"]
  /// No person types more words than this.
  private static let wordLimit = 1_000

  init(_ plan: MeasuredPlanOptions, forks: Int?) {
    suites = plan.suites
    values = [
      "--corpus": plan.corpus.corpus.map { [$0] } ?? [],
      "--profile": plan.corpus.profile.map { [$0] } ?? [],
      "--text": plan.corpus.text,
      "--delimiter": plan.corpus.delimiter.map { [$0] } ?? [],
      "--no-header": plan.corpus.noHeader ? [""] : [],
      "--sessions": plan.sessions.map { ["\($0)"] } ?? [],
      "--sizes": plan.sizes.isEmpty ? [] : [plan.sizes.map(String.init).joined(separator: ",")],
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

  /// The arguments that a baseline keeps; words that are not on the lists are ignored.
  init(words: [String]) {
    let words = words.prefix(Self.wordLimit)
    suites = words.filter { !$0.hasPrefix("-") }
    for word in words where word.hasPrefix("-") {
      let (option, value) = word.halves(at: "=") ?? (word, "")
      guard (Self.subjects + Self.amounts).contains(option) else { continue }
      values[option, default: []].append(value)
    }
  }

  /// A suite is one word, and so is each option with its value.
  var words: [String] {
    suites
      + (Self.subjects + Self.amounts).flatMap { option in
        (values[option] ?? []).map { Self.flags.contains(option) ? option : "\(option)=\($0)" }
      }
  }

  /// The number of processes in which the baseline was measured; nil if it is unknown.
  func forks(ofBaseline name: String) throws(CommandError) -> Int? {
    guard let text = values["--forks"]?.last else { return nil }
    guard let count = NumberRange.forks.wholeNumber(text) else {
      throw .usage(
        "baseline '\(name)' was saved with --forks=\(text): \(NumberRange.forks.complaint(text))")
    }
    try refuseExcess(of: "--forks", text, ofBaseline: name)
    return count
  }

  func without(_ others: ReplayedArguments) -> ReplayedArguments {
    var rest = self
    if !others.suites.isEmpty || others.has("--corpus") { rest.suites = [] }
    rest.values = values.filter { !others.has($0.key) }
    return rest
  }

  private func has(_ option: String) -> Bool { values[option]?.isEmpty == false }
}

extension ReplayedArguments {
  /// - Throws: ``CommandError`` if the two contradict each other about what is measured, or if the
  ///   baseline's words cannot be parsed.
  func completing(
    _ options: MeasuredPlanOptions, baseline name: String, _ conditions: Baseline.Conditions
  ) throws(CommandError) -> MeasuredPlanOptions {
    let own = ReplayedArguments(options, forks: nil)
    try refuseContradiction(by: own, baseline: name, conditions)
    var rest = without(own)
    rest.values["--forks"] = nil
    if conditions.suite == PlanOptions.corpusSuite, !own.has("--corpus"), !rest.has("--corpus") {
      throw .usage(
        "baseline '\(name)' measured a file of rows, expected the same one here: add its "
          + "--corpus, and the --profile that it was measured with")
    }
    try rest.refuseExcess(ofBaseline: name)
    var completed: MeasuredPlanOptions
    do { completed = try MeasuredPlanOptions.parse(own.words + rest.words) } catch {
      throw .usage(
        "baseline '\(name)' was saved with \(ShellWord.line(rest.words)), which cannot be measured "
          + "again: \(MeasuredPlanOptions.message(for: error))")
    }
    completed.engines.engineFile = options.engines.engineFile
    completed.engines.timeout = options.engines.timeout
    completed.demands = options.demands
    completed.failFast = options.failFast
    return completed
  }

  private func refuseContradiction(
    by own: ReplayedArguments, baseline name: String, _ conditions: Baseline.Conditions
  ) throws(CommandError) {
    let saved = suites.isEmpty && !has("--corpus") ? [conditions.suite] : suites
    if !own.suites.isEmpty, own.suites != saved {
      guard !has("--corpus"),
        try own.suites.map({ name throws(CommandError) in
          try SuiteFile(named: name, in: .current).suite.name
        })
          == [conditions.suite]
      else {
        throw contradiction(
          own.suites, of: "suite", (values["--corpus"] ?? []) + saved, baseline: name)
      }
    }
    if own.has("--corpus"), !has("--corpus"), conditions.suite != PlanOptions.corpusSuite {
      throw contradiction(own.values["--corpus"] ?? [], of: "--corpus", saved, baseline: name)
    }
    for option in Self.subjects where own.has(option) && has(option) {
      let (asked, kept) = (own.values[option] ?? [], values[option] ?? [])
      if asked != kept, kept.allSatisfy({ Self.isPortable(option, $0) }) {
        throw contradiction(asked, of: option, kept, baseline: name)
      }
    }
  }

  private func contradiction(
    _ asked: [String], of option: String, _ kept: [String], baseline name: String
  ) -> CommandError {
    .usage(
      "got \(option) '\(asked.joined(separator: ", "))', but baseline '\(name)' measured "
        + "'\(kept.joined(separator: ", "))'; leave it out to measure the same again, or save "
        + "another baseline")
  }
}

extension ReplayedArguments {
  /// The most that a baseline may ask for; the user may give a larger number on the command line.
  private static let bounds: [String: Double] = [
    "--sessions": 1_000, "--rounds": 1_000, "--max-time": 60, "--forks": 100,
  ]
  private static let rowBound = 1_000_000

  /// The arguments without paths, because a path may be another file on another machine.
  var portable: ReplayedArguments {
    var portable = self
    portable.suites = suites.filter(SuiteFile.names(in: .current).contains)
    for (option, texts) in values {
      portable.values[option] = texts.filter { Self.isPortable(option, $0) }
    }
    return portable
  }

  /// Tells names that every matchmark knows from values that may be paths.
  private static func isPortable(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--corpus": CorpusSource.isMade(value) || CorpusGenerator.named(value) != nil
    case "--profile": SearchProfile.builtIn.contains { $0.name == value }
    default: true
    }
  }

  /// Refuses what only the user may ask for: a path, or more than the bounds.
  private func refuseExcess(ofBaseline name: String) throws(CommandError) {
    let known = portable
    let paths =
      suites.filter { !known.suites.contains($0) }
      + Self.subjects.flatMap { option in
        (values[option] ?? []).filter { !Self.isPortable(option, $0) }.map { "\(option)=\($0)" }
      }
    if let path = paths.first {
      throw .usage(
        "baseline '\(name)' asks for \(ShellWord.line([path])), expected a name that every "
          + "matchmark knows, because a baseline may not choose files; give it on the command line "
          + "if you want it")
    }
    for (option, texts) in values.sorted(by: { $0.key < $1.key }) {
      for text in texts { try refuseExcess(of: option, text, ofBaseline: name) }
    }
  }

  private func refuseExcess(
    of option: String, _ text: String, ofBaseline name: String
  ) throws(CommandError) {
    var bound = Self.bounds[option]
    // Text that is no number is refused when the words are parsed.
    var number =
      option == "--max-time" ? NumberRange.maxTime.realNumber(text) : text.decimalNumber
    if option == "--corpus", case .generated(_, let rowCount)? = try? CorpusSource(text) {
      (number, bound) = (Double(rowCount), Double(Self.rowBound))
    }
    if option == "--sizes", let sizes = try? NumberRange.sizes(text) {
      (number, bound) = (sizes.reduce(0) { $0 + Double($1) }, Double(Self.rowBound))
    }
    guard let number, let bound, number > bound else { return }
    throw .usage(
      "baseline '\(name)' asks for \(ShellWord.line(["\(option)=\(text)"])), expected at most "
        + "\(QuantityFormat.count(Int(bound))); give \(option) on the command line if you want more"
    )
  }
}
