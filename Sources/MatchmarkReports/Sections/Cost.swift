import MatchmarkCore
import MatchmarkMeasurement

/// The cost of building and keeping a matcher's index, and of its keystrokes.
struct CostFacts {
  /// One matcher on one corpus of the largest size.
  struct Point {
    var corpus: String
    /// The p99 of medians, or the slowest keystroke if there are too few of them.
    var tail: Double
    /// The tail as text, with the number of its keystrokes.
    var text: String
    var indexBytesPerByte: Double
    var buildNanoseconds: Double
    var peakGrowthInBytes: Int?
  }

  /// One matcher under one profile.
  struct Entry {
    var matcher: String
    var points: [Point]
    /// Whether it answered all keystrokes of every corpus.
    var isComplete: Bool
    /// The corpus with the worst tail.
    var worst: Point
    /// Index bytes of all corpora per byte of their text.
    var indexBytesPerByte: Double
    /// Whether no other matcher is at least as good in both figures and better in one.
    fileprivate(set) var isOnFront = false
  }

  var profile: String
  var rowCount: Int
  var entries: [Entry]

  /// One for each profile, at its largest size; profiles without timings are left out.
  static func profiles(of record: RunRecord) -> [CostFacts] {
    let roster = Roster(record)
    return record.largestByProfile.compactMap { group in
      let entries = Participation.all(in: group.cells, roster).compactMap {
        Entry($0, cellCount: group.cells.count)
      }
      guard !entries.isEmpty else { return nil }
      var facts = CostFacts(profile: group.profile, rowCount: group.rowCount, entries: entries)
      facts.markFront()
      return facts
    }
  }

  /// The Pareto front, ordered by index bytes: each next matcher is faster.
  ///
  /// An incomplete matcher is never on it.
  var front: [Entry] {
    entries.filter(\.isOnFront).sorted { $0.indexBytesPerByte < $1.indexBytesPerByte }
  }

  private mutating func markFront() {
    for index in entries.indices where entries[index].isComplete {
      let entry = entries[index]
      entries[index].isOnFront = !entries.contains { other in
        other.isComplete && other.worst.tail <= entry.worst.tail
          && other.indexBytesPerByte <= entry.indexBytesPerByte
          && (other.worst.tail < entry.worst.tail
            || other.indexBytesPerByte < entry.indexBytesPerByte)
      }
    }
  }
}

extension CostFacts.Entry {
  init?(_ participation: Participation, cellCount: Int) {
    let timed = participation.parts.compactMap(TimedPart.init).filter { $0.record.build != nil }
    let points = timed.map { part in
      CostFacts.Point(
        corpus: part.cell.corpus.name, tail: part.tail,
        text: TimesFormat.tail(part.tails, isComplete: part.isComplete),
        indexBytesPerByte: [part.part].indexBytesPerByte ?? 0,
        buildNanoseconds: Double(part.record.build?.nanoseconds ?? 0),
        peakGrowthInBytes: part.record.build?.peakGrowthInBytes.map { max(0, $0) })
    }
    guard let slowest = points.max(by: { $0.tail < $1.tail }) else { return nil }
    self.init(
      matcher: participation.matcher, points: points,
      isComplete: timed.count == cellCount
        && timed.allSatisfy { $0.isComplete && $0.record.declinedCount == 0 },
      worst: slowest, indexBytesPerByte: timed.map(\.part).indexBytesPerByte ?? 0)
  }
}

// MARK: Tables

/// A row of a cost table: one corpus, or all of a matcher's corpora together.
private struct CostRow {
  let profile: CostFacts
  let entry: CostFacts.Entry
  var point: CostFacts.Point?

  /// For each matcher a row for all corpora if requested, then a row for each corpus.
  static func all(of profiles: [CostFacts], withSums: Bool) -> [CostRow] {
    profiles.flatMap { profile in
      profile.entries.flatMap { entry in
        (withSums ? [CostRow(profile: profile, entry: entry)] : [])
          + entry.points.map { CostRow(profile: profile, entry: entry, point: $0) }
      }
    }
  }

  var front: String {
    if point != nil { return "" }
    return entry.isOnFront ? "on it" : entry.isComplete ? "off it" : "incomplete"
  }
}

