import MatchmarkMeasurement

/// The worst p99 at each size over everything measured at that size; the choice rests on it.
struct OverviewFacts {
  /// One matcher at one size.
  struct Point {
    var rowCount: Int
    /// The worst tail over the cells of that size.
    var worst: TimedPart
    /// The number of cells that it answered.
    var answeredCount: Int
    /// The number of cells of that size.
    var cellCount: Int
    /// Whether it answered every keystroke of every cell of that size.
    var isComplete: Bool

    /// Whether the tail is not a p99 over everything of that size.
    var isHollow: Bool { !isComplete || worst.tails.p99OfMedians == nil }
  }

  struct Series {
    var matcher: String
    var points: [Point]
  }

  var series: [Series]
  /// The sizes, ascending.
  var sizes: [Int]

  init(_ record: RunRecord) {
    let cells = record.cells.filter { $0.corpus.rowCount > 0 && !$0.keystrokes.isEmpty }
    let counts = Dictionary(grouping: cells, by: \.corpus.rowCount).mapValues(\.count)
    sizes = counts.keys.sorted()
    series = Participation.all(in: cells, Roster(record)).compactMap { participation in
      let bySize = Dictionary(grouping: participation.parts, by: \.cell.corpus.rowCount)
      let points = bySize.keys.sorted().compactMap { size in
        Point(size, bySize[size] ?? [], cellCount: counts[size] ?? 0)
      }
      return points.isEmpty ? nil : Series(matcher: participation.matcher, points: points)
    }
  }

  /// The most columns that fit a page.
  private static let sizeLimit = 12

  /// Matchers as rows, the largest sizes as columns.
  fileprivate var table: ReportTable {
    let columns = sizes.suffix(Self.sizeLimit).map { size in
      ReportTable.Column<Series>.figures(QuantityFormat.rows(size)) { series in
        series.points.first { $0.rowCount == size }?.text
      }
    }
    let matcher = ReportTable.Column<Series>.words("matcher") { $0.matcher }
    return ReportTable("Worst p99 by corpus size", series, [matcher] + columns)
  }
}

extension OverviewFacts.Point {
  init?(_ rowCount: Int, _ parts: [(cell: CellRecord, record: MatcherRecord)], cellCount: Int) {
    let timed = parts.compactMap(TimedPart.init)
    guard let slowest = timed.max(by: { $0.tail < $1.tail }) else { return nil }
    self.init(
      rowCount: rowCount, worst: slowest, answeredCount: timed.count, cellCount: cellCount,
      isComplete: timed.count == cellCount && timed.allSatisfy(\.isComplete))
  }

  /// The time, with the number of keystrokes unless it is a p99 over all of them, and with the
  /// number of cells unless all were answered.
  fileprivate var text: String {
    TimesFormat.tail(worst.tails, isComplete: worst.isComplete) + part
  }

  /// For instance `, 3 of 4`; empty if every cell was answered.
  private var part: String {
    answeredCount < cellCount ? ", \(answeredCount) of \(cellCount)" : ""
  }
}

extension Block {
  /// The figures on which the choice rests, in one picture if there are two sizes or more.
  static func overview(of record: RunRecord) -> Block? {
    let facts = OverviewFacts(record)
    guard !facts.series.isEmpty else { return nil }
    return Block(
      "overview", "The worst p99 at each size",
      (picture(facts, record).map { [Part.picture($0)] } ?? []) + [Part.table(facts.table)]
    ).noting(
      "The worst p99 of medians over all corpora and profiles of a size, and how many of them "
        + "were answered if not all. Brackets give the number of keystrokes if it is only a part "
        + "of them, or if it is too small for a p99; then the time is that of the slowest."
    ).folded(false, isDetail: true)
  }

  /// The times at one size, such as the size of a user's own rows: a row for each matcher.
  private static func ranges(_ facts: OverviewFacts, _ record: RunRecord) -> Picture? {
    guard let size = facts.sizes.last else { return nil }
    let shown = facts.series.prefix(Picture.matcherLimit).compactMap { series in
      series.points.first { $0.rowCount == size }.map { (matcher: series.matcher, point: $0) }
    }
    guard shown.count > 1 else { return nil }
    var plot = Plot.rows(
      shown.map(\.matcher),
      x: .logarithmic(
        shown.flatMap { [$0.point.worst.tails.p50OfMedians, $0.point.worst.tail] },
        title: "time per keystroke", label: TickLabel.time),
      height: 56 + 24 * Double(shown.count),
      summary: "Range plot: from the median to the worst p99 of each matcher")
    plot.width = 400
    let roster = Roster(record)
    for (row, entry) in shown.reversed().enumerated() {
      let sign = roster.sign(of: entry.matcher)
      let median = entry.point.worst.tails.p50OfMedians
      let tail = "\(DisplayText.line(entry.matcher)): worst p99 \(entry.point.text)"
      plot.layers += [
        .whisker(from: median, to: entry.point.worst.tail, y: Double(row), sign),
        .mark(
          x: median, y: Double(row), sign,
          .init(
            title: "\(DisplayText.line(entry.matcher)): p50 \(QuantityFormat.time(median))",
            size: 4, isHollow: entry.point.isHollow)),
        .stroke(x: entry.point.worst.tail, y: Double(row), sign, title: tail),
      ]
    }
    var picture = Picture(lead: "", [Picture.Panel(content: .plot(plot))])
    picture.notes = [
      "At \(QuantityFormat.rows(size)): a line goes from the p50 to the worst p99. Hollow: only "
        + "some of the keystrokes, or the slowest one if there are too few for a p99."
    ]
    return picture
  }

  /// The picture; nil if there are fewer than two matchers.
  private static func picture(_ facts: OverviewFacts, _ record: RunRecord) -> Picture? {
    let series = facts.series.map { series in
      OverviewFacts.Series(
        matcher: series.matcher, points: series.points.filter { !record.isDwarfed($0.rowCount) })
    }.filter { !$0.points.isEmpty }
    let points = series.flatMap(\.points)
    guard Set(points.map(\.rowCount)).count > 1 else { return ranges(facts, record) }
    let roster = Roster(record)
    var plot = Plot(
      x: .logarithmic(points.map { Double($0.rowCount) }, title: "rows", label: TickLabel.count),
      y: .logarithmic(
        points.map(\.worst.tail) + [BudgetCounts.nanosecondsAt120Hertz],
        title: "worst p99",
        label: TickLabel.time),
      summary: "Line chart: the worst p99 of each matcher against the number of rows; the figures "
        + "are in the table below")
    plot.width = 400
    plot.height = 284
    plot.addBudgets()
    for series in series.prefix(Picture.matcherLimit) {
      let points = series.points.map { point in
        Plot.Point(
          x: Double(point.rowCount), y: point.worst.tail,
          title: "\(DisplayText.line(series.matcher)), \(QuantityFormat.rows(point.rowCount)): "
            + "worst p99 \(point.text)", isHollow: point.isHollow)
      }
      plot.addCurve(points, roster.sign(of: series.matcher), size: 3.8)
    }
    var picture = Picture(lead: "", [Picture.Panel(content: .plot(plot))])
    picture.notes = [
      "Hollow: some cells or keystrokes are missing, or the slowest one replaces the p99. "
        + "Dashed: frames at 120 Hz (8.33 ms) and 60 Hz (16.67 ms)."
    ]
    picture.show(roster.legend(series.map(\.matcher)))
    return picture
  }
}
