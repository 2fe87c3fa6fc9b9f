import MatchmarkConformance
package import MatchmarkCore

/// Engines that are right except for one mistake, which real engines make, too.
///
/// `faulty-engine NAME` serves such an engine over the protocol; ``entry(_:)`` is the same engine
/// as a matcher.
package enum WrongEngine: String, Sendable, CaseIterable {
  // The part of a field that the engine reads.
  case reads65535Bytes = "reads-65535-bytes"
  case reads32766Bytes = "reads-32766-bytes"
  case reads4097Bytes = "reads-4097-bytes"
  case reads255Characters = "reads-255-characters"
  case findsEarlyMatches = "finds-early-matches"
  case stopsAtNull = "stops-at-null"
  case trimsFields = "trims-fields"
  case readsFirstField = "reads-first-field"
  case skipsEmptyFields = "skips-empty-fields"

  // The changes that the engine makes to a field before it searches.
  case escapesRows = "escapes-rows"
  case escapesBoth = "escapes-both"
  case stripsTags = "strips-tags"
  case normalizesChunks = "normalizes-chunks"

  // The part of a query that the engine reads.
  case cutsQueryAt4095Bytes = "cuts-query-at-4095-bytes"
  case cutsQueryAt32Characters = "cuts-query-at-32-characters"
  case cutsTermsAt64Bytes = "cuts-terms-at-64-bytes"
  case reads31Terms = "reads-31-terms"
  case reads63Tokens = "reads-63-tokens"

  // The changes that the engine makes to a query.
  case splitsAtControls = "splits-at-controls"
  case trimsZeroWidth = "trims-zero-width"
  case dropsStopWords = "drops-stop-words"
  case dropsLetters = "drops-letters"
  case dropsQuotes = "drops-quotes"
  case expandsUnderscores = "expands-underscores"

  // Numbers, tokens and scope.
  case reads17Digits = "reads-17-digits"
  case reads19Digits = "reads-19-digits"
  case emptyIsZero = "empty-is-zero"
  case trimsTokens = "trims-tokens"
  case normalizesTokens = "normalizes-tokens"
  case foldsScopes = "folds-scopes"

  // The characters that are equal.
  case reads16BitScalars = "reads-16-bit-scalars"
  case lowersCase = "lowers-case"
  case normalizesOnlyRows = "normalizes-only-rows"
  case triesFirstOccurrence = "tries-first-occurrence"

  // The rows that the engine answers.
  case answers1000Rows = "answers-1000-rows"
  case answers65536Rows = "answers-65536-rows"
  case mergesEqualRows = "merges-equal-rows"
  case counts100Rows = "counts-100-rows"
  case narrowsAfterBackspace = "narrows-after-backspace"
  case remembersByText = "remembers-by-text"
}

extension WrongEngine {
  /// The clause that the engine breaks, and its behaviour as the predicate of a sentence.
  package var account: (clause: String, sentence: String) {
    switch self {
    case .reads65535Bytes: ("Q1", "reads the first 65,535 bytes of a field")
    case .reads32766Bytes: ("Q1", "reads the first 32,766 bytes of a field")
    case .reads4097Bytes: ("Q1", "reads the first 4,097 bytes of a field")
    case .reads255Characters: ("Q1", "reads the first 255 characters of a field")
    case .findsEarlyMatches:
      ("Q1", "finds only matches that begin in the first 60 characters of a field")
    case .stopsAtNull: ("Q1", "reads a field up to U+0000")
    case .trimsFields: ("Q1", "trims white space from fields")
    case .readsFirstField: ("Q10", "searches only the first of several text fields")
    case .skipsEmptyFields: ("Q14", "never answers a row whose text is empty")
    case .escapesRows: ("Q1", "escapes `&` and `<` as markup in rows")
    case .escapesBoth: ("Q1", "escapes `&` and `<` as markup in rows and in the query")
    case .stripsTags: ("Q1", "removes what looks like a tag from rows")
    case .normalizesChunks: ("Q1", "normalizes a field in chunks of 1,024 bytes")
    case .cutsQueryAt4095Bytes: ("Q1", "reads the first 4,095 bytes of the text")
    case .cutsQueryAt32Characters: ("Q1", "reads the first 32 characters of the text")
    case .cutsTermsAt64Bytes: ("Q1", "reads the first 64 bytes of a term")
    case .reads31Terms: ("Q8", "reads the first 31 terms")
    case .reads63Tokens: ("T1", "reads the first 63 tokens")
    case .splitsAtControls: ("D10", "splits also at U+001C to U+001F")
    case .trimsZeroWidth: ("D10", "trims also U+200B")
    case .dropsStopWords: ("Q8", "ignores the terms a, of and the")
    case .dropsLetters: ("Q8", "ignores terms of one letter")
    case .dropsQuotes: ("Q1", "ignores quotation marks and asterisks in the text")
    case .expandsUnderscores: ("Q1", "lets an underscore stand for any byte")
    case .reads17Digits: ("D13", "reads numbers of at most 17 digits")
    case .reads19Digits: ("D13", "reads numbers of up to 19 digits")
    case .emptyIsZero: ("O8", "reads an empty number as 0")
    case .trimsTokens: ("T15", "trims white space from the values of tokens")
    case .normalizesTokens: ("T15", "compares the values of tokens in normal form")
    case .foldsScopes: ("Q3", "compares scope titles without case")
    case .reads16BitScalars: ("Q1", "reads the lowest 16 bits of a scalar")
    case .lowersCase: ("D6", "lower-cases instead of folding")
    case .normalizesOnlyRows: ("Q1", "decomposes rows and not the text")
    case .triesFirstOccurrence: ("Q1", "looks for a word only at a term's first occurrence")
    case .answers1000Rows: ("Q2", "answers at most 1,000 rows")
    case .answers65536Rows: ("Q2", "answers no row after the 65,536th of the corpus")
    case .mergesEqualRows: ("Q13", "answers only the first of equal rows")
    case .counts100Rows: ("Q2", "counts at most 100 rows")
    case .narrowsAfterBackspace: ("Q1", "narrows the last answer even if the text got shorter")
    case .remembersByText: ("Q2", "remembers answers by their text, whatever the tokens and scope")
    }
  }

