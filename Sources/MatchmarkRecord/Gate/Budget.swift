import MatchmarkSystem

/// A limit for a figure; without a budget, frame budgets are shown but never fail a run.
///
/// If there are too few keystrokes for a p99, the slowest of them must stay within the budget.
package struct Budget: Sendable, Codable, Hashable {
  /// The figure that is limited; p50 and p99 are over medians, as in targets.
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

  /// Reads a budget such as `p99=8.33ms`; the result is nil for any other form.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let figure = Figure(rawValue: parts[0]),
      let nanoseconds = parts[1].nanoseconds
    else { return nil }
    self.init(figure: figure, nanoseconds: nanoseconds)
  }

  /// Returns the findings for every verified matcher of the cells.
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

  /// Returns the limited figure; nil if there are too few typed keystrokes for it.
  private func value(of typed: Tails) -> Double? {
    switch figure {
    case .p50: typed.p50OfMedians
    case .p99: typed.p99OfMedians
    case .rawP99: typed.p99
    case .max: typed.maximum
    }
  }
}

/// A declared budget, and the value that a matcher reached.
package struct BudgetFinding: Sendable, Codable, Hashable {
  package var cell: String
  package var matcher: String
  /// The name of the figure: `p50`, `p99` (both over medians), `raw-p99` or `max`.
  package var figure: String
  package var nanoseconds: Double
  package var limitInNanoseconds: Double
  /// The reason why another figure replaces the named one; nil if it does not.
  package var reason: String?

  package var isMissed: Bool { nanoseconds > limitInNanoseconds }
}
