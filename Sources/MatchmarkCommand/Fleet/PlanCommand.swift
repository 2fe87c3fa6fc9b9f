import ArgumentParser
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Cuts work into units that many machines can do.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Cut a hunt or a suite into units of work for a fleet of machines.",
    discussion: """
      A plan has one unit a line; 'work' does the units, on as many machines as there are, and \
      'merge' adds up what they found. A plan holds for the sources that it was made with.

      Examples:
        matchmark plan hunt --seed 7 --cases 10000000 -o plan.jsonl
        matchmark plan verify default -o plan.jsonl
        matchmark plan run default -e linear-scan -e inverted-index -o plan.jsonl
      """,
    subcommands: [HuntPlanCommand.self, VerifyPlanCommand.self, RunPlanCommand.self])
}

/// What every plan is told.
struct FleetPlanOptions: ParsableArguments {
  @Option(name: [.customShort("o"), .customLong("output")], help: "The file of the plan.")
  var output: String

  @Option(
    help: "End a unit that takes longer than this (seconds, 90s).",
    transform: NumberRange.unitTime.number)
  var unitTime = 3_600.0

  mutating func validate() throws {
    guard output.isEmpty || output == "-" else { return }
    throw ValidationError("got -o '\(output)', expected the path of a file")
  }

  /// Writes a plan, and says how to go on.
  func write(
    _ count: Int, _ unit: (Int) throws(CommandError) -> FleetUnit
  ) throws(CommandError) {
    do {
      try Folder.create(Folder.containing(output))
      var file = try AtomicFile(path: output)
      for index in 0..<count { try file.write(try unit(index).line + [0x0A]) }
      try file.finish()
    } catch let error as CommandError {
      throw error
    } catch { throw .input("cannot write the plan: \(error)") }
    let next = ShownProgram.current.command(["work", output, "-o", "parts"])
    print("\(output): \(count) units\n  next: \(next)")
  }

  /// A unit of these sources.
  func unit(
    _ kind: FleetUnit.Kind, sources: String, _ arguments: [String],
    cases: FleetUnit.Cases? = nil, cell: FleetUnit.Cell? = nil
  ) -> FleetUnit {
    FleetUnit(
      kind: kind, sources: sources, contract: RunRecord.currentSpecificationVersion,
      arguments: arguments, cases: cases, cell: cell, seconds: Int(unitTime.rounded(.up)))
  }
}

extension [Participant] {
  /// The arguments that name them all: another machine may know others.
  ///
  /// - Throws: ``CommandError/usage(_:)`` for engines of a file, which a unit cannot name.
  fileprivate func arguments(_ engines: EngineOptions) throws(CommandError) -> [String] {
    if let file = engines.engineFile {
      throw .usage("got --engine-file \(file), expected no file: a plan names none")
    }
    return flatMap { ["--matcher", $0.id] }
      + engines.matcherOptions.flatMap { ["--matcher-option", $0] }
      + (engines.timeout.map { ["--timeout", "\($0)"] } ?? [])
  }
}

/// Cuts a hunt into ranges of cases.
struct HuntPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt", abstract: "Cut a hunt into ranges of cases.")

  @OptionGroup var participants: ParticipantOptions
  @OptionGroup var options: FleetPlanOptions

  @Option(help: "How many cases the fleet hunts through.", transform: NumberRange.huntCases.whole)
  var cases: Int

  @Option(help: "The seed.", transform: NumberRange.seed)
  var seed: UInt64 = 1

  @Option(help: "The number of the first case.", transform: NumberRange.huntFirst.whole)
  var first = 0

  @Option(help: "The most rows of a case.", transform: NumberRange.huntRows.whole)
  var rows = HuntCase.rowLimit

  @Option(
    help: "How many cases a unit has; it should take ten seconds or more.",
    transform: NumberRange.unitCases.whole)
  var unitCases = 4_000

  func run() throws {
    let sources = try SourceDigest.current()
    let arguments = try participants.installed().arguments(participants.engines)
    let count = (cases - 1) / unitCases + 1
    try options.write(count) { index in
      let start = index * unitCases
      let range = FleetUnit.Cases(
        seed: seed, first: first + start, count: min(unitCases, cases - start), rows: rows)
      return options.unit(.hunt, sources: sources, arguments, cases: range)
    }
  }
}

/// Cuts the check of a suite into its cells.
struct VerifyPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Cut the check of a suite's answers into its cells.")

  @OptionGroup var plan: PlanOptions
  @OptionGroup var options: FleetPlanOptions

  func run() throws { try options.write(.verify, plan) }
}

/// Cuts the run of a suite into its cells.
struct RunPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Cut the run of a suite into its cells.",
    discussion: """
      A cell is measured whole, in one process of one machine; 'merge' never pools the times of \
      two machines.
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var options: FleetPlanOptions

  func run() throws { try options.write(.run, plan) }
}

extension FleetPlanOptions {
  /// Writes a unit for each cell.
  fileprivate func write(_ kind: FleetUnit.Kind, _ chosen: PlanOptions) throws(CommandError) {
    let (arguments, planned) = try Self.resolved(chosen)
    let sources = try SourceDigest.current()
    let cells = planned.suite.cells
    var identities: [String: String] = [:]
    try write(cells.count) { index throws(CommandError) in
      let corpus = cells[index].corpus
      do {
        identities[corpus.name] =
          try identities[corpus.name] ?? CorpusIdentity(of: corpus.load()).description
      } catch { throw .input("\(error)") }
      let cell = FleetUnit.Cell(
        suite: planned.suite.name, name: cells[index].id, corpus: identities[corpus.name] ?? "")
      return unit(kind, sources: sources, arguments, cell: cell)
    }
  }

  /// The arguments of every unit, and the plan that they stand for.
  private static func resolved(
    _ chosen: PlanOptions
  ) throws(CommandError) -> (arguments: [String], plan: Plan) {
    let refused = [
      ("--corpus", chosen.corpus.corpus != nil), ("--require", !chosen.demands.require.isEmpty),
      ("--divergences", chosen.demands.divergences != nil), ("--outcome", chosen.outcome != nil),
      ("--quick", chosen.quick), ("--fail-fast", chosen.failFast),
      ("several suites", chosen.suites.count > 1),
    ]
    if let name = refused.first(where: \.1)?.0 {
      throw .usage("got \(name), which no unit of a plan can have")
    }
    let plans = try chosen.plan()
    guard let plan = plans.first, SuiteFile.knownNames.contains(plan.suite.name) else {
      throw .usage("got a suite in a file of its own, expected one that 'list suites' names")
    }
    let numbers = [
      ("--seed", chosen.seed.map { "\($0)" }), ("--rounds", chosen.rounds.map { "\($0)" }),
      ("--max-time", chosen.maxTime.map { "\($0)" }),
    ]
    let named = numbers.flatMap { name, value in value.map { [name, $0] } ?? [] }
    return (try plan.participants.arguments(chosen.engines) + named, plan)
  }
}
