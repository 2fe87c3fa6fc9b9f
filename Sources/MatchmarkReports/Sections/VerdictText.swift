package import MatchmarkMeasurement

/// The verdict on a run in words, the same in every report.
package struct VerdictText: Sendable, Hashable {
  package let verdict: Verdict
  /// One sentence: the answers first, then the findings of a gate, budgets and targets.
  package let headline: String
  /// The figures on which the headline rests.
  package let grounds: String

  package init(_ record: RunRecord) {
    verdict = record.verdict
    let complaints = record.complaints
    let answers = complaints.filter(\.kind.concernsAnswers).map(Self.text)
    let times = complaints.filter { !$0.kind.concernsAnswers }.map(Self.text)
    headline =
      if answers.isEmpty, times.isEmpty {
        "Every answer is right" + Self.praise(record) + "."
      } else if answers.isEmpty {
        "Every answer is right, but \(Self.listed(times))."
      } else {
        Self.capitalised(Self.listed(answers + times)) + "."
      }
    grounds = Self.grounds(record)
  }

  /// Whether nothing keeps the run from being right.
  package var isRight: Bool { verdict == .right }

  /// The verdict as text: `not comparable`.
  package var word: String { verdict.words }

  private static func grounds(_ record: RunRecord) -> String {
    let summary = ParitySummary(record)
    let checked = "\(QuantityFormat.count(summary.checkedAnswers)) answers checked"
    let by =
      summary.isSampled
      ? "\(summary.oracleShare) against the oracle and the rest by the agreement of all matchers"
      : "each against the oracle"
    let states = MatcherStatus.allCases.filter { summary.count($0) > 0 }
      .map { "\(QuantityFormat.count(summary.count($0))) \($0.rawValue)" }
      .joined(separator: ", ")
    return "\(checked), \(by); \(states.isEmpty ? "no matcher took part" : states) "
      + "on \(QuantityFormat.cells(record.cells.count))."
  }

  // MARK: Words

  private static func text(_ complaint: Complaint) -> String {
    let count = complaint.count
    func counted(_ noun: String, _ one: String, _ many: String) -> String {
      "\(QuantityFormat.count(count)) \(noun)\(count == 1 ? " \(one)" : "s \(many)")"
    }
    return switch complaint.kind {
    case .wrongMatchers: counted("matcher", "answered wrongly", "answered wrongly")
    case .failedMatchers: counted("matcher", "failed", "failed")
    case .failedEngines: counted("engine", "failed", "failed")
    case .missingEngines: counted("required engine", "is missing", "are missing")
    case .untrueEntries: "the ledger of known disagreements no longer holds"
    case .emptyGate: "nothing was compared"
    case .slowerComparisons: counted("comparison", "is slower", "are slower")
    case .impossibleComparisons: counted("comparison", "cannot be made", "cannot be made")
    case .undecidedComparisons: counted("comparison", "is inconclusive", "are inconclusive")
    case .missedBudgets: counted("budget", "is missed", "are missed")
    case .missedTargets: counted("target", "is missed", "are missed")
    }
  }

  /// Other good news; empty if nothing else was checked.
  private static func praise(_ record: RunRecord) -> String {
    guard let gate = record.gate else { return "" }
    return gate.count(.inconclusive) > 0
      ? ", and nothing is clearly slower" : ", and nothing is slower"
  }

  private static func listed(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

/// The number of matchers by status, over all cells.
package struct ParitySummary {
  package private(set) var counts: [MatcherStatus: Int] = [:]
  package private(set) var checkedAnswers = 0
  /// The number of them for keystrokes that the oracle answered, as far as a record shows.
  private var oracleAnswers = 0.0
  package private(set) var isSampled = false

  package init(_ record: RunRecord) {
    for cell in record.cells {
      isSampled = isSampled || cell.verification.isSampled
      for matcher in cell.matchers {
        counts[matcher.status, default: 0] += 1
        if matcher.status == .verified || matcher.status == .voided {
          let count = matcher.askedCount(of: cell)
          checkedAnswers += count
          oracleAnswers += Double(count) * cell.verification.oracleShare
        }
      }
    }
  }

  package func count(_ status: MatcherStatus) -> Int { counts[status] ?? 0 }

  /// The share that the oracle checked, rounded down: `62 %`.
  package var oracleShare: String {
    let share = Int(100 * oracleAnswers / Double(max(checkedAnswers, 1)))
    return share == 0 && oracleAnswers > 0 ? "less than 1 %" : "\(min(share, 100)) %"
  }
}

extension MatcherRecord {
  /// The number of keystrokes that it answered; for a sampled matcher, of those that were timed.
  fileprivate func askedCount(of cell: CellRecord) -> Int {
    let timed = figures?.classes.values.reduce(0) { $0 + $1.keystrokeCount }
    return isSampled ? timed ?? 0 : cell.keystrokes.count - declinedCount
  }
}

extension VerificationRecord {
  fileprivate var oracleShare: Double {
    Double(oracleCount) / Double(max(keystrokeCount, 1))
  }
}

extension Verdict {
  /// The verdict as text: `not comparable`.
  var words: String { rawValue.replacing("-", with: " ") }
}
