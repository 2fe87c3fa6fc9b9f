package import MatchmarkMeasurement

/// Targets and how far a run got, in the order of the suite.
package enum TargetTable {
  /// A row for each finding.
  package static func table(_ findings: [TargetFinding]) -> ReportTable {
    var table = ReportTable(
      "Targets",
      columns: [
        .prose("target"), .words("on"), .figures("floor"), .figures("goal"), .figures("reached"),
        .figures("ratio with interval"), .words("verdict"),
      ])
    for finding in findings {
      table.append([
        DisplayText.line(finding.target.what, limit: 200), place(finding),
        limit(finding.target.floor, finding.target), limit(finding.target.goal, finding.target),
        reached(finding) + (finding.isPartial ? "*" : ""), ratio(finding), word(finding.verdict),
      ])
    }
    table.notes = notes(findings)
    return table
  }

  /// What a reader of the table must know.
  package static func notes(_ findings: [TargetFinding]) -> [String] {
    var notes = [
      "Reached is the contestant's figure, of the medians over rounds; behind it the peer's, whose "
        + "quotient is the ratio. Intervals are of 95 %, over rounds and keystrokes drawn again. "
        + "The verdict is by the figure: goal, floor (short of the goal), or missed."
    ]
    if findings.contains(where: \.isPartial) {
      notes.append("* not every keystroke that is meant: somebody was asked a sample of them")
    }
    return notes + absences(findings)
  }

  /// Why targets were not measured, each reason once.
  private static func absences(_ findings: [TargetFinding]) -> [String] {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for reason in findings.compactMap(\.reason) {
      if counts[reason] == nil { order.append(reason) }
      counts[reason, default: 0] += 1
    }
    return order.map { reason in
      let count = counts[reason] ?? 0
      let subject = count == 1 ? "1 target" : "\(QuantityFormat.count(count)) targets"
      return "\(subject) not measured: \(DisplayText.line(reason, limit: 300))"
    }
  }

  /// The target and where it was asked.
  package static func name(_ finding: TargetFinding) -> String {
    "\(DisplayText.line(finding.target.what, limit: 200)) (\(place(finding)))"
  }

  /// The cell; of several, the first and the last.
  package static func place(_ finding: TargetFinding) -> String {
    guard let first = finding.cells.first, let last = finding.cells.last else { return "–" }
    let names = finding.cells.count > 1 ? "\(first) … \(last)" : first
    return DisplayText.line(names, limit: 120)
  }

  /// A figure in the unit of its target: a ratio as such, a time, an exponent, bytes per byte.
  package static func text(_ value: Double, _ unit: Target.Unit) -> String {
    switch unit {
    case .ratio: QuantityFormat.ratio(value)
    case .nanoseconds: QuantityFormat.time(value)
    case .exponent, .bytesPerByte: QuantityFormat.fixed(value, digits: 2)
    }
  }

  private static func limit(_ value: Double, _ target: Target) -> String {
    // A limit is a round number: of a ratio no digit is added that nobody wrote.
    target.unit == .ratio ? "\(value)" : text(value, target.unit)
  }

  /// The contestant's own figure; where nothing is to be divided, with its interval.
  package static func reached(_ finding: TargetFinding) -> String {
    guard let value = finding.value else { return "–" }
    var own = finding.target
    own.peer = nil
    if let contestant = finding.contestantValue, let peer = finding.peerValue {
      return "\(text(contestant, own.unit)) to \(text(peer, own.unit))"
    }
    guard let bounds = finding.bounds else { return text(value, own.unit) }
    return "\(text(value, own.unit)) [\(text(bounds.lower, own.unit)), "
      + "\(text(bounds.upper, own.unit))]"
  }

  /// The quotient with its interval; nothing where the target is none.
  package static func ratio(_ finding: TargetFinding) -> String {
    guard finding.target.unit == .ratio, let value = finding.value else { return "–" }
    guard let bounds = finding.bounds else { return QuantityFormat.ratio(value) }
    return IntervalFormat.text(
      RatioInterval(
        ratio: value, lower: bounds.lower, upper: bounds.upper, confidence: 0.95,
        standardError: 0))
  }

  package static func word(_ verdict: TargetFinding.Verdict) -> String {
    verdict == .notMeasured ? "not measured" : verdict.rawValue
  }

  /// For instance `12 at the goal, 3 at the floor, 1 missed, 2 not measured`.
  package static func counts(_ findings: [TargetFinding]) -> String {
    let words: [(TargetFinding.Verdict, String)] = [
      (.goal, "at the goal"), (.floor, "at the floor"), (.missed, "missed"),
      (.notMeasured, "not measured"),
    ]
    return words.compactMap { verdict, word in
      let count = findings.count { $0.verdict == verdict }
      return count > 0 ? "\(QuantityFormat.count(count)) \(word)" : nil
    }.joined(separator: ", ")
  }

  /// One line: `p99 0.42 [0.31, 0.50] > floor 0.05`.
  package static func message(_ finding: TargetFinding) -> String {
    guard let value = finding.value else {
      return "not measured: \(finding.reason ?? "no reason given")"
    }
    let figure = finding.target.unit == .ratio ? ratio(finding) : reached(finding)
    let floor = limit(finding.target.floor, finding.target)
    let goal = limit(finding.target.goal, finding.target)
    return "\(finding.target.statistic.rawValue) \(figure) "
      + "\(value > finding.target.floor ? ">" : "<=") floor \(floor) (goal \(goal))"
  }
}
