import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkSystem

extension Delivery: ExpressibleByArgument {}

/// The options of a plan: suites or one corpus, the matchers, and the time.
struct PlanOptions: ParsableArguments {
  @Argument(
    help: "Suites by name, or YAML files; 'list suites' names them.",
    completion: NameCompletion.suites)
  var suites: [String] = []

  @OptionGroup(title: "Row options") var corpus: CorpusOptions

  @Option(
    name: .matcher,
    help: "Only this matcher or engine; repeat for several. 'all' names every matcher.",
    completion: NameCompletion.participants)
  var matchers: [String] = []

  @OptionGroup(title: "Engine options") var engines: EngineOptions
  @OptionGroup(title: "Engine options") var demands: EngineDemands

  @OptionGroup var cells: CellOptions

  @Option(
    help: "Typing sessions of a corpus given with --corpus. (default: \(Self.sessionCount))",
    transform: NumberRange.sessionsOption.whole)
  var sessions: Int?

  @Option(
    help: """
      Type the queries of this file, one on each line, instead of generated sessions; '-' is \
      standard input.
      """, completion: .file())
  var queries: String?

  /// Enough for a p99: about 350 typed keystrokes.
  private static let sessionCount = 100

  @Option(
    help: """
      Show how time grows with the list: sizes in rows, such as 1000,4000,16000, or multiples of \
      the rows of a file, such as 1x,3x,10x. Smaller lists are seeded samples of the file; longer \
      ones add made-up rows that resemble it.
      """, transform: NumberRange.sizes)
  var sizes: [ListSize] = []

  @Option(help: "The seed of sessions, samples and orders.", transform: NumberRange.seed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "What a keystroke delivers: count, page (count and first 50 rows), rows.",
      visibility: .hidden))
  var delivery: Delivery?

  @Flag(help: "Only small corpora and few rounds: under ten seconds for the default suite.")
  var quick = false

  @Flag(name: [.customShort("x"), .long], help: "Stop after the first cell with a wrong answer.")
  var failFast = false

  /// The commands that list a program in an engine file, and ask it about the user's rows.
  private func listing(of program: [String]) -> [String] {
    let lines = ["engines:", NextStep.entry(of: program)]
    let file = "my-engine.yaml"
    return [
      "printf '%s\\n' \(ShellWord.line(lines)) >\(file)",
      context.shown.command(
        context.invocation.arguments.prefix { $0 != "--" }
          + ["--engine-file", file, "-e", "my-engine"]),
    ]
  }

  mutating func validate() throws {
    if corpus.corpus != nil, !suites.isEmpty {
      let program = context.invocation.terminatedArguments
      throw ValidationError(
        program.isEmpty
          ? "got '\(suites[0])' and --corpus, expected one of them: a suite has its own rows"
          : "got a program after -- and --corpus, expected one of them: the check step by step has "
            + "its own rows. To ask the program about yours, list it in a file:\n"
            + listing(of: program).map { "  \($0)" }.joined(separator: "\n"))
    }
    if corpus.corpus == nil, corpus.profile != nil {
      throw ValidationError("got --profile without --corpus; a suite names its own profiles")
    }
    if corpus.corpus == nil, corpus.folding != nil {
      throw ValidationError("got --folding without --corpus; a suite names its own profiles")
    }
    if corpus.corpus == nil, corpus.rank != nil {
      throw ValidationError("got --rank without --corpus; a suite names its own profiles")
    }
    if corpus.corpus == nil, !corpus.text.isEmpty {
      throw ValidationError("got --text without --corpus, whose columns it names")
    }
    if corpus.corpus == nil, !corpus.reading.isUsual {
      throw ValidationError(
        "got --delimiter or --no-header without --corpus, whose form they state")
    }
    if corpus.corpus == nil, queries != nil {
      throw ValidationError("got --queries without --corpus, over whose rows they are typed")
    }
    if queries != nil, sessions != nil {
      throw ValidationError("got --queries with --sessions, expected one or the other")
    }
    if queries == "-", corpus.corpus == "-" {
      throw ValidationError("got '-' for --corpus and --queries, expected a file for one of them")
    }
    if corpus.corpus == nil, !sizes.isEmpty {
      throw ValidationError("got --sizes without --corpus, whose rows they count")
    }
  }
}

