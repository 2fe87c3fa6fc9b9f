import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

/// The matchers of one record side by side, or the change of each since the first of several.
struct ComparisonReport {
  private let options: ReportCommand
  private let format: ReportFormat
  private let context: ProgramContext

  /// As many rows as fit on a screen of 40 lines, together with the lines around them.
  private static let rowLimit = 30
  private static let unwritten = "cannot write the comparison: "

  /// - Parameter format: text or JSON.
  init(_ options: ReportCommand, _ format: ReportFormat, _ context: ProgramContext) {
    (self.options, self.format, self.context) = (options, format, context)
  }

  func run() throws {
    let runs = try options.records.map { path throws(InputError) in
      try chosen(try ComparableFile.read(path, in: context.folder), path)
    }
    if runs.count == 1 { try showMatchers(of: runs[0]) } else { try showChanges(runs) }
  }

  private func showMatchers(of run: Baseline) throws {
    let compared = run.cells.flatMap { ComparedMatcher.all(of: $0, run) }
    try write(["matchers": compared], or: [Block.sideBySide(run)])
  }

  private func showChanges(_ runs: [Baseline]) throws {
    let (first, paths) = (runs[0], options.records)
    let changes = zip(paths, runs).dropFirst().map { path, run in
      let findings = RunComparison(
        now: run, earlier: first, floor: options.floor.floor ?? GateRule.defaultFloor
      ).findings()
      return RecordChange(record: path, earlier: paths[0], findings: findings)
    }
    let blocks = changes.map { change in
      Block.change(
        change.findings, since: first.conditions.startedAt,
        title: "\(change.record) compared with \(change.earlier)",
        limit: options.screen.details ? nil : Self.rowLimit)
    }
    try write(["comparisons": changes], or: blocks)
    let isComparable = changes.contains { $0.findings.contains(where: \.verdict.isComparison) }
    if !isComparable { try Verdict.notComparable.end() }
  }

  private func write(_ result: some Encodable, or blocks: [Block]) throws {
    let bytes =
      format == .json ? try JSONText.line(result) + [0x0A] : Array(text(blocks).utf8)
    try OutputFile.write(
      bytes, format, to: options.output, replacing: context.replacement, or: Self.unwritten)
  }

  private func text(_ blocks: [Block]) -> String {
    let colour = options.screen.colour
    let isShown = options.output == "-"
    return blocks.flatMap { block in
      TerminalRenderer.lines(
        block, style: isShown ? colour.style : TextStyle(isColoured: false), details: true,
        width: isShown ? colour.width : nil)
    }.map { $0 + "\n" }.joined()
  }

  private func chosen(_ run: Baseline, _ path: String) throws(InputError) -> Baseline {
    var run = run
    try options.requireMatchers(among: run.cells.flatMap(\.matchers).map(\.id).uniqued)
    run.cells = options.cells.chosen(run.cells, \.id)
    guard !run.cells.isEmpty else {
      throw .usage("nothing to do: no cell of '\(path)' matches the options")
    }
    for index in run.cells.indices {
      run.cells[index].matchers.removeAll {
        !options.shows($0.id, reference: run.conditions.reference)
      }
    }
    return run
  }
}

private struct RecordChange: Encodable {
  let record: String
  let earlier: String
  let findings: [GateFinding]
}

private struct ComparedMatcher: Encodable {
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
