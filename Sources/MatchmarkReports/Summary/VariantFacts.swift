import MatchmarkCore
import MatchmarkMeasurement

/// The same keystrokes of the same matcher, timed in several ways: outcome by outcome, or warm and
/// at a person's pace.
struct VariantFacts {
  /// One matcher on one cell, with its times in every way.
  struct Entry {
    var matcher: String
    /// Nil where it was not timed in this way.
    var tails: [Tails?]
    var isSampled: Bool
  }

  struct Cell {
    var corpus: String
    var profile: String
    var rowCount: Int
    var entries: [Entry]
  }

  /// What the ways are called, the usual one first.
  let ways: [String]
  private(set) var cells: [Cell] = []
  private let caption: String

  /// Outcomes beside the usual one; no cell where there was only that.
  static func outcomes(of record: RunRecord) -> VariantFacts {
    let others = record.suite.otherOutcomes ?? []
    return VariantFacts(
      record, "Time by what is asked for",
      ways: [record.suite.outcome.rawValue] + others.map(\.rawValue)
    ) { matcher in
      [matcher.figures?.typed]
        + others.map { outcome in
          matcher.otherOutcomes?.first { $0.outcome == outcome }?.figures?.typed
        }
    }
  }

  /// Keystrokes warm and at a person's pace; no cell where they were not replayed so.
  static func paces(of record: RunRecord) -> VariantFacts {
    VariantFacts(record, "Time warm and at a person's pace", ways: ["warm", "paced"]) { matcher in
      [matcher.figures?.paced?.warm, matcher.figures?.paced?.paced]
    }
  }

  private init(
    _ record: RunRecord, _ caption: String, ways: [String],
    tails: (MatcherRecord) -> [Tails?]
  ) {
    self.caption = caption
    self.ways = ways
    for cell in record.cells {
      let entries = cell.matchers.filter(\.isRanked).map { matcher in
        Entry(matcher: matcher.id, tails: tails(matcher), isSampled: matcher.isSampled)
      }.filter { entry in entry.tails.contains { $0 != nil } }
      guard entries.contains(where: { $0.tails.dropFirst().contains { $0 != nil } }) else {
        continue
      }
      cells.append(
        Cell(
          corpus: cell.corpus.name, profile: cell.profile.name, rowCount: cell.corpus.rowCount,
          entries: entries))
    }
  }

  /// The cells with the most rows, profile by profile.
  var largest: [Cell] {
    let sizes = Dictionary(grouping: cells, by: \.profile)
      .mapValues { $0.map(\.rowCount).max() ?? 0 }
    return cells.filter { $0.rowCount == sizes[$0.profile] }
  }

  /// All figures.
  var table: ReportTable {
    var table = ReportTable(
      caption,
      columns: [.words("corpus"), .words("profile"), .words("matcher"), .words("way")] + [
        .figures("p50"), .figures("p99"), .figures("p50 of medians"), .figures("p99 of medians"),
      ])
    for cell in cells {
      for entry in cell.entries {
        for (way, tails) in zip(ways, entry.tails) {
          guard let tails else { continue }
          table.append(
            [
              DisplayText.line(cell.corpus), DisplayText.line(cell.profile),
              DisplayText.line(entry.matcher) + (entry.isSampled ? "*" : ""), way,
            ]
              + [tails.p50, tails.p99, tails.p50OfMedians, tails.p99OfMedians]
              .map(QuantityFormat.time))
        }
      }
    }
    table.notes = ["Of medians: each keystroke as its median over the rounds."]
    if cells.contains(where: { $0.entries.contains(where: \.isSampled) }) {
      table.notes.append("* measured on a seeded sample of the keystrokes.")
    }
    return table
  }
}
