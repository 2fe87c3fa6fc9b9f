package import MatchmarkRecord

/// The targets and the figures that a run reached, in the order of the suite.
package enum TargetTable {
  package static func table(_ findings: [TargetFinding]) -> ReportTable {
    ReportTable(
      "Targets", findings,
      [
        .prose("target", limit: 200) { title($0, among: findings) },
        .words("verdict") { word($0) }.painted { tone($0.verdict) },
        .figures("reached") { reached($0) + ($0.isPartial ? "*" : "") },
        .figures("goal") { limit($0.target.goal, $0.target) },
        .figures("floor") { limit($0.target.floor, $0.target) },
        .figures("quotient of", quotient).onlyInDetail, .words("on", place).onlyInDetail,
      ], notes: notes(findings))
  }

  private static func notes(_ findings: [TargetFinding]) -> [String] {
    let mark = "* not every keystroke: a participant was measured on a sample"
    return (findings.contains(where: \.isPartial) ? [mark] : [])
      + findings.compactMap(\.reason).grouped(by: \.self).map { reason, equal in
        let subject = QuantityFormat.counted(equal.count, "target")
        return "\(subject) not measured: \(DisplayText.line(reason, limit: 300))"
      }
  }

  /// Returns the sentence of the target, after its cell if the target is judged on several.
  private static func title(_ finding: TargetFinding, among all: [TargetFinding]) -> String {
    let what = finding.target.what
    return all.count { $0.target.what == what } > 1 ? "\(place(finding)): \(what)" : what
  }

  static func name(_ finding: TargetFinding) -> String {
    "\(DisplayText.line(finding.target.what, limit: 200)) (\(place(finding)))"
  }

  /// Returns the cell, or the first and the last one if there are several.
  private static func place(_ finding: TargetFinding) -> String {
    guard let first = finding.cells.first, let last = finding.cells.last else { return "–" }
    let names = finding.cells.count > 1 ? "\(first) … \(last)" : first
    return DisplayText.line(names, limit: 120)
  }

  private static func text(_ value: Double, _ unit: Target.Unit) -> String {
    switch unit {
    case .ratio: QuantityFormat.ratio(value)
    case .nanoseconds: QuantityFormat.time(value)
    case .exponent, .bytesPerByte: QuantityFormat.fixed(value, digits: 2)
    }
  }

  private static func limit(_ value: Double, _ target: Target) -> String {
    // A limit is a round number, so a ratio is shown with exactly the digits that were written.
    target.unit == .ratio ? "\(value)" : text(value, target.unit)
  }

  /// Returns the participant's and the incumbent's figures; nil if the target is not a quotient.
  private static func quotient(_ finding: TargetFinding) -> String? {
    guard let participant = finding.participantValue, let incumbent = finding.incumbentValue
    else { return nil }
    var target = finding.target
    target.incumbent = nil
    return "\(text(participant, target.unit)) and \(text(incumbent, target.unit))"
  }

  private static func reached(_ finding: TargetFinding) -> String {
    guard let value = finding.value else { return "–" }
    let own = { text($0, finding.target.unit) }
    guard let bounds = finding.bounds else { return own(value) }
    guard finding.target.unit == .ratio else {
      return "\(own(value)) [\(own(bounds.lower)), \(own(bounds.upper))]"
    }
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

  private static let words: [(verdict: TargetFinding.Verdict, word: String)] = [
    (.goal, "at the goal"), (.floor, "at the floor"), (.missed, "missed"),
    (.notMeasured, "not measured"),
  ]

  fileprivate static func worstFirst(_ findings: [TargetFinding]) -> [TargetFinding] {
    words.reversed().flatMap { worst in findings.filter { $0.verdict == worst.verdict } }
  }

  /// Returns the numbers of findings, for instance `12 at the goal, 3 at the floor, 1 missed, 2 not
  /// measured`.
  package static func counts(_ findings: [TargetFinding]) -> String {
    words.compactMap { verdict, word in
      let count = findings.count { $0.verdict == verdict }
      return count > 0 ? "\(QuantityFormat.count(count)) \(word)" : nil
    }.joined(separator: ", ")
  }

  /// Returns one line such as `p99 0.42 [0.31, 0.50] > floor 0.05`.
  static func message(_ finding: TargetFinding) -> String {
    guard let value = finding.value else {
      return "not measured: \(finding.reason ?? "no reason given")"
    }
    let floor = limit(finding.target.floor, finding.target)
    let goal = limit(finding.target.goal, finding.target)
    return "\(finding.target.statistic.rawValue) \(reached(finding)) "
      + "\(value > finding.target.floor ? ">" : "<=") floor \(floor) (goal \(goal))"
  }
}

extension Block {
  /// Returns the targets of the suite and the figures that the run reached; nil if it has none.
  static func targets(of record: RunRecord) -> Block? {
    guard let findings = record.targets, !findings.isEmpty else { return nil }
    return Block(
      "targets", "Targets",
      lead: "The suite's goals: \(TargetTable.counts(findings)).",
      [.table(TargetTable.table(TargetTable.worstFirst(findings)))]
    ).noting(
      "'Reached' is the participant's figure, from medians over rounds, or its quotient with the "
        + "incumbent's. Intervals are 95 % intervals over resampled rounds and sessions. The "
        + "figure decides the verdict: goal, floor (short of the goal), or missed. It is not "
        + "certain if part of the interval would lead to another verdict.")
  }
}
