import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkSystem

/// What is checked only of engines: their marks, parts of answers, and the smallest counterexample.
extension Verification {
  /// How many keystrokes are asked again for their marks, and how many rows of each are compared.
  private static let markedCount = (keystrokes: 24, rows: 5)

  /// Compares an engine's marks in the first rows with the oracle's; one that gives none is right.
  func verifyMarks(_ contender: inout Contender, seed: UInt64) throws(QueryError) {
    let asked = contender.keystrokes.subtracting(contender.declined).sorted()
      .filter { !workload.keystrokes[$0].query.text.isEmpty }
    let sample = Self.sample(
      of: asked.count, taking: Self.markedCount.keystrokes, seed: seed, stream: "marks")
    for index in sample.map({ asked[$0] }) where contender.isRight && contender.record.isExact {
      let query = workload.keystrokes[index].query
      guard let page = contender.markedPage(query) else { return }
      for (row, given) in zip(page.rows ?? [], page.ranges ?? []).prefix(Self.markedCount.rows) {
        let marks = try oracle.matchedRanges(row: row, for: query)
        let right = asSent(marks.byName(in: corpus.corpus.schema), row: row)
        guard given != right else { continue }
        fault(
          &contender, keystroke: index,
          "row \(row): marked \(MarkedField.text(given)), expected \(MarkedField.text(right))",
          row: row)
        break
      }
    }
  }

  /// The marks in the text that an engine got, where a number may have fewer digits than in the
  /// user's file; a number is marked whole.
  private func asSent(_ marks: [String: [[Int]]], row: Int) -> [String: [[Int]]] {
    var marks = marks
    for (index, column) in corpus.corpus.schema.columns.enumerated()
    where marks[column.name] != nil && CanonicalCorpus.isWrittenCanonically(column) {
      let number = corpus.corpus.columns[index].number(row)
      marks[column.name] = [[0, number?.description.utf8.count ?? 0]]
    }
    return marks
  }

  /// Looks for the smallest rows and query for which an engine still answers wrongly.
  ///
  /// An engine is written elsewhere, often in another language; its author has the text of the
  /// counterexample and no debugger of ours. Every trial is a fresh process on new rows, so the
  /// search is bounded by time, and begins with few rows.
  func shrinkWrongAnswer(of contender: inout Contender) {
    guard contender.participant.isEngine, contender.record.status == .voided,
      let example = contender.record.counterexamples.first
    else { return }
    let entry = contender.participant.entry
    let deadline = MonotonicClock.now() + Self.shrinkingNanoseconds
    func disagreement(in situation: Situation) -> Disagreement? {
      guard MonotonicClock.now() < deadline,
        let found = try? Disagreement(of: entry, in: situation), found.given.rows != nil
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

extension EngineAnswer {
  /// How what was delivered (count, page, digest or rows) contradicts the right answer.
  ///
  /// For an answer declared inexact, only rows show more than that there are enough of them.
  ///
  /// - Returns: nil if it does not; else a description and the lowest row in question, or 0.
  /// - Complexity: O(rows of the right answer).
  package func contradiction(
    to expected: Answer, isExact: Bool
  ) -> (difference: String, row: Int)? {
    guard count == expected.count || !isExact && count > expected.count else {
      return ("\(count) rows instead of \(expected.count)", expected.rows.first ?? 0)
    }
    guard isExact else { return nil }
    var ids: [UInt32] = []
    if let digest {
      expected.appendRows(to: &ids)
      return digest == AnswerDigest.value(of: ids)
        ? nil : ("as many rows, but different ones, by their digest", Int(ids.first ?? 0))
    }
    guard let rows else { return nil }
    expected.appendRows(to: &ids, limit: rows.count)
    let wrong = zip(rows, ids).first { $0 != Int($1) }
    return wrong.map { row, id in
      row < id ? ("row \(row) should not match", row) : ("row \(id) is missing", Int(id))
    }
  }
}
