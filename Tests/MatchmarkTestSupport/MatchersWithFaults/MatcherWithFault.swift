import Foundation
package import MatchmarkCore

extension MatcherEntry {
  /// Creates an entry that wraps a right matcher so that it misbehaves.
  package init(_ fault: MatcherFault, around right: MatcherEntry) {
    self.init(
      descriptor: MatcherDescriptor(
        id: fault.matcherID, summary: "a double for tests: \(fault.rawValue)",
        isExact: fault.isExact),
      support: { profile in
        fault == .skipsProfile
          ? .unsupported(reason: MatcherFault.declineReason) : right.support(profile)
      },
      build: { corpus, options throws(MatcherError) in
        switch fault {
        case .refusesCorpus: throw .unsupportedCorpus(reason: MatcherFault.declineReason)
        case .throwsOnBuild: throw .malformedAnswer("broken by design")
        default:
          return MatcherWithFault(
            fault: fault, right: try right.build(corpus, options), rowCount: corpus.rowCount)
        }
      })
  }
}

/// A matcher that changes the answers of a right one.
struct MatcherWithFault: BuiltMatcher {
  let fault: MatcherFault
  let right: any BuiltMatcher
  let rowCount: Int

  var indexByteCount: Int { right.indexByteCount }
  var structure: String { "damages: \(right.structure)" }

  func makeAnyCursor() -> any MatcherCursor {
    CursorWithFault(fault: fault, right: right.makeAnyCursor(), rowCount: rowCount)
  }
}

/// The wrong answers of one session.
struct CursorWithFault: MatcherCursor {
  let fault: MatcherFault
  var right: any MatcherCursor
  let rowCount: Int
  private var answerCount = 0
  private var remembered: [String: [Int]] = [:]
  private var kept: [SearchQuery: Answer] = [:]
  private var askingCounts: [SearchQuery: Int] = [:]

  init(fault: MatcherFault, right: any MatcherCursor, rowCount: Int) {
    self.fault = fault
    self.right = right
    self.rowCount = rowCount
  }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    answerCount += 1
    let isTired = answerCount >= MatcherFault.patience
    switch fault {
    case .declinesAll: return .skipped(reason: MatcherFault.declineReason)
    case .declinesQuery where query.text.count > 1:
      return .skipped(reason: MatcherFault.declineReason)
    case .givesUp where isTired: return .skipped(reason: MatcherFault.declineReason)
    case .throwsOnQuery where query.text.count > 1: throw .malformedAnswer("broken by design")
    case .echoes: return .answered
    // As long in any build, and on any machine.
    case .isSlow: Thread.sleep(forTimeInterval: 1e-3)
    default: break
    }
    for row in try damagedRows(for: query, isTired: isTired, in: &answer) { answer.insert(row) }
    return .answered
  }

  private var repetitions: Int {
    switch fault {
    case .memoises, .memoisesLate: 200
    default: 1
    }
  }

  private mutating func damagedRows(
    for query: SearchQuery, isTired: Bool, in answer: inout Answer
  ) throws(MatcherError) -> [Int] {
    var own = Answer()
    if let known = kept[query] {
      answer.reset(rowCount: rowCount)
      return known.rows
    }
    for _ in 0..<repetitions { _ = try right.answer(query, into: &own) }
    let rows = own.rows
    if fault != .forgetsReset || answer.rowCount != rowCount { answer.reset(rowCount: rowCount) }
    askingCounts[query, default: 0] += 1
    switch (fault, askingCounts[query]) {
    case (.memoises, _), (.memoisesLate, 2): kept[query] = own
    default: break
    }
    switch fault {
    case .dropsLastRow, .losesCandidates: return rows.dropLast()
    case .tires: return isTired ? rows.dropLast() : rows
    case .answersSuperset: return Array(0..<rowCount)
    case .addsRow: return rows + (0..<rowCount).filter { !own.contains($0) }.prefix(1)
    case .leavesCorpus:
      answer.reset(rowCount: rowCount + 1)
      return rows + [rowCount]
    case .answersStale:
      let answered = remembered[query.text] ?? rows
      remembered[query.text] = answered
      return answered
    default: return rows
    }
  }
}
