package import MatchmarkCore
package import MatchmarkEngines
import MatchmarkMeasurement

extension Measuring {
  /// Lets an engine time a keystroke, and compares what it answered with the verified answer.
  ///
  /// The durations are the engine's own: the pipe between is nobody's matcher. The client has held
  /// them to the time that the whole exchange took.
  func timeEngine(_ contender: inout Contender, _ keystroke: Int, _ turn: Turn) {
    guard let engine = contender.engine else { return }
    let query = workload.keystrokes[keystroke].query
    let result: EngineResult
    do throws(EngineFault) {
      result = try engine.answer(
        query, want: engine.want(for: outcome), repeatCount: turn.batch)
    } catch { return contender.fail(error) }
    switch result {
    case .skipped(let skip): contender.decline(keystroke, reason: skip.text)
    case .answered(let timed):
      let total = timed.answer.elapsedInNanoseconds.reduce(0, +)
      contender.samples.append(turn.sample(keystroke, totalNanoseconds: total))
      contender.spend(timed.wallInNanoseconds, on: workload.keystrokes[keystroke].eventClass)
      guard let expected = verification.expected[keystroke],
        let contradiction = timed.answer.contradiction(
          to: expected, isExact: contender.record.isExact)
      else { return }
      verification.fault(
        &contender, keystroke: keystroke, contradiction.difference, row: contradiction.row)
    }
  }
}

extension EngineAnswer {
  /// How what was delivered (count, page, digest or rows) contradicts the right answer.
  ///
  /// Of an answer that is declared inexact, only rows show more than that there are enough of them.
  ///
  /// - Returns: nil where it does not; else words, and the lowest row in question.
  /// - Complexity: O(rows of the right answer).
  package func contradiction(
    to expected: Answer, isExact: Bool
  ) -> (difference: String, row: Int)? {
    guard count == expected.count || !isExact && count > expected.count else {
      return ("\(count) rows instead of \(expected.count)", expected.firstRow)
    }
    guard isExact else { return nil }
    var ids: [UInt32] = []
    if let digest {
      expected.appendRows(to: &ids)
      return digest == AnswerDigest.value(of: ids)
        ? nil : ("as many rows, but others, by their digest", expected.firstRow)
    }
    guard let rows else { return nil }
    expected.appendRows(to: &ids, limit: rows.count)
    let wrong = zip(rows, ids).first { $0 != Int($1) }
    return wrong.map { row, id in
      row < id ? ("row \(row) should not match", row) : ("row \(id) is missing", Int(id))
    }
  }
}

extension Answer {
  /// The lowest row; 0 where there is none.
  fileprivate var firstRow: Int {
    var ids: [UInt32] = []
    appendRows(to: &ids, limit: 1)
    return ids.first.map(Int.init) ?? 0
  }
}

extension EngineProcess {
  /// What to ask for, so that the outcome is delivered.
  ///
  /// All rows are asked for by their digest where that is offered: they themselves would only be
  /// carried through the pipe.
  func want(for outcome: Outcome) -> Want {
    switch outcome {
    case .count: .count
    case .page: .page
    case .rows: offers(.digest) ? .digest : .rows
    }
  }

  private func offers(_ want: Want) -> Bool {
    greeting?.capabilities.wants.contains(want) ?? false
  }

  /// Why an outcome is not timed; nil where it is.
  func reasonNotToTime(_ outcome: Outcome) -> String? {
    let want = want(for: outcome)
    return offers(want) ? nil : "not timed: it does not offer '\(want.rawValue)'"
  }
}
