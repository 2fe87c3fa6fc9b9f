/// What a run of the conformance cases found, as far as a page shows it.
///
/// The cases themselves live elsewhere; this is their tallies, in the words of the contract.
package struct ConformanceFacts: Sendable {
  /// A case that a subject failed.
  package struct Failure: Sendable {
    package var subject: String
    /// The id and the sentence of the case.
    package var title: String
    package var clauses: [String]
    /// What was wrong, a line each.
    package var lines: [String]
    /// The command that runs the case again.
    package var replayCommand: String

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

  /// The matrix of clause groups and levels against subjects.
  package var matrix: ParityMatrix
  /// Each clause that a case touched: id, text, then a word for each subject.
  package var clauses: ReportTable
  package var failures: [Failure]
  package var caseCount: Int
  /// When it was run, such as `2026-01-02T03:04:05Z`.
  package var startedAt: String
  package var hostname: String

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

  package var isRight: Bool { failures.isEmpty }

  /// One sentence.
  package var headline: String {
    guard !isRight else { return "Nobody fails a case." }
    let subjects = Set(failures.map(\.subject)).count
    return "\(QuantityFormat.count(subjects)) of \(QuantityFormat.count(matrix.matchers.count)) "
      + "subjects \(subjects == 1 ? "answers" : "answer") wrongly."
  }

  /// What it rests on.
  package var grounds: String {
    let cases = caseCount == 1 ? "case" : "cases"
    return "\(QuantityFormat.count(caseCount)) \(cases), "
      + "\(QuantityFormat.count(matrix.matchers.count)) subjects, "
      + "\(QuantityFormat.count(failures.count)) failures."
  }

  /// More of one subject tell little.
  private static let subjectLimit = 8
  private static let limit = 40

  /// The failures that a page tells in full.
  var shownFailures: [Failure] {
    var counts: [String: Int] = [:]
    let first = failures.filter { failure in
      counts[failure.subject, default: 0] += 1
      return counts[failure.subject, default: 0] <= Self.subjectLimit
    }
    return Array(first.prefix(Self.limit))
  }
}
