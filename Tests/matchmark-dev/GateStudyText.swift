import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport

/// The proof of the gate as text.
enum GateStudyText {
  /// Markdown: when and where, and a row for each kind of check with its exact bounds.
  static func markdown(_ study: GateStudy) -> [String] {
    guard let first = study.days.first, let last = study.days.last else {
      return ["No check has been made yet."]
    }
    let days = first == last ? first : "\(first) to \(last)"
    return [
      "\(study.rows.reduce(0) { $0 + $1.trialCount }) checks, \(days), on "
        + "\(study.hostClasses.joined(separator: "; ")).",
      "",
      itself(study),
      "",
      "| slowdown | form | disturbed | checks | said slower | 95 % bounds | inconclusive | same "
        + "| faster | other false alarms | where the floor was lower | seconds |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ] + study.rows.map(line)
  }

  private static func itself(_ study: GateStudy) -> String {
    let alike = study.comparedWithItself
    guard alike.checkCount > 0 else { return "No build has been compared with itself yet." }
    return "Compared with itself, a build was said to be slower in \(alike.alarmCount) of "
      + "\(alike.checkCount) checks: \(text(alike.bounds)) by exact 95 % bounds."
  }

  private static func line(_ row: GateStudy.Row) -> String {
    let isSlowed = row.slowdown > 0
    let clear =
      isSlowed
      ? "\(row.clearSlowerCount) of \(row.clearCount), \(text(row.clearBounds))" : "–"
    let cells = [
      isSlowed ? percent(row.slowdown) : "none", row.form.rawValue, row.isDisturbed ? "yes" : "no",
      "\(row.trialCount)", "\(row.slowerCount)", text(row.bounds),
      "\(row.counts[.inconclusive] ?? 0)", "\(row.counts[.same] ?? 0)",
      "\(row.counts[.faster] ?? 0)", isSlowed ? "\(row.falseAlarmCount)" : "–", clear,
      QuantityFormat.fixed(row.medianSeconds, digits: 0),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func text(_ bounds: ProportionBounds) -> String {
    "\(percent(bounds.lower)) … \(percent(bounds.upper))"
  }

  private static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }
}
