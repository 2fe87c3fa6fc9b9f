import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkRecord
import MatchmarkSystem

/// The arguments of a baseline, with which a check can ask for the same.
///
/// A baseline may come from a stranger. Only the options in two lists are kept and reused: they
/// say what is measured and for how long. None names a file or a program to start: the user's own
/// rows, profiles and suites come from the command line (``portable(in:)``). A baseline may ask for
/// a limited amount; only the user may ask for more.
package struct ReplayedArguments {
  package var suites: [String]
  private var values: [String: [String]] = [:]

  /// The options for what is measured; a check with other values contradicts its baseline.
  private static let subjects = [
    "--corpus", "--profile", "--text", "--folding", "--rank", "--delimiter", "--no-header",
    "--sessions", "--queries", "--sizes", "--seed", "--delivery", "--matcher-option",
  ]
  /// The options for the amount of measuring; a check may use other values.
  private static let amounts = [
    "--matcher", "--engine", "--filter", "--rounds", "--max-time", "--forks", "--quick",
  ]
  private static let flags = ["--quick", "--no-header"]
  /// No person types more words than this.
  package static let wordLimit = 1_000

  /// - Parameter values: the values of each option; an option that is not on the lists is ignored.
  package init(suites: [String], values: [String: [String]]) {
    self.suites = suites
    self.values = values
  }

  /// The arguments that a baseline keeps; words that are not on the lists are ignored.
  package init(words: [String]) {
    let words = words.prefix(Self.wordLimit)
    suites = words.filter { !$0.hasPrefix("-") }
    for word in words where word.hasPrefix("-") {
      let (option, value) = word.halves(at: "=") ?? (word, "")
      guard (Self.subjects + Self.amounts).contains(option) else { continue }
      values[option, default: []].append(value)
    }
  }

  /// A suite is one word, and so is each option with its value.
  package var words: [String] {
    suites
      + (Self.subjects + Self.amounts).flatMap { option in
        (values[option] ?? []).map { Self.flags.contains(option) ? option : "\(option)=\($0)" }
      }
  }

  /// The number of processes in which the baseline was measured; nil if it is unknown.
  package func forks(ofBaseline name: String) throws(InputError) -> Int? {
    guard let text = values["--forks"]?.last else { return nil }
    guard let count = NumberRange.forks.wholeNumber(text) else {
      throw .usage(
        "baseline '\(name)' was saved with --forks=\(text): \(NumberRange.forks.complaint(text))")
    }
    try refuseExcess(of: "--forks", text, ofBaseline: name)
    return count
  }

  package func without(_ others: ReplayedArguments) -> ReplayedArguments {
    var rest = self
    if !others.suites.isEmpty || others.has("--corpus") { rest.suites = [] }
    rest.values = values.filter { !others.has($0.key) }
    return rest
  }

  package func has(_ option: String) -> Bool { values[option]?.isEmpty == false }
}

extension ReplayedArguments {
  /// Refuses arguments that contradict the baseline about what is measured.
  ///
  /// - Parameters:
  ///   - own: the arguments of the user.
  ///   - conditions: those of the baseline.
  /// - Returns: what the baseline adds to the user's arguments.
  package func addition(
    to own: ReplayedArguments, baseline name: String, _ conditions: Baseline.Conditions,
    in context: ProjectContext
  ) throws(InputError) -> [String] {
    try refuseContradiction(by: own, baseline: name, conditions, in: context)
    var rest = without(own)
    rest.values["--forks"] = nil
    if conditions.suite == Suite.ofOneCorpus, !own.has("--corpus"), !rest.has("--corpus") {
      throw .usage(
        "baseline '\(name)' measured a file of rows, expected the same one here: add its "
          + "--corpus, and the --profile that it was measured with")
    }
    try rest.refuseExcess(ofBaseline: name, in: context.folder)
    return rest.words
  }

  private func refuseContradiction(
    by own: ReplayedArguments, baseline name: String, _ conditions: Baseline.Conditions,
    in context: ProjectContext
  ) throws(InputError) {
    let saved = suites.isEmpty && !has("--corpus") ? [conditions.suite] : suites
    if !own.suites.isEmpty, own.suites != saved {
      guard !has("--corpus"), try own.suiteNames(in: context) == [conditions.suite] else {
        throw contradiction(
          own.suites, of: "suite", (values["--corpus"] ?? []) + saved, baseline: name)
      }
    }
    if own.has("--corpus"), !has("--corpus"), conditions.suite != Suite.ofOneCorpus {
      throw contradiction(own.values["--corpus"] ?? [], of: "--corpus", saved, baseline: name)
    }
    for option in Self.subjects where own.has(option) && has(option) {
      let (asked, kept) = (own.values[option] ?? [], values[option] ?? [])
      if asked != kept, kept.allSatisfy({ Self.isPortable(option, $0) }) {
        throw contradiction(asked, of: option, kept, baseline: name)
      }
    }
  }

  /// The names of the suites, of which some may be given by their paths.
  private func suiteNames(in context: ProjectContext) throws(InputError) -> [String] {
    try suites.map { name throws(InputError) in
      try SuiteFile(named: name, in: context).suite.name
    }
  }

  private func contradiction(
    _ asked: [String], of option: String, _ kept: [String], baseline name: String
  ) -> InputError {
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
  private static let multipleBound = 100

  /// The arguments without paths, because a path may be another file on another machine.
  package func portable(in project: ProjectFolder) -> ReplayedArguments {
    var portable = self
    portable.suites = suites.filter(SuiteFile.names(in: project).contains)
    for (option, texts) in values {
      portable.values[option] = texts.filter { Self.isPortable(option, $0) }
    }
    return portable
  }

  /// Tells names that every matchmark knows from values that may be paths.
  private static func isPortable(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--corpus": CorpusSource.isMade(value) || CorpusGenerator.named(value) != nil
    case "--queries": false
    case "--profile": SearchProfile.builtIn.contains { $0.name == value }
    default: true
    }
  }

  /// Refuses what only the user may ask for: a path, or more than the bounds.
  private func refuseExcess(
    ofBaseline name: String, in project: ProjectFolder
  ) throws(InputError) {
    let known = portable(in: project)
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
  ) throws(InputError) {
    var bound = Self.bounds[option]
    // Text that is no number is refused when the words are parsed.
    var number =
      option == "--max-time" ? NumberRange.maxTime.realNumber(text) : text.decimalNumber
    if option == "--corpus", case .generated(_, let rowCount)? = try? CorpusSource(text) {
      (number, bound) = (Double(rowCount), Double(Self.rowBound))
    }
    if option == "--sizes", let sizes = ListSize.all(in: text) {
      let (rows, multiples) = sizes.reduce(into: (0.0, 0.0)) { sums, size in
        switch size {
        case .rows(let count): sums.0 += Double(count)
        case .multiple(let factor): sums.1 += Double(factor)
        }
      }
      (number, bound) =
        multiples > Double(Self.multipleBound)
        ? (multiples, Double(Self.multipleBound)) : (rows, Double(Self.rowBound))
    }
    guard let number, let bound, number > bound else { return }
    throw .usage(
      "baseline '\(name)' asks for \(ShellWord.line(["\(option)=\(text)"])), expected at most "
        + "\(QuantityFormat.count(Int(bound))); give \(option) on the command line if you want more"
    )
  }
}
