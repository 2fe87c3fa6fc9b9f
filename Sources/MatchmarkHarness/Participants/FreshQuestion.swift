package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// A query for a freshly opened participant, which may have to answer others first.
///
/// The command that is printed for a wrong answer asks exactly this, so a run tries it before it
/// prints the command.
package struct FreshQuestion {
  package let query: SearchQuery
  package var earlier: [SearchQuery]
  /// The right answer; nil where each ranker has its own order.
  private let expected: Answer?
  fileprivate let corpus: FoldedCorpus
  private let oracle: Oracle

  /// - Parameter expected: the right rows, ascending, or the best first if the search ranks them;
  ///   nil where each ranker has its own order.
  package init(
    _ query: SearchQuery, after earlier: [SearchQuery] = [], on corpus: FoldedCorpus,
    _ oracle: Oracle, expected: [Int]?
  ) {
    let right = expected.map { rows in
      var right = Answer(rowCount: corpus.rowCount)
      if corpus.profile.rank == nil {
        for row in rows { right.insert(row) }
      } else {
        right.rank(rows)
      }
      return right
    }
    self.init(query, after: earlier, on: corpus, oracle, expected: right)
  }

  init(
    _ query: SearchQuery, after earlier: [SearchQuery] = [], on corpus: FoldedCorpus,
    _ oracle: Oracle, expected: Answer?
  ) {
    self.query = query
    self.earlier = earlier
    self.expected = expected
    self.corpus = corpus
    self.oracle = oracle
  }

  /// - Throws: ``MatcherError``; a participant that declines the corpus does not support it.
  package func answer(of participant: Participant) throws(MatcherError) -> FreshAnswer {
    let rows: RowsFile?
    do { rows = try participant.isEngine ? RowsFile(of: corpus) : nil } catch {
      throw .backendFailure("\(error)")
    }
    do throws(ParticipantFailure) { return try answer(of: participant, rows: rows) } catch {
      throw error.asMatcherError
    }
  }

  /// Asks a participant that declines to be judged: a ranker that names no order, or the code of an
  /// app; nil for any other one, and if it cannot answer.
  package func unjudgedRows(of participant: Participant) throws(MatcherError) -> [Int]? {
    if let rows = try rows(ofRanker: participant) { return rows }
    return try rows(ofAppCode: participant)
  }

  /// The first page of a ranker that names no order, from which rows that do not exist are left
  /// out; nil for a search of sets, and for any other participant.
  private func rows(ofRanker participant: Participant) throws(MatcherError) -> [Int]? {
    guard corpus.profile.rank != nil, participant.engine?.missing == nil,
      let rankers = try ChosenRankers.only(participant), rankers.entries[0].rules.spec == nil
    else { return nil }
    let ranker = rankers.entries[0]
    var cursor = ranker.build(corpus.rankedRows).makeCursor()
    for query in earlier { _ = cursor.rank(query.text, limit: RankedMatcher.pageSize) }
    let found = cursor.rank(query.text, limit: RankedMatcher.pageSize).map(\.row)
    if let failure = rankers.status(of: ranker.id).failure { throw .backendFailure(failure) }
    return found.filter { (0..<corpus.rowCount).contains($0) }
  }

  /// The rows that the code of an app finds, also where it declines; nil for any other participant.
  private func rows(ofAppCode participant: Participant) throws(MatcherError) -> [Int]? {
    guard participant.isAppCode, !participant.isEngine else { return nil }
    do throws(ParticipantFailure) {
      let open = try participant.open(on: corpus, rows: nil, declinesNothing: true) { _, _ in }
      var answer = Answer()
      for query in earlier + [query] {
        guard case .answered = ask(query, open, into: &answer) else { return nil }
      }
      return answer.rows
    } catch { throw error.asMatcherError }
  }

  /// - Parameter rows: the corpus in the form that engines read; nil for a matcher.
  /// - Throws: ``ParticipantFailure``, also for an engine that does not end as it must, unless its
  ///   answer is wrong, which is graver.
  func answer(
    of participant: Participant, rows: RowsFile?
  ) throws(ParticipantFailure) -> FreshAnswer {
    let open = try participant.open(on: corpus, rows: rows) { _, _ in }
    let answer: FreshAnswer
    do throws(ParticipantFailure) { answer = try self.answer(of: open, participant) } catch {
      try? open.close()
      throw error
    }
    do throws(ParticipantFailure) { try open.close() } catch {
      guard case .answered(_, .some) = answer else { throw error }
    }
    return answer
  }

  private func answer(
    of open: any OpenParticipant, _ participant: Participant
  ) throws(ParticipantFailure) -> FreshAnswer {
    var answer = Answer()
    for query in earlier {
      if case .failed(let failure) = ask(query, open, into: &answer) { throw failure }
    }
    let given: TimedAnswer
    switch ask(query, open, into: &answer) {
    case .answered(let answer): given = answer
    case .skipped(let reason): return .skipped(reason)
    case .failed(let failure): throw failure
    }
    guard let expected else {
      return .answered(answer.rows, try lawMistake(in: answer.rows, of: participant))
    }
    let isExact = open.isExact && participant.entry.descriptor.isExact
    if let part = given.part {
      return .answered(part.rows ?? [], part.contradiction(to: expected, isExact: isExact))
    }
    let difference = Judge(.set(expected), isExact: isExact).difference(of: answer)
    if let difference {
      return .answered(answer.rows, (difference.description, difference.firstRow))
    }
    let mistake = try open.declaredFinding(of: query, right: expected) { row throws(QueryError) in
      try oracle.matchedRanges(row: row, for: query)
    }
    return .answered(answer.rows, mistake)
  }

  /// The clause that the answer of a ranker in an order of its own breaks; nil if it breaks none.
  private func lawMistake(
    in rows: [Int], of participant: Participant
  ) throws(ParticipantFailure) -> AnswerMistake? {
    do throws(MatcherError) {
      let held = try HeldRanker.of(participant, on: corpus)
      let others = HeldRanker.rows(around: query.text, in: corpus)
      guard
        case .broken(let broken) = try held?.finding(
          rows, among: others, to: query, after: earlier)
      else { return nil }
      return (broken.text, broken.row)
    } catch { throw ParticipantFailure(kind: .matcher(error)) }
  }

  /// Asks as verification does: the buffer holds every row, so that code that leaves it as it is,
  /// or only adds to it, is not right by chance.
  private func ask(
    _ query: SearchQuery, _ open: any OpenParticipant, into answer: inout Answer
  ) -> Reply {
    answer.reset(rowCount: corpus.rowCount)
    answer.insertAll()
    var window = TimedWindow()
    return open.ask(query, delivering: nil, repetitions: 1, in: &window, into: &answer)
  }
}

/// The answer of a freshly opened participant.
package enum FreshAnswer {
  /// All rows, and the mistake in them or in anything else that is declared.
  case answered([Int], AnswerMistake?)
  case skipped(String)
}
