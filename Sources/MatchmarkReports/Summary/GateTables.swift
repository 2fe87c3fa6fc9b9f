import MatchmarkMeasurement

/// What a gate found and how budgets were kept, as tables.
enum GateTables {
  /// Every finding, the grave ones first.
  static func findings(_ gate: GateRecord) -> ReportTable {
    var table = ReportTable(
      "Findings of the gate",
      columns: [
        .words("verdict"), .words("cell"), .words("matcher"), .words("figure"),
        .figures("new to old"), .figures("measured again"), .figures("floor"), .figures("noise"),
        .words("measured"), .prose("why"),
      ])
    for finding in GateText.ordered(gate.findings) {
      table.append([
        finding.verdict.rawValue, DisplayText.line(finding.cell),
        DisplayText.line(finding.matcher), DisplayText.line(finding.figure),
        finding.ratio.map(IntervalFormat.text) ?? "–",
        finding.confirmation.map(IntervalFormat.text) ?? "–",
        IntervalFormat.percent(finding.floor),
        finding.noise.map { IntervalFormat.percent($0.distanceFromOne) } ?? "–",
        GateText.repetitions(finding), finding.reason.map { DisplayText.line($0) } ?? "",
      ])
    }
    table.notes = [
      "Slower is said where the whole interval lies above 1, the ratio above the floor, and rounds "
        + "that the first verdict did not see say so again. The floor is the larger of the one "
        + "that was asked for and the noise of an identical pair in the same run."
    ]
    return table
  }

  /// Every declared budget, those that were missed first.
  static func budgets(_ budgets: [BudgetFinding]) -> ReportTable {
    var table = ReportTable(
      "Declared budgets",
      columns: [
        .words("verdict"), .words("cell"), .words("matcher"), .words("figure"), .figures("time"),
        .figures("limit"),
      ])
    for budget in budgets.filter(\.isMissed) + budgets.filter({ !$0.isMissed }) {
      table.append([
        budget.isMissed ? "missed" : "kept", DisplayText.line(budget.cell),
        DisplayText.line(budget.matcher), DisplayText.line(budget.figure),
        QuantityFormat.time(budget.nanoseconds),
        QuantityFormat.time(budget.limitInNanoseconds),
      ])
    }
    return table
  }
}
