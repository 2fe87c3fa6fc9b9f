package import MatchmarkMeasurement

/// What a gate found, in words: for a terminal, and for the messages of JUnit.
package enum GateText {
  /// One line: `ratio 1.102 [1.084, 1.121] > limit 1.030 (5 forks, 60 rounds; again 1.098 …)`.
  ///
  /// GateVerdict, number and limit come first, since some viewers cut the rest.
  package static func message(_ finding: GateFinding) -> String {
    guard let ratio = finding.ratio else {
      return "not comparable: \(finding.reason ?? "no figure")"
    }
    let relation = ratio.ratio > 1 + finding.floor ? ">" : "<="
    var text =
      "\(finding.verdict.rawValue): \(finding.figure) ratio \(IntervalFormat.text(ratio)) "
      + "\(relation) limit \(QuantityFormat.fixed(1 + finding.floor, digits: 3))"
    text += " (\(repetitions(finding))"
    if let confirmation = finding.confirmation {
      text += "; measured again \(IntervalFormat.text(confirmation))"
    }
    text += ")"
    return finding.reason.map { "\(text): \($0)" } ?? text
  }

  /// The table of all findings, the grave ones first, and the line that sums them up.
  package static func lines(_ gate: GateRecord, style: TextStyle) -> [String] {
    var table = TextTable()
    table.append(["", "cell", "matcher", "figure", "ratio", "floor", "noise", "measured"])
    for finding in ordered(gate.findings) {
      table.append([
        finding.verdict.rawValue, finding.cell, finding.matcher, finding.figure,
        finding.ratio.map(IntervalFormat.text) ?? "–", IntervalFormat.percent(finding.floor),
        finding.noise.map { IntervalFormat.percent($0.distanceFromOne) } ?? "–",
        repetitions(finding),
      ])
    }
    let rows = table.lines()
    var lines = rows.prefix(1).map(style.faint)
    for (row, finding) in zip(rows.dropFirst(), ordered(gate.findings)) {
      lines.append(paint(row, finding.verdict, style))
      if let confirmation = finding.confirmation {
        lines.append(style.faint("  measured again: \(IntervalFormat.text(confirmation))"))
      }
      if let reason = finding.reason { lines.append(style.faint("  \(reason)")) }
    }
    return (lines + ["", summary(gate, style: style)]).map(style.harmless)
  }

  /// For instance `against ./old: 1 slower, 5 same`.
  package static func summary(_ gate: GateRecord, style: TextStyle) -> String {
    let text = "\(gate.form.rawValue) \(gate.subject): \(counts(gate))"
    return paint(text, order.first { gate.count($0) > 0 } ?? .notComparable, style)
  }

  /// How many findings have which verdict: `1 slower, 5 same`.
  static func counts(_ gate: GateRecord) -> String {
    let counts = order.filter { gate.count($0) > 0 }.map { "\(gate.count($0)) \($0.rawValue)" }
    return counts.isEmpty ? "nothing was compared" : counts.joined(separator: ", ")
  }

  /// From what needs a person to what does not.
  static let order: [GateVerdict] = [.slower, .notComparable, .inconclusive, .faster, .same]

  static func ordered(_ findings: [GateFinding]) -> [GateFinding] {
    order.flatMap { verdict in findings.filter { $0.verdict == verdict } }
  }

  private static func paint(_ text: String, _ verdict: GateVerdict, _ style: TextStyle) -> String {
    switch verdict {
    case .slower: style.wrong(text)
    case .notComparable, .inconclusive: style.caution(text)
    case .faster, .same: style.right(text)
    }
  }

  static func repetitions(_ finding: GateFinding) -> String {
    if let counted = finding.counted {
      return "\(count(counted.now)), was \(count(counted.earlier))"
    }
    guard finding.roundCount > 0 else { return "–" }
    let rounds = "\(finding.roundCount) \(finding.roundCount == 1 ? "round" : "rounds")"
    return finding.forkCount > 1 ? "\(finding.forkCount) forks, \(rounds)" : rounds
  }
}

extension GateText {
  /// Whole numbers where they are large, two digits of what is left of small ones.
  private static func count(_ value: Double) -> String {
    value < 100
      ? QuantityFormat.fixed(value, digits: 2) : QuantityFormat.count(Int(value.rounded()))
  }

  /// One line: `p99 9.10 ms > limit 8.33 ms`.
  package static func message(_ finding: BudgetFinding) -> String {
    "\(finding.figure) \(QuantityFormat.time(finding.nanoseconds)) "
      + "\(finding.isMissed ? ">" : "<=") limit "
      + QuantityFormat.time(finding.limitInNanoseconds)
  }

  /// A line for each budget that was missed, and one that counts the others.
  package static func lines(_ budgets: [BudgetFinding], style: TextStyle) -> [String] {
    guard !budgets.isEmpty else { return [] }
    let missed = budgets.filter(\.isMissed)
    let lines = missed.map {
      style.wrong("over budget: \($0.matcher) on \($0.cell), \(message($0))")
    }
    return lines.map(style.harmless)
      + [style.faint("budgets: \(budgets.count - missed.count) kept, \(missed.count) missed")]
  }
}
