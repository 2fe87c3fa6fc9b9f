import MatchmarkMeasurement

/// The worst p99 at each size over everything that was measured there: what the choice rests on.
struct OverviewFacts {
  /// One matcher at one size.
  struct Point {
    var rowCount: Int
    /// The worst p99 of medians over the cells of the size, in nanoseconds.
    var worstP99 = 0.0
    /// How many of the cells it answered.
    var answeredCount = 0
    /// How many cells there are of the size.
    var cellCount: Int
    /// Whether it answered every keystroke of every cell of the size.
    var isComplete: Bool
  }

  struct Series {
    var matcher: String
    var points: [Point]
  }

  var series: [Series]
  /// Ascending.
  var sizes: [Int]

  init(_ record: RunRecord) {
    let cells = record.cells.filter { $0.corpus.rowCount > 0 && !$0.keystrokes.isEmpty }
    let counts = Dictionary(grouping: cells, by: \.corpus.rowCount).mapValues(\.count)
    sizes = counts.keys.sorted()
    series = Participation.all(in: cells, Roster(record)).compactMap { participation in
      let bySize = Dictionary(grouping: participation.parts, by: \.cell.corpus.rowCount)
      let points = bySize.keys.sorted().compactMap { size in
        Point(size, (bySize[size] ?? []).map(\.record), cellCount: counts[size] ?? 0)
      }
      return points.isEmpty ? nil : Series(matcher: participation.matcher, points: points)
    }
  }

  /// More columns do not fit a page.
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
  init?(_ rowCount: Int, _ records: [MatcherRecord], cellCount: Int) {
    self.init(
      rowCount: rowCount, cellCount: cellCount, isComplete: records.count == cellCount)
    for record in records {
      guard record.isRanked, let typed = record.figures?.typed
      else {
        isComplete = false
        continue
      }
      if record.isSampled || record.declinedCount > 0 { isComplete = false }
      worstP99 = max(worstP99, typed.p99OfMedians)
      answeredCount += 1
    }
    if answeredCount == 0 { return nil }
  }

  /// The time, and of how many cells it is where that is not all of all of them.
  fileprivate var text: String { QuantityFormat.time(worstP99) + part }

  /// For instance ` (3 of 4)`; nothing where everything was answered.
  fileprivate var part: String {
    guard !isComplete else { return "" }
    return answeredCount < cellCount ? " (\(answeredCount) of \(cellCount))" : " (in part)"
  }
}

extension Block {
  /// What the choice rests on, in one picture where there are two sizes or more.
  static func overview(of record: RunRecord) -> Block? {
    let facts = OverviewFacts(record)
    guard !facts.series.isEmpty else { return nil }
    return Block(
      "overview", "The worst p99 at each size",
      (picture(facts, record).map { [Part.picture($0)] } ?? []) + [Part.table(facts.table)]
    ).noting(
      "The worst p99 of medians over all corpora and profiles of a size. In brackets stands how "
        + "many of them were answered; 'in part' is a sample of the keystrokes, or not all of them."
    ).folded(false, isDetail: true)
  }

  /// Nil below two sizes that a picture can tell apart.
  private static func picture(_ facts: OverviewFacts, _ record: RunRecord) -> Picture? {
    let series = facts.series.map { series in
      OverviewFacts.Series(
        matcher: series.matcher, points: series.points.filter { !record.isDwarfed($0.rowCount) })
    }.filter { !$0.points.isEmpty }
    let points = series.flatMap(\.points)
    guard Set(points.map(\.rowCount)).count > 1 else { return nil }
    let roster = Roster(record)
    var plot = Plot(
      x: .logarithmic(points.map { Double($0.rowCount) }, title: "rows", label: TickLabel.count),
      y: .logarithmic(
        points.map(\.worstP99) + [BudgetCounts.nanosecondsAt120Hertz], title: "worst p99",
        label: TickLabel.time),
      summary: "Line chart: the worst p99 of each matcher against the number of rows; the figures "
        + "are in the table below")
    plot.width = 400
    plot.height = 284
    plot.addBudgets()
    for series in series.prefix(Picture.matcherLimit) {
      let points = series.points.map { point in
        Plot.Point(
          x: Double(point.rowCount), y: point.worstP99,
          title: "\(DisplayText.line(series.matcher)), \(QuantityFormat.rows(point.rowCount)): "
            + "worst p99 \(point.text)", isHollow: !point.isComplete)
      }
      plot.addCurve(points, Sign(position: roster.position(of: series.matcher)), size: 3.8)
    }
    var picture = Picture(lead: "", [Picture.Panel(content: .plot(plot))])
    picture.notes = [
      "Hollow: did not answer all of them, or only a sample of the keystrokes. Dashed: frames at "
        + "120 Hz (8.33 ms) and 60 Hz (16.67 ms)."
    ]
    picture.show(roster.legend(series.map(\.matcher)))
    return picture
  }
}
