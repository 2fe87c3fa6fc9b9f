import MatchmarkCore
import MatchmarkMeasurement

/// The same keystrokes of the same matcher, timed in several ways: by outcome, or warm and at a
/// person's pace.
struct VariantFacts {
  /// The figures measured in one way.
  struct Timing {
    var tails: Tails
    /// The figures of an outcome, which has its own ratios and its own slowest keystroke.
    var figures: Figures?
    var standing: Standings.Entry?

    /// The times over every typed keystroke; paced times cover the keystrokes that all were asked.
    var whole: Tails? { figures == nil || standing?.isComplete ?? true ? tails : nil }
  }

  /// One matcher on one cell, with its times in every way.
  struct Entry {
    var matcher: String
    /// The timing in each way; nil if it was not timed in that way.
    var timings: [Timing?]
    var isRanked: Bool
  }

  struct Cell {
    var corpus: String
    var profile: String
    var rowCount: Int
    var entries: [Entry]
  }

  /// The names of the ways, the usual one first.
  let ways: [String]
  private(set) var cells: [Cell] = []

  /// - Parameter timings: the timings of a matcher on a cell, in the order of the ways.
  init(_ record: RunRecord, ways: [String], timings: (CellRecord) -> (MatcherRecord) -> [Timing?]) {
    self.ways = ways
    for cell in record.cells {
      let timings = timings(cell)
      let entries = cell.matchers.filter { $0.status == .verified }.map { matcher in
        Entry(matcher: matcher.id, timings: timings(matcher), isRanked: matcher.isRanked)
      }.filter { entry in entry.timings.contains { $0 != nil } }
      guard entries.contains(where: { $0.timings.dropFirst().contains { $0 != nil } }) else {
        continue
      }
      cells.append(
        Cell(
          corpus: cell.corpus.name, profile: cell.profile.name, rowCount: cell.corpus.rowCount,
          entries: entries))
    }
  }

  /// The cells with the most rows for each profile, with only the ranked matchers.
  var largest: [Cell] {
    let sizes = Dictionary(grouping: cells, by: \.profile)
      .mapValues { $0.map(\.rowCount).max() ?? 0 }
    return cells.filter { $0.rowCount == sizes[$0.profile] }.map { cell in
      var cell = cell
      cell.entries.removeAll { !$0.isRanked }
      return cell
    }
  }

  private typealias Row = (cell: Cell, entry: Entry, way: String, timing: Timing)

  /// A row for each way in which a matcher was timed.
  private var rows: [Row] {
    cells.flatMap { cell in
      cell.entries.flatMap { entry in
        zip(ways, entry.timings).compactMap { way, timing in
          timing.map { Row(cell, entry, way, $0) }
        }
      }
    }
  }

  fileprivate func table(_ caption: String) -> ReportTable {
    let rows = rows
    let own: [ReportTable.Column<Row>] = [
      .figures("ratio") { IntervalFormat.text($0.timing.standing?.whole) },
      .count("common n") { $0.timing.standing?.common?.keystrokeCount },
      .figures("common p50 / max") { TimesFormat.text($0.timing.standing?.common) },
      .figures("common ratio") { IntervalFormat.text($0.timing.standing?.common) },
    ]
    let common: [ReportTable.Column<Row>] = [
      .words("corpus") { $0.cell.corpus }, .words("profile") { $0.cell.profile },
      .words("matcher") { $0.entry.matcher }, .words("way") { $0.way },
      .count("n") { $0.timing.tails.keystrokeCount },
      .time("p50") { $0.timing.whole?.p50 }, .time("p99") { $0.timing.whole?.p99 },
      .time("max") { $0.timing.whole?.maximum },
      .time("p50 of medians") { $0.timing.whole?.p50OfMedians },
      .time("p99 of medians") { $0.timing.whole?.p99OfMedians },
      .time("max of medians") { $0.timing.whole?.maximumOfMedians },
    ]
    return ReportTable(
      caption, rows, common + (rows.contains { $0.timing.figures != nil } ? own : []),
      notes: rows.allSatisfy { $0.timing.whole != nil } ? [] : [ReportTable.incompleteNote])
  }
}

extension VariantFacts.Timing {
  fileprivate init?(_ figures: Figures?, _ standing: Standings.Entry?) {
    guard let figures else { return nil }
    self.init(tails: figures.typed, figures: figures, standing: standing)
  }
}

