import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem

/// The checks of rankers that each have their own order: no oracle knows the right rows, so they
/// are held to the laws of ranking, to what they declare, and to their first answers.
extension Verification {
  /// The number of needles whose answers are held to the laws in any case, unless the oracle of a
  /// ranked search would be asked fewer, so that small lists do not depend on how busy the machine
  /// is.
  private static let lawNeedles = 100
  /// The most needles equal to a row that come before all others.
  private static let equalNeedles = 50

  /// Asks every keystroke again, in reverse, for an answer must not depend on earlier ones; but a
  /// ranker that breaks a law needs no more proof.
  func askAgain(_ contenders: inout [Contender]) {
    guard corpus.profile.rank == .own else { return }
    var answer = Answer()
    for index in workload.keystrokes.indices.reversed() {
      for position in contenders.indices
      where contenders[position].isRight && contenders[position].answers.own[index] != nil {
        answer.reset(rowCount: corpus.rowCount)
        let reply = ask(contenders[position], index, into: &answer)
        guard let given = contenders[position].answer(in: reply) else { continue }
        hold(&contenders[position], to: index, given, answer)
      }
    }
  }

  /// Holds the answers of all rankers to the laws, each needle once: those that equal a row first,
  /// then one of each kind of keystroke and of each length, then others until a deadline.
  mutating func holdToLaws(_ contenders: inout [Contender], seed: UInt64, until deadline: UInt64) {
    guard corpus.profile.rank == .own else { return }
    let rankers = contenders.indices.map { heldRanker(of: &contenders[$0]) }
    let least = min(Self.lawNeedles, effort.oracleQueryCount(over: corpus))
    for (number, index) in lawOrder(seed: seed).enumerated() {
      guard number < least || MonotonicClock.now() < deadline else { return }
      let query = workload.keystrokes[index].query
      let others = HeldRanker.rows(around: query.text, in: corpus)
      for (position, ranker) in rankers.enumerated() {
        guard let ranker, let page = contenders[position].answers.own[index]?.rows else { continue }
        do throws(MatcherError) {
          let earlier = earlier(than: index)
          switch try ranker.finding(page, among: others, to: query, after: earlier) {
          case .unasked: continue
          case .lawful: break
          case .broken(let broken): note(broken, by: &contenders[position], keystroke: index)
          }
          lawCount += 1
        } catch { contenders[position].end(ParticipantFailure(kind: .matcher(error))) }
      }
    }
  }

  /// The keystrokes in the order in which they are held to the laws, one of each needle.
  private func lawOrder(seed: UInt64) -> [Int] {
    let order = SampleOrder(workload.keystrokes, seed: seed).covering(workload.keystrokes)
    var seen: Set<String> = []
    let distinct = order.positions.filter { index in
      seen.insert(workload.keystrokes[index].query.text).inserted
    }
    let rows = Set((0..<corpus.rowCount).map { corpus.foldedText(row: $0) })
    let equal = distinct.filter { index in
      let needle = workload.keystrokes[index].query.text.withoutOuterBlanks
      return rows.contains(corpus.profile.folding.fold(needle)[...])
    }
    let first = equal.prefix(Self.equalNeedles)
    return first + distinct.filter { !first.contains($0) }
  }

  /// The ranker of a contender that has been right so far; nil for any other one.
  private func heldRanker(of contender: inout Contender) -> HeldRanker? {
    guard contender.isRight, !contender.isTwin else { return nil }
    do throws(MatcherError) { return try HeldRanker.of(contender.participant, on: corpus) } catch {
      contender.end(ParticipantFailure(kind: .matcher(error)))
      return nil
    }
  }

  /// The queries of the same session before a keystroke.
  private func earlier(than index: Int) -> [SearchQuery] {
    let session = workload.traces.first { $0.contains(index) } ?? 0..<0
    return session.prefix { $0 < index }.map { workload.keystrokes[$0].query }
  }

  private func note(
    _ broken: HeldRanker.Broken, by contender: inout Contender, keystroke index: Int
  ) {
    let count = contender.record.counterexamples.count
    failure(&contender, keystroke: index, broken.difference, row: broken.row)
    guard contender.record.counterexamples.count > count else { return }
    contender.record.counterexamples[count].shrunk = broken.smallest
  }
}
