public import MatchmarkCore

/// Looks through the folded text of every row: index more, and find rows faster.
public struct Starter: Matcher {
  /// The matcher's name in commands and reports.
  public static let descriptor = MatcherDescriptor(
    id: "starter", summary: "looks through the folded text of every row")

  /// Declare what it answers; the rest is skipped by name.
  public static func support(for profile: SearchProfile) -> Support {
    let isPlain = profile.textFields.map(\.match) == [.contains] && profile.numericFields.isEmpty
    return isPlain ? .supported : .unsupported(reason: "only one 'contains' field is searched")
  }

  private let corpus: FoldedCorpus

  /// Build the index here; this one keeps the rows as they are.
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    self.corpus = corpus
  }

  /// The bytes of the index.
  public var indexByteCount: Int { 0 }

  /// The index behind the answers, in words for a reader of a report.
  public var structure: String { "every row" }

  /// One for each typing session.
  public func makeCursor() -> StarterCursor { StarterCursor(corpus: corpus) }
}

/// Answers the keystrokes of one session.
public struct StarterCursor: MatcherCursor {
  private let corpus: FoldedCorpus
  private var query = ResolvedQuery()

  fileprivate init(corpus: FoldedCorpus) { self.corpus = corpus }

  /// Inserts every row that tokens and scope let through and that has every term.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
    for row in 0..<corpus.rowCount where query.admits(row, in: corpus) && matches(row) {
      answer.insert(row)
    }
    return .answered
  }

  private func matches(_ row: Int) -> Bool {
    let text = corpus.foldedText(row: row)
    return (0..<query.termCount).allSatisfy { term in
      let needle = query.needle(term)
      return text.indices.contains { text[$0...].starts(with: needle) }
    }
  }
}
