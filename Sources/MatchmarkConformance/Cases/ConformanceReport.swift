/// The result of one case for one subject.
public struct JudgedCase: Sendable {
  /// The case.
  public let testCase: CaseHead
  /// The subject's id.
  public let subject: String
  /// The ending of the case.
  public let result: CaseResult
  /// The time it took.
  public let durationInNanoseconds: Int

  /// Creates a judged case.
  public init(
    testCase: CaseHead, subject: String, result: CaseResult, durationInNanoseconds: Int
  ) {
    self.testCase = testCase
    self.subject = subject
    self.result = result
    self.durationInNanoseconds = durationInNanoseconds
  }
}

/// The numbers of cases of a kind that passed, failed and were skipped.
public struct CaseTally: Sendable, Hashable {
  /// Cases that passed.
  public private(set) var passed = 0
  /// Cases that passed as far as they were answered.
  public private(set) var passedInPart = 0
  /// Cases that failed.
  public private(set) var failed = 0
  /// Cases that were skipped.
  public private(set) var skipped = 0

  /// Counts results.
  public init(_ results: some Sequence<CaseResult>) {
    for result in results {
      switch result {
      case .passed: passed += 1
      case .passedInPart: passedInPart += 1
      case .failed: failed += 1
      case .skipped: skipped += 1
      }
    }
  }

  /// All of them.
  public var total: Int { passed + passedInPart + failed + skipped }

  /// The verdict: nothing failed, and something was answered.
  public var verdict: ConformanceVerdict {
    if failed > 0 { return .fails }
    if passed + passedInPart == 0 { return .notAnswered }
    return passed < total ? .conformsWhereAnswered : .conforms
  }
}

/// The judgement of a subject at a level.
public enum ConformanceVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every case passed.
  case conforms
  /// No case failed; some were declined.
  case conformsWhereAnswered = "conforms-where-answered"
  /// A case failed.
  case fails
  /// Every case was declined, or there is none.
  case notAnswered = "not-answered"
}

/// The judged cases of a run, and their verdicts.
public struct ConformanceReport: Sendable {
  /// The clauses, in the order of the contract.
  public let clauses: [Clause]
  /// The ids of the subjects, in the order in which they are shown.
  public let subjects: [String]
  /// All judged cases.
  public let cases: [JudgedCase]

  /// Creates a report.
  public init(clauses: [Clause], subjects: [String], cases: [JudgedCase]) {
    self.clauses = clauses
    self.subjects = subjects
    self.cases = cases
  }

  /// True if nothing failed.
  public var isRight: Bool { !cases.contains { $0.result.isFailure } }

  /// True if all that failed took too long, and was right otherwise.
  package var isOnlySlow: Bool {
    cases.allSatisfy { if case .failed(let failure) = $0.result { failure.isSlow } else { true } }
  }

  /// The cases that failed.
  public var failures: [JudgedCase] { cases.filter { $0.result.isFailure } }

  /// The tally of a subject at a level.
  public func tally(of subject: String, level: ConformanceLevel) -> CaseTally {
    CaseTally(
      cases.lazy.filter { $0.subject == subject && $0.testCase.level == level }.map(\.result))
  }

  /// The tally of a subject for a clause.
  public func tally(of subject: String, clause: String) -> CaseTally {
    CaseTally(
      cases.lazy.filter { $0.subject == subject && $0.testCase.clauses.contains(clause) }
        .map(\.result))
  }
}

extension CaseResult {
  /// True if the subject was wrong.
  public var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

/// The ending of a case.
public enum CaseResult: Sendable, Hashable {
  /// Everything was as expected.
  case passed
  /// Everything that was answered was as expected, and something was not answered, with the reason.
  case passedInPart(reason: String)
  /// Something was not.
  case failed(CaseFailure)
  /// It was not asked, or not answered, with the reason.
  case skipped(reason: String)
}

/// The description of a failure, for people.
public struct CaseFailure: Sendable, Hashable, CustomStringConvertible {
  /// One line.
  public let summary: String
  /// The facts that show it: rows, folded forms, other expectations.
  public let details: [String]
  /// The moments until a search box broke a clause; nil for everything but a search box.
  package var timeline: BoxTimeline?
  /// True if nothing is wrong but the time that it took.
  package var isSlow = false

  /// Creates a failure.
  public init(summary: String, details: [String] = []) {
    self.summary = summary
    self.details = details
  }

  /// The line and the details, one below the other.
  public var description: String { ([summary] + details).joined(separator: "\n  ") }
}
