import MatchmarkCore
import MatchmarkRecord

/// The same keystrokes of the same matcher, timed in several ways: by delivery, or warm and at
/// human pace.
private struct VariantFacts {
  struct Timing {
    let tails: Tails
    /// True if the way is a delivery, which has its own ratios and its own slowest keystroke.
    let isOtherDelivery: Bool
    let standing: Standings.Entry?

    /// The times over every typed keystroke; paced times cover the keystrokes that all were asked.
    var whole: Tails? { !isOtherDelivery || standing?.isComplete ?? true ? tails : nil }
  }

  /// The times of one matcher on one cell; a timing is nil if the matcher was not timed in that
  /// way.
  typealias Entry = (matcher: MatcherRecord, timings: [Timing?])

  /// The names of the ways, the usual one first.
  let ways: [String]
  /// The cells on which a matcher was timed in another way than the usual one.
  private let cells: [(cell: CellRecord, entries: [Entry])]

  /// Collects the timings of a record.
  ///
  /// - Parameter timings: a function that returns the timings of a matcher on a cell, in the order
  ///   of the ways.
  init(_ record: RunRecord, ways: [String], timings: (CellRecord) -> (MatcherRecord) -> [Timing?]) {
    self.ways = ways
    cells = record.cells.compactMap { cell in
      let timings = timings(cell)
      let entries = cell.matchers.filter { $0.status == .verified }
        .map { Entry($0, timings($0)) }
        .filter { entry in entry.timings.contains { $0 != nil } }
      let isVaried = entries.contains { $0.timings.dropFirst().contains { $0 != nil } }
      return isVaried ? (cell, entries) : nil
    }
  }

  func table(_ caption: String) -> ReportTable {
    typealias Row = (cell: CellRecord, matcher: String, way: String, timing: Timing)
    let rows = cells.flatMap { cell, entries in
      entries.flatMap { matcher, timings in
        zip(ways, timings).compactMap { way, timing in
          timing.map { Row(cell, matcher.id, way, $0) }
        }
      }
    }
    let own: [ReportTable.Column<Row>] = [
      .figures("ratio") { IntervalFormat.text($0.timing.standing?.whole) },
      .count("common n") { $0.timing.standing?.common?.keystrokeCount },
      .figures("common p50 / max") { TimesFormat.text($0.timing.standing?.common) },
      .figures("common ratio") { IntervalFormat.text($0.timing.standing?.common) },
    ]
    let common: [ReportTable.Column<Row>] = [
      .words("corpus") { $0.cell.corpus.name }, .words("profile") { $0.cell.profile.name },
      .words("matcher") { $0.matcher }, .words("way") { $0.way },
      .count("n") { $0.timing.tails.keystrokeCount },
      .time("p50") { $0.timing.whole?.p50 }, .time("p99") { $0.timing.whole?.p99 },
      .time("max") { $0.timing.whole?.maximum },
      .time("p50 of medians") { $0.timing.whole?.p50OfMedians },
      .time("p99 of medians") { $0.timing.whole?.p99OfMedians },
      .time("max of medians") { $0.timing.whole?.maximumOfMedians },
    ]
    return ReportTable(
      caption, rows, common + (rows.contains(where: \.timing.isOtherDelivery) ? own : []),
      notes: ReportTable.note(isComplete: rows.allSatisfy { $0.timing.whole != nil }))
  }

  /// Returns a panel for each cell with the most rows of its profile, with the ranked matchers.
  private func picture(_ record: RunRecord, _ reading: String) -> Picture {
    let roster = Roster(record)
    let sizes = Dictionary(grouping: cells, by: \.cell.profile.name)
      .mapValues { $0.map(\.cell.corpus.rowCount).max() ?? 0 }
    let drawn = cells.filter { cell, _ in
      cell.corpus.rowCount == sizes[cell.profile.name] && !record.isDwarfed(cell.corpus.rowCount)
    }.map { cell, entries in (cell: cell, rows: entries.filter(\.matcher.isRanked)) }
    let rows = drawn.flatMap(\.rows)
    let times = rows.flatMap(\.timings).compactMap { $0?.whole?.tail }
    let x = Axis.times(times, title: "p99 of medians")
    return Picture(
      lead: reading,
      drawn.map { cell, rows in
        let plot = plot(rows.prefix(Picture.matcherLimit), on: cell, x, roster)
        return Picture.Panel(
          cell.corpus.name, Picture.Panel.name(cell.profile.name), plot)
      }, .grid, roster.legend(rows.map(\.matcher.id)), isNamed: true)
  }

