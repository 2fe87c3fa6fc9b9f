import MatchmarkSystem

/// A figure that must not be exceeded; without one, frame budgets are shown but fail nothing.
///
/// If there are too few keystrokes for a p99, the slowest of them must stay within it.
package struct Budget: Sendable, Codable, Hashable {
  /// Which figure; p50 and p99 are over medians, as in targets.
  package enum Figure: String, Sendable, Codable, CaseIterable {
    case p50
    case p99
    case rawP99 = "raw-p99"
    case max
  }

  package let figure: Figure
  package let nanoseconds: Double

  package init(figure: Figure, nanoseconds: Double) {
    self.figure = figure
    self.nanoseconds = nanoseconds
  }

  /// Reads `p99=8.33ms`; nil for any other form.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let figure = Figure(rawValue: parts[0]),
      let nanoseconds = Self.nanoseconds(parts[1])
    else { return nil }
    self.init(figure: figure, nanoseconds: nanoseconds)
  }

  /// Reads a time with its unit (`8.33ms`, `100us`, `2s`), or a number of seconds below 1
  /// (`0.00833`); nil for any other form.
  ///
  /// Without a unit, 1 and more is refused: 8.33 would be seconds where milliseconds are meant.
  package static func nanoseconds(_ text: String) -> Double? {
    let units: [(String, Double)] = [
      ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9),
    ]
    let unit = units.first { text.hasSuffix($0.0) }
    guard let number = text.dropLast(unit?.0.count ?? 0).decimalNumber, number > 0, number.isFinite,
      unit != nil || number < 1
    else { return nil }
    return number * (unit?.1 ?? 1e9)
  }

  /// How every verified matcher of the cells meets it.
  package func findings(_ cells: [CellRecord]) -> [BudgetFinding] {
    cells.flatMap { cell in
      cell.matchers.compactMap { matcher in
        guard matcher.status == .verified, let typed = matcher.figures?.typed else { return nil }
        let value = value(of: typed)
        var finding = BudgetFinding(
          cell: cell.id, matcher: matcher.id, figure: figure.rawValue,
          nanoseconds: value ?? (figure == .p99 ? typed.tail : nil) ?? typed.maximum,
          limitInNanoseconds: nanoseconds)
        if value == nil {
          finding.reason =
            "by the slowest of \(typed.keystrokeCount) keystrokes: a p99 needs "
            + "\(Tails.fewestForP99)"
        }
        return finding
      }
    }
  }

  /// Nil if too few keystrokes were typed for it.
  private func value(of typed: Tails) -> Double? {
    switch figure {
    case .p50: typed.p50OfMedians
    case .p99: typed.p99OfMedians
    case .rawP99: typed.p99
    case .max: typed.maximum
    }
  }
}

/// A declared budget, and what a matcher needed.
package struct BudgetFinding: Sendable, Codable, Hashable {
  package var cell: String
  package var matcher: String
  /// Which figure: `p50`, `p99` (both over medians), `raw-p99` or `max`.
  package var figure: String
  package var nanoseconds: Double
  package var limitInNanoseconds: Double
  /// Why another figure replaces the named one; nil if it does not.
  package var reason: String?

  package var isMissed: Bool { nanoseconds > limitInNanoseconds }
}