extension CostFacts {
  fileprivate static func frontTable(_ profiles: [CostFacts]) -> ReportTable {
    ReportTable(
      "Worst p99 against index bytes", CostRow.all(of: profiles, withSums: true),
      [
        .words("profile") { $0.profile.profile }, .count("rows") { $0.profile.rowCount },
        .words("matcher") { $0.entry.matcher }, .words("corpus") { $0.point?.corpus ?? "all" },
        .ratio("index bytes per byte") {
          $0.point?.indexBytesPerByte ?? $0.entry.indexBytesPerByte
        },
        .figures("p99") { ($0.point ?? $0.entry.worst).text },
        .words("Pareto front") { $0.front },
      ])
  }

  fileprivate static func buildTable(_ profiles: [CostFacts]) -> ReportTable {
    ReportTable(
      "Build time and memory", CostRow.all(of: profiles, withSums: false),
      [
        .words("profile") { $0.profile.profile }, .words("matcher") { $0.entry.matcher },
        .words("corpus") { $0.point?.corpus ?? "" },
        .time("build time") { $0.point?.buildNanoseconds },
        .ratio("index bytes per byte") { $0.point?.indexBytesPerByte },
        .size("peak growth") { $0.point?.peakGrowthInBytes },
      ])
  }
}

// MARK: Speed against memory

extension Block {
  /// p99 against index bytes, with the Pareto front; nil if nothing was timed.
  static func front(of record: RunRecord) -> Block? {
    let roster = Roster(record)
    let profiles = CostFacts.profiles(of: record)
    guard !profiles.isEmpty else { return nil }
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let points = drawn.flatMap(\.entries).flatMap(\.points)
    let x = Axis.fromZero(
      points.map(\.indexBytesPerByte), title: "index bytes per corpus byte",
      label: TickLabel.count)
    let y = Axis.logarithmic(
      points.map(\.tail) + [BudgetCounts.nanosecondsAt120Hertz], title: "p99",
      label: TickLabel.time)
    var picture = Picture(
      lead: "Lower is faster, left is smaller. Large marks are a matcher's worst p99 and its index "
        + "bytes over all corpora of the size; small ones are single corpora. The line is the "
        + "Pareto front: off it, another matcher is better in one and no worse in the other.",
      drawn.map { frontPanel($0, x: x, y: y, roster: roster) })
    picture.show(roster.legend(drawn.flatMap { $0.entries.map(\.matcher) }))
    if drawn.contains(where: { $0.entries.contains { !$0.isComplete } }) {
      picture.notes.append(
        "Hollow: skipped a corpus or some keystrokes, so never on the front.")
    }
    picture.noteDwarfed(profiles.count - drawn.count)
    return Block(
      "front", "Speed against memory", [.picture(picture), .table(CostFacts.frontTable(profiles))]
    ).noting(
      "A matcher is on the front if no other is both faster at its worst and smaller. One that "
        + "left out a corpus or a keystroke is incomplete, and never on the front."
    ).folded(isDetail: true)
  }

  private static func frontPanel(
    _ profile: CostFacts, x: Axis, y: Axis, roster: Roster
  ) -> Picture.Panel {
    var plot = Plot(
      x: x, y: y,
      summary: "Scatter plot: p99 per keystroke against index bytes per corpus byte, "
        + "profile \(DisplayText.line(profile.profile)); the figures are in the table below")
    plot.height = Plot.height(matchers: profile.entries.count)
    plot.addBudgets()
    if profile.front.count > 1 {
      plot.layers.append(.outline(profile.front.map { ($0.indexBytesPerByte, $0.worst.tail) }))
    }
    let shown = profile.entries.prefix(Picture.matcherLimit)
    for entry in shown where entry.points.count > 1 {
      let sign = roster.sign(of: entry.matcher)
      for point in entry.points.thinned(to: Picture.pointLimit) {
        let title =
          "\(DisplayText.line(entry.matcher)) on \(DisplayText.line(point.corpus)): "
          + "p99 \(point.text), "
          + "\(QuantityFormat.ratio(point.indexBytesPerByte)) index bytes per byte"
        plot.layers.append(
          .mark(
            x: point.indexBytesPerByte, y: point.tail, sign,
            .init(title: title, size: 2.2, isFaint: true)))
      }
    }
    for entry in shown {
      let title =
        "\(DisplayText.line(entry.matcher)), all corpora: "
        + "worst p99 \(entry.worst.text), "
        + "\(QuantityFormat.ratio(entry.indexBytesPerByte)) index bytes per byte"
      plot.layers.append(
        .mark(
          x: entry.indexBytesPerByte, y: entry.worst.tail,
          roster.sign(of: entry.matcher),
          .init(title: title, size: 5, isHollow: !entry.isComplete)))
    }
    return Picture.Panel(
      title: DisplayText.line(profile.profile, limit: 40),
      subtitle: QuantityFormat.rows(profile.rowCount), content: .plot(plot))
  }
}

