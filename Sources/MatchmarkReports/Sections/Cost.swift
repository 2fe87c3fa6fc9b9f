import MatchmarkCore
import MatchmarkRecord

/// The cost of building and keeping a matcher's index, and of its keystrokes, under one profile.
private struct Cost {
  let matcher: String
  let points: [TimedPart]
  /// True if the matcher answered all keystrokes of every corpus.
  let isComplete: Bool
  let worst: TimedPart
  /// The index bytes of all corpora per byte of their text.
  let indexBytesPerByte: Double
  /// True if an engine states an index size that cannot be true.
  let isContradicted: Bool
  /// True if no other matcher is at least as good in both figures and better in one.
  private(set) var isOnFront = false

  init?(_ matcher: String, _ parts: [MatcherPart], cellCount: Int) {
    let points = parts.compactMap { TimedPart($0) }.filter { $0.part.record.build != nil }
    guard let slowest = points.max(by: { $0.tail < $1.tail }) else { return nil }
    self.matcher = matcher
    self.points = points
    isComplete =
      points.count == cellCount
      && points.allSatisfy { $0.isComplete && $0.part.record.declinedCount == 0 }
    worst = slowest
    isContradicted = points.contains { $0.part.record.build?.isIndexSizeContradicted == true }
    indexBytesPerByte = points.map(\.part).indexBytesPerByte ?? 0
  }

  /// Returns the costs of all matchers on cells of one profile, with the Pareto front marked; an
  /// incomplete matcher is never on it.
  static func all(_ cells: [CellRecord], _ roster: Roster) -> [Cost] {
    let costs = cells.byMatcher(roster).compactMap {
      Cost($0.matcher, $0.parts, cellCount: cells.count)
    }
    return costs.map { cost in
      var marked = cost
      marked.isOnFront =
        cost.mayLead && !costs.contains { $0.mayLead && $0.isBetter(than: cost) }
      return marked
    }
  }

  private var mayLead: Bool { isComplete && !isContradicted }

  private func isBetter(than other: Cost) -> Bool {
    worst.tail <= other.worst.tail && indexBytesPerByte <= other.indexBytesPerByte
      && (worst.tail < other.worst.tail || indexBytesPerByte < other.indexBytesPerByte)
  }

  var front: String {
    if isContradicted { return "index size cannot be true" }
    return isOnFront ? "on it" : isComplete ? "off it" : "incomplete"
  }
}

extension TimedPart {
  fileprivate var corpus: String { part.cell.corpus.name }
  fileprivate var indexBytesPerByte: Double { [part].indexBytesPerByte ?? 0 }
  /// The source of the index size.
  fileprivate var indexSource: String {
    if part.record.build?.isIndexSizeContradicted == true { return "contradicted" }
    return part.record.engine == nil ? "counted" : "claimed"
  }
  fileprivate var buildNanoseconds: Double { Double(part.record.build?.nanoseconds ?? 0) }
  fileprivate var peakGrowthInBytes: Int? {
    part.record.build?.peakGrowthInBytes.map { max(0, $0) }
  }
}

struct CostSection {
  private typealias Group = ProfileGroup<Cost>
  /// The row of one corpus, or of all corpora of a matcher together.
  private typealias Row = (group: Group, cost: Cost, point: TimedPart?)

  private let roster: Roster
  private let groups: [Group]
  private let drawn: [Group]

  /// Creates the section; the result is nil if nothing was timed.
  init?(_ record: RunRecord) {
    let roster = Roster(record)
    self.roster = roster
    groups = record.groups { Cost.all($0, roster) }
    drawn = groups.filter { !$0.isDwarfed }
    if groups.isEmpty { return nil }
  }

  /// Returns, for each matcher, a row for all corpora if requested, then a row for each corpus.
  private func rows(withSums: Bool) -> [Row] {
    groups.flatMap { group in
      group.items.flatMap { cost in
        (withSums ? [Row(group, cost, nil)] : []) + cost.points.map { Row(group, cost, $0) }
      }
    }
  }

  var front: Block {
    let costs = drawn.flatMap(\.items)
    let points = costs.flatMap(\.points)
    let x = Axis.fromZero(points.map(\.indexBytesPerByte), title: "index bytes per corpus byte")
    let y = Axis.times(
      points.map(\.tail) + [BudgetCounts.nanosecondsAt120Hertz], title: "p99")
    var picture = Picture(
      lead: "Lower is faster, left is smaller. Large marks are a matcher's worst p99 and its index "
        + "bytes over all corpora of the size; small ones are single corpora. The line is the "
        + "Pareto front: off it, another matcher is better in one and no worse in the other.",
      drawn.map { panel($0, x: x, y: y) }, .grid, roster.legend(costs.map(\.matcher)))
    if costs.contains(where: { !$0.isComplete }) {
      picture.notes.append("Hollow: skipped a corpus or some keystrokes, so never on the front.")
    }
    picture.noteDwarfed(groups)
    let table = ReportTable(
      "Worst p99 against index bytes", rows(withSums: true),
      [
        .words("profile") { $0.group.profile }, .count("rows") { $0.group.rowCount },
        .words("matcher") { $0.cost.matcher }, .words("corpus") { $0.point?.corpus ?? "all" },
        .ratio("index bytes per byte") { $0.point?.indexBytesPerByte ?? $0.cost.indexBytesPerByte },
        .figures("p99") { ($0.point ?? $0.cost.worst).text },
        .words("Pareto front") { $0.point == nil ? $0.cost.front : "" },
      ])
    return Block("front", "Speed against memory", [.picture(picture), .table(table)]).noting(
      "A matcher is on the front if no other is both faster at its worst and smaller. One that "
        + "left out a corpus or a keystroke is incomplete, and never on the front."
    ).folded(isDetail: true)
  }

