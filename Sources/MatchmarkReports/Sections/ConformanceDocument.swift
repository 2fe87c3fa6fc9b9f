package import MatchmarkMeasurement

/// The results of a run of the conformance cases, as far as a page shows them.
///
/// The cases themselves are defined elsewhere; these are their tallies, in the contract's words.
package struct ConformanceFacts {
  package struct Failure {
    let subject: String
    /// The id and the sentence of the case.
    let title: String
    let clauses: [String]
    let lines: [String]
    let replayCommand: String

    package init(
      subject: String, title: String, clauses: [String], lines: [String], replayCommand: String
    ) {
      self.subject = subject
      self.title = title
      self.clauses = clauses
      self.lines = lines
      self.replayCommand = replayCommand
    }
  }

  /// The matrix of clause groups and levels by subject.
  fileprivate let matrix: ParityMatrix
  /// Each clause that a case covered: id, text, then a word for each subject.
  fileprivate let clauses: ReportTable
  fileprivate let failures: [Failure]
  private let caseCount: Int
  fileprivate let startedAt: String
  fileprivate let hostname: String
  /// The standing of the ledger's entries about subjects.
  package var ledger: [LedgerRecord] = []

  package init(
    matrix: ParityMatrix, clauses: ReportTable, failures: [Failure], caseCount: Int,
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
    let subjects = Set(failures.map(\.subject)).count
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

  /// The failures that a page shows in full.
  fileprivate var shownFailures: [Failure] {
    var counts: [String: Int] = [:]
    let first = failures.filter { failure in
      counts[failure.subject, default: 0] += 1
      return counts[failure.subject, default: 0] <= Self.subjectLimit
    }
    return Array(first.prefix(Self.limit))
  }
}

extension Document {
  package init(_ facts: ConformanceFacts) {
    let shown = facts.shownFailures
    let failures = Block(
      "counterexamples", "Failures",
      [.cards(shown.map { Card($0, facts.matrix) })]
        + .omission(facts.failures.count - shown.count, in: "conformance.json"))
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
  fileprivate init(_ failure: ConformanceFacts.Failure, _ matrix: ParityMatrix) {
    self.init(
      matcher: failure.subject,
      position: matrix.matchers.firstIndex(of: failure.subject) ?? 0,
      state: "fails", what: DisplayText.line(failure.title, limit: 300),
      facts: [
        Fact("clauses", DisplayText.line(failure.clauses.joined(separator: ", "))),
        Fact("differs", DisplayText.line(failure.lines.first ?? "", limit: 300)),
      ])
    if failure.lines.count > 1 {
      codes.append(Self.code("details", failure.lines.dropFirst().prefix(12), limit: 300))
    }
    codes.append(Self.code("replay", [failure.replayCommand], limit: Self.lineLimit))
  }
}
