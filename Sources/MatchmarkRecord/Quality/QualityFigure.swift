import MatchmarkCore

/// A figure of the quality of ranked answers.
package enum QualityFigure: String, Sendable, Hashable, Codable, CaseIterable {
  /// A wanted row is the first one.
  case success1 = "success@1"
  /// A wanted row is one of the first five.
  case success5 = "success@5"
  /// One divided by the place of the first wanted row; 0 beyond the tenth place.
  case reciprocalRank = "rr@10"
  /// The discounted gain of the first ten places, relative to the best possible order.
  case gain = "ndcg@10"
  /// The keys until a wanted row is first.
  case keysToFirst = "keys-to-first"
  /// The keys until a wanted row is one of the first five.
  case keysToFive = "keys-to-5"
  /// The share of pairs of rows that change places from one key to the next.
  case churn
  /// A wanted row was first, and is no more.
  case lost = "lost-first"

  /// True if more is better.
  package var isBetterHigh: Bool {
    switch self {
    case .success1, .success5, .reciprocalRank, .gain: true
    case .keysToFirst, .keysToFive, .churn, .lost: false
    }
  }

  func value(of answer: QualityRecord.Answer) -> Double? {
    switch self {
    case .success1: answer.success1
    case .success5: answer.success5
    case .reciprocalRank: answer.reciprocalRank
    case .gain: answer.gain
    case .keysToFirst: answer.typing.map { Double($0.keysToFirst) }
    case .keysToFive: answer.typing.map { Double($0.keysToFive) }
    case .churn: answer.typing?.churn
    case .lost: answer.typing.map { $0.isLost ? 1 : 0 }
    }
  }
}

/// A mean with its interval of 95 %.
package struct QualityEstimate: Sendable, Hashable {
  package let mean: Double
  package let low: Double
  package let high: Double
  /// The number of targets.
  package let count: Int

  /// The mean over targets, and the interval by the bootstrap (Efron and Tibshirani: "An
  /// Introduction to the Bootstrap", 1993, percentiles); nil if no target has a value.
  ///
  /// - Complexity: O(targets × 1 000).
  package init?(_ values: [Double?]) {
    let values = values.compactMap(\.self)
    guard !values.isEmpty else { return nil }
    var random = SeededGenerator(seed: 1, stream: "quality/bootstrap")
    let means = (0..<Self.replicateCount).map { _ in
      values.indices.map { _ in values[random.below(values.count)] }.mean
    }.sorted()
    mean = values.mean
    low = Quantile.type7(means, 0.025) ?? mean
    high = Quantile.type7(means, 0.975) ?? mean
    count = values.count
  }

  /// The mean difference of two participants or records, over the targets that both have.
  package init?(_ values: [Double?], minus others: [Double?]) {
    self.init(
      zip(values, others).map { value, other in
        guard let value, let other else { return nil }
        return value - other
      })
  }

  /// The mean over targets without its interval; nil if no target has a value.
  package static func mean(of values: [Double?]) -> Double? {
    let values = values.compactMap(\.self)
    return values.isEmpty ? nil : values.mean
  }

  private static let replicateCount = 1_000

  /// True if the interval does not contain zero, and its values are worse than none.
  package func isWorse(_ figure: QualityFigure) -> Bool {
    figure.isBetterHigh ? high < 0 : low > 0
  }

  package func isBetter(_ figure: QualityFigure) -> Bool {
    figure.isBetterHigh ? low > 0 : high < 0
  }
}

/// A bound that a figure must keep, such as `success@1=0.95` or `drop:success@1=0.5`.
package struct QualityBound: Sendable, Hashable {
  package let figure: QualityFigure
  /// Nil for the needles that are typed key by key.
  package let stratum: QualityStratum?
  package let value: Double
  /// True if the figure may not be less, false if it may not be more.
  package let isMinimum: Bool

  /// Reads a bound; nil if it is none.
  package init?(_ text: String, isMinimum: Bool) {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, let value = Double(sides[1]), value.isFinite, value >= 0 else {
      return nil
    }
    let names = sides[0].split(separator: ":", omittingEmptySubsequences: false)
    guard let figure = QualityFigure(rawValue: String(names.last ?? "")), names.count <= 2 else {
      return nil
    }
    if names.count == 2 {
      guard let stratum = QualityStratum(rawValue: String(names[0])) else { return nil }
      self.stratum = stratum
    } else {
      stratum = nil
    }
    (self.figure, self.value, self.isMinimum) = (figure, value, isMinimum)
  }

  package var name: String { (stratum.map { "\($0.rawValue):" } ?? "") + figure.rawValue }

  package func isKept(by mean: Double) -> Bool { isMinimum ? mean >= value : mean <= value }
}