  private func panel(_ group: Group, x: Axis, y: Axis) -> Picture.Panel {
    var plot = Plot(
      x: x, y: y,
      summary: "Scatter plot: p99 per keystroke against index bytes per corpus byte, "
        + "profile \(DisplayText.line(group.profile)); the figures are in the table below")
    plot.height = Plot.height(matchers: group.items.count)
    plot.addBudgets()
    let front = group.items.filter(\.isOnFront).sorted {
      $0.indexBytesPerByte < $1.indexBytesPerByte
    }
    if front.count > 1 {
      plot.layers.append(.outline(front.map { ($0.indexBytesPerByte, $0.worst.tail) }))
    }
    let shown = group.items.prefix(Picture.matcherLimit)
    for cost in shown where cost.points.count > 1 {
      plot.layers += cost.points.thinned(to: Picture.pointLimit).map { point in
        var mark = mark(
          cost, " on \(DisplayText.line(point.corpus)): p99", point, point.indexBytesPerByte,
          size: 2.2)
        mark.shape = .faint
        return Plot.Layer.point(mark)
      }
    }
    plot.layers += shown.map { cost in
      var mark = mark(
        cost, ", all corpora: worst p99", cost.worst, cost.indexBytesPerByte, size: 5)
      mark.isHollow = !cost.isComplete
      return Plot.Layer.point(mark)
    }
    return Picture.Panel(group.profile, QuantityFormat.rows(group.rowCount), plot)
  }

  private func mark(
    _ cost: Cost, _ what: String, _ point: TimedPart, _ indexBytesPerByte: Double,
    size: Double
  ) -> Plot.Point {
    Plot.Point(
      x: indexBytesPerByte, y: point.tail, sign: roster.sign(of: cost.matcher),
      title: "\(DisplayText.line(cost.matcher))\(what) \(point.text), "
        + "\(QuantityFormat.ratio(indexBytesPerByte)) index bytes per byte",
      size: size)
  }

  var building: Block {
    let costs = drawn.flatMap(\.items)
    let named = roster.legend(costs.map(\.matcher))
    let rows = named.prefix(Picture.matcherLimit).map { matcher in
      SpreadRow(
        matcher.name, Sign(position: matcher.position),
        costs.filter { $0.matcher == matcher.name }.flatMap(\.points))
    }
    let panels = [
      spread(
        "Build time", rows, { $0.buildNanoseconds }, QuantityFormat.time,
        axis: { .times($0, title: "log scale") }),
      spread(
        "Index bytes per corpus byte", rows, { $0.indexBytesPerByte }, QuantityFormat.ratio,
        axis: { .fromZero($0, title: "") }),
      spread(
        "Growth of peak memory", rows,
        { $0.peakGrowthInBytes.map { Double($0) / Self.mebibyte } },
        { QuantityFormat.size(Int($0 * Self.mebibyte)) }, axis: { .fromZero($0, title: "MiB") }),
    ]
    var picture = Picture(
      lead: "What a matcher costs before the first key, at the largest size of each profile: the "
        + "large mark is the median over corpora and profiles, the line shows the whole range.",
      rows.isEmpty ? [] : panels, .grid, named, isNamed: true)
    picture.noteDwarfed(groups)
    let table = ReportTable(
      "Build time and memory", self.rows(withSums: false),
      [
        .words("profile") { $0.group.profile }, .words("matcher") { $0.cost.matcher },
        .words("corpus") { $0.point?.corpus ?? "" },
        .time("build time") { $0.point?.buildNanoseconds },
        .ratio("index bytes per byte") { $0.point?.indexBytesPerByte },
        .words("index size is") { $0.point?.indexSource ?? "" },
        .size("peak growth") { $0.point?.peakGrowthInBytes },
      ])
    return Block("building", "Build time and memory", [.picture(picture), .table(table)]).noting(
      "Peak growth is the rise of peak resident memory during the build; reused memory does not "
        + "count.",
      "An engine claims the size of its index. The claim is contradicted if its resident memory "
        + "grew by far more while it built; otherwise nothing shows whether it is true."
    ).folded(isDetail: true)
  }

  private static let mebibyte = 1_048_576.0
  private typealias SpreadRow = (name: String, sign: Sign, points: [TimedPart])

  private func spread(
    _ title: String, _ rows: [SpreadRow], _ value: (TimedPart) -> Double?,
    _ text: (Double) -> String, axis: ([Double]) -> Axis
  ) -> Picture.Panel {
    let plotted = rows.map { row in
      let values = row.points.compactMap(value).sorted()
      var points: [Plot.Point] = []
      if let low = values.first, let high = values.last, let median = Quantile.median(values) {
        let range = values.count > 1 ? " (\(text(low)) to \(text(high)))" : ""
        points = [
          Plot.Point(
            x: median, ends: (low, high), sign: row.sign,
            title: "\(DisplayText.line(row.name)): \(text(median))\(range)",
            size: 4.4)
        ]
      }
      return Plot.Row(name: row.name, points: points, absence: "unknown")
    }
    let plot = Plot(
      plotted, x: axis(rows.flatMap { $0.points.compactMap(value) }),
      height: 60 + 30 * Double(rows.count), summary: "\(title), a row for each matcher")
    return Picture.Panel(title, "", plot)
  }
}