// MARK: Building

extension Block {
  /// Build time and memory, matcher by matcher; nil if nothing was timed.
  static func building(of record: RunRecord) -> Block? {
    let profiles = CostFacts.profiles(of: record)
    guard !profiles.isEmpty else { return nil }
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let entries = drawn.flatMap(\.entries)
    let named = Roster(record).legend(entries.map(\.matcher))
    let rows = named.prefix(Picture.matcherLimit).map { entry in
      SpreadRow(
        name: entry.name, sign: Sign(position: entry.position),
        points: entries.filter { $0.matcher == entry.name }.flatMap(\.points))
    }
    var picture = Picture(
      lead: "What a matcher costs before the first key, at the largest size of each profile: the "
        + "large mark is the median over corpora and profiles, the line shows the whole range.",
      rows.isEmpty ? [] : Spread.all.map { $0.panel(rows) })
    picture.show(named, isNamed: true)
    picture.noteDwarfed(profiles.count - drawn.count)
    return Block(
      "building", "Build time and memory",
      [.picture(picture), .table(CostFacts.buildTable(profiles))]
    ).noting(
      "Peak growth is the rise of peak resident memory during the build; reused memory does not "
        + "count."
    ).folded(isDetail: true)
  }
}

/// One matcher and all its measured points.
private struct SpreadRow {
  let name: String
  let sign: Sign
  let points: [CostFacts.Point]
}

/// A panel that shows the spread of one figure, with a row for each matcher.
private struct Spread {
  let title: String
  let value: (CostFacts.Point) -> Double?
  let text: (Double) -> String
  /// Creates the axis from values in the unit of the panel.
  let axis: ([Double]) -> Axis
  /// The divisor that converts a value to that unit.
  var scale = 1.0

  static var all: [Spread] {
    [
      Spread(
        title: "Build time", value: { $0.buildNanoseconds }, text: QuantityFormat.time,
        axis: { .logarithmic($0, title: "log scale", label: TickLabel.time) }),
      Spread(
        title: "Index bytes per corpus byte", value: { $0.indexBytesPerByte },
        text: QuantityFormat.ratio, axis: { .fromZero($0, title: "", label: TickLabel.count) }),
      Spread(
        title: "Growth of peak memory", value: { $0.peakGrowthInBytes.map(Double.init) },
        text: { QuantityFormat.size(Int($0)) },
        axis: { .fromZero($0, title: "MiB", label: TickLabel.count) }, scale: 1_048_576),
    ]
  }

  func panel(_ rows: [SpreadRow]) -> Picture.Panel {
    let values = rows.flatMap { $0.points.compactMap(value) }.map { $0 / scale }
    var plot = Plot.rows(
      rows.map(\.name), x: axis(values), height: 60 + 30 * Double(rows.count),
      summary: "\(title), a row for each matcher")
    for (row, entry) in rows.reversed().enumerated() {
      plot.layers += layers(entry, y: Double(row))
    }
    return Picture.Panel(title: title, content: .plot(plot))
  }

  private func layers(_ row: SpreadRow, y: Double) -> [Plot.Layer] {
    let values = row.points.compactMap(value).sorted()
    guard let low = values.first, let high = values.last, let median = Quantile.median(values)
    else { return [.absence(y: y, "unknown")] }
    let range = values.count > 1 ? " (\(text(low)) to \(text(high)))" : ""
    let title = "\(DisplayText.line(row.name)): \(text(median))\(range)"
    return [
      .whisker(from: low / scale, to: high / scale, y: y, row.sign),
      .mark(x: median / scale, y: y, row.sign, .init(title: title, size: 4.4)),
    ]
  }
}
