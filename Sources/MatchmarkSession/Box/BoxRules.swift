/// The rules that a search box declares, and is held to; what it lacks is not asked of it.
///
/// ```swift
/// BoxRules(features: [.loading, .noMatch], submit: .queued, debounceInMilliseconds: 150)
/// ```
public struct BoxRules: Sendable, Hashable {
  /// Something that not every search box has.
  public enum Feature: String, Sendable, Hashable, CaseIterable {
    /// Rows can be chosen by pressing and releasing.
    case choice
    /// The field takes tokens.
    case tokens
    /// There are scopes.
    case scopes
    /// An event cancels the search.
    case cancel
    /// An event closes the list and keeps the text.
    case dismiss
    /// An empty field is searched for, too.
    case emptySearch = "empty-search"
    /// A search that is no longer wanted is cancelled, and its answer is ignored.
    case cancellation
    /// The first page of an answer is shown before the rest is there.
    case pages
    /// A search may fail, and the display says so.
    case failure
    /// The state is saved and restored.
    case restoration
    /// The display says that an answer is awaited.
    case loading
    /// The display says that there is no match.
    case noMatch = "no-match"
    /// Rows of an earlier query are marked.
    case staleMarks = "stale-marks"
    /// The number of matches is shown or announced.
    case count
  }

  /// The effect of Enter.
  public enum Submit: String, Sendable, Hashable, CaseIterable {
    /// It takes the text of the field, whatever rows are shown.
    case text
    /// It opens the first row of the answer to the current query, as soon as that is there.
    case queued
    /// It opens the first row of the answer to the current query if that is there, else nothing.
    case row
  }

  /// The features of the box.
  public var features: Set<Feature>
  /// The effect of Enter; nil if the box does not hear it.
  public var submit: Submit?
  /// The time without typing after which the box asks; nil if it asks at once.
  public var debounceInMilliseconds: Int?
  /// The maximum number of searches that are neither answered nor cancelled; nil if there is none.
  public var inFlightLimit: Int?

  /// Creates rules.
  public init(
    features: Set<Feature> = [], submit: Submit? = nil, debounceInMilliseconds: Int? = nil,
    inFlightLimit: Int? = nil
  ) {
    self.features = features
    self.submit = submit
    self.debounceInMilliseconds = debounceInMilliseconds
    self.inFlightLimit = inFlightLimit
  }

  /// Returns true if the box has a feature.
  public func has(_ feature: Feature) -> Bool { features.contains(feature) }

  /// The reason why the rules cannot hold; nil if they can.
  public var contradiction: String? {
    if let debounce = debounceInMilliseconds, debounce < 1 {
      return "a debounce of \(debounce) ms, expected at least 1"
    }
    if let limit = inFlightLimit, limit < 1 {
      return "a limit of \(limit) searches in flight, expected at least 1"
    }
    return nil
  }
}

/// A search box that can be held to the contract of late answers: its id, its rules, and the
/// function that makes it.
public struct SearchBoxEntry: Sendable {
  /// The id in kebab-case.
  public let id: String
  /// The summary, on one line, for lists.
  public let summary: String
  /// The rules that it declares.
  public let rules: BoxRules
  /// A function that makes a new box, or one with a saved state.
  public let make: @Sendable (_ savedState: String?) -> any SearchBox

  /// Creates an entry.
  public init(
    id: String, summary: String, rules: BoxRules,
    make: @escaping @Sendable (_ savedState: String?) -> any SearchBox
  ) {
    self.id = id
    self.summary = summary
    self.rules = rules
    self.make = make
  }
}