  /// Returns the engine as a matcher; without a name, a right one.
  package static func entry(_ engine: WrongEngine?) -> MatcherEntry {
    MatcherEntry(
      descriptor: MatcherDescriptor(
        id: engine?.rawValue ?? "right",
        summary: engine.map { "wrong on purpose: \($0.account.sentence)" } ?? "right, and slow"),
      support: { _ in .supported },
      build: { corpus, _ throws(MatcherError) in WrongMatcher(corpus, engine) })
  }
}

/// A plain engine that examines every row.
private struct WrongMatcher: BuiltMatcher {
  let corpus: FoldedCorpus
  let engine: WrongEngine?
  /// The text fields of every row, as the engine stores them.
  let texts: [[[UInt8]]]
  let numbers: [[String]]

  init(_ corpus: FoldedCorpus, _ engine: WrongEngine?) {
    self.corpus = corpus
    self.engine = engine
    texts = (0..<corpus.rowCount).map { row in
      corpus.profile.textFields.enumerated().map { index, field in
        WrongText(engine: engine, folding: corpus.profile.folding, mode: field.match)
          .stored(corpus.text(row: row, field: index))
      }
    }
    let columns = corpus.profile.numericFields.compactMap { corpus.corpus.schema.index(of: $0) }
    numbers = (0..<corpus.rowCount).map { row in
      columns.compactMap { column in
        let cell = corpus.corpus.cell(row: row, column: column)
        if cell.isEmpty, engine == .emptyIsZero { return "0" }
        return PlainText.canonicalNumber(cell)
      }
    }
  }

  var profile: SearchProfile { corpus.profile }
  var indexByteCount: Int { 0 }
  var structure: String { "every row, one by one" }

  func makeAnyCursor() -> any MatcherCursor { WrongCursor(matcher: self) }

  /// Returns the rows of a query that is within the contract.
  func rows(for query: SearchQuery, _ resolved: ResolvedQuery) -> [Int] {
    let terms = terms(of: query.text)
    let all = Array(0..<corpus.rowCount)
    if terms.isEmpty, query.tokens.isEmpty { return profile.empty == .browse ? all : [] }
    return all.filter { row in
      resolved.admits(row, in: corpus) && scopeAdmits(row, query.scope)
        && terms.allSatisfy { matches($0, row) }
    }
  }

  /// Returns each term as the engine reads it for each text field; a term counts if its fold for
  /// contains is not empty.
  private func terms(of text: String) -> [[WrongText.Term]] {
    let terms = WrongText(engine: engine, folding: profile.folding, mode: .contains)
      .terms(of: text, profile)
    guard profile.folding == .loose else {
      return terms.map { term in profile.textFields.map { _ in term } }
    }
    let words = WrongText(engine: engine, folding: .loose, mode: .wordPrefix)
    return terms.map { term in
      profile.textFields.map { field in
        guard field.match == .wordPrefix else { return term }
        return WrongText.Term(
          needle: words.folded(term.raw), raw: term.raw, number: term.number)
      }
    }
  }

  private func matches(_ fieldTerms: [WrongText.Term], _ row: Int) -> Bool {
    let fields = engine == .readsFirstField ? 0..<1 : profile.textFields.indices
    return fields.contains { field in
      let term = fieldTerms[field]
      if let number = term.number, numbers[row].contains(number) { return true }
      if term.needle.isEmpty { return false }
      let (text, mode) = (texts[row][field], profile.textFields[field].match)
      return switch (engine, mode) {
      case (.findsEarlyMatches, .contains), (.findsEarlyMatches, .wordPrefix):
        PlainText.matches(early(text, term.needle.count), term.needle, mode)
      case (.triesFirstOccurrence, .wordPrefix):
        PlainText.matches(throughFirst(term.needle, text), term.needle, mode)
      case (.expandsUnderscores, .contains): matchesPattern(text, term.needle)
      case (.cutsTermsAt64Bytes, .contains), (.cutsTermsAt64Bytes, .prefix):
        PlainText.matches(text[...], Array(term.needle.prefix(64)), mode)
      default: PlainText.matches(text[...], term.needle, mode)
      }
    }
  }