/// The options of a plan that is measured.
@dynamicMemberLookup
struct MeasuredPlanOptions: ParsableArguments {
  @OptionGroup var plan: PlanOptions
  @OptionGroup var effort: EffortOptions

  func plan(
    for subject: PlanSubject = .answers, savingProfileTo profilePath: String? = nil
  ) throws(InputError) -> [Plan] {
    try plan.plan(for: subject, savingProfileTo: profilePath).map { original in
      var adjusted = original
      effort.adjust(&adjusted.suite.effort)
      return adjusted
    }
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<PlanOptions, Value>) -> Value {
    get { plan[keyPath: path] }
    set { plan[keyPath: path] = newValue }
  }
}

struct EffortOptions: ParsableArguments {
  @Option(help: "Measure at least this many rounds.", transform: NumberRange.roundsOption.whole)
  var rounds: Int?

  @Option(
    help: """
      Stop measuring a cell after this time (seconds, 3s, 500ms) and its rounds. Over one corpus, \
      a participant that needs more than a fifth of it for a round is asked a seeded sample of the \
      keystrokes.
      """,
    transform: NumberRange.maxTime.number)
  var maxTime: Double?

  func adjust(_ effort: inout Effort) {
    if let rounds {
      effort.minimumRounds = rounds
      effort.maximumRounds = max(rounds, effort.maximumRounds)
    }
    if let maxTime {
      effort.cellSeconds = maxTime
      effort.roundSeconds = max(effort.roundSeconds, maxTime / 5)
    }
  }
}

enum PlanSubject {
  /// The answers of each participant, and their times.
  case answers
  /// The times relative to the suite's reference matcher, which always takes part.
  case ratios
}

extension PlanOptions {
  /// The suites to run, adjusted by the options; announces a profile that was inferred.
  ///
  /// - Parameter profilePath: the file for the profile of a corpus; nil to not save it.
  func plan(
    for subject: PlanSubject = .answers, savingProfileTo profilePath: String? = nil
  ) throws(InputError) -> [Plan] {
    if !sizes.isEmpty { return [try growingPlan(for: subject, savingProfileTo: profilePath)] }
    if corpus.corpus != nil {
      let chosen = try ChosenCorpus(corpus, in: context.folder)
      try chosen.announce(savingTo: profilePath, replacing: context.replacement)
      return [try plan(chosen, for: subject)]
    }
    return try (suites.isEmpty ? ["default"] : suites).map { name throws(InputError) in
      let file = try SuiteFile(named: name, in: context.project)
      return try adjust(
        file.suite, matchers: file.matchers ?? ["all"], engines: file.engines, for: subject)
    }
  }

  private func plan(_ chosen: ChosenCorpus, for subject: PlanSubject) throws(InputError) -> Plan {
    let cell = chosen.cell(try workload(), in: context.folder)
    return try corpusPlan(
      [cell], title: chosen.source.fileName, why: "One corpus, as asked for on the command line.",
      for: subject)
  }

  private func growingPlan(
    for subject: PlanSubject, savingProfileTo profilePath: String?
  ) throws(InputError) -> Plan {
    let rows = try SizedRows(self, savingProfileTo: profilePath, in: context)
    return try corpusPlan(rows.cells, title: rows.title, why: rows.why, for: subject)
  }

  func workload() throws(InputError) -> WorkloadPlan {
    guard let queries else {
      return .generated(sessions: sessions ?? Self.sessionCount, seed: corpusSeed)
    }
    let path = queries == "-" ? "/dev/stdin" : queries
    return .typed(try QueryLog(try InputFile.queries.read(path), file: queries), file: queries)
  }

