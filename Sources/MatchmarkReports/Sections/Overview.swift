import MatchmarkRecord

/// The worst p99 at each size over all cells measured at that size, on which the recommendation is
/// based; matchers without a rank are included, and marked.
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
      let timed = parts.compactMap { TimedPart($0, orUnranked: true) }
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

  private(set) var series: [Series]
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

  fileprivate func table(_ mode: String?) -> ReportTable {
    let columns = sizes.suffix(Self.sizeLimit).map { size in
      ReportTable.Column<Series>.figures(QuantityFormat.rows(size)) { series in
        series.points.first { $0.rowCount == size }?.text
      }
    }
    let matcher = ReportTable.Column<Series>.words("matcher") { $0.matcher }
    guard let mode else {
      return ReportTable("Worst p99 by corpus size", series, [matcher] + columns)
    }
    return ReportTable("Worst p99 by corpus size, \(mode)", series, [matcher] + columns).named()
  }

  /// True if there are pictures over several sizes, not only ranges at one.
  fileprivate var hasSizes: Bool { Set(series.flatMap(\.points).map(\.rowCount)).count > 1 }

  /// Removes sizes that are too small next to the largest one of the run.
  fileprivate func withoutDwarfs(of record: RunRecord) -> OverviewFacts {
    var facts = self
    facts.series = series.map { series in
      (series.matcher, series.parts, series.points.filter { !record.isDwarfed($0.rowCount) })
    }.filter { !$0.points.isEmpty }
    return facts
  }

  /// Returns the times at one size, such as the size of a user's own rows, with a row for each
  /// matcher; nil if there is only one.
  fileprivate func ranges(_ mode: String, x: Axis, _ roster: Roster) -> Picture.Panel? {
    let shown = series.prefix(Picture.matcherLimit).compactMap { series in
      series.points.last.map { (matcher: series.matcher, point: $0) }
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
      rows, x: x, height: 56 + 24 * Double(shown.count),
      summary: "Range plot: from the median to the worst p99 of each matcher")
    plot.width = 400
    let rowCount = shown.map(\.point.rowCount).max() ?? 0
    return Picture.Panel(mode, "at \(QuantityFormat.rows(rowCount))", plot)
  }

  /// Returns a chart of the times against the number of rows.
  fileprivate func curves(
    _ mode: String, x: Axis, y: Axis, ownRowCount: Int?, _ roster: Roster
  ) -> Picture.Panel {
    var plot = Plot(
      x: x, y: y,
      summary: "Line chart: the worst p99 of each matcher against the number of rows; the figures "
        + "are in the table below")
    plot.width = 400
    plot.height = 284
    plot.addBudgets()
    plot.mark(ownRowCount: ownRowCount)
    for series in series.prefix(Picture.matcherLimit) {
      plot.add(
        curve: series.points.map { point in
          Plot.Point(
            x: Double(point.rowCount), y: point.worst.tail, sign: roster.sign(of: series.matcher),
            title: "\(DisplayText.line(series.matcher)), \(QuantityFormat.rows(point.rowCount)): "
              + "worst p99 \(point.text)", size: 3.8, isHollow: point.isHollow)
        })
    }
    return Picture.Panel(mode, "", plot)
  }
}

/// The pictures of all match modes on common scales; one picture never mixes modes.
private struct OverviewPicture {
  let modes: [(name: String, facts: OverviewFacts)]
  let record: RunRecord

  private var points: [OverviewFacts.Point] { modes.flatMap(\.facts.series).flatMap(\.points) }

  var picture: Picture? {
    let roster = Roster(record)
    let names = modes.count > 1 ? modes.map(\.name) : [""]
    let hollow = points.contains(where: \.isHollow)
    if modes.contains(where: \.facts.hasSizes) {
      let x = Axis.counts(points.map { Double($0.rowCount) }, title: "rows")
      let y = Axis.times(
        points.map(\.worst.tail) + [BudgetCounts.nanosecondsAt120Hertz], title: "worst p99")
      let own = OwnSize.rowCount(of: record.cells)
      var picture = Picture(
        zip(names, modes).map { name, mode in
          mode.facts.curves(name, x: x, y: y, ownRowCount: own, roster)
        }, .column, roster.legend(modes.flatMap(\.facts.series).map(\.matcher)))
      picture.notes =
        Plot.budgetNote(on: y) + OwnSize.note(on: own.map { [$0] } ?? [])
        + (hollow ? [Self.hollow] : []) + picture.notes
      return picture
    }
    let times = points.flatMap { [$0.worst.tails.p50OfMedians, $0.worst.tail] }
    let x = Axis.times(times, title: "time per keystroke")
    let panels = zip(names, modes).compactMap { $1.facts.ranges($0, x: x, roster) }
    guard !panels.isEmpty else { return nil }
    var picture = Picture(panels, .column)
    picture.notes =
      ["A line goes from the p50 to the worst p99."] + (hollow ? [Self.hollow] : [])
    return picture
  }

  private static let hollow =
    "Hollow: only some of the keystrokes, too few of them for a p99, or no rank because answers "
    + "differ."
}

extension Block {
  /// Returns the figures that support the recommendation, with one picture per match mode.
  static func overview(of record: RunRecord) -> Block? {
    let modes = record.timedByMode.map { (name: $0.mode, facts: OverviewFacts($0.record)) }
      .filter { !$0.facts.series.isEmpty }
    guard !modes.isEmpty else { return nil }
    let drawn = OverviewPicture(
      modes: modes.map { ($0.name, $0.facts.withoutDwarfs(of: record)) }, record: record)
    let hasSizes = modes.contains(where: \.facts.hasSizes)
    return Block(
      "overview", hasSizes ? "The worst p99 at each size" : "Time per keystroke",
      (drawn.picture.map { [.picture($0)] } ?? [])
        + modes.map { .table($0.facts.table(modes.count > 1 ? $0.name : nil)) }
    ).noting(
      "The worst p99 of medians over all corpora and profiles of a size, and how many of them "
        + "were answered if not all. Brackets give the number of keystrokes if it is only a part "
        + "of them, or if it is too small for a p99; then the time is that of the slowest."
    ).folded(false, isDetail: true)
  }
}
