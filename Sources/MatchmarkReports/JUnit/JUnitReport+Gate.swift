import MatchmarkMeasurement

/// What a gate found about one cell, as cases `gate: <figure>`, and its budgets, as
/// `budget: <figure>`.
struct GateCases {
  let cell: String
  let record: RunRecord

  /// A case for each finding about the cell; none where the run was held against nothing.
  func cases() -> [JUnitCase] { gates + budgets }

  private var budgets: [JUnitCase] {
    (record.budgets ?? []).filter { $0.cell == cell }.map { finding in
      let message = GateText.message(finding)
      return JUnitCase(
        name: "budget: \(finding.figure)",
        classname: "\(record.suite.name).\(cell).\(finding.matcher)", time: .zero,
        result: finding.isMissed
          ? .failure(type: .benchmarkRegression, message: message, details: "") : .passed,
        systemOut: message)
    }
  }

  private var gates: [JUnitCase] {
    (record.gate?.findings ?? []).filter { $0.cell == cell }.map { finding in
      JUnitCase(
        name: "gate: \(finding.figure)",
        classname: "\(record.suite.name).\(cell).\(finding.matcher)",
        time: .zero, result: result(of: finding), systemOut: GateText.message(finding))
    }
  }

  /// Slower fails, and so does what is inconclusive where that was asked to fail.
  ///
  /// What cannot be compared is skipped with its reason; the case of the verdict fails then.
  private func result(of finding: GateFinding) -> JUnitResult {
    let message = GateText.message(finding)
    switch finding.verdict {
    case .slower:
      return .failure(type: .benchmarkRegression, message: message, details: "")
    case .inconclusive where record.complains(of: .undecidedComparisons):
      return .failure(type: .benchmarkRegression, message: message, details: "")
    case .notComparable: return .skipped(reason: message)
    case .faster, .same, .inconclusive: return .passed
    }
  }
}
