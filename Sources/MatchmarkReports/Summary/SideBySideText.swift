package import MatchmarkMeasurement

/// Matchers side by side, as text.
package enum SideBySideText {
  /// A line for each cell, and below it the mean over the cells that all of them answered.
  package static func lines(_ comparison: SideBySide, style: TextStyle) -> [String] {
    var table = TextTable()
    table.append([""] + comparison.matchers)
    for row in comparison.rows { table.append([row.cell] + row.entries.map(text)) }
    let common = comparison.commonRows
    if !common.isEmpty {
      table.append(
        ["geometric mean"]
          + comparison.matchers.map { comparison.mean(of: $0).map(IntervalFormat.text) ?? "1" })
    }
    let rows = table.lines()
    let keystrokes = common.reduce(0) { $0 + ($1.commonCount ?? 0) }
    let scope =
      common.isEmpty
      ? "no cell has been answered by all of them: choose fewer with -e"
      : "geometric mean: over the \(QuantityFormat.count(keystrokes)) keystrokes of "
        + "\(common.count) \(common.count == 1 ? "cell" : "cells") that all of them answered"
    let lines =
      [
        style.faint(
          "p50 over keystrokes of the median over rounds, and the ratio to \(comparison.reference) "
            + "with its 95 % interval")
      ] + rows.prefix(1).map(style.faint) + rows.dropFirst() + ["", style.faint(scope)]
      + comparison.voided.map { style.wrong("wrong: \($0.matcher) on \($0.cell), never ranked") }
    return lines.map(style.harmless)
  }

  private static func text(_ entry: SideBySide.Entry) -> String {
    switch entry.status {
    case nil: return "missing"
    case .skipped: return "skipped"
    case .voided, .errored: return (entry.status?.rawValue ?? "").uppercased()
    case .verified: break
    }
    guard let p50 = entry.p50 else { return "right" }
    return QuantityFormat.time(p50) + (entry.ratio.map { "  \(IntervalFormat.text($0))" } ?? "")
  }
}
