/// Up to how many rows something holds: that a time stays within a limit, or that one matcher is
/// faster than another.
package struct Reach: Sendable, Hashable {
  package enum Bound: Sendable, Hashable {
    /// It does not hold even at the smallest size measured.
    case below
    /// It ends near this size.
    case about
    /// It holds up to this size; nothing is known about larger ones.
    case above
  }

  package var bound: Bound
  /// Two significant digits, rounded down, unless it is a size that was measured.
  package var rowCount: Int
  /// The largest size measured on the curve that decides.
  package var measuredRowCount: Int

  package init(_ bound: Bound, _ rowCount: Int, measured: Int) {
    self.bound = bound
    self.rowCount = rowCount
    measuredRowCount = measured
  }

  package var isExtrapolated: Bool { rowCount > measuredRowCount }

  /// Rounds an estimate down, because too large a reach does more harm than too small a one; the
  /// upper bound of an interval is rounded up.
  ///
  /// - Parameters:
  ///   - rows: the estimate, in rows.
  ///   - sizes: the range that the rounded size must not leave.
  ///   - measured: the largest size measured.
  static func about(
    _ rows: Double, in sizes: ClosedRange<Int>, measured: Int,
    rounding rule: FloatingPointRoundingRule = .down
  ) -> Reach {
    // Impossible times, infinite or not a number, must not cause a trap.
    let bounded = rows.isNaN ? 0 : min(max(rows, 0), 1e15)
    // Rounding errors of logarithms must not cost a whole step.
    let rows = bounded * (rule == .down ? 1 + 1e-9 : 1 - 1e-9)
    var scale = 1.0
    while rows / scale >= 100 { scale *= 10 }
    let rounded = Int((rows / scale).rounded(rule) * scale)
    return Reach(
      .about, min(max(rounded, sizes.lowerBound), sizes.upperBound), measured: measured)
  }
}
