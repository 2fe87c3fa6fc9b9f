import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare the matchers of one record, or one matcher across several.",
    discussion: """
      With one record, shows its matchers side by side, over all keystrokes and over those that \
      they have in common, with the geometric mean. With two or more, shows how each matcher has \
      changed since the first record, by its ratio to the reference matcher over the keystrokes in \
      common. A baseline may be given instead of a record, and a folder instead of its \
      record.json.

      Examples:
        matchmark compare reports
        matchmark compare reports -e sorted-prefix -e inverted-index
        matchmark compare before/record.json after/record.json
      """)

  @Argument(help: "Records or baselines.")
  var records: [String]

  @Option(name: .matcher, help: "Only this matcher; repeat for several.")
  var matchers: [String] = []

  /// As many rows as fit on a screen of 40 lines, together with the lines around them.
  private static let rowLimit = 30

  @OptionGroup var cells: CellOptions

  @OptionGroup var floor: FloorOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var result: JSONOptions

  func validate() throws {
    if records.isEmpty { throw ValidationError("got no record, expected one or more") }
  }

  func run() throws {
    let runs = try records.map { path throws(CommandError) in
      try chosen(try ComparableFile.read(path), path)
    }
    let first = runs[0]
    guard runs.count > 1 else {
      RecordPrinter.show(Block.sideBySide(first), colour: screen.colour)
      let compared = first.cells.flatMap { ComparedMatcher.all(of: $0, first) }
      return try result.show(["matchers": compared])
    }
    var changes: [RecordChange] = []
    for (path, run) in zip(records, runs).dropFirst() {
      let findings = RunComparison(
        now: run, earlier: first, floor: floor.floor ?? GateRule.defaultFloor
      ).findings()
      changes.append(RecordChange(record: path, earlier: records[0], findings: findings))
      RecordPrinter.show(
        Block.change(
          findings, since: first.conditions.startedAt,
          title: "\(path) compared with \(records[0])",
          limit: screen.details ? nil : Self.rowLimit), colour: screen.colour)
    }
    try result.show(["comparisons": changes])
    let isComparable = changes.contains { $0.findings.contains(where: \.verdict.isComparison) }
    if !isComparable { try Verdict.notComparable.end() }
  }

  private func chosen(_ run: Baseline, _ path: String) throws(CommandError) -> Baseline {
    var run = run
    let known = run.cells.flatMap(\.matchers).map(\.id).uniqued
    for id in matchers where !known.contains(id) {
      throw .unknownName(kind: "matcher", name: id, known: known)
    }
    run.cells = cells.chosen(run.cells, \.id)
    guard !run.cells.isEmpty else {
      throw .usage("nothing to do: no cell of '\(path)' matches the options")
    }
    guard !matchers.isEmpty else { return run }
    for index in run.cells.indices {
      run.cells[index].matchers.removeAll {
        !matchers.contains($0.id) && $0.id != run.conditions.reference
      }
    }
    return run
  }
}

struct RecordChange: Encodable {
  let record: String
  let earlier: String
  let findings: [GateFinding]
}

struct ComparedMatcher: Encodable {
  let cell: String
  let matcher: String
  let status: MatcherStatus
  let keystrokes: Int
  let p50Nanoseconds: Double?
  /// Relative to the reference matcher; nil for itself, and if nothing was timed.
  let ratio: RatioInterval?

  static func all(of cell: BaselineCell, _ run: Baseline) -> [ComparedMatcher] {
    let standings = Standings(cell, reference: run.conditions.reference)
    return cell.matchers.map { matcher in
      let share = standings.entry(matcher.id)?.whole
      return ComparedMatcher(
        cell: cell.id, matcher: matcher.id, status: matcher.status,
        keystrokes: share?.keystrokeCount ?? 0, p50Nanoseconds: share?.p50,
        ratio: matcher.id == run.conditions.reference ? nil : share?.interval)
    }
  }
}
