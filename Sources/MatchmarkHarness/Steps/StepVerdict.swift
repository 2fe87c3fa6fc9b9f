import MatchmarkConformance
package import MatchmarkCore
package import MatchmarkEngines
package import MatchmarkRecord

/// A message to an engine, or a question, with its verdict.
package struct EngineStep {
  package let name: String
  /// Nil if no request was sent.
  let request: EngineRequest?
  package let verdict: StepVerdict
  /// The queries before it on which a wrong answer depends.
  var earlier: [EngineRequest] = []

  init(_ name: String, _ request: EngineRequest?, _ verdict: StepVerdict) {
    self.name = name
    self.request = request
    self.verdict = verdict
  }
}

package enum StepVerdict: Hashable {
  /// As expected; the text says what was seen.
  case ok(String)
  case wrong(StepMistake)
  case skipped(SkipReason)
  case failure(EngineFailure)
}

/// A wrong answer: what differs, and the evidence.
package struct StepMistake: Hashable {
  /// The first row that differs.
  package struct Place: Hashable {
    package let row: Int
    package let isMissing: Bool
    package let text: String
  }

  package let summary: String
  /// The query; nil if the mistake is in no answer to one.
  package var query: SearchQuery?
  package var place: Place?

  init(_ summary: String) { self.summary = summary }
}

/// Compares an answer with the oracle's rows.
struct StepJudge {
  let corpus: Corpus
  let query: SearchQuery
  let expected: [Int]
  /// True if the engine claims to answer exactly the matching rows.
  let isExact: Bool

  func verdict(on answer: EngineAnswer, want: Want) -> StepVerdict {
    let digest: UInt32? = want == .digest ? AnswerDigest.value(of: expected.map(UInt32.init)) : nil
    let difference = answer.rows.flatMap { rows in
      Difference(rows: rows, expected: due(in: answer, want), isExact: isExact)
    }
    let isEnough = isExact ? answer.count == expected.count : answer.count >= expected.count
    if isEnough, difference == nil, !isExact || answer.digest == digest {
      return .ok(QuantityFormat.rows(answer.count))
    }
    let got = Self.shown(answer.count, answer.rows ?? [], answer.digest)
    let right = Self.shown(expected.count, expected, digest)
    return wrong(
      "got \(got), expected \(isExact ? "" : "at least ")\(right)",
      difference.map(place))
  }

  func wrong(_ summary: String, _ place: StepMistake.Place? = nil) -> StepVerdict {
    var mistake = StepMistake(summary)
    (mistake.query, mistake.place) = (query, place)
    return .wrong(mistake)
  }

  /// The rows that had to be delivered; beyond a full page of an inexact engine, nothing is known.
  private func due(in answer: EngineAnswer, _ want: Want) -> [Int] {
    guard want == .page else { return expected }
    if !isExact, answer.count > EngineLimits.pageSize, let last = answer.rows?.last {
      return expected.filter { $0 <= last }
    }
    return Array(expected.prefix(EngineLimits.pageSize))
  }

  /// The first row that is missing or surplus, with its text.
  private func place(of difference: Difference) -> StepMistake.Place {
    let row = difference.firstRow
    let texts = corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    return StepMistake.Place(
      row: row, isMissing: row == difference.firstMissing, text: texts.joined(separator: " · "))
  }

  private static func shown(_ count: Int, _ rows: [Int], _ digest: UInt32?) -> String {
    let counted = QuantityFormat.rows(count)
    if let digest { return "\(counted) with digest \(digest)" }
    if rows.isEmpty { return counted }
    let list = rows.prefix(20).map(String.init).joined(separator: " ")
    return "\(counted): \(list)" + (rows.count > 20 ? " …" : "")
  }
}
