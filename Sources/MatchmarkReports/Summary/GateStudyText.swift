package import MatchmarkMeasurement

/// The proof of the gate as a table.
package enum GateStudyText {
  /// Markdown: a row for each kind of check, with how often it said slower and the exact bounds.
  package static func markdown(_ study: GateStudy) -> [String] {
    [
      "| slowdown | form | disturbed | checks | slower | inconclusive | same | faster "
        + "| said slower, 95 % bounds | seconds |",
      "|---|---|---|---|---|---|---|---|---|---|",
    ] + study.rows.map(line)
  }

  private static func line(_ row: GateStudy.Row) -> String {
    let bounds = row.bounds
    let cells = [
      row.slowdown == 0 ? "none" : percent(row.slowdown), row.form.rawValue,
      row.isDisturbed ? "yes" : "no", "\(row.trialCount)", "\(row.slowerCount)",
      "\(row.counts[.inconclusive] ?? 0)", "\(row.counts[.same] ?? 0)",
      "\(row.counts[.faster] ?? 0)", "\(percent(bounds.lower)) … \(percent(bounds.upper))",
      QuantityFormat.fixed(row.medianSeconds, digits: 0),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }
}
