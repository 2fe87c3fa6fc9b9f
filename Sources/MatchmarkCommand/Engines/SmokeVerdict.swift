import MatchmarkEngines

/// What became of one step of a smoke test.
enum SmokeVerdict: Hashable {
  /// As it should be; the text says what was seen.
  case ok(String)
  /// A wrong answer: what was got and what was expected.
  case wrong(String)
  /// Declined.
  case skipped(SkipReason)
  /// The engine failed.
  case fault(EngineFault)
}

/// Holds an answer to the rows of the oracle.
struct SmokeJudge {
  let expected: [Int]
  /// Whether the engine claims to answer exactly the matching rows.
  let isExact: Bool

  func verdict(on answer: EngineAnswer, want: Want) -> SmokeVerdict {
    if isExact ? isRight(answer, want) : includesAll(answer, want) {
      return .ok(answer.count == 1 ? "1 row" : "\(answer.count) rows")
    }
    return .wrong(
      "got \(shown(answer)), expected \(isExact ? "" : "at least ")\(shownExpected(want))")
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

  /// Whether an answer that may hold more holds all that it must.
  private func includesAll(_ answer: EngineAnswer, _ want: Want) -> Bool {
    guard answer.count >= expected.count else { return false }
    guard let rows = answer.rows else { return true }
    // After the end of a full page nothing is known.
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
