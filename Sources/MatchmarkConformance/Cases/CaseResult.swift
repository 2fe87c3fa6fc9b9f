/// How a case ended.
public enum CaseResult: Sendable, Hashable {
  /// Everything was as expected.
  case passed
  /// Something was not.
  case failed(CaseFailure)
  /// It was not asked, or not answered, with the reason.
  case skipped(reason: String)
}

/// What was wrong, for a person to understand.
public struct CaseFailure: Sendable, Hashable, CustomStringConvertible {
  /// One line.
  public let summary: String
  /// What is needed to see it: rows, folded forms, what else was expected.
  public let details: [String]

  /// Creates a failure.
  public init(summary: String, details: [String] = []) {
    self.summary = summary
    self.details = details
  }

  /// The line and the details, one below the other.
  public var description: String { ([summary] + details).joined(separator: "\n  ") }
}
