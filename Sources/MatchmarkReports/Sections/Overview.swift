import MatchmarkRecord

/// The worst p99 at each size over all cells measured at that size, on which the recommendation is
/// based.
struct OverviewFacts {
  struct Point {
    let rowCount: Int
    /// The worst tail over the cells of that size.
    let worst: TimedPart
    /// True if the tail is not a p99 over every keystroke of every cell of that size.
    let isHollow: Bool
    /// The time, with the number of keystrokes unless it is a p99 over all of them, and with the
    /// number of cells unless all were answered.
    fileprivate let text: String

    fileprivate init?(_ rowCount: Int, _ parts: [MatcherPart], cellCount: Int) {
      let timed = parts.compactMap(TimedPart.init)
      guard let slowest = timed.max(by: { $0.tail < $1.tail }) else { return nil }
      self.rowCount = rowCount
      worst = slowest
      isHollow =
        timed.count < cellCount || !timed.allSatisfy(\.isComplete)
        || slowest.tails.p99OfMedians == nil
      text = slowest.text + (timed.count < cellCount ? ", \(timed.count) of \(cellCount)" : "")
    }
  }

  typealias Series = (matcher: String, parts: [MatcherPart], points: [Point])

  let series: [Series]
  private let sizes: [Int]

  init(_ record: RunRecord) {
    let cells = record.cells.filter { $0.corpus.rowCount > 0 && !$0.keystrokes.isEmpty }
    let counts = Dictionary(grouping: cells, by: \.corpus.rowCount).mapValues(\.count)
    sizes = counts.keys.sorted()
    series = cells.byMatcher(Roster(record)).compactMap { matcher, parts in
      let bySize = Dictionary(grouping: parts, by: \.cell.corpus.rowCount)
      let points = bySize.keys.sorted().compactMap { size in
        Point(size, bySize[size] ?? [], cellCount: counts[size] ?? 0)
      }
      return points.isEmpty ? nil : (matcher, parts, points)
    }
  }

  /// The maximum number of columns that fit a page.
  private static let sizeLimit = 12

  fileprivate var table: ReportTable {
    let columns = sizes.suffix(Self.sizeLimit).map { size in
      ReportTable.Column<Series>.figures(QuantityFormat.rows(size)) { series in
        series.points.first { $0.rowCount == size }?.text
      }
    }
    let matcher = ReportTable.Column<Series>.words("matcher") { $0.matcher }
    return ReportTable("Worst p99 by corpus size", series, [matcher] + columns)
  }

  /// Returns the times at one size, such as the size of a user's own rows, with a row for each
  /// matcher.
  fileprivate func ranges(_ roster: Roster) -> Picture? {
    guard let size = sizes.last else { return nil }
    let shown = series.prefix(Picture.matcherLimit).compactMap { series in
      series.points.first { $0.rowCount == size }.map { (matcher: series.matcher, point: $0) }
    }
    guard shown.count > 1 else { return nil }
    let rows = shown.map { matcher, point in
      let (sign, name) = (roster.sign(of: matcher), DisplayText.line(matcher))
      let (median, tail) = (point.worst.tails.p50OfMedians, point.worst.tail)
      return Plot.Row(
        name: matcher,
        points: [
          Plot.Point(
            x: median, ends: (median, tail), sign: sign,
            title: "\(name): p50 \(QuantityFormat.time(median))", size: 4,
            isHollow: point.isHollow),
          Plot.Point(
            x: tail, sign: sign, title: "\(name): worst p99 \(point.text)", shape: .stroke),
        ])
    }
    var plot = Plot(
      rows, x: .times(rows.flatMap { $0.points.map(\.x) }, title: "time per keystroke"),
      height: 56 + 24 * Double(shown.count),
      summary: "Range plot: from the median to the worst p99 of each matcher")
    plot.width = 400
    var picture = Picture([Picture.Panel(markup: plot.markup)])
    picture.notes = [
      "At \(QuantityFormat.rows(size)): a line goes from the p50 to the worst p99. Hollow: only "
        + "some of the keystrokes, or the slowest one if there are too few for a p99."
    ]
    return picture
  }

  fileprivate func picture(_ record: RunRecord) -> Picture? {
    let series = series.map { series in
      (
        matcher: series.matcher,
        points: series.points.filter { !record.isDwarfed($0.rowCount) }
      )
    }.filter { !$0.points.isEmpty }
    let points = series.flatMap(\.points)
    let roster = Roster(record)
    guard Set(points.map(\.rowCount)).count > 1 else { return ranges(roster) }
    var plot = Plot(
      x: .counts(points.map { Double($0.rowCount) }, title: "rows"),
      y: .times(
        points.map(\.worst.tail) + [BudgetCounts.nanosecondsAt120Hertz], title: "worst p99"),
      summary: "Line chart: the worst p99 of each matcher against the number of rows; the figures "
        + "are in the table below")
    plot.width = 400
    plot.height = 284
    plot.addBudgets()
    for (matcher, points) in series.prefix(Picture.matcherLimit) {
      plot.add(
        curve: points.map { point in
          Plot.Point(
            x: Double(point.rowCount), y: point.worst.tail, sign: roster.sign(of: matcher),
            title: "\(DisplayText.line(matcher)), \(QuantityFormat.rows(point.rowCount)): "
              + "worst p99 \(point.text)", size: 3.8, isHollow: point.isHollow)
        })
    }
    var picture = Picture(
      [Picture.Panel(markup: plot.markup)], .grid, roster.legend(series.map(\.matcher)))
    picture.notes.insert(
      "Hollow: some cells or keystrokes are missing, or the slowest one replaces the p99. "
        + "Dashed: frames at 120 Hz (8.33 ms) and 60 Hz (16.67 ms).", at: 0)
    return picture
  }
}

extension Block {
  /// Returns the figures behind the recommendation, in one picture if there are two sizes or more.
  static func overview(of record: RunRecord) -> Block? {
    let facts = OverviewFacts(record)
    guard !facts.series.isEmpty else { return nil }
    return Block(
      "overview", "The worst p99 at each size",
      (facts.picture(record).map { [.picture($0)] } ?? []) + [.table(facts.table)]
    ).noting(
      "The worst p99 of medians over all corpora and profiles of a size, and how many of them "
        + "were answered if not all. Brackets give the number of keystrokes if it is only a part "
        + "of them, or if it is too small for a p99; then the time is that of the slowest."
    ).folded(false, isDetail: true)
  }
}
