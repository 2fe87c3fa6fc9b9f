import MatchmarkMeasurement
import MatchmarkSystem

/// Where a matcher leaves a budget.
package enum Capacity: Sendable, Hashable {
  /// It never kept it.
  case below(Int)
  /// Between two measured sizes, interpolated between their logarithms.
  case near(Int)
  /// Beyond the largest size measured, by the exponent.
  case extrapolated(Int)
  /// Beyond what may be extrapolated.
  case above(Int)

  init?(_ points: [ScalingFacts.Point], budget: Double) {
    guard let first = points.first, let last = points.last else { return nil }
    guard first.p99 <= budget else {
      self = .below(first.rowCount)
      return
    }
    for (lower, upper) in zip(points, points.dropFirst()) where upper.p99 > budget {
      let rows = PowerLawFit([lower, upper])?.size(reaching: budget) ?? Double(lower.rowCount)
      self = .near(Self.rounded(rows))
      return
    }
    let limit = Double(last.rowCount) * 10
    let law = points.count < 3 ? nil : PowerLawFit(points)
    guard let law, law.exponent > 0 else {
      self = .above(last.rowCount)
      return
    }
    // The line is led through the last point: that is where the extrapolation starts.
    let growth = ElementaryFunctions.exp(
      ElementaryFunctions.log(budget / max(last.p99, 1)) / law.exponent)
    let rows = Double(last.rowCount) * growth
    self = rows <= limit ? .extrapolated(Self.rounded(rows)) : .above(Int(limit))
  }

  /// Two significant digits: more would be a pretence.
  private static func rounded(_ rows: Double) -> Int {
    var scale = 1.0
    while rows / scale >= 100 { scale *= 10 }
    return Int((rows / scale).rounded() * scale)
  }
}

extension Capacity: CustomStringConvertible {
  package var description: String {
    switch self {
    case .below(let rows): "< \(QuantityFormat.count(rows))"
    case .near(let rows): "≈ \(QuantityFormat.count(rows))"
    case .extrapolated(let rows): "≈ \(QuantityFormat.count(rows)) (extrapolated)"
    case .above(let rows): "> \(QuantityFormat.count(rows))"
    }
  }

  /// The same where there is little room: what is extrapolated is marked by a tilde alone.
  package var shortDescription: String {
    switch self {
    case .extrapolated(let rows): "∼ \(QuantityFormat.count(rows))"
    case .below, .near, .above: description
    }
  }
}

extension PowerLawFit {
  /// The growth of p99; nil without two different sizes.
  init?(_ points: [ScalingFacts.Point]) {
    self.init(sizes: points.map { Double($0.rowCount) }, times: points.map(\.p99))
  }
}
