import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSession

/// The engines that take part in addition to the matchers, and the matchers' options.
struct EngineOptions: ParsableArguments {
  @Option(
    name: .customLong("matcher-option"),
    help: ArgumentHelp(
      "An option of a matcher, as <matcher>.<option>=<value>; 'list matchers' shows them.",
      visibility: .hidden))
  var matcherOptions: [String] = []

  @Option(
    name: .customLong("engine"),
    help: """
      Add this engine, which must be installed; repeat for several. 'all' adds all engines, also \
      those that ship, installed or not.
      """)
  var engines: [String] = []

  @Option(
    help: """
      A file of your own engines, like Benchmarks/engines.yaml; choose from it with --engine or \
      -e.
      """)
  var engineFile: String?

  @Option(
    help: ArgumentHelp(
      """
      How long each step of an engine may take (seconds, 3s, 500ms); by default each step has its \
      own limit.
      """, visibility: .hidden), transform: NumberRange.timeout.number)
  var timeout: Double?

  /// The participants: matchers in catalog order, then engines in the order of their file.
  ///
  /// Matchers that the program was started with take part unless others were asked for. A
  /// participant that is named is asked for; `all` asks for none in particular.
  ///
  /// - Parameters:
  ///   - chosen: those that were asked for instead of the suite's; `all` names every matcher.
  ///   - reference: the participant that always takes part, if it exists; nil for none.
  ///   - ranking: true if a profile ranks rows, for which the rankers take part.
  /// - Throws: ``InputError``; for an unknown name, it suggests the nearest one of either kind.
  func participants(
    _ chosen: [String], matchers: [String] = ["all"], engines suiteEngines: [String] = [],
    required: [String] = [], reference: String? = nil, ranking: Bool = false
  ) throws(InputError) -> [Participant] {
    let roster = try ParticipantRoster(engineFile: engineFile, in: context.project)
    let catalog = context.catalog
    let (engineIDs, known) = (roster.engineIDs, roster.ids + ["all"])
    for id in chosen where !known.contains(id) {
      throw .unknownName(kind: "matcher", name: id, known: known)
    }
    let own = catalog.ownIDs(ranking: ranking)
    let asked = (chosen.isEmpty ? own : chosen) + engines + required
    let kept = [reference].compactMap { $0 }.filter(known.contains)
    let chosen = chosen.isEmpty ? chosen : chosen + kept
    let wantedMatchers =
      chosen.isEmpty ? matchers + own : chosen.filter { !engineIDs.contains($0) }
    let wantedEngines = chosen.isEmpty ? suiteEngines : chosen.filter(engineIDs.contains)
    let settings = try MatcherSettings(matcherOptions, of: catalog)
    let named = wantedEngines + engines + required
    if let warning = roster.warning(about: named) { StandardError.write("\(warning)") }
    let started = try roster.engines(named, EngineTimeouts(seconds: timeout)).map { engine in
      var engine = engine
      if engines.contains(engine.id) || engines.contains("all") { engine.isAdded = true }
      return engine
    }
    return
      (try catalog.participants(wantedMatchers, ranking: ranking).map(settings.applied) + started)
      .asking(for: asked)
  }
}

extension EngineOptions {
  /// Starts the engines with the given ids, all of which must rank.
  func rankingEngines(_ ids: [String]) throws(InputError) -> [RankingEngine] {
    try started(ids) { engine throws(InputError) in
      if let rules = engine.hello.rules { return RankingEngine(engine, rules) }
      throw .usage(
        "got engine '\(engine.id)', which answers with sets of rows, expected one that ranks: "
          + "its reply to 'hello' has \"contract\":\"ranked\"")
    }
  }

  /// Starts the engines with the given ids, all of which must be search boxes.
  func boxEngines(_ ids: [String]) throws(InputError) -> [BoxEngine] {
    try started(ids) { engine throws(InputError) in
      if let rules = engine.hello.boxRules { return BoxEngine(engine, rules) }
      throw .usage(
        "got engine '\(engine.id)', which is no search box, expected one: its reply to "
          + "'hello' has \"contract\":\"late-answers\"")
    }
  }

  /// Starts those of the given ids that are engines.
  private func started<Engine>(
    _ ids: [String], as make: (sending GreetedEngine) throws(InputError) -> Engine
  ) throws(InputError) -> [Engine] {
    let roster = try ParticipantRoster(engineFile: engineFile, in: context.project)
    let named = ids.filter(roster.engineIDs.contains)
    if let warning = roster.warning(about: named) { StandardError.write("\(warning)") }
    var started: [Engine] = []
    for participant in try roster.engines(named, EngineTimeouts(seconds: timeout)) {
      if let engine = try GreetedEngine(participant) { started.append(try make(engine)) }
    }
    return started
  }