  private func plot(
    _ entries: ArraySlice<Entry>, on cell: CellRecord, _ x: Axis, _ roster: Roster
  ) -> Plot {
    let rows = entries.map { matcher, timings in
      var points = timings.enumerated().compactMap { index, timing in
        (timing?.whole?.tail).map { time in
          Plot.Point(
            x: time, sign: roster.sign(of: matcher.id),
            title: "\(DisplayText.line(matcher.id)), \(ways[index]): \(QuantityFormat.time(time))",
            shape: index == 0 ? .sign : .stroke)
        }
      }
      let times = points.map(\.x)
      if let low = times.min(), let high = times.max() { points[0].ends = (low, high) }
      return Plot.Row(name: matcher.id, points: points)
    }
    return Plot(
      rows, x: x, height: 56 + 24 * Double(rows.count),
      summary: "Dot plot: p99 per keystroke on \(DisplayText.line(cell.corpus.name)), profile "
        + "\(DisplayText.line(cell.profile.name)), \(ways.joined(separator: ", "))")
  }

  /// Returns a block with a picture and a table; nil if nothing was timed in several ways.
  func block(
    _ id: String, _ title: String, lead: String, of record: RunRecord, reading: String
  ) -> Block? {
    guard !cells.isEmpty else { return nil }
    return Block(
      id, title, lead: lead, [.picture(picture(record, reading)), .table(table(title))]
    ).noting("Of medians: each keystroke as its median over the rounds.").folded()
  }
}

extension Block {
  /// Returns the cost of larger deliveries, delivery by delivery; nil if there was only one.
  static func deliveries(of record: RunRecord) -> Block? {
    let others = record.suite.otherDeliveries ?? []
    let facts = VariantFacts(
      record, ways: [record.suite.delivery.rawValue] + others.map(\.rawValue)
    ) { cell in
      let standings = [Standings(cell)] + others.map { Standings(cell, delivery: $0) }
      return { matcher in
        let figures = others.map { delivery in
          matcher.otherDeliveries?.first { $0.delivery == delivery }?.figures
        }
        return zip([matcher.figures] + figures, standings).map { figures, standings in
          figures.map {
            VariantFacts.Timing(
              tails: $0.typed, isOtherDelivery: true, standing: standings.entry(matcher.id))
          }
        }
      }
    }
    return facts.block(
      "deliveries", "Deliveries",
      lead: "The same keystrokes with different deliveries: what each answer delivers. A ratio is "
        + "to the reference matcher with the same delivery.", of: record,
      reading: "The p99 of medians, or the slowest of too few keystrokes. "
        + "Marks: \(facts.ways[0]). Strokes: \(facts.ways.dropFirst().joined(separator: ", ")).")
  }

  /// Returns the times of keystrokes warm and at human pace; nil if none were replayed at that
  /// pace.
  static func paces(of record: RunRecord) -> Block? {
    let facts = VariantFacts(record, ways: ["warm", "paced"]) { _ in
      return { matcher in
        [matcher.figures?.paced?.warm, matcher.figures?.paced?.paced].map { tails in
          tails.map { VariantFacts.Timing(tails: $0, isOtherDelivery: false, standing: nil) }
        }
      }
    }
    return facts.block(
      "pace", "At a person's pace",
      lead: "The same keystrokes back to back, and at a person's typing pace. In the pauses, "
        + "caches go cold and the processor slows down.", of: record,
      reading: "The p99 of medians. Marks: warm. Strokes: paced.")
  }
}
