import MatchmarkMeasurement

/// The targets of a suite as a suite of JUnit: a case for each finding.
struct TargetCases {
  let findings: [TargetFinding]
  let record: RunRecord

  func suite(_ timestamp: JUnitTimestamp) -> JUnitSuite {
    let name = "\(record.suite.name).targets"
    return JUnitSuite(
      name: name, package: record.suite.name, timestamp: timestamp,
      hostname: record.context.host.name,
      cases: findings.map { finding in
        JUnitCase(
          name: TargetTable.name(finding), classname: "\(name).\(finding.target.contestant)",
          time: .zero, result: result(of: finding), systemOut: TargetTable.message(finding))
      })
  }

  /// A missed floor fails; what was not measured is skipped with its reason.
  private func result(of finding: TargetFinding) -> JUnitResult {
    let message = TargetTable.message(finding)
    switch finding.verdict {
    case .goal, .floor: return .passed
    case .missed:
      return .failure(type: .benchmarkRegression, message: message, details: message)
    case .notMeasured: return .skipped(reason: message)
    }
  }
}
