public import MatchmarkCore

/// Looks only at rows in which the first byte of the needle occurs, by a set of bytes per row.
public struct FirstByteMatcher: Matcher {
  /// The matcher as `list` shows it.
  public static let descriptor = MatcherDescriptor(
    id: "first-byte", summary: "skips rows without the first byte of the needle")

  /// One text field that is searched anywhere, and no numbers.
  public static func support(for profile: SearchProfile) -> Support {
    let isPlain =
      profile.textFields.map(\.match) == [.contains] && profile.numericFields.isEmpty
    return isPlain ? .supported : .unsupported(reason: "only one 'contains' field is indexed")
  }

  fileprivate let corpus: FoldedCorpus
  fileprivate let byteSets: [ByteSet]

  /// Notes which bytes each row has.
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    self.corpus = corpus
    byteSets = (0..<corpus.rowCount).map { ByteSet(corpus.foldedText(row: $0)) }
  }

  /// 32 bytes a row.
  public var indexByteCount: Int { byteSets.count * MemoryLayout<ByteSet>.stride }

  /// Always the same.
  public var structure: String { "a set of bytes per row" }

  /// A query that is read again for each keystroke.
  public func makeCursor() -> FirstByteCursor { FirstByteCursor(matcher: self) }
}

/// Answers the keystrokes of one session.
public struct FirstByteCursor: MatcherCursor {
  let matcher: FirstByteMatcher
  private var query = ResolvedQuery()

  fileprivate init(matcher: FirstByteMatcher) { self.matcher = matcher }

  /// Holds each row to tokens, scope and every term.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    let corpus = matcher.corpus
    if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
    for row in 0..<corpus.rowCount where query.admits(row, in: corpus) && matches(row) {
      answer.insert(row)
    }
    return .answered
  }

  private func matches(_ row: Int) -> Bool {
    (0..<query.termCount).allSatisfy { term in
      let needle = query.needle(term)
      guard let first = needle.first, matcher.byteSets[row].contains(first) else { return false }
      let text = matcher.corpus.foldedText(row: row)
      return text.indices.contains { text[$0...].starts(with: needle) }
    }
  }
}

/// One bit for each byte.
struct ByteSet: Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte >> 6 {
      case 0: words.0 |= 1 << UInt64(byte & 63)
      case 1: words.1 |= 1 << UInt64(byte & 63)
      case 2: words.2 |= 1 << UInt64(byte & 63)
      default: words.3 |= 1 << UInt64(byte & 63)
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word & 1 << UInt64(byte & 63) != 0
  }
}
