package import MatchmarkMeasurement

/// Matchers within one run and from run to run, as blocks.
extension Block {
  /// A line for each cell, and below it the mean over the cells that all of them answered.
  package static func sideBySide(_ comparison: SideBySide) -> Block {
    let common = comparison.commonRows
    let keystrokes = common.reduce(0) { $0 + ($1.commonCount ?? 0) }
    var rows: [(name: String, texts: [String], tones: [Tone])] = comparison.rows.map {
      ($0.cell, $0.entries.map(text), $0.entries.map(tone))
    }
    if !common.isEmpty {
      let means = comparison.matchers.map {
        comparison.mean(of: $0).map(IntervalFormat.text) ?? "1"
      }
      rows.append(("geometric mean", means, means.map { _ in .plain }))
    }
    typealias Column = ReportTable.Column<(name: String, texts: [String], tones: [Tone])>
    let cell = Column.words("cell") { $0.name }
    let columns = comparison.matchers.enumerated().map { index, name in
      Column.figures(name) { $0.texts[index] }.painted { $0.tones[index] }
    }
    let scope =
      common.isEmpty
      ? "no cell has been answered by all of them: choose fewer with -e"
      : "geometric mean: over the \(QuantityFormat.count(keystrokes)) keystrokes of "
        + "\(common.count) \(common.count == 1 ? "cell" : "cells") that all of them answered"
    let wrong = comparison.voided.map { "wrong: \($0.matcher) on \($0.cell), never ranked" }
    return Block(
      "side-by-side", "Matchers side by side",
      lead: "p50 over keystrokes of the median over rounds, and the ratio to "
        + "\(comparison.reference) with its 95 % interval",
      [Part.table(ReportTable("Cells", rows, [cell] + columns)), .text(scope)]
        + wrong.map(Part.text))
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

  private static func tone(_ entry: SideBySide.Entry) -> Tone {
    entry.status == .voided || entry.status == .errored ? .wrong : .plain
  }

  /// How matchers changed from one run to another: a row for each cell, then the means.
  ///
  /// - Parameter title: such as the names of the two runs.
  package static func change(
    _ findings: [GateFinding], since: String, title: String
  ) -> Block {
    var reasons: [String] = []
    for finding in findings {
      guard var reason = finding.reason else { continue }
      if finding.verdict == .notComparable { reason = "not comparable: \(reason)" }
      if !reasons.contains(reason) { reasons.append(reason) }
    }
    let table = ReportTable(
      "Change", findings,
      [
        .words("cell") { $0.cell }, .words("matcher") { $0.matcher },
        .interval("change") { $0.ratio },
        .words("verdict") { $0.verdict.rawValue }.painted(GateText.tone),
        .percent("floor") { $0.floor },
      ], notes: reasons)
    return Block(
      "change", DisplayText.line(title, limit: 300),
      [.table(table), .text(ChangeText.line(findings, since: since))])
  }
}

/// How matchers changed from one run to another, in a line.
package enum ChangeText {
  /// Each matcher's mean change over the cells that can be compared.
  package static func line(_ findings: [GateFinding], since: String) -> String {
    let changes = means(findings).map { "\($0.matcher) \(IntervalFormat.text($0.ratio))" }
    guard !changes.isEmpty else {
      let reason = findings.lazy.compactMap(\.reason).first ?? "no matcher was timed in both"
      return "no change since \(since): not comparable, \(reason)"
    }
    return "change since \(since), to the reference: \(changes.joined(separator: ", "))"
  }

  /// The mean over cells for each matcher, in order of appearance.
  private static func means(
    _ findings: [GateFinding]
  ) -> [(matcher: String, ratio: RatioInterval)] {
    var seen: Set<String> = []
    return findings.map(\.matcher).filter { seen.insert($0).inserted }.compactMap { matcher in
      let ratios = findings.filter { $0.matcher == matcher }.compactMap(\.ratio)
      return PooledRatio.mean(ratios).map { (matcher, $0) }
    }
  }
}
