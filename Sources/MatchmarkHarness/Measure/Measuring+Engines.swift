import MatchmarkCore
import MatchmarkEngines
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
      guard let expected = verification.expected[keystroke] else { return }
      compare(timed.answer, with: expected, &contender, keystroke)
    }
  }

  /// Holds what was delivered to the right answer: count, page, digest or rows.
  ///
  /// Of one that declares itself inexact, a page shows nothing but that there are enough rows.
  private func compare(
    _ answer: EngineAnswer, with expected: Answer, _ contender: inout Contender, _ keystroke: Int
  ) {
    let isExact = contender.record.isExact
    guard answer.count == expected.count || !isExact && answer.count > expected.count else {
      return verification.fault(
        &contender, keystroke: keystroke, "count \(answer.count) instead of \(expected.count)",
        row: expected.rows.first ?? 0)
    }
    guard isExact else { return }
    if let digest = answer.digest {
      var ids: [UInt32] = []
      expected.appendRows(to: &ids)
      guard digest != AnswerDigest.value(of: ids) else { return }
      verification.fault(
        &contender, keystroke: keystroke, "a digest of other rows", row: expected.rows.first ?? 0)
    } else if let rows = answer.rows {
      var ids: [UInt32] = []
      expected.appendRows(to: &ids, limit: rows.count)
      let right = ids.map(Int.init)
      guard rows != right else { return }
      let row = zip(rows, right).first { $0 != $1 }.map { min($0, $1) }
      verification.fault(
        &contender, keystroke: keystroke, "rows other than the verified ones in a page",
        row: row ?? 0)
    }
  }
}

extension EngineProcess {
  /// What to ask for, so that the outcome is delivered; all rows by their digest where that is
  /// offered, for the rows themselves would only be carried.
  func want(for outcome: Outcome) -> Want {
    switch outcome {
    case .count: .count
    case .page: .page
    case .rows: offers(.digest) ? .digest : .rows
    }
  }

  func offers(_ want: Want) -> Bool {
    greeting?.capabilities.wants.contains(want) ?? false
  }
}
