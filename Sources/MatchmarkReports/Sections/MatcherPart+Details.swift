import MatchmarkCore
import MatchmarkRecord

extension MatcherPart {
  /// True if some samples are means of a batch.
  fileprivate var isBatched: Bool { (figures?.batchedShare ?? 0) > 0 }

  /// Returns a tail of raw samples, with a mark if some of them are means.
  fileprivate func tail(_ nanoseconds: Double?) -> String? {
    nanoseconds.map { QuantityFormat.time($0) + (isBatched ? "~" : "") }
  }

  fileprivate var slowest: String {
    let keystrokes = cell.keystrokes
    guard let worst = figures?.worst, keystrokes.indices.contains(worst.keystroke) else {
      return ""
    }
    return DisplayText.query(keystrokes[worst.keystroke].query) + ", "
      + QuantityFormat.time(worst.medianNanoseconds)
  }

  /// Returns the p50, the tail and the number of one kind of keystroke; nil if the matcher lacks
  /// some keystrokes.
  fileprivate func text(_ tails: Tails?) -> String? {
    guard let tails, whole != nil else { return nil }
    return "\(TimesFormat.text(tails)) (\(tails.keystrokeCount))"
  }

  fileprivate typealias Column = ReportTable.Column<MatcherPart>

  fileprivate static var names: [Column] {
    [.words("cell") { $0.cell.id }, .words("matcher") { $0.record.id }]
  }

  /// The columns of all figures; a new figure is one more line here.
  fileprivate static var columns: [Column] {
    let times: [Column] = [
      .count("n") { $0.figures?.typed.keystrokeCount },
      .time("p50") { $0.whole?.p50 }, .time("p90") { $0.whole?.p90 },
      .figures("p99") { $0.tail($0.whole?.p99) }, .figures("max") { $0.tail($0.whole?.maximum) },
      .time("p99 of medians") { $0.whole?.p99OfMedians },
      .percent("batched") { $0.figures?.batchedShare },
      .time("cold") { $0.figures?.coldFirstKey }, .time("trace") { $0.figures?.traceNanoseconds },
      .count(">8.3 ms") { $0.figures?.overBudget.at120Hertz },
      .count(">16.7 ms") { $0.figures?.overBudget.at60Hertz },
      .count(">100 ms") { $0.figures?.overBudget.at100Milliseconds },
    ]
    let costs: [Column] = [
      .time("build") { $0.record.build.map { Double($0.nanoseconds) } },
      .size("peak") { $0.record.build?.peakGrowthInBytes },
      .size("index") { $0.record.build?.indexSizeInBytes },
      .count("samples") { $0.figures?.typedSampleCount },
      .count("rounds") { $0.figures?.roundCount },
      .count("outliers") { $0.figures?.outlierCount },
      .count("declined") { $0.record.declinedCount },
      .count("diverged") { $0.record.divergedCount },
      .ratio("again") { $0.figures?.repeatedToUnseen },
      .prose("slowest") { $0.slowest },
    ]
    return times + costs
  }
}

extension Block {
  static func details(of record: RunRecord) -> Block? {
    let timed = record.cells.parts.filter { $0.record.status == .verified && $0.figures != nil }
    guard !timed.isEmpty else { return nil }
    let figures = ReportTable(
      "Figures, cell by cell", timed, MatcherPart.names + MatcherPart.columns,
      notes: ReportTable.note(isComplete: timed.allSatisfy { $0.whole != nil })
        + (timed.contains(where: \.isBatched)
          ? ["~ some samples are means of a batch, and show no tail."] : []))
    return Block(
      "figures", "Every figure, cell by cell",
      [figures, common(timed), kinds(record, timed), stops(record)].compactMap { table in
        table.map { Part.table($0.named(rowLimit: rowLimit)) }
      }
    ).noting(
      "Keystrokes too short for the clock are batched: such a sample is the mean of repetitions "
        + "and shows no tail.",
      "Cold: the first key after building. Trace: a whole typing session. Again: the time of a "
        + "repeated query as a share of its first time."
    ).folded(isDetail: true)
  }

