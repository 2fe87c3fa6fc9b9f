package import MatchmarkMeasurement

/// Targets and the figures that a run reached, in the order of the suite.
package enum TargetTable {
  package static func table(_ findings: [TargetFinding]) -> ReportTable {
    ReportTable(
      "Targets", findings,
      [
        .prose("target", limit: 200) { $0.target.what }, .words("on", place),
        .figures("floor") { limit($0.target.floor, $0.target) },
        .figures("goal") { limit($0.target.goal, $0.target) },
        .figures("reached") { reached($0) + ($0.isPartial ? "*" : "") },
        .figures("ratio with interval", ratio),
        .words("verdict") { word($0) }.painted { tone($0.verdict) },
      ], notes: notes(findings))
  }

  /// The meaning of the marks, and why targets were not measured, each reason once.
  private static func notes(_ findings: [TargetFinding]) -> [String] {
    let mark = "* not every keystroke: a participant was measured on a sample"
    return (findings.contains(where: \.isPartial) ? [mark] : [])
      + findings.compactMap(\.reason).grouped(by: \.self).map { reason, equal in
        let subject = QuantityFormat.counted(equal.count, "target")
        return "\(subject) not measured: \(DisplayText.line(reason, limit: 300))"
      }
  }

  static func name(_ finding: TargetFinding) -> String {
    "\(DisplayText.line(finding.target.what, limit: 200)) (\(place(finding)))"
  }

  /// The cell; the first and the last if there are several.
  private static func place(_ finding: TargetFinding) -> String {
    guard let first = finding.cells.first, let last = finding.cells.last else { return "–" }
    let names = finding.cells.count > 1 ? "\(first) … \(last)" : first
    return DisplayText.line(names, limit: 120)
  }

  /// A figure in the unit of its target: a plain ratio, a time, an exponent, bytes per byte.
  private static func text(_ value: Double, _ unit: Target.Unit) -> String {
    switch unit {
    case .ratio: QuantityFormat.ratio(value)
    case .nanoseconds: QuantityFormat.time(value)
    case .exponent, .bytesPerByte: QuantityFormat.fixed(value, digits: 2)
    }
  }

  private static func limit(_ value: Double, _ target: Target) -> String {
    // A limit is a round number: a ratio is shown with exactly the digits that were written.
    target.unit == .ratio ? "\(value)" : text(value, target.unit)
  }

  /// The participant's own figure; with its interval if there is no incumbent to divide by.
  private static func reached(_ finding: TargetFinding) -> String {
    guard let value = finding.value else { return "–" }
    var target = finding.target
    target.incumbent = nil
    let own = { text($0, target.unit) }
    if let participant = finding.participantValue, let incumbent = finding.incumbentValue {
      return "\(own(participant)) to \(own(incumbent))"
    }
    return own(value)
      + (finding.bounds.map { " [\(own($0.lower)), \(own($0.upper))]" } ?? "")
  }

  /// The ratio with its interval; a dash if the target is not a ratio.
  private static func ratio(_ finding: TargetFinding) -> String {
    guard finding.target.unit == .ratio, let value = finding.value else { return "–" }
    guard let bounds = finding.bounds else { return QuantityFormat.ratio(value) }
    return IntervalFormat.text(
      RatioInterval(
        ratio: value, lower: bounds.lower, upper: bounds.upper, confidence: 0.95,
        standardError: 0))
  }

  private static func word(_ finding: TargetFinding) -> String {
    let word = finding.verdict == .notMeasured ? "not measured" : finding.verdict.rawValue
    return finding.isCertain ? word : "\(word), not certain"
  }

  private static func tone(_ verdict: TargetFinding.Verdict) -> Tone {
    switch verdict {
    case .goal: .right
    case .floor: .plain
    case .missed: .wrong
    case .notMeasured: .caution
    }
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
  static func message(_ finding: TargetFinding) -> String {
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

extension Block {
  /// The targets of the suite and the figures that the run reached; nil if it has none.
  static func targets(of record: RunRecord) -> Block? {
    guard let findings = record.targets, !findings.isEmpty else { return nil }
    return Block(
      "targets", "Targets",
      lead: "The suite's goals: \(TargetTable.counts(findings)).",
      [.table(TargetTable.table(findings))]
    ).noting(
      "'Reached' is the participant's figure, from medians over rounds, then the incumbent's; "
        + "their quotient is the ratio. Intervals are 95 % intervals over resampled rounds and "
        + "sessions. The figure decides the verdict: goal, floor (short of the goal), or missed. "
        + "It is not certain if part of the interval would lead to another verdict.")
  }
}
