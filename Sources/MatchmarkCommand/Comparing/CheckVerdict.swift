import MatchmarkMeasurement
import MatchmarkReports

/// The exit code of a measured run: the most serious of what was found.
struct CheckVerdict {
  let status: ExitStatus

  /// - Parameter isStrict: whether what the measurements do not say is a failure.
  init(_ record: RunRecord, isStrict: Bool = false) {
    let gate = record.gate
    let isOverBudget = record.budgets?.contains { $0.isMissed } ?? false
    if !ParitySummary(record).isRight {
      status = .wrongAnswers
    } else if gate.map({ $0.count(.notComparable) > 0 }) ?? false {
      status = .notComparable
    } else if gate.map({ $0.count(.slower) > 0 }) ?? false || isOverBudget {
      status = .slower
    } else if isStrict, gate.map({ $0.count(.inconclusive) > 0 }) ?? false {
      status = .inconclusive
    } else {
      status = .fine
    }
  }
}
