/// Something that answers search-as-you-type queries over an immutable corpus.
///
/// A matcher is an immutable value, built once per corpus. Its ``MatcherCursor`` holds what a
/// typing session remembers between keystrokes, and the scratch memory that keeps a keystroke free
/// of allocation. For the simplest matcher, a closure over strings, see
/// ``MatcherEntry/init(id:summary:matches:folding:terms:trim:fromTitles:)``.
public protocol Matcher: BuiltMatcher {
  /// The scratch and memory of one typing session.
  associatedtype Cursor: MatcherCursor

  /// Id, summary and options.
  static var descriptor: MatcherDescriptor { get }

  /// Whether the matcher answers queries under this profile, or why not.
  static func support(for profile: SearchProfile) -> Support

  /// Builds the index.
  ///
  /// - Throws: ``MatcherError`` if an option is wrong or the matcher does not support the corpus.
  init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError)

  /// Fresh scratch for one typing session.
  func makeCursor() -> Cursor
}

#if !hasFeature(Embedded)
  extension Matcher {
    /// ``makeCursor()``, for callers that do not know the type.
    public func makeAnyCursor() -> any MatcherCursor { makeCursor() }
  }
#endif

/// What a harness needs from a built matcher; every ``Matcher`` provides it.
public protocol BuiltMatcher: Sendable {
  /// The memory that the matcher holds in addition to the folded corpus, in bytes.
  var indexByteCount: Int { get }
  /// Which structure was chosen for this corpus, and why.
  var plan: String { get }
  #if !hasFeature(Embedded)
    /// Fresh scratch for one typing session.
    func makeAnyCursor() -> any MatcherCursor
  #endif
}

/// Answers the keystrokes of one typing session.
public protocol MatcherCursor {
  /// Puts the rows that match `query` into `answer`, which may hold an earlier answer.
  ///
  /// - Throws: ``MatcherError/query(_:)`` for a query outside the contract.
  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response
}

/// Whether a matcher answers queries under a profile.
public enum Support: Sendable, Hashable {
  /// It does.
  case supported
  /// It does not, with the reason that reports show.
  case unsupported(reason: String)
}

/// What a cursor did with a query.
public enum Response: Sendable, Hashable {
  /// The answer holds the matching rows.
  case answered
  /// The matcher declines this query, with the reason that reports show.
  case skipped(reason: String)
}

/// Why a matcher could not be built or could not answer.
public enum MatcherError: Error, Hashable, Sendable {
  /// The query is outside the contract.
  case query(QueryError)
  /// The matcher does not support the corpus; shown as skipped, with the reason.
  case unsupportedCorpus(reason: String)
  /// An option that the descriptor does not list, or a value that the option does not accept.
  case invalidOption(name: String, value: String, expected: String)
  /// The matcher answered something that is not a set of rows.
  case malformedAnswer(String)
  /// The backend of the matcher failed, such as a database; the text is the backend's own.
  case backendFailure(String)
}

extension MatcherError: CustomStringConvertible {
  /// What was found and what was expected.
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

/// How often each form of a structure was reached, by name.
package struct FormCounts: Sendable, Hashable {
  /// Counts by name; a form that can be reached but was not has 0.
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package mutating func add(_ form: String) { counts[form, default: 0] += 1 }

  /// Declares that a form can be reached.
  package mutating func expect(_ form: String) { counts[form, default: 0] += 0 }

  package mutating func add(_ other: FormCounts) {
    // Embedded Swift has no merge(_:uniquingKeysWith:).
    for (form, count) in other.counts { counts[form, default: 0] += count }
  }

  /// The same counts with a word before each name.
  package func named(_ name: String) -> FormCounts {
    var named = FormCounts()
    for (form, count) in counts { named.counts["\(name): \(form)"] = count }
    return named
  }

  /// The forms that were not reached, in alphabetical order.
  package var missing: [String] { counts.filter { $0.value == 0 }.keys.sorted() }
}

/// A cursor that can report which forms of its matcher produced an answer.
///
/// It works that out afterwards, and only on request: nothing is counted during a keystroke; a
/// cursor only notes its way.
package protocol FormCounting {
  /// Every form that exists on this processor.
  static var allForms: [String] { get }

  /// Counts the forms of the last answer, which must be the one to `query`.
  mutating func countForms(of query: SearchQuery, in counts: inout FormCounts)
}