  /// The engines of the user's own file.
  fileprivate func ownIDs() throws(InputError) -> [String] {
    try ParticipantRoster(engineFile: engineFile, in: context.project).ownEngineIDs
  }

  /// The installed engines that are code as an app would contain it.
  func appCode() throws(InputError) -> [Participant] {
    try ParticipantRoster(engineFile: engineFile, in: context.project)
      .appCode(EngineTimeouts(seconds: timeout))
  }
}

extension EngineTimeouts {
  /// The same limit for each step; if there is none, each step's own limit.
  init(seconds: Double?) {
    self = seconds.map { EngineTimeouts(each: .seconds($0)) } ?? EngineTimeouts()
  }
}

struct EngineDemands: ParsableArguments {
  @Option(
    help: "Add these engines, separated by commas; exit code 5 if one is missing.")
  var require: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The ledger of known disagreements instead of Benchmarks/divergences.yaml. An entry that no \
      longer applies fails the run.
      """, visibility: .hidden))
  var divergences: String?

  var requiredIDs: [String] {
    require.flatMap { $0.filter { !$0.isWhitespace }.split(separator: ",").map(String.init) }
  }

  /// The ledger, whose entries may name any engine or matcher.
  func ledger(engineFile: String?) throws(InputError) -> DivergenceLedger {
    try DivergenceFile.ledger(
      at: divergences, engines: ParticipantRoster(engineFile: engineFile, in: context.project).ids,
      clauses: ClauseList.ids(), in: context.folder, today: ContextFacts.today)
  }
}

/// The participants to ask, all of which must be installed.
struct ParticipantOptions: ParsableArguments {
  @Option(
    name: .matcher,
    help: "Only this matcher or engine; repeat for several. 'all' names every matcher.",
    completion: NameCompletion.participants)
  var matchers: [String] = []

  @OptionGroup var engines: EngineOptions

  func installed() throws(InputError) -> [Participant] {
    let participants = try engines.participants(matchers)
    if let absence = participants.absences.first { throw .engine(absence) }
    return participants
  }

  /// The rankers of the program, and engines that rank.
  func rankers() throws(InputError) -> ChosenRankers {
    let (ids, started) = try named("--ranked", engines.rankingEngines, id: \.id)
    guard let ids else { return ChosenRankers([], started) }
    return ChosenRankers(
      try context.catalog.rankers(ids, besides: engines.ownIDs()), started)
  }

  /// The rankers that were named, in that order, or else those that an app can use.
  func qualityRankers() throws(InputError) -> ChosenRankers {
    let named = matchers + engines.engines
    guard named.isEmpty else { return try rankers().ordered(named) }
    // Not the naive orders, which are slow.
    return ChosenRankers(try context.catalog.rankers(context.catalog.rankingIDs), [])
  }

  /// The search boxes of the program, and those in other processes.
  func boxes() throws(InputError) -> ChosenBoxes {
    let (ids, started) = try named("--boxes", engines.boxEngines, id: \.id)
    guard let ids else { return ChosenBoxes([], started) }
    return ChosenBoxes(try context.catalog.boxes(ids, besides: engines.ownIDs()), started)
  }

  /// Starts those that were named and are engines.
  ///
  /// - Parameter flag: the option because of which no matcher is asked.
  /// - Returns: the other names, which the program must know, none for all that it knows, nil if it
  ///   is not to be asked; and the engines.
  private func named<Engine>(
    _ flag: String, _ start: ([String]) throws(InputError) -> [Engine], id: KeyPath<Engine, String>
  ) throws(InputError) -> (ids: [String]?, engines: [Engine]) {
    guard engines.matcherOptions.isEmpty else {
      throw .usage("got --matcher-option with \(flag), which asks no matcher")
    }
    let named = matchers + engines.engines.filter { $0 != "all" }
    let started = try start(named)
    let others = named.filter { name in !started.contains { $0[keyPath: id] == name } }
    return (others.isEmpty && !named.isEmpty ? nil : others, started)
  }

  /// True if a ranker or a box was named, or if it is one of the program's own and none was named.
  func asksFor(_ id: String, own: [String]) -> Bool {
    let named = matchers + engines.engines
    return (named.isEmpty ? own : named).contains(id)
  }

  /// The arguments that ask one of them again: its name, its source and its options.
  func arguments(for id: String) -> [String] {
    var words = ["-e", id]
    if let file = engines.engineFile { words += ["--engine-file", file] }
    if let timeout = engines.timeout { words += ["--timeout", "\(timeout)"] }
    for option in engines.matcherOptions where option.hasPrefix("\(id).") {
      words += ["--matcher-option", option]
    }
    return words
  }
}
