import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem

/// The checks of engines only: what they declare besides rows, and the smallest counterexample.
extension Verification {
  /// The number of keystrokes that are asked again for everything that an engine declares: with a
  /// text, and without.
  private static let declaredCount = (typed: 24, others: 8)

  /// Compares what an engine declares besides rows with the right answers: counts, pages, digests,
  /// and its marks with the oracle's.
  func verifyDeclarations(_ contender: inout Contender, seed: UInt64) {
    let asked = contender.answers.keystrokes.subtracting(contender.answers.declined).sorted()
    let typed = asked.filter { !workload.keystrokes[$0].query.text.isEmpty }
    let others = asked.filter { workload.keystrokes[$0].query.text.isEmpty }
    let sample = [(typed, Self.declaredCount.typed), (others, Self.declaredCount.others)].flatMap {
      keystrokes, limit in
      Self.sample(of: keystrokes.count, taking: limit, seed: seed, stream: "marks")
        .map { keystrokes[$0] }
    }
    for index in sample where contender.isRight {
      let query = workload.keystrokes[index].query
      guard let right = expected[index],
        let wrong = contender.declaredFinding(
          of: query, right: right,
          marks: { row throws(QueryError) in try oracle.matchedRanges(row: row, for: query) })
      else { continue }
      failure(&contender, keystroke: index, wrong.difference, row: wrong.row)
    }
  }

  /// Looks for the smallest rows and query for which an engine still answers wrongly.
  ///
  /// An engine is written elsewhere, often in another language; its author has the text of the
  /// counterexample and no debugger of ours. Every trial is a fresh process on new rows, so the
  /// search is bounded by time, and begins with few rows.
  func shrinkWrongAnswer(of contender: inout Contender) {
    // Fewer rows of a ranked search would be judged as a set.
    guard contender.participant.isEngine, contender.record.status == .voided,
      corpus.profile.rank == nil,
      let example = contender.record.counterexamples.first
    else { return }
    let entry = contender.participant.entry
    let deadline = MonotonicClock.now() + Self.shrinkingNanoseconds
    func disagreement(in situation: Situation) -> Disagreement? {
      guard MonotonicClock.now() < deadline,
        let found = try? Disagreement(of: entry, in: situation), found.given.failure == nil
      else { return nil }
      return found
    }
    for situation in situations(around: example) where disagreement(in: situation) != nil {
      let small = Shrinker.shrink(situation, trialLimit: Self.shrinkingTrialLimit) {
        disagreement(in: $0) != nil
      }
      // The time may be up by now; the smallest situation has already failed.
      let found = try? Disagreement(of: entry, in: small)
      contender.record.counterexamples[0].shrunk = found?.description
      return
    }
  }

  private static let shrinkingNanoseconds: UInt64 = 5_000_000_000
  private static let shrinkingTrialLimit = 400
  /// Larger corpora are not even tried: each trial writes and indexes all rows.
  private static let largestRowCount = 200

  /// The differing row on its own, then with its neighbours; each first by itself, then after the
  /// keystrokes that the same session asked before.
  private func situations(around example: Counterexample) -> [Situation] {
    guard example.firstRow < corpus.rowCount else { return [] }
    let reach = Self.largestRowCount / 2
    let neighbours =
      max(0, example.firstRow - reach)..<min(corpus.rowCount, example.firstRow + reach)
    let trace = workload.traces.first { $0.contains(example.keystroke) } ?? 0..<0
    let earlier = trace.prefix { $0 < example.keystroke }.map { workload.keystrokes[$0].query }
    let rowSets = [[example.firstRow], Array(neighbours)]
    return [[], earlier].flatMap { earlier in
      rowSets.map { situation($0, example.query, earlier: earlier) }
    }
  }

  func situation(_ rows: [Int], _ query: SearchQuery, earlier: [SearchQuery]) -> Situation {
    let rowsAsGiven = corpus.corpus
    // Known values are declared, so that fewer rows do not change the meaning of a token.
    let columns = rowsAsGiven.schema.columns.map { column in
      Column(
        column.name, column.roles,
        declaredValues: rowsAsGiven.knownValues(of: column.name) ?? [])
    }
    return Situation(
      columns: columns,
      rows: rows.map { row in columns.indices.map { rowsAsGiven.cell(row: row, column: $0) } },
      profile: corpus.profile, query: query, earlier: earlier)
  }
}