  var corpusSeed: UInt64 { seed ?? 1 }

  private func corpusPlan(
    _ cells: [CellPlan], title: String?, why: String, for subject: PlanSubject
  ) throws(InputError) -> Plan {
    var suite = Suite(name: Suite.ofOneCorpus, why: why, seed: corpusSeed)
    suite.title = title
    suite.effort.roundSeconds = 2
    // A gate repeats this in up to 24 processes.
    suite.effort.cellSeconds = subject == .ratios ? 1 : max(2, 10 / Double(cells.count))
    suite.cells = cells
    return try adjust(suite, matchers: ["all"], engines: [], for: subject)
  }

  private func adjust(
    _ original: Suite, matchers suiteMatchers: [String], engines suiteEngines: [String],
    for subject: PlanSubject
  ) throws(InputError) -> Plan {
    var suite = original
    if subject == .ratios {
      suite.reference = try SuiteParticipants(
        matchers: suiteMatchers, engines: suiteEngines, ranking: suite.ranks, in: context.project
      ).reference(suite.reference)
    }
    let participants = try engines.participants(
      matchers, matchers: suiteMatchers, engines: suiteEngines, required: demands.requiredIDs,
      reference: subject == .ratios ? suite.reference : nil,
      ranking: suite.ranks)
    if let seed { suite.seed = seed }
    if let delivery { (suite.delivery, suite.otherDeliveries) = (delivery, []) }
    if quick { suite.makeQuick() }
    let names = suite.cells.map(\.id)
    suite.cells = cells.chosen(suite.cells, \.id)
    if !participants.contains(where: { $0.id == suite.reference }) {
      suite.reference = participants.first?.id ?? suite.reference
    }
    guard !suite.cells.isEmpty else {
      throw cells.nothingLeft(of: suite.name, names)
    }
    try refuseIdleness(suite, try compared(participants, subject, suite))
    return Plan(
      suite, participants, ledger: try demands.ledger(engineFile: engines.engineFile),
      program: context.shown)
  }

  /// The participants that the plan compares: for ratios, all but the reference matcher.
  private func compared(
    _ participants: [Participant], _ subject: PlanSubject, _ suite: Suite
  ) throws(InputError) -> [Participant] {
    guard subject == .ratios else { return participants }
    let others = participants.filter { $0.id != suite.reference }
    guard !others.isEmpty else {
      throw .usage(
        "got only '\(suite.reference)', to which times are compared as ratios, expected another "
          + "matcher in addition to it; name one with -e")
    }
    return others
  }

  /// Refuses a matcher that was asked for but can answer nothing of a suite.
  private func refuseIdleness(_ suite: Suite, _ participants: [Participant]) throws(InputError) {
    let support = participants.flatMap { participant in
      suite.cells.map { cell in
        suite.effort.measures
          ? participant.entry.looseSupport(cell.profile) : participant.entry.support(cell.profile)
      }
    }
    guard !support.contains(.supported) else { return }
    if let absence = participants.askedFor.absences.first { throw .engine(absence) }
    var reason: String?
    if case .unsupported(let first)? = support.first { reason = first }
    throw .unanswered(by: participants.map(\.id), "no cell of '\(suite.name)'", reason: reason)
  }
}

extension Suite {
  private static let quickRowCount = 10_000

  /// Keeps only small corpora, or the smallest ones, and no more rounds than the figures need.
  fileprivate mutating func makeQuick() {
    let smallest = cells.map { $0.corpus.rowCount ?? 0 }.min() ?? 0
    let limit = max(Self.quickRowCount, smallest)
    cells.removeAll { ($0.corpus.rowCount ?? 0) > limit }
    effort.cellSeconds = 0.05
    effort.roundSeconds = min(effort.roundSeconds, 0.02)
  }
}