  /// Returns the text up to the end of a match that begins with its sixtieth character.
  private func early(_ text: [UInt8], _ needleSize: Int) -> ArraySlice<UInt8> {
    let starts = text.indices.filter { text[$0] & 0xC0 != 0x80 }
    return starts.count < 60 ? text[...] : text.prefix(starts[59] + needleSize)
  }

  /// Returns the text up to the end of the first occurrence, wherever that is; empty if there is
  /// none.
  private func throughFirst(_ needle: [UInt8], _ text: [UInt8]) -> ArraySlice<UInt8> {
    let first = text.indices.first { text[$0...].starts(with: needle) }
    return first.map { text.prefix($0 + needle.count) } ?? []
  }

  private func matchesPattern(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    let underscore = UInt8(ascii: "_")
    return text.indices.contains { start in
      text.count - start >= needle.count
        && needle.indices.allSatisfy {
          needle[$0] == underscore || needle[$0] == text[start + $0]
        }
    }
  }

  /// Returns true if the wrong comparison of scope titles lets a row pass, or if the engine has no
  /// such fault.
  private func scopeAdmits(_ row: Int, _ title: String?) -> Bool {
    guard engine == .foldsScopes, let title, let axis = profile.scope, title != axis.allTitle,
      let column = corpus.corpus.schema.index(of: axis.facet)
    else { return true }
    return corpus.corpus.cell(row: row, column: column).lowercased() == title.lowercased()
  }

  /// Returns the tokens and the scope that the engine filters by.
  func filter(of query: SearchQuery) -> SearchQuery {
    var filter = SearchQuery("", tokens: query.tokens, scope: query.scope)
    switch engine {
    case .reads63Tokens: filter.tokens = Array(filter.tokens.prefix(63))
    case .foldsScopes: filter.scope = nil
    case .trimsTokens: filter.tokens = known(filter.tokens) { PlainText.trim($0) }
    case .normalizesTokens: filter.tokens = known(filter.tokens) { CanonicalForm.composed($0) }
    default: break
    }
    return filter
  }

  /// Returns the tokens with the known values whose form is the same.
  private func known(_ tokens: [SearchToken], by form: (String) -> String) -> [SearchToken] {
    tokens.map { token in
      let bytes = Array(form(token.value).utf8)
      let value = corpus.corpus.knownValues(of: token.facet)?.first {
        Array(form($0).utf8) == bytes
      }
      return SearchToken(facet: token.facet, value: value ?? token.value)
    }
  }
}

/// The answers of one session.
private struct WrongCursor: MatcherCursor {
  let matcher: WrongMatcher
  private var resolved = ResolvedQuery()
  private var lastText: String?
  private var lastRows: [Int] = []
  private var remembered: [[UInt8]: [Int]] = [:]

  init(matcher: WrongMatcher) { self.matcher = matcher }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    answer.reset(rowCount: matcher.corpus.rowCount)
    let rows: [Int]
    do throws(QueryError) {
      try resolved.resolve(query, in: matcher.corpus)
      try resolved.resolve(matcher.filter(of: query), in: matcher.corpus)
      rows = answered(matcher.rows(for: query, resolved), to: query)
    } catch { throw .query(error) }
    lastText = query.text
    lastRows = rows
    for row in rows { answer.insert(row) }
    if matcher.engine == .counts100Rows, rows.count > 100 {
      var bitmap = Bitmap(bitCount: matcher.corpus.rowCount)
      for row in rows { bitmap.insert(row) }
      answer.exchange(with: &bitmap, count: 100)
    }
    return .answered
  }

  /// Returns the rows that the engine answers instead of those that it found.
  private mutating func answered(_ rows: [Int], to query: SearchQuery) -> [Int] {
    switch matcher.engine {
    case .answers1000Rows: return Array(rows.prefix(1_000))
    case .answers65536Rows: return rows.filter { $0 < 65_536 }
    case .skipsEmptyFields: return rows.filter { !matcher.texts[$0].allSatisfy(\.isEmpty) }
    case .mergesEqualRows:
      var seen: Set<[[UInt8]]> = []
      return rows.filter { seen.insert(matcher.texts[$0]).inserted }
    case .narrowsAfterBackspace:
      guard let lastText, lastText.utf8.count > query.text.utf8.count,
        lastText.utf8.starts(with: query.text.utf8)
      else { return rows }
      return rows.filter(lastRows.contains)
    case .remembersByText:
      let key = Array(query.text.utf8)
      if let rows = remembered[key] { return rows }
      remembered[key] = rows
      return rows
    default: return rows
    }
  }
}
