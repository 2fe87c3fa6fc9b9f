import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSession

/// Detects contenders that remember answers, with queries that were never asked before.
///
/// Rounds ask the same keystrokes again and again, so a matcher that caches its answers would win
/// without matching anything. Therefore every round also asks a few new queries, and repeats those
/// of earlier rounds, up to ``askingCount`` times. The last asking takes as long as the first if
/// the work is done each time, no matter from which asking on answers would be kept.
///
/// An answer may also be kept for the repetitions of a request alone. If requests repeat their
/// keystrokes (``Rhythm/keystrokes(_:)``), they repeat these queries, too; the first asking is then
/// the first repetition of the first request, and a later one the shortest repetition of its own.
struct UnseenQueries {
  private let verification: Verification
  private let delivery: Delivery
  /// The repetitions of a request; nil if chance draws those of engines.
  private let repetitions: Int?
  /// True if answers are compared with the right ones.
  private let checks: Bool
  private let queries: [SearchQuery]
  private var order: RoundOrder
  private var window = TimedWindow()
  private var answer = Answer()
  /// The right answers to the queries that are still being asked.
  private var expected: [Int: Answer] = [:]

  /// The most times that a query is asked, each in another round.
  private static let askingCount = 8
  /// With fewer askings, answers kept from the third one on would not show.
  private static let fewestAskings = 3
  fileprivate static let newPerRound = 3
  /// With fewer queries, a single hiccup would decide.
  private static let fewest = 8
  /// Typing sessions that are generated to draw the queries from.
  private static let sessionCount = 28

  /// Draws queries that are not in the workload; few or none for a corpus of few rows.
  ///
  /// There are no more than the oracle could answer, because it has to if only one matcher takes
  /// part.
  init(
    verification: Verification, suite: Suite, delivery: Delivery, contenderCount: Int,
    rhythm: Rhythm
  ) {
    self.verification = verification
    self.delivery = delivery
    repetitions = rhythm.repetitions?.min()
    checks = !suite.effort.checksTimedOnly && verification.corpus.profile.rank != .own
    order = RoundOrder(count: contenderCount, seed: suite.orderSeed &+ 1)
    let corpus = verification.corpus
    var generator = SeededGenerator(seed: suite.seed, stream: "never-seen")
    let traces = TraceGenerator(corpus: corpus, seed: generator.next())
      .traces(sessions: Self.sessionCount)
    var known = Set(verification.workload.keystrokes.map { Self.key($0.query) })
    var queries: [SearchQuery] = []
    // A corpus whose own sessions cannot be replayed just has no never-seen queries.
    for entry in (try? Workload(traces, in: corpus))?.keystrokes ?? []
    where entry.isTyped && known.insert(Self.key(entry.query)).inserted {
      queries.append(entry.query)
    }
    generator.shuffle(&queries)
    let affordable = max(Self.fewest, suite.effort.oracleQueryCount(over: corpus))
    self.queries = queries.count < Self.fewest ? [] : Array(queries.prefix(affordable))
  }

  /// Bytes, because equal text in other bytes is another query to a matcher that remembers.
  private static func key(_ query: SearchQuery) -> [[UInt8]] {
    [Array(query.text.utf8), Array((query.scope ?? "\u{0}").utf8)]
      + query.tokens.flatMap { [Array($0.facet.utf8), Array($0.value.utf8)] }
  }

  /// Asks the queries of a round: new ones, and again those of the rounds before it.
  mutating func ask(
    _ contenders: inout [Contender], in round: Int, of effort: Effort
  ) throws(QueryError) {
    let first = min(max(0, round + 1 - Self.askingCount) * Self.newPerRound, queries.count)
    let end = min((round + 1) * Self.newPerRound, queries.count)
    expected = expected.filter { $0.key >= first }
    let twins = repetitions != nil
    for index in first..<end {
      try ask(&contenders, index) {
        $0.takesPart(in: round, effort) && $0.isHeld(to: index, twins: twins)
      }
    }
  }

  /// Asks the queries of the last rounds until each was asked often enough.
  mutating func finish(_ contenders: inout [Contender], after roundCount: Int) throws(QueryError) {
    let end = min(roundCount * Self.newPerRound, queries.count)
    let twins = repetitions != nil
    for _ in 1..<Self.fewestAskings {
      for index in max(0, end - Self.fewest)..<end {
        try ask(&contenders, index) { contender in
          contender.isHeld(to: index, twins: twins)
            && (contender.times.unseen[index]?.count ?? 0) < Self.fewestAskings
        }
      }
    }
    for position in contenders.indices {
      contenders[position].times.repeatedToUnseen = Self.repeatedToUnseen(contenders[position])
    }
  }