extension Block {
  private static let ofMedians = "Of medians: each keystroke as its median over the rounds."

  /// The cost of larger outcomes, outcome by outcome; nil if there was only one.
  static func outcomes(of record: RunRecord) -> Block? {
    let others = record.suite.otherOutcomes ?? []
    let facts = VariantFacts(
      record, ways: [record.suite.outcome.rawValue] + others.map(\.rawValue)
    ) { cell in
      let standings = [Standings(cell)] + others.map { Standings(cell, outcome: $0) }
      return { matcher in
        let figures = others.map { outcome in
          matcher.otherOutcomes?.first { $0.outcome == outcome }?.figures
        }
        return zip([matcher.figures] + figures, standings).map {
          VariantFacts.Timing($0, $1.entry(matcher.id))
        }
      }
    }
    let rest = facts.ways.dropFirst().joined(separator: ", ")
    let block = Block(
      "outcomes", "Outcomes",
      lead: "The same keystrokes with different outcomes: what each answer delivers. A ratio is "
        + "to the reference matcher with the same outcome.")
    return block.showing(
      facts, of: record,
      reading: "The p99 of medians, or the slowest of too few keystrokes. "
        + "Marks: \(facts.ways[0]). Strokes: \(rest).")
  }

  /// Keystrokes warm and at a person's pace; nil if none were replayed at that pace.
  static func paces(of record: RunRecord) -> Block? {
    let facts = VariantFacts(record, ways: ["warm", "paced"]) { _ in
      return { matcher in
        [matcher.figures?.paced?.warm, matcher.figures?.paced?.paced].map { tails in
          tails.map { VariantFacts.Timing(tails: $0) }
        }
      }
    }
    let block = Block(
      "pace", "At a person's pace",
      lead: "The same keystrokes back to back, and at a person's typing pace. In the pauses, "
        + "caches go cold and the processor slows down.")
    return block.showing(
      facts, of: record, reading: "The p99 of medians. Marks: warm. Strokes: paced.")
  }

  /// The block with a picture and a table; nil if nothing was timed in several ways.
  private func showing(_ facts: VariantFacts, of record: RunRecord, reading: String) -> Block? {
    guard !facts.cells.isEmpty else { return nil }
    let roster = Roster(record)
    let drawn = facts.largest.filter { !record.isDwarfed($0.rowCount) }
    let entries = drawn.flatMap(\.entries)
    let times = entries.flatMap(\.timings).compactMap { $0?.whole?.tail }
    let x = Axis.logarithmic(times, title: "p99 of medians", label: TickLabel.time)
    var picture = Picture(
      lead: reading,
      drawn.map { cell in
        Picture.Panel(
          title: DisplayText.line(cell.corpus, limit: 40),
          subtitle: DisplayText.line(cell.profile, limit: 40),
          content: .plot(Self.plot(cell, facts.ways, x, roster)))
      })
    picture.show(roster.legend(entries.map(\.matcher)), isNamed: true)
    return Block(id, title, lead: lead, [.picture(picture), .table(facts.table(title))])
      .noting(Self.ofMedians).folded()
  }

  private static func plot(
    _ cell: VariantFacts.Cell, _ ways: [String], _ x: Axis, _ roster: Roster
  ) -> Plot {
    let rows = cell.entries.prefix(Picture.matcherLimit)
    var plot = Plot.rows(
      rows.map(\.matcher), x: x, height: 56 + 24 * Double(rows.count),
      summary: "Dot plot: p99 per keystroke on \(DisplayText.line(cell.corpus)), profile "
        + "\(DisplayText.line(cell.profile)), \(ways.joined(separator: ", "))")
    for (row, entry) in rows.reversed().enumerated() {
      let sign = roster.sign(of: entry.matcher)
      let times = entry.timings.compactMap { $0?.whole?.tail }
      if let low = times.min(), let high = times.max() {
        plot.layers.append(.whisker(from: low, to: high, y: Double(row), sign))
      }
      for (index, timing) in entry.timings.enumerated() {
        guard let time = timing?.whole?.tail else { continue }
        let title =
          "\(DisplayText.line(entry.matcher)), \(ways[index]): \(QuantityFormat.time(time))"
        plot.layers.append(
          index == 0
            ? .mark(x: time, y: Double(row), sign, .init(title: title))
            : .stroke(x: time, y: Double(row), sign, title: title))
      }
    }
    return plot
  }
}
