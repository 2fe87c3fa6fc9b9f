import MatchmarkCore
import MatchmarkMeasurement

/// Each cell of a suite with several outcomes: what building and asking costs, matcher by matcher.
///
/// Times of different outcomes stand in rows of their own: a count is less than a page, and a ratio
/// is to the reference matcher in the same outcome.
struct TerminalPeers {
  private let record: RunRecord
  private let style: TextStyle

  init(_ record: RunRecord, style: TextStyle) {
    self.record = record
    self.style = style
  }

  /// A table for each cell; none where there is one outcome, whose overview says enough.
  func lines() -> [String] {
    guard let others = record.suite.otherOutcomes, !others.isEmpty else { return [] }
    return record.cells.flatMap { cell in
      // Whoever does not deliver what the overview shows may deliver another outcome.
      let timed = cell.matchers.filter { matcher in
        matcher.figures != nil || matcher.otherOutcomes?.contains { $0.figures != nil } ?? false
      }
      guard !timed.isEmpty else { return [] as [String] }
      var table = TextTable()
      table.append(
        ["", "build", "index", "outcome", "p50", "p99", "p99 of medians", "worst", "ratio"])
      for matcher in timed {
        for row in rows(matcher, others) { table.append(row) }
      }
      let head = "\(cell.corpus.name), profile \(cell.profile.name) (\(cell.profile.axes))"
      let lines = table.lines(indent: 2)
      return ["", style.strong(head), style.faint(lines[0])] + lines.dropFirst()
    }
  }

  /// A row for each outcome; what belongs to all of them stands in the first.
  private func rows(_ matcher: MatcherRecord, _ others: [Outcome]) -> [[String]] {
    let build = matcher.build
    let lead = [
      matcher.id + (matcher.isSampled ? "*" : ""),
      build.map { QuantityFormat.time(Double($0.nanoseconds)) } ?? "–",
      build.map { QuantityFormat.size($0.indexSizeInBytes) } ?? "–",
    ]
    let first =
      lead + [record.suite.outcome.rawValue] + Self.cells(matcher.figures, matcher.isRanked)
    return [first]
      + others.map { outcome in
        let other = matcher.otherOutcomes?.first { $0.outcome == outcome }
        return lead.map { _ in "" } + [outcome.rawValue]
          + Self.cells(other?.figures, matcher.isRanked)
      }
  }

  private static func cells(_ figures: Figures?, _ isRanked: Bool) -> [String] {
    guard let figures else { return Array(repeating: "–", count: 5) }
    let typed = figures.typed
    return [typed.p50, typed.p99, typed.p99OfMedians].map(QuantityFormat.time)
      + [
        figures.worst.map { QuantityFormat.time($0.medianNanoseconds) } ?? "–",
        isRanked ? IntervalFormat.text(figures) : "–",
      ]
  }
}