  /// The maximum number of kinds of keystroke that fit a page.
  private static let kindLimit = 12
  /// The maximum number of rows of a table; rows with this many columns are long.
  private static let rowLimit = 120

  /// Returns the times for the common keystrokes of all matchers, if those are not all keystrokes.
  private static func common(_ timed: [MatcherPart]) -> ReportTable? {
    let shared = timed.filter { $0.entry?.common != nil }
      .sorted { ($0.cell.id, $0.entry?.rank ?? 0) < ($1.cell.id, $1.entry?.rank ?? 0) }
    guard !shared.isEmpty else { return nil }
    let columns: [MatcherPart.Column] = [
      .figures("n") {
        "\(QuantityFormat.count($0.standings.commonCount ?? 0)) of "
          + QuantityFormat.count($0.standings.typedCount)
      },
      .time("p50") { $0.entry?.common?.p50 }, .time("max") { $0.entry?.common?.tail },
      .figures("ratio") { IntervalFormat.text($0.entry?.common) },
      .count("rank") { $0.entry?.rank },
    ]
    return ReportTable("Common keystrokes", shared, MatcherPart.names + columns)
  }

  /// Returns the times by the cause of a keystroke, and by the share of the corpus that matches.
  private static func kinds(_ record: RunRecord, _ timed: [MatcherPart]) -> ReportTable? {
    let classes = record.cells.flatMap { $0.keystrokes.map(\.eventClass) }.uniqued
      .filter { name in timed.contains { $0.figures?.classes[name] != nil } }
    let densities = Density.allCases.map(\.rawValue).filter { name in
      timed.contains { $0.figures?.densities[name] != nil }
    }
    typealias Column = MatcherPart.Column
    let columns =
      classes.prefix(kindLimit).map { name in
        Column.figures(name) { $0.text($0.figures?.classes[name]) }
      }
      + densities.map { name in
        Column.figures("matches: \(name)") { $0.text($0.figures?.densities[name]) }
      }
    guard !columns.isEmpty else { return nil }
    return ReportTable(
      "p50 / p99 of medians by kind of keystroke, max of fewer than \(Tails.fewestForP99)", timed,
      MatcherPart.names + columns)
  }

  private static func stops(_ record: RunRecord) -> ReportTable? {
    let stopped = record.cells.filter { $0.stop != nil }
    guard !stopped.isEmpty else { return nil }
    return ReportTable(
      "Why measuring stopped", stopped,
      [
        .words("cell") { $0.id }, .words("because") { words($0.stop?.reason) },
        .percent("widest by rounds") { $0.stop?.widestInterval },
        .percent("widest of all") { widest($0) },
        .prose("left out") { leftOut($0) },
      ],
      notes: [
        "More rounds reduce only the scatter between rounds, which decides when measuring stops; "
          + "differences between keystrokes remain."
      ])
  }

  /// Returns the widest interval shown for the cell, whatever its cause.
  private static func widest(_ cell: CellRecord) -> Double? {
    Standings(cell).entries.flatMap { [$0.whole?.interval, $0.common?.interval] }
      .compactMap { $0?.relativeWidth }.filter(\.isFinite).max()
  }

  /// Returns the matchers whose interval was ignored, because they have only a few rounds, whatever
  /// others need.
  private static func leftOut(_ cell: CellRecord) -> String {
    let names = cell.matchers.filter { $0.isRanked && $0.isSampled }.map(\.id)
    return names.isEmpty
      ? "" : "asked a sample for a few rounds: \(DisplayText.list(names, limit: 6))"
  }

  private static func words(_ reason: StopRecord.Reason?) -> String {
    switch reason {
    case .width: "more rounds would not narrow any interval enough to matter"
    case .time: "the time limit was reached"
    case .rounds: "the limit of rounds in a record was reached"
    case nil: ""
    }
  }
}
