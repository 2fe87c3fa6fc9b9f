package import MatchmarkCore

extension MatcherEntry {
  /// Creates an entry that wraps a right matcher so that it misbehaves.
  package init(_ misdeed: Misdeed, around right: MatcherEntry) {
    self.init(
      descriptor: MatcherDescriptor(
        id: misdeed.matcherID, summary: "a double for tests: \(misdeed.rawValue)",
        isExact: misdeed.isExact),
      support: { profile in
        misdeed == .skipsProfile
          ? .unsupported(reason: Misdeed.declineReason) : right.support(profile)
      },
      build: { corpus, options throws(MatcherError) in
        switch misdeed {
        case .refusesCorpus: throw .unsupportedCorpus(reason: Misdeed.declineReason)
        case .throwsOnBuild: throw .malformedAnswer("broken by design")
        default:
          return RogueMatcher(
            misdeed: misdeed, right: try right.build(corpus, options), rowCount: corpus.rowCount)
        }
      })
  }
}

/// A matcher that changes the answers of a right one.
struct RogueMatcher: BuiltMatcher {
  let misdeed: Misdeed
  let right: any BuiltMatcher
  let rowCount: Int

  var indexByteCount: Int { right.indexByteCount }
  var plan: String { "spoils: \(right.plan)" }

  func makeAnyCursor() -> any MatcherCursor {
    RogueCursor(misdeed: misdeed, right: right.makeAnyCursor(), rowCount: rowCount)
  }
}

/// The wrong answers of one session.
struct RogueCursor: MatcherCursor {
  let misdeed: Misdeed
  var right: any MatcherCursor
  let rowCount: Int
  private var answerCount = 0
  private var remembered: [String: [Int]] = [:]
  private var kept: [SearchQuery: Answer] = [:]
  private var askingCounts: [SearchQuery: Int] = [:]

  init(misdeed: Misdeed, right: any MatcherCursor, rowCount: Int) {
    self.misdeed = misdeed
    self.right = right
    self.rowCount = rowCount
  }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    answerCount += 1
    let isTired = answerCount >= Misdeed.patience
    switch misdeed {
    case .declinesAll: return .skipped(reason: Misdeed.declineReason)
    case .declinesQuery where query.text.count > 1:
      return .skipped(reason: Misdeed.declineReason)
    case .givesUp where isTired: return .skipped(reason: Misdeed.declineReason)
    case .throwsOnQuery where query.text.count > 1: throw .malformedAnswer("broken by design")
    case .echoes: return .answered
    default: break
    }
    for row in try spoiledRows(for: query, isTired: isTired, in: &answer) { answer.insert(row) }
    return .answered
  }

  private var repetitions: Int {
    switch misdeed {
    case .isSlow: 50
    case .memoises, .memoisesLate: 200
    default: 1
    }
  }

  private mutating func spoiledRows(
    for query: SearchQuery, isTired: Bool, in answer: inout Answer
  ) throws(MatcherError) -> [Int] {
    var own = Answer()
    if let known = kept[query] {
      answer.reset(rowCount: rowCount)
      return known.rows
    }
    for _ in 0..<repetitions { _ = try right.answer(query, into: &own) }
    let rows = own.rows
    if misdeed != .forgetsReset || answer.rowCount != rowCount { answer.reset(rowCount: rowCount) }
    askingCounts[query, default: 0] += 1
    switch (misdeed, askingCounts[query]) {
    case (.memoises, _), (.memoisesLate, 2): kept[query] = own
    default: break
    }
    switch misdeed {
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
