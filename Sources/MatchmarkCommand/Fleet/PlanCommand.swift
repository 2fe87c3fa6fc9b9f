import ArgumentParser
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The commands that divide a hunt or a suite among many machines.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Divide a hunt or a suite among machines, and merge their results.",
    subcommands: [PlanCommand.self, WorkCommand.self, MergeCommand.self])
}

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Cut a hunt or a suite into units of work for a fleet of machines.",
    discussion: """
      The file has one unit per line: a range of a hunt's cases, or a cell of a suite. 'fleet \
      work' runs the units on any number of machines, and 'fleet merge' merges their results. The \
      file is valid only for the sources that it was made with. A hunt needs --cases.

      Examples:
        matchmark fleet plan hunt --seed 7 --cases 10000000 -o units.jsonl
        matchmark fleet plan verify default -o units.jsonl
        matchmark fleet plan run default -e linear-scan -e inverted-index -o units.jsonl
      """)

  @Argument(help: "What to plan: hunt, verify or run.")
  var kind: FleetRecord.Kind

  @Argument(help: "The suite of verify or run. (default: default)")
  var suite: String?

  @OptionGroup var participants: ParticipantOptions
  @OptionGroup var cells: CellOptions

  @Option(help: "The seed; by default 1, or that of the suite.", transform: NumberRange.seed)
  var seed: UInt64?

  @OptionGroup var effort: EffortOptions

  @OptionGroup(title: "Options of a hunt") var range: HuntRange

  @Option(
    help: """
      The number of cases per unit; a unit should take at least ten seconds. (default: \
      \(Self.unitSize))
      """,
    transform: NumberRange.unitCases.whole)
  var unitCases: Int?

  private static let unitSize = 4_000

  @Option(
    help: "End a unit that takes longer than this (seconds, 90s).",
    transform: NumberRange.unitTime.number)
  var unitTime = 3_600.0

  @Option(name: .output, help: "The file of the units.")
  var output: String

  mutating func validate() throws {
    if output.isEmpty || output == "-" {
      throw ValidationError("got -o '\(output)', expected the path of a file")
    }
    if let file = participants.engines.engineFile {
      throw ValidationError("got --engine-file \(file), expected no file: units name none")
    }
    if kind == .hunt, range.cases == nil || suite != nil || cells.filter != nil {
      throw ValidationError("expected --cases for a hunt, and neither a suite nor --filter")
    }
    if kind != .hunt, !range.isAll || unitCases != nil {
      throw ValidationError("got options of a hunt, expected options of a suite")
    }
    if kind != .run, effort.rounds != nil || effort.maxTime != nil {
      throw ValidationError("got --rounds or --max-time, but only units of run measure")
    }
  }

  func run() throws {
    if kind != .hunt { return try writeCells() }
    let (cases, size) = (range.cases ?? 0, unitCases ?? Self.unitSize)
    let words = arguments(try participants.installed().map(\.id))
    try write((cases - 1) / size + 1, words) { index, unit in
      unit.cases = FleetUnit.Cases(
        seed: seed ?? 1, first: range.first + index * size,
        count: min(size, cases - index * size), rows: range.rows ?? HuntCase.rowLimit)
    }
  }

  private func writeCells() throws {
    let name = suite ?? "default"
    guard SuiteFile.names(in: context.folder).contains(name) else {
      throw InputError.usage("got the suite '\(name)', expected one that 'list suites' names")
    }
    let chosen =
      [name] + arguments(participants.matchers) + (cells.filter.map { ["--filter=\($0)"] } ?? [])
      + participants.engines.engines.map { "--engine=\($0)" }
    let plan = try MeasuredPlanOptions.parse(chosen).plan()[0]
    let words = arguments(plan.participants.map(\.id))
    var identities: [String: String] = [:]
    try write(plan.suite.cells.count, words) { index, unit in
      let cell = plan.suite.cells[index]
      let identity = try identities[cell.corpus.name] ?? "\(CorpusIdentity(of: cell.corpus.load()))"
      identities[cell.corpus.name] = identity
      unit.cell = FleetUnit.Cell(suite: name, name: cell.id, corpus: identity)
    }
  }

  /// The options of every unit; all participants are named, since other machines may know others.
  private func arguments(_ ids: [String]) -> [String] {
    let engines = participants.engines
    let values: [(String, String?)] =
      ids.map { ("--matcher", $0) } + engines.matcherOptions.map { ("--matcher-option", $0) } + [
        ("--timeout", engines.timeout.map { "\($0)" }),
        ("--seed", kind == .hunt ? nil : seed.map { "\($0)" }),
        ("--rounds", effort.rounds.map { "\($0)" }), ("--max-time", effort.maxTime.map { "\($0)" }),
      ]
    return values.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  /// Writes units that differ only in what `fill` sets, and says what to do next.
  private func write(
    _ count: Int, _ words: [String], _ fill: (Int, inout FleetUnit) throws -> Void
  ) throws {
    var unit = FleetUnit(
      kind: kind, sources: try SourceDigest.of(context.folder), arguments: words,
      seconds: Int(unitTime.rounded(.up)))
    try InputError.wrap("cannot write the units: ") {
      try Folder.create(Folder.containing(output))
      var file = try AtomicFile(path: output, replacing: context.replacement)
      for index in 0..<count {
        try fill(index, &unit)
        if let complaint = unit.complaint(in: context.folder) { throw InputError.usage(complaint) }
        try file.write(try JSONText.line(unit) + [0x0A])
      }
      try file.finish()
    }
    let next = context.shown.command(["fleet", "work", output, "-o", "parts"])
    print("\(output): \(count) units\n  next: \(next)")
  }
}

extension FleetRecord.Kind: ExpressibleByArgument {}
