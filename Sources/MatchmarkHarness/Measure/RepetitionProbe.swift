import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkMeasurement
import MatchmarkSession

/// Finds out who remembers answers, with queries that were never asked before.
///
/// Rounds ask the same queries again and again, which a matcher that keeps its answers would win
/// without matching anything. Each never-seen query is asked once, and then again among all others
/// in another order: what the second time takes, as a ratio to the first, is near one for a matcher
/// that does the work twice.
struct RepetitionProbe {
  let verification: Verification
  private let unseen: [SearchQuery]
  private let seed: UInt64

  /// How many never-seen queries are asked at most.
  private static let queryCount = 48
  /// What the answers to them may take in all, at a bit for each row: of a hundred million rows the
  /// answers to 48 queries would be as large as the index.
  private static let answerSizeInBytes = 512 << 20
  /// The contenders among whom that is shared; more of them take more.
  private static let typicalContenderCount = 4
  /// With fewer, one hiccup decides.
  private static let fewest = 8
  /// Typing sessions that are made to draw them from.
  private static let sessionCount = 28

  /// Draws queries that the workload does not have; few or none for a corpus of few rows.
  init(verification: Verification, seed: UInt64) {
    self.verification = verification
    self.seed = seed
    let corpus = verification.corpus
    var generator = SeededGenerator(seed: seed, stream: "never-seen")
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
    let answerSize = Self.typicalContenderCount * max(1, corpus.rowCount / 8)
    let affordable = max(Self.fewest, Self.answerSizeInBytes / answerSize)
    unseen = Array(queries.prefix(min(Self.queryCount, affordable)))
  }

  /// Bytes, since equal text in other bytes is another query to a matcher that remembers.
  private static func key(_ query: SearchQuery) -> [[UInt8]] {
    [Array(query.text.utf8), Array((query.scope ?? "\u{0}").utf8)]
      + query.tokens.flatMap { [Array($0.facet.utf8), Array($0.value.utf8)] }
  }

  /// Asks every contender that is right and not sampled; a wrong answer voids it.
  func probe(_ contenders: inout [Contender]) throws(QueryError) {
    guard unseen.count >= Self.fewest else { return }
    var answers: [Int: [Answer]] = [:]
    for position in contenders.indices
    where contenders[position].isProbed {
      answers[position] = probe(&contenders[position])
    }
    for index in unseen.indices { try hold(&contenders, to: index, answers) }
  }

  /// The answers to the never-seen queries; nil where one was declined.
  private func probe(_ contender: inout Contender) -> [Answer]? {
    contender.leaveWord(timedIn: verification.replay.cell)
    var scratch = Answer()
    for entry in verification.workload.keystrokes.prefix(Self.fewest) {
      _ = contender.answer(entry.query, into: &scratch)
    }
    var times: [Double] = []
    var answers: [Answer] = []
    for index in unseen.indices {
      guard let time = time(&contender, index, into: &scratch) else { return nil }
      times.append(time)
      // Kept apart: the next answer would otherwise be timed with the copying of this one, and
      // a matcher that answers in less would seem to remember.
      answers.append(scratch.copied())
    }
    var order = Array(unseen.indices)
    var generator = SeededGenerator(seed: seed, stream: "permuted-replay")
    generator.shuffle(&order)
    var ratios: [Double] = []
    for index in order {
      guard let again = time(&contender, index, into: &scratch) else { return nil }
      ratios.append(again / times[index])
    }
    contender.repeatedToUnseen = Quantile.median(ratios)
    return answers
  }

  /// The time of one answer, by an engine's own clock where it is one; nil where there was none.
  private func time(
    _ contender: inout Contender, _ index: Int, into answer: inout Answer
  ) -> Double? {
    guard let reply = contender.answer(unseen[index], into: &answer), reply.response == .answered
    else { return nil }
    return Double(max(1, reply.nanoseconds))
  }

  // MARK: Right or wrong

  /// Exact matchers that agree are right, as in verification; otherwise the oracle decides.
  private func hold(
    _ contenders: inout [Contender], to index: Int, _ answers: [Int: [Answer]]
  ) throws(QueryError) {
    let exact = answers.filter { contenders[$0.key].isWitness }.map { $0.value[index] }
    var expected = exact.first?.rows ?? []
    if exact.count < 2 || !exact.allSatisfy({ $0 == exact[0] }) {
      expected = try verification.oracle.rows(for: unseen[index])
    }
    for (position, answers) in answers {
      let check = Check(.rows(expected), isExact: contenders[position].record.isExact)
      guard let difference = check.difference(of: answers[index]) else { continue }
      // What was never asked cannot be in a ledger.
      guard contenders[position].diverged.isEmpty else { continue }
      void(&contenders[position], index, difference)
    }
  }

  private func void(_ contender: inout Contender, _ index: Int, _ difference: Difference) {
    // Reports list what is wrong by the classes of the workload.
    let keystrokes = verification.workload.keystrokes
    let eventClass = keystrokes.first { $0.eventClass.isTyped }?.eventClass ?? .laterKey
    contender.void(
      "a query not asked before: \(difference.description)",
      Counterexample(
        keystroke: keystrokes.count + index, query: unseen[index],
        eventClass: eventClass.rawValue, difference: difference.description,
        firstRow: difference.firstRow, firstRowText: verification.text(of: difference.firstRow),
        replay: verification.replay.record(of: contender.participant)))
  }
}

extension Contender {
  /// Whether it is asked what was never asked before.
  ///
  /// One that the ledger excuses would be held to answers that no entry names.
  fileprivate var isProbed: Bool { isRight && !record.isSampled && diverged.isEmpty }
}
