package import MatchmarkMeasurement

/// What a run comes to, as a headline says it.
package struct RunVerdict: Sendable, Hashable {
  /// How serious it is.
  package enum Tone: String, Sendable, Hashable {
    case right
    case wrong
  }

  package var tone: Tone
  /// One sentence.
  package var headline: String
  /// What it rests on.
  package var grounds: String

  package init(_ record: RunRecord) {
    let summary = ParitySummary(record)
    tone = summary.isRight ? .right : .wrong
    headline = summary.isRight ? "Every answer is right." : Self.complaint(record, summary)
    let checked = "\(QuantityFormat.count(summary.checkedAnswers)) answers checked"
    let by =
      summary.isSampled
      ? "by the oracle on a seeded sample, else by the agreement of all matchers"
      : "each against the oracle"
    let states = MatcherStatus.allCases.filter { summary.count($0) > 0 }
      .map { "\(QuantityFormat.count(summary.count($0))) \($0.rawValue)" }
      .joined(separator: ", ")
    let cells = record.cells.count == 1 ? "cell" : "cells"
    grounds =
      "\(checked), \(by); \(states.isEmpty ? "nobody took part" : states) "
      + "on \(QuantityFormat.count(record.cells.count)) \(cells)."
  }

  private static func complaint(_ record: RunRecord, _ summary: ParitySummary) -> String {
    let matchers = record.cells.flatMap(\.matchers)
    let wrong = Set(matchers.filter { $0.status == .voided }.map(\.id)).count
    let failed = Set(matchers.filter { $0.status == .errored }.map(\.id)).count
    var parts: [String] = []
    if wrong > 0 { parts.append("\(count(wrong)) answered wrongly") }
    if failed > 0 { parts.append("\(count(failed)) failed") }
    return parts.joined(separator: ", ") + "."
  }

  private static func count(_ matchers: Int) -> String {
    "\(QuantityFormat.count(matchers)) \(matchers == 1 ? "matcher" : "matchers")"
  }
}
