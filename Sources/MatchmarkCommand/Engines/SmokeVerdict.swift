import MatchmarkCore
import MatchmarkEngines
import MatchmarkReports

/// The outcome of one step of a smoke test.
enum SmokeVerdict: Hashable {
  /// As expected; the text says what was seen.
  case ok(String)
  case wrong(SmokeMistake)
  case skipped(SkipReason)
  case fault(EngineFault)
}

/// What is wrong with an answer, and the evidence.
struct SmokeMistake: Hashable {
  /// The actual and the expected result.
  var summary: String
  /// What was typed, and the first row that differs.
  var evidence: [String] = []
}

/// Compares an answer with the oracle's rows.
struct SmokeJudge {
  let corpus: Corpus
  let query: SearchQuery
  let expected: [Int]
  /// Whether the engine claims to answer exactly the matching rows.
  let isExact: Bool

  func verdict(on answer: EngineAnswer, want: Want) -> SmokeVerdict {
    if isExact ? isRight(answer, want) : includesAll(answer, want) {
      return .ok(answer.count == 1 ? "1 row" : "\(answer.count) rows")
    }
    return .wrong(
      SmokeMistake(
        summary:
          "got \(shown(answer)), expected \(isExact ? "" : "at least ")\(shownExpected(want))",
        evidence: ["typed: \(DisplayText.query(query))"] + firstDifference(from: answer, want)))
  }

  /// The first row that is missing or surplus, with its text; empty if only a count or a digest was
  /// answered.
  private func firstDifference(from answer: EngineAnswer, _ want: Want) -> [String] {
    guard let rows = answer.rows else { return [] }
    let due = want == .page ? Array(expected.prefix(EngineLimits.pageSize)) : expected
    let missing = Set(due).subtracting(rows)
    let surplus = isExact ? Set(rows).subtracting(due) : []
    guard let row = missing.union(surplus).min() else {
      return ["the rows are right, in another order"]
    }
    let what = missing.contains(row) ? "is missing" : "should not match"
    guard (0..<corpus.rowCount).contains(row) else { return ["row \(row) \(what): no such row"] }
    let texts = corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    return ["row \(row) \(what): \(DisplayText.quoted(texts.joined(separator: " · ")))"]
  }

  private func isRight(_ answer: EngineAnswer, _ want: Want) -> Bool {
    guard answer.count == expected.count else { return false }
    switch want {
    case .count: return true
    case .rows: return answer.rows == expected
    case .page: return answer.rows == Array(expected.prefix(EngineLimits.pageSize))
    case .digest: return answer.digest == AnswerDigest.value(of: expected.map(UInt32.init))
    }
  }

  /// Whether an answer that may hold surplus rows holds all the required ones.
  private func includesAll(_ answer: EngineAnswer, _ want: Want) -> Bool {
    guard answer.count >= expected.count else { return false }
    guard let rows = answer.rows else { return true }
    // Nothing is known beyond the end of a full page.
    let isCut = want == .page && answer.count > rows.count
    let due = isCut ? expected.filter { $0 <= rows.last ?? -1 } : expected
    return Set(rows).isSuperset(of: due)
  }

  private func shown(_ answer: EngineAnswer) -> String {
    let count = answer.count == 1 ? "1 row" : "\(answer.count) rows"
    if let rows = answer.rows, !rows.isEmpty { return "\(count): \(Self.list(rows))" }
    return answer.digest.map { "\(count) with digest \($0)" } ?? count
  }

  private func shownExpected(_ want: Want) -> String {
    let count = expected.count == 1 ? "1 row" : "\(expected.count) rows"
    if want == .digest {
      return "\(count) with digest \(AnswerDigest.value(of: expected.map(UInt32.init)))"
    }
    return expected.isEmpty ? count : "\(count): \(Self.list(expected))"
  }

  private static func list(_ rows: [Int]) -> String {
    rows.prefix(20).map(String.init).joined(separator: " ") + (rows.count > 20 ? " …" : "")
  }
}
