/// What became of the bounds of a comparison of rankers, and of its figures since an earlier one.
package struct QualityJudgement: Sendable, Hashable {
  /// A bound, as one participant keeps or misses it.
  package struct Bounded: Sendable, Hashable {
    package let participant: String
    package let bound: QualityBound
    /// Nil if no needle has the figure.
    package let mean: Double?

    package var isKept: Bool { mean.map(bound.isKept) ?? false }
  }

  /// The difference of a figure from that of an earlier record.
  package struct Change: Sendable, Hashable {
    package let participant: String
    package let figure: QualityFigure
    package let difference: QualityEstimate

    package var isWorse: Bool { difference.isWorse(figure) }
  }

  package let bounded: [Bounded]
  package let changes: [Change]

  package init(
    _ record: QualityRecord, bounds: [QualityBound], since earlier: QualityRecord? = nil
  ) {
    bounded = record.participants.flatMap { participant in
      bounds.map { bound in
        let values = record.values(of: bound.figure, in: bound.stratum, by: participant)
        return Bounded(
          participant: participant.id, bound: bound, mean: QualityEstimate(values)?.mean)
      }
    }
    changes = record.participants.flatMap { participant -> [Change] in
      guard let earlier, let old = earlier.participants.first(where: { $0.id == participant.id })
      else { return [] }
      return QualityFigure.allCases.compactMap { figure in
        QualityEstimate(
          record.values(of: figure, in: nil, by: participant),
          minus: earlier.values(of: figure, in: nil, by: old)
        ).map { Change(participant: participant.id, figure: figure, difference: $0) }
      }
    }
  }

  package var verdict: Verdict {
    bounded.allSatisfy(\.isKept) && !changes.contains(where: \.isWorse) ? .right : .missed
  }
}
