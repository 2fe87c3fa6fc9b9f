import Foundation
package import MatchmarkCore

/// The code that an app would contain today: an array of strings, filtered with Foundation's own
/// search.
///
/// This matcher exists for comparison and does not have to be right everywhere. Foundation's
/// definition of a match differs from the specification beyond ASCII (grapheme boundaries, vowel
/// signs, expansions, locale), so the matcher answers ASCII queries over ASCII corpora, and
/// declines all others with a reason.
///
/// - Complexity: O(rows × text) per term, at about a microsecond per row.
package struct FoundationFilterMatcher: Matcher {
  package static let descriptor = {
    var descriptor = MatcherDescriptor(
      id: "foundation-filter",
      summary: "an array of strings and Foundation's range(of:options:), as an app would write it")
    descriptor.isAppCode = true
    return descriptor
  }()

  package static func support(for profile: SearchProfile) -> Support {
    profile.folding == .loose
      ? .unsupported(reason: "Foundation has no option for folding loose") : .supported
  }

  private let corpus: FoldedCorpus
  private let options: String.CompareOptions
  private let declinesNothing: Bool
  private let fields: [(match: MatchMode, rows: [String])]

  /// Creates the matcher.
  ///
  /// - Throws: ``MatcherError/unsupportedCorpus(reason:)`` for text beyond ASCII.
  package init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    self.corpus = corpus
    declinesNothing = options.declinesNothing
    self.options =
      switch corpus.profile.folding {
      case .exact: []
      case .caseInsensitive: [.caseInsensitive]
      case .caseAndDiacriticInsensitive, .loose: [.caseInsensitive, .diacriticInsensitive]
      }
    var fields: [(match: MatchMode, rows: [String])] = []
    for (index, field) in corpus.profile.textFields.enumerated() {
      let rows = (0..<corpus.rowCount).map { corpus.text(row: $0, field: index) }
      if !declinesNothing, let row = rows.firstIndex(where: { !Self.agrees(on: $0) }) {
        throw .unsupportedCorpus(
          reason: """
            Foundation's matching differs from the specification beyond ASCII \
            (row \(row), field '\(field.name)')
            """)
      }
      fields.append((field.match, rows))
    }
    self.fields = fields
  }

  /// Returns true if Foundation and the specification agree about this text.
  ///
  /// CR is excluded because Foundation treats CR LF as one character, and U+0000 because Foundation
  /// does not treat it as a character.
  private static func agrees(on text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D && $0 != 0 }
  }

  package var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.rows.count * MemoryLayout<String>.stride }
  }

  package var structure: String { "range(of:options:) over every string" }

  package func makeCursor() -> Cursor { Cursor(matcher: self) }

  package struct Cursor: MatcherCursor {
    fileprivate let matcher: FoundationFilterMatcher
    fileprivate var query = ResolvedQuery()

    package mutating func answer(
      _ searchQuery: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      let corpus = matcher.corpus
      if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
      guard matcher.declinesNothing || FoundationFilterMatcher.agrees(on: searchQuery.text) else {
        return .skipped(reason: "Foundation's matching differs beyond ASCII")
      }
      let terms = matcher.terms(of: searchQuery.text)
      for row in 0..<corpus.rowCount {
        if query.admits(row, in: corpus), terms.allSatisfy({ matcher.matches($0, row) }) {
          answer.insert(row)
        }
      }
      return .answered
    }
  }

  private func terms(of text: String) -> [String] {
    let terms: [String] =
      switch (corpus.profile.terms, corpus.profile.trim) {
      case (.splitAND, _): text.split(whereSeparator: \.isWhitespace).map(String.init)
      case (.phrase, .whitespace): [text.trimmingCharacters(in: .whitespacesAndNewlines)]
      case (.phrase, .none): [text]
      }
    return terms.filter { !$0.isEmpty }
  }

  private func matches(_ term: String, _ row: Int) -> Bool {
    if fields.contains(where: { matches(term, $0.rows[row], $0.match) }) { return true }
    guard !corpus.numbers.isEmpty, let number = CanonicalDecimal(term) else { return false }
    return corpus.numbers.contains { $0[row] == number }
  }

  private func matches(_ term: String, _ text: String, _ mode: MatchMode) -> Bool {
    switch mode {
    case .contains:
      return text.range(of: term, options: options) != nil
    case .prefix:
      return text.range(of: term, options: options.union(.anchored)) != nil
    case .equality:
      return text.compare(term, options: options) == .orderedSame
    case .wordPrefix:
      return occursAtWordStart(term, in: text)
    }
  }

  private func occursAtWordStart(_ term: String, in text: String) -> Bool {
    var start = text.startIndex
    while let found = text.range(of: term, options: options, range: start..<text.endIndex) {
      if found.lowerBound == text.startIndex { return true }
      let before = text[text.index(before: found.lowerBound)]
      if !before.isLetter && !before.isNumber { return true }
      start = text.index(after: found.lowerBound)
    }
    return false
  }
}

extension MatcherEntry {
  /// The alternatives to the matchers of this project, in the order of `list`.
  ///
  /// The incumbents over SQLite exist if the package is built with the trait `SQLite`.
  package static var incumbents: [MatcherEntry] {
    #if SQLite
      [
        MatcherEntry(FoundationFilterMatcher.self), MatcherEntry(SQLiteFTS5Matcher.self),
        MatcherEntry(SQLiteLikeMatcher.self),
      ]
    #else
      [MatcherEntry(FoundationFilterMatcher.self)]
    #endif
  }
}
