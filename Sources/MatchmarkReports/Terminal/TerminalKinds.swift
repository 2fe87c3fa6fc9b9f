import MatchmarkMeasurement

/// A cell's keystrokes by kind: what caused them, and how much of the corpus they match.
struct TerminalKinds {
  private let cell: CellRecord

  init(_ cell: CellRecord) { self.cell = cell }

  /// A table with a column for each event class and each density that the workload has.
  func lines() -> [String] {
    let timed = cell.matchers.filter { $0.status == .verified && $0.figures != nil }
    guard let figures = timed.first?.figures else { return [] }
    var seen: Set<String> = []
    let classes = cell.keystrokes.map(\.eventClass).filter {
      seen.insert($0).inserted && figures.classes[$0] != nil
    }
    let densities = Density.allCases.map(\.rawValue).filter { figures.densities[$0] != nil }
    var table = TextTable()
    table.append(["p50 / p99 of medians"] + classes + densities.map { "matches: \($0)" })
    for matcher in timed {
      guard let figures = matcher.figures else { continue }
      table.append(
        [matcher.id] + classes.map { text(figures.classes[$0]) }
          + densities.map { text(figures.densities[$0]) })
    }
    return table.lines(indent: 2)
  }

  private func text(_ tails: Tails?) -> String {
    guard let tails else { return "–" }
    return "\(QuantityFormat.time(tails.p50OfMedians)) / "
      + QuantityFormat.time(tails.p99OfMedians)
  }
}