  /// The ratio of the last asking to the first, as a median over queries; nil if they are too few.
  private static func repeatedToUnseen(_ contender: Contender) -> Double? {
    let ratios = contender.times.unseen.values.compactMap { times in
      times.count < fewestAskings ? nil : times[times.count - 1] / times[0]
    }
    let enough = contender.record.isSampled ? newPerRound : fewest
    return ratios.count < enough ? nil : Quantile.median(ratios)
  }

  /// Asks all contenders that `isAsked` names one query, and checks their answers afterwards.
  private mutating func ask(
    _ contenders: inout [Contender], _ index: Int, isAsked: (Contender) -> Bool
  ) throws(QueryError) {
    var replies: [(position: Int, given: TimedAnswer, answer: Answer)] = []
    for position in order.next() where isAsked(contenders[position]) {
      contenders[position].noteCrash(timedIn: verification.cell.plan.id)
      answer.reset(rowCount: verification.corpus.rowCount)
      let repetitions = repetitions ?? contenders[position].times.repetitions.ofUnseen()
      let reply = contenders[position].open?.ask(
        queries[index], delivering: delivery, repetitions: repetitions, in: &window, into: &answer)
      guard let given = contenders[position].answer(in: reply) else { continue }
      contenders[position].times.note(
        given,
        of: ClaimAudit.Question(
          verification.workload.keystrokes.count + index, .unseen, deliversAll: delivery == .rows))
      let nanoseconds = time(of: given, isFirst: contenders[position].times.unseen[index] == nil)
      contenders[position].times.unseen[index, default: []].append(max(1, nanoseconds))
      // Collected first: otherwise the copying would be timed with the next answer.
      replies.append((position, given, answer.copied()))
    }
    // Nothing says which answer is right if each ranker has its own order.
    guard checks, !replies.isEmpty else { return }
    if expected[index] == nil {
      let witnesses = replies.filter { contenders[$0.position].isWitness && $0.given.part == nil }
      expected[index] = try verification.agreed(witnesses.map(\.answer), on: queries[index])
    }
    guard let right = expected[index] else { return }
    for (position, given, answer) in replies {
      let found = Verification.difference(contenders[position], to: right, given, answer)
      guard let (difference, row) = found else { continue }
      if repetitions != nil, contenders[position].timesWrong {
        // A build with which another is compared may be wrong; only its time is left out.
        let keystroke = verification.workload.keystrokes.count + index
        contenders[position].answers.wrong.keystrokes.insert(keystroke)
        continue
      }
      void(&contenders[position], index, difference, row: row)
    }
  }

  /// The time of an asking, in nanoseconds; unless a request always repeats, only its first
  /// repetition counts, because the later ones may be answered from memory.
  private func time(of given: TimedAnswer, isFirst: Bool) -> Double {
    guard let part = given.part else { return Double(given.nanoseconds) }
    let times = part.elapsedInNanoseconds.map(Double.init)
    let time = isFirst || repetitions == nil ? times.first : times.min()
    return time ?? Double(given.nanoseconds)
  }

  private func void(_ contender: inout Contender, _ index: Int, _ difference: String, row: Int) {
    // Reports group what is wrong by the classes of the workload.
    let keystrokes = verification.workload.keystrokes
    let typed = keystrokes.first(where: \.isTyped)
    contender.void(
      "a query not asked before: \(difference)",
      Counterexample(
        keystroke: keystrokes.count + index, query: queries[index],
        eventClass: typed?.eventClass ?? EventClass.laterKey.rawValue, difference: difference,
        firstRow: row,
        firstRowText: verification.text(of: row),
        replay: verification.cell.plan.replay(of: contender.participant)))
  }
}

extension Contender {
  /// Returns true if it is asked a query that was never asked before.
  ///
  /// A contender that the ledger excuses would be checked on answers that no entry names; one that
  /// is too slow for every keystroke is asked only the first few. Code that an app would contain
  /// has no rank to gain, and may take seconds for an answer.
  ///
  /// - Parameter twins: true if a twin is asked, too, to show how much two builds differ.
  fileprivate func isHeld(to index: Int, twins: Bool) -> Bool {
    isTimed && (twins || !isTwin) && answers.diverged.isEmpty
      && !(participant.isAppCode && record.isSampled)
      && (!record.isSampled || index < UnseenQueries.newPerRound)
  }
}
