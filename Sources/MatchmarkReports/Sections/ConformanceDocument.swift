package import MatchmarkMeasurement

/// The results of a run of the conformance cases, as far as a page shows them.
///
/// The cases themselves are defined elsewhere; these are their tallies, in the contract's words.
package struct ConformanceFacts {
  /// The matrix of clause groups and levels by subject.
  fileprivate let matrix: ParityMatrix
  /// Each clause that a case covered: id, text, then a word for each subject.
  fileprivate let clauses: ReportTable
  fileprivate let failures: [Card]
  private let caseCount: Int
  fileprivate let startedAt: String
  fileprivate let hostname: String
  package var ledger: [LedgerRecord] = []

  package init(
    matrix: ParityMatrix, clauses: ReportTable, failures: [Card], caseCount: Int,
    startedAt: String, hostname: String
  ) {
    self.matrix = matrix
    self.clauses = clauses
    self.failures = failures
    self.caseCount = caseCount
    self.startedAt = startedAt
    self.hostname = hostname
  }

  fileprivate var isRight: Bool {
    failures.isEmpty && !ledger.contains(where: \.standing.isFailure)
  }

  fileprivate var headline: String {
    guard !isRight else { return "Every case is right." }
    guard !failures.isEmpty else { return "The ledger of known disagreements no longer holds." }
    let subjects = Set(failures.map(\.matcher)).count
    return "\(QuantityFormat.count(subjects)) of "
      + QuantityFormat.counted(matrix.matchers.count, "subject")
      + " \(subjects == 1 ? "is" : "are") wrong."
  }

  fileprivate var grounds: String {
    "\(QuantityFormat.counted(caseCount, "case")), "
      + "\(QuantityFormat.counted(matrix.matchers.count, "subject")), "
      + "\(QuantityFormat.counted(failures.count, "failure"))."
  }

  private static let subjectLimit = 8
  private static let limit = 40

  fileprivate var shownFailures: [Card] {
    var counts: [String: Int] = [:]
    let first = failures.filter { failure in
      counts[failure.matcher, default: 0] += 1
      return counts[failure.matcher, default: 0] <= Self.subjectLimit
    }
    return Array(first.prefix(Self.limit))
  }
}

extension Document {
  package init(_ facts: ConformanceFacts) {
    let shown = facts.shownFailures
    let failures = Block(
      "counterexamples", "Failures",
      [.cards(shown)] + .omission(facts.failures.count - shown.count, in: "conformance.json"))
    let groups = Block(
      "parity", "Groups of clauses",
      lead: "How many of the cases that detect a broken clause were answered correctly.",
      facts.matrix.tables.map(Block.Part.table))
    var clauses = facts.clauses
    clauses.isBrieflyWrong = true
    self.init(
      name: "conformance",
      headline: Headline(facts.headline, isRight: facts.isRight, grounds: facts.grounds),
      sections: [
        Section(
          "right", "Right?",
          [shown.isEmpty ? nil : failures, groups, Block.ledger(facts.ledger)]),
        Section(
          "which", "By which clause?",
          [Block("clauses", "Clause by clause", [.table(clauses)]).folded()]),
      ])
    origin = Origin(startedAt: facts.startedAt, hostname: facts.hostname)
  }
}

extension Card {
  /// - Parameters:
  ///   - position: the subject's, among all subjects.
  ///   - title: the id and the sentence of the case.
  package init(
    _ subject: String, at position: Int, title: String, clauses: [String], lines: [String],
    replayCommand: String
  ) {
    self.init(
      matcher: subject, position: position, state: "fails",
      what: DisplayText.line(title, limit: 300),
      facts: [
        Fact("clauses", DisplayText.line(clauses.joined(separator: ", "))),
        Fact("differs", DisplayText.line(lines.first ?? "", limit: 300)),
      ])
    if lines.count > 1 {
      codes.append(Self.code("details", lines.dropFirst().prefix(12), limit: 300))
    }
    codes.append(Self.code("replay", [replayCommand], limit: Self.lineLimit))
  }
}
