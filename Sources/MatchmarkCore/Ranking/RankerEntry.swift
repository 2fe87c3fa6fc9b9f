// Embedded Swift has no existentials; an app names the type of its ranker.
#if !hasFeature(Embedded)
  /// A ranker over a list of rows, from which each search field gets a cursor of its own.
  public protocol Ranker: Sendable {
    /// The memory that it holds, in bytes; 0, which is the default, if it does not know.
    var indexByteCount: Int { get }

    /// Returns a cursor, which may remember the last needle.
    func makeCursor() -> any RankerCursor
  }

  extension Ranker {
    /// Zero: unknown.
    public var indexByteCount: Int { 0 }
  }

  /// The state of one search field over a ranker.
  public protocol RankerCursor {
    /// Returns the rows that a needle finds, the best first.
    ///
    /// - Parameters:
    ///   - needle: the typed text.
    ///   - limit: the maximum number of rows; 0 for all.
    mutating func rank(_ needle: String, limit: Int) -> [RankedRow]
  }

  /// A ranker that can be held to the contract of ranking: its id, the rules that it declares, and
  /// the function that builds it.
  ///
  /// ```swift
  /// RankerEntry(id: "mine", summary: "prefixes first", rules: RankingRules(letterCase: .ignore)) {
  ///   rows in { needle, limit in mySearch(rows, needle, limit).map { RankedRow($0) } }
  /// }
  /// ```
  public struct RankerEntry: Sendable {
    /// The id in kebab-case, different from the id of every other participant.
    public let id: String
    /// The summary, on one line, for lists.
    public let summary: String
    /// The rules that it declares.
    public let rules: RankingRules
    /// A function that builds the ranker over the rows.
    public let build: @Sendable ([String]) -> any Ranker

    /// Creates an entry for a type of ranker.
    public init(
      id: String, summary: String, rules: RankingRules,
      building build: @escaping @Sendable ([String]) -> any Ranker
    ) {
      self.id = id
      self.summary = summary
      self.rules = rules
      self.build = build
    }

    /// Creates an entry for a closure, which takes the rows and returns the search for a needle and
    /// the maximum number of rows (0 for all).
    public init(
      id: String, summary: String, rules: RankingRules,
      rank: @escaping @Sendable ([String]) -> @Sendable (String, Int) -> [RankedRow]
    ) {
      self.init(id: id, summary: summary, rules: rules, building: { ClosureRanker(rank: rank($0)) })
    }
  }

  private struct ClosureRanker: Ranker, RankerCursor {
    let rank: @Sendable (String, Int) -> [RankedRow]

    func makeCursor() -> any RankerCursor { self }

    func rank(_ needle: String, limit: Int) -> [RankedRow] { rank(needle, limit) }
  }
#endif
