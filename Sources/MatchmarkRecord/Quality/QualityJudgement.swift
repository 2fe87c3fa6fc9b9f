/// A comparison of rankers, judged by the bounds of its figures and by an earlier comparison.
package struct QualityJudgement: Sendable, Hashable {
  /// A bound, as one participant keeps or misses it.
  package struct Bounded: Sendable, Hashable {
    package let participant: String
    package let bound: QualityBound
    /// Nil if no needle has the figure.
    package let mean: Double?

    package var isKept: Bool { mean.map(bound.isKept) ?? false }

    /// The mean and the bound in words.
    package var text: String {
      let least = bound.isMinimum ? "least" : "most"
      let mean = mean.map { QuantityFormat.fixed($0, digits: 4) } ?? "no value"
      return "\(bound.name) \(mean), expected at \(least) "
        + QuantityFormat.fixed(bound.value, digits: 4)
    }
  }

  /// The difference of a figure from that of an earlier record, over the needles that both have.
  package struct Change: Sendable, Hashable {
    package let participant: String
    package let figure: QualityFigure
    package let difference: QualityEstimate

    /// True if it fails the comparison; churn and lost rows are only shown.
    package var isWorse: Bool {
      ![.churn, .lost].contains(figure) && difference.isWorse(figure)
    }
  }

  /// A needle whose wanted row has another place than in an earlier record.
  package struct Move: Sendable, Hashable {
    package let participant: String
    package let needle: QualityRecord.Needle
    /// Nil if it was not on the page.
    package let then: Double?
    package let now: Double?

    package var isDown: Bool { (now ?? .infinity) > (then ?? .infinity) }
  }

  package let bounded: [Bounded]
  package let changes: [Change]
  /// Those further down come first.
  package let moves: [Move]
  /// The number of needles that both records have; nil without an earlier one.
  package let sharedCount: Int?
  /// True if one needle whose wanted row is further down fails the comparison.
  package let isStrict: Bool

  /// - Parameter isStrict: true if one needle whose wanted row is further down fails the judgement.
  package init(
    _ record: QualityRecord, bounds: [QualityBound], since earlier: QualityRecord? = nil,
    isStrict: Bool = false
  ) {
    self.isStrict = isStrict
    bounded = record.participants.flatMap { participant in
      bounds.map { bound in
        let values = record.values(of: bound.figure, in: bound.stratum, by: participant)
        return Bounded(
          participant: participant.id, bound: bound, mean: QualityEstimate.mean(of: values))
      }
    }
    guard let earlier else {
      (changes, moves, sharedCount) = ([], [], nil)
      return
    }
    let shared = record.shared(with: earlier)
    let pairs = record.participants.compactMap { participant in
      earlier.participants.first { $0.id == participant.id }.map { old in
        Pair(record, participant, old, shared)
      }
    }
    changes = pairs.flatMap(\.changes)
    moves = pairs.flatMap(\.moves).sorted { $0.isDown && !$1.isDown }
    sharedCount = shared.count
  }

  /// The answers of one participant in two records.
  private struct Pair {
    private let id: String
    private let answers:
      [(needle: QualityRecord.Needle, then: QualityRecord.Answer, now: QualityRecord.Answer)]

    init(
      _ record: QualityRecord, _ now: QualityRecord.Participant, _ then: QualityRecord.Participant,
      _ shared: [(now: Int, then: Int)]
    ) {
      id = now.id
      let new = Dictionary(uniqueKeysWithValues: now.answers.map { ($0.needle, $0) })
      let old = Dictionary(uniqueKeysWithValues: then.answers.map { ($0.needle, $0) })
      answers = shared.compactMap { numbers in
        guard let now = new[numbers.now], let then = old[numbers.then] else { return nil }
        return (record.needles[numbers.now], then, now)
      }
    }

    var changes: [Change] {
      let typed = answers.filter(\.needle.isTyped)
      return QualityFigure.allCases.compactMap { figure in
        QualityEstimate(
          typed.map { figure.value(of: $0.now) }, minus: typed.map { figure.value(of: $0.then) }
        ).map { Change(participant: id, figure: figure, difference: $0) }
      }
    }

    var moves: [Move] {
      answers.filter { $0.now.place != $0.then.place }.map {
        Move(participant: id, needle: $0.needle, then: $0.then.place, now: $0.now.place)
      }
    }
  }

  package var verdict: Verdict {
    let isWorse =
      changes.contains(where: \.isWorse) || isStrict && moves.contains(where: \.isDown)
    return bounded.allSatisfy(\.isKept) && !isWorse ? .right : .missed
  }
}
