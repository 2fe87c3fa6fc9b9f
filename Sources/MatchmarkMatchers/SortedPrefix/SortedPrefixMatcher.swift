public import MatchmarkCore

/// Binary search over sorted text: field prefix, word prefix and equality.
///
/// What starts with a needle is one contiguous run of a sorted array, found in O(log n); the rows
/// of the run are marked in a bitmap, never sorted. It wins on prefixes of any length; it cannot
/// answer `contains`, for which it would need every suffix.
///
/// - Complexity: O(log n + matches) a term for n rows (field prefix) or n words (word prefix);
///   16 bytes a row or word.
public struct SortedPrefixMatcher: Matcher {
  /// `sorted-prefix`.
  public static let descriptor = MatcherDescriptor(
    id: "sorted-prefix", summary: "binary search over sorted rows or words; no 'contains'")

  /// Profiles whose text fields all match by prefix, word prefix or equality.
  public static func support(for profile: SearchProfile) -> Support {
    guard let field = profile.textFields.first(where: { $0.match == .contains }) else {
      return .supported
    }
    return .unsupported(
      reason: "a sorted array cannot find '\(field.name)' by a needle inside it (contains)")
  }

  fileprivate let corpus: FoldedCorpus
  fileprivate let fields: [SortedSuffixes]
  fileprivate let numbers: [NumberIndex]
  fileprivate let filter: FilterIndex

  /// Sorts every text field.
  ///
  /// - Complexity: O(n log n).
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    if case .unsupported(let reason) = Self.support(for: corpus.profile) {
      throw .unsupportedCorpus(reason: reason)
    }
    self.corpus = corpus
    fields = zip(corpus.profile.textFields, corpus.fields).map { field, arena in
      SortedSuffixes(arena) { row, starts in
        if field.match == .wordPrefix {
          arena.appendWordStarts(of: row, to: &starts)
        } else {
          starts.append(0)
        }
      }
    }
    numbers = corpus.numbers.map(NumberIndex.init)
    filter = FilterIndex(corpus)
  }

  /// Keys, permutation, numbers and filters.
  public var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.byteCount } + numbers.reduce(0) { $0 + $1.byteCount }
      + filter.byteCount
  }

  /// What was sorted.
  public var plan: String {
    let hasWords = corpus.profile.textFields.contains { $0.match == .wordPrefix }
    return "8-byte keys over \(hasWords ? "words" : "rows")"
  }

  /// Scratch of one bit a row, twice.
  public func makeCursor() -> Cursor { Cursor(matcher: self) }

  /// Searches for one session.
  public struct Cursor: MatcherCursor {
    private let matcher: SortedPrefixMatcher
    private var query = ResolvedQuery()
    private var pattern: [UInt8] = []
    private var rows = Bitmap(bitCount: 0)
    private var partialRows = Bitmap(bitCount: 0)

    fileprivate init(matcher: SortedPrefixMatcher) { self.matcher = matcher }

    /// Looks up every term and intersects.
    public mutating func answer(
      _ searchQuery: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      let corpus = matcher.corpus
      if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
      rows.reset(bitCount: corpus.rowCount)
      if query.terms.isEmpty { rows.fill() }
      for term in query.terms.indices { narrow(to: term) }
      matcher.filter.restrict(&rows, to: query, scratch: &partialRows)
      answer.exchange(with: &rows)
      return .answered
    }

    private mutating func narrow(to term: Int) {
      guard term > 0 else {
        matcher.insertMatches(of: term, in: query, pattern: &pattern, into: &rows)
        return
      }
      partialRows.reset(bitCount: matcher.corpus.rowCount)
      matcher.insertMatches(of: term, in: query, pattern: &pattern, into: &partialRows)
      rows.formIntersection(partialRows)
    }
  }

  /// - Parameter pattern: scratch for the needle, which equality ends with a separator.
  private func insertMatches(
    of term: Int, in query: ResolvedQuery, pattern: inout [UInt8], into rows: inout Bitmap
  ) {
    for (field, suffixes) in zip(corpus.profile.textFields, fields) {
      pattern.removeAll(keepingCapacity: true)
      pattern.append(contentsOf: query.needle(term))
      if field.match == .equality { pattern.append(TextArena.separator) }
      suffixes.insertRows(of: suffixes.run(startingWith: pattern), into: &rows)
    }
    guard let number = query.terms[term].number else { return }
    for index in numbers { index.insertRows(with: number, into: &rows) }
  }
}

extension TextArena {
  /// Appends the positions in string `index` at which a word prefix can begin.
  fileprivate func appendWordStarts(of index: Int, to starts: inout [Int]) {
    let text = bytes.span.extracting(range(of: index))
    for position in text.indices where text[position] & 0xC0 != 0x80 {
      if WordBoundary.isStart(of: position, in: text) { starts.append(position) }
    }
  }
}
