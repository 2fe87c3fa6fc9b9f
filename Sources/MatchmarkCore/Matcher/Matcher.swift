/// A type that answers search-as-you-type queries over an immutable corpus.
///
/// A matcher is an immutable value, built once per corpus. Its ``MatcherCursor`` holds the state
/// that a typing session keeps between keystrokes, and the scratch memory that keeps a keystroke
/// free of allocation. The simplest matcher is a closure over strings: see
/// ``MatcherEntry/init(id:summary:matches:folding:terms:trim:fromTitles:)``.
public protocol Matcher: BuiltMatcher {
  /// The state and scratch memory of one typing session.
  associatedtype Cursor: MatcherCursor

  /// The id, the summary and the options of the matcher.
  static var descriptor: MatcherDescriptor { get }

  /// Returns ``Support/supported`` if the matcher answers queries under this profile, otherwise the
  /// reason why not.
  static func support(for profile: SearchProfile) -> Support

  /// Builds the index.
  ///
  /// - Throws: ``MatcherError`` if an option is invalid or the matcher does not support the corpus.
  init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError)

  /// Creates a cursor for one typing session.
  func makeCursor() -> Cursor
}

#if !hasFeature(Embedded)
  extension Matcher {
    /// Calls ``makeCursor()``, for callers that do not know the type of the cursor.
    public func makeAnyCursor() -> any MatcherCursor { makeCursor() }
  }
#endif

/// The part of a matcher that a harness uses once the matcher is built; every ``Matcher`` conforms
/// to it.
public protocol BuiltMatcher: Sendable {
  /// The memory that the matcher holds in addition to the folded corpus, in bytes.
  var indexByteCount: Int { get }
  /// The structure that was chosen for this corpus, and the reason, as reports show them.
  var structure: String { get }
  #if !hasFeature(Embedded)
    /// Creates a cursor for one typing session.
    func makeAnyCursor() -> any MatcherCursor
  #endif
}

/// A type that answers the keystrokes of one typing session.
public protocol MatcherCursor {
  /// Stores the rows that match `query` in `answer`, which may hold the answer to an earlier query.
  ///
  /// - Throws: ``MatcherError/query(_:)`` for a query outside the contract.
  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response
}

/// The reply to the question whether a matcher answers queries under a profile.
public enum Support: Sendable, Hashable {
  /// The matcher answers queries under the profile.
  case supported
  /// The matcher declines the profile, for the reason that reports show.
  case unsupported(reason: String)
}

/// The result of asking a cursor a query.
public enum Response: Sendable, Hashable {
  /// The answer holds the matching rows.
  case answered
  /// The matcher declines this query, for the reason that reports show.
  case skipped(reason: String)
}

/// The reason why a matcher could not be built or could not answer.
public enum MatcherError: Error, Hashable, Sendable {
  /// The query is outside the contract.
  case query(QueryError)
  /// The matcher does not support the corpus; reports show it as skipped, with this reason.
  case unsupportedCorpus(reason: String)
  /// The descriptor does not list the option, or the option does not accept the value.
  case invalidOption(name: String, value: String, expected: String)
  /// The matcher returned an answer that is not a set of rows.
  case malformedAnswer(String)
  /// The backend of the matcher failed, such as a database; the text is the backend's own message.
  case backendFailure(String)
}

extension MatcherError: CustomStringConvertible {
  /// A message that says what was found and what was expected.
  public var description: String {
    switch self {
    case .query(let error): error.description
    case .unsupportedCorpus(let reason), .backendFailure(let reason): reason
    case .invalidOption(let name, let value, let expected):
      "option '\(name)': got '\(value)', expected \(expected)"
    case .malformedAnswer(let what): "malformed answer: \(what)"
    }
  }
}

/// The number of times that each form of a structure was reached, by name.
package struct FormCounts: Sendable, Hashable {
  /// The counts by name; a form that can be reached but has not been reached has the count 0.
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package mutating func add(_ form: String) { counts[form, default: 0] += 1 }

  /// Declares that a form can be reached.
  package mutating func expect(_ form: String) { counts[form, default: 0] += 0 }

  package mutating func add(_ other: FormCounts) {
    // Embedded Swift has no merge(_:uniquingKeysWith:).
    for (form, count) in other.counts { counts[form, default: 0] += count }
  }

  /// Returns the same counts with a word before each name.
  package func named(_ name: String) -> FormCounts {
    var named = FormCounts()
    for (form, count) in counts { named.counts["\(name): \(form)"] = count }
    return named
  }

  /// The names of the forms that were not reached, in alphabetical order.
  package var missing: [String] { counts.filter { $0.value == 0 }.keys.sorted() }
}

/// A cursor that can report which forms of its matcher produced an answer.
///
/// The forms are derived after the answer, and only on request; during a keystroke a cursor only
/// notes which way it took, and counts nothing.
package protocol FormCounting {
  /// The names of all forms that exist on this processor.
  static var allForms: [String] { get }

  /// Counts the forms of the last answer, which must be the one to `query`.
  mutating func countForms(of query: SearchQuery, in counts: inout FormCounts)
}
