import MatchmarkCore
import MatchmarkDatasets
import MatchmarkMeasurement
import MatchmarkSession

/// Finds out who remembers answers, with queries that were never asked before.
///
/// Rounds ask the same keystrokes again and again, which a matcher that keeps its answers would win
/// without matching anything. So every round also asks a few queries for the first time, and those
/// of the rounds before it again, up to ``askingCount`` times. The last asking takes as long as the
/// first where the work is done each time, from whichever asking on answers would be kept.
struct UnseenQueries {
  private let verification: Verification
  private let outcome: Outcome
  private let queries: [SearchQuery]
  private var order: RoundOrder
  private var window = TimedWindow()
  private var answer = Answer()
  /// The right answers to those that are still asked.
  private var expected: [Int: Answer] = [:]

  /// How often a query is asked, in as many rounds.
  private static let askingCount = 8
  /// With fewer askings, what is kept from the third on would not show.
  private static let fewestAskings = 3
  /// How many queries every round adds, as long as there are any.
  fileprivate static let newPerRound = 3
  /// With fewer queries, one hiccup decides.
  private static let fewest = 8
  /// Typing sessions that are made to draw them from.
  private static let sessionCount = 28

  /// Draws queries that the workload does not have; few or none for a corpus of few rows.
  ///
  /// There are no more than the oracle could answer, for where only one matcher takes part it has
  /// to.
  init(verification: Verification, suite: Suite, outcome: Outcome, contenderCount: Int) {
    self.verification = verification
    self.outcome = outcome
    order = RoundOrder(count: contenderCount, seed: suite.orderSeed &+ 1)
    let corpus = verification.corpus
    var generator = SeededGenerator(seed: suite.seed, stream: "never-seen")
    let traces = TraceGenerator(corpus: corpus, seed: generator.next())
      .traces(sessions: Self.sessionCount)
    var known = Set(verification.workload.keystrokes.map { Self.key($0.query) })
    var queries: [SearchQuery] = []
    // A corpus whose own sessions cannot be replayed has no never-seen queries, and that is all.
    for entry in (try? Workload(traces, in: corpus))?.keystrokes ?? []
    where entry.eventClass.isTyped && known.insert(Self.key(entry.query)).inserted {
      queries.append(entry.query)
    }
    generator.shuffle(&queries)
    let affordable = max(Self.fewest, suite.effort.oracleRowTests / max(1, corpus.rowCount))
    self.queries = queries.count < Self.fewest ? [] : Array(queries.prefix(affordable))
  }

  /// Bytes, since equal text in other bytes is another query to a matcher that remembers.
  private static func key(_ query: SearchQuery) -> [[UInt8]] {
    [Array(query.text.utf8), Array((query.scope ?? "\u{0}").utf8)]
      + query.tokens.flatMap { [Array($0.facet.utf8), Array($0.value.utf8)] }
  }

  /// Asks the queries of a round: new ones, and those of the rounds before it again.
  mutating func ask(
    _ contenders: inout [Contender], in round: Int, of effort: Effort
  ) throws(QueryError) {
    let first = min(max(0, round + 1 - Self.askingCount) * Self.newPerRound, queries.count)
    let end = min((round + 1) * Self.newPerRound, queries.count)
    expected = expected.filter { $0.key >= first }
    for index in first..<end {
      try ask(&contenders, index) { $0.takesPart(in: round, effort) && $0.isHeld(to: index) }
    }
  }

  /// Asks the queries of the last rounds until each was asked often enough to tell.
  mutating func finish(
    _ contenders: inout [Contender], after roundCount: Int
  ) throws(QueryError) {
    let end = min(roundCount * Self.newPerRound, queries.count)
    for _ in 1..<Self.fewestAskings {
      for index in max(0, end - Self.fewest)..<end {
        try ask(&contenders, index) { contender in
          contender.isHeld(to: index)
            && (contender.unseenTimes[index]?.count ?? 0) < Self.fewestAskings
        }
      }
    }
    for position in contenders.indices {
      contenders[position].repeatedToUnseen = Self.repeatedToUnseen(contenders[position])
    }
  }

  /// The last asking as a ratio to the first, the median over queries; nil where they are too few.
  private static func repeatedToUnseen(_ contender: Contender) -> Double? {
    let ratios = contender.unseenTimes.values.compactMap { times in
      times.count < fewestAskings ? nil : times[times.count - 1] / times[0]
    }
    let enough = contender.record.isSampled ? newPerRound : fewest
    return ratios.count < enough ? nil : Quantile.median(ratios)
  }

  /// Asks one query of all whom `isAsked` names, and checks their answers afterwards.
  private mutating func ask(
    _ contenders: inout [Contender], _ index: Int, isAsked: (Contender) -> Bool
  ) throws(QueryError) {
    var replies: [(position: Int, reply: Reply, answer: Answer)] = []
    for position in order.next() where isAsked(contenders[position]) {
      contenders[position].leaveWord(timedIn: verification.replay.cell)
      answer.reset(rowCount: verification.corpus.rowCount)
      guard
        let reply = contenders[position].ask(
          queries[index], delivering: outcome, in: &window, into: &answer),
        reply.response == .answered
      else { continue }
      contenders[position].unseenTimes[index, default: []].append(
        Double(max(1, reply.nanoseconds)))
      // Kept apart: the next answer would otherwise be timed with the copying of this one.
      replies.append((position, reply, answer.copied()))
    }
    guard !replies.isEmpty else { return }
    let right = try rightAnswer(
      to: index,
      replies.filter { contenders[$0.position].isWitness && $0.reply.part == nil }
        .map(\.answer))
    for (position, reply, answer) in replies {
      let found = Verification.difference(contenders[position], to: right, reply, answer)
      guard let (difference, row) = found else { continue }
      void(&contenders[position], index, difference, row: row)
    }
  }

  // MARK: Right or wrong

  private mutating func rightAnswer(
    to index: Int, _ answers: [Answer]
  ) throws(QueryError) -> Answer {
    if let known = expected[index] { return known }
    let right = try verification.agreed(answers, on: queries[index])
    expected[index] = right
    return right
  }

  private func void(
    _ contender: inout Contender, _ index: Int, _ difference: String, row: Int
  ) {
    // Reports list what is wrong by the classes of the workload.
    let keystrokes = verification.workload.keystrokes
    let eventClass = keystrokes.first { $0.eventClass.isTyped }?.eventClass ?? .laterKey
    contender.void(
      "a query not asked before: \(difference)",
      Counterexample(
        keystroke: keystrokes.count + index, query: queries[index],
        eventClass: eventClass.rawValue, difference: difference, firstRow: row,
        firstRowText: verification.text(of: row),
        replay: verification.replay.record(of: contender.participant)))
  }
}

extension Contender {
  /// Whether it is asked a query that was never asked before.
  ///
  /// One that the ledger excuses would be held to answers that no entry names; one that is too slow
  /// for every keystroke is asked the first few only.
  fileprivate func isHeld(to index: Int) -> Bool {
    isTimed && !isTwin && diverged.isEmpty
      && (!record.isSampled || index < UnseenQueries.newPerRound)
  }
}
