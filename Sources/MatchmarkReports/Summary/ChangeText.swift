package import MatchmarkMeasurement

/// How matchers changed from one run to another, as text.
package enum ChangeText {
  /// One line: each matcher's mean change over the cells that can be compared.
  package static func line(_ findings: [GateFinding], since: String) -> String {
    let changes = means(findings).map { "\($0.matcher) \(IntervalFormat.text($0.ratio))" }
    guard !changes.isEmpty else {
      let reason = findings.lazy.compactMap(\.reason).first ?? "no matcher was timed in both"
      return "no change since \(since): not comparable, \(reason)"
    }
    return "change since \(since), to the reference: \(changes.joined(separator: ", "))"
  }

  /// The mean over cells for each matcher, in order of appearance.
  package static func means(
    _ findings: [GateFinding]
  ) -> [(matcher: String, ratio: RatioInterval)] {
    var seen: Set<String> = []
    return findings.map(\.matcher).filter { seen.insert($0).inserted }.compactMap { matcher in
      let ratios = findings.filter { $0.matcher == matcher }.compactMap(\.ratio)
      return PooledRatio.mean(ratios).map { (matcher, $0) }
    }
  }

  /// A line for each cell and matcher, then the means.
  package static func lines(
    _ findings: [GateFinding], since: String, style: TextStyle
  ) -> [String] {
    var table = TextTable()
    table.append(["", "matcher", "change", "verdict", "floor"])
    for finding in findings {
      table.append([
        finding.cell, finding.matcher, finding.ratio.map(IntervalFormat.text) ?? "–",
        finding.verdict.rawValue, IntervalFormat.percent(finding.floor),
      ])
    }
    let rows = table.lines()
    var reasons: [String] = []
    for finding in findings {
      guard var reason = finding.reason else { continue }
      if finding.verdict == .notComparable { reason = "not comparable: \(reason)" }
      if !reasons.contains(reason) { reasons.append(reason) }
    }
    let lines =
      rows.prefix(1).map(style.faint) + rows.dropFirst()
      + reasons.map(style.caution) + ["", line(findings, since: since)]
    return lines.map(style.harmless)
  }
}
