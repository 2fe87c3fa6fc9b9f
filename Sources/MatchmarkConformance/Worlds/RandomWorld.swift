package import MatchmarkCore

/// Small random corpora, profiles and queries in which every axis of the contract meets every
/// other, all drawn from one seed.
package struct RandomWorld {
  package var generator: SeededGenerator
  /// The pieces from which texts are put together.
  package var pieces = Self.collidingPieces
  /// Whether rows are sentences of a few words, where phrases matter.
  package var isOfSentences = false
  /// The values of the other columns.
  package private(set) var values = RandomValues.few

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package init(_ generator: SeededGenerator) { self.generator = generator }

  /// Draws many values, not few, for the columns other than text.
  package mutating func drawValues() { values = .many(using: &self) }

  /// Pieces of text that are chosen to collide: cases, marks in both normal forms, expansions,
  /// ignorables, word breaks, digits of two scripts, and letters without case.
  package static let collidingPieces = [
    "a", "A", "b", "ab", "aba", "e", "é", "e\u{301}", "\u{301}", "ß", "SS", "ſ", "İ", "ı", "Σ", "ς",
    "ﬁ", "fi", " ", " ", "  ", "\u{3000}", "\u{A0}", "-", "'", "_", "0", "1", "10", "2010", "٢",
    "24.50", ".", "कु", "कि", "क", "カ", "カ\u{3099}", "ガ", "한", "ㅎ", "\u{1112}\u{1161}\u{11AB}",
    "👍", "👍🏽", "👍🏿", "\u{AD}", "\u{200D}", "\u{FEFF}", "中", "中国", "x\u{378}", "ᾳ", "Α", "Й",
    "и\u{306}",
    "か", "が", "آ", "ا", "\u{10400}", "\u{10428}", "I", "i", "š", "z", "zz", "\u{0}", "\u{FFFD}",
    "\u{10FFFF}", "nn", "tion", "road",
  ]

  package mutating func text(maximumPieces: Int) -> String {
    (0..<generator.below(maximumPieces + 1)).map { _ in generator.pick(pieces) }.joined()
  }

  package static let schemaColumns = [
    Column("name", .text), Column("note", .text),
    Column("kind", .facet, declaredValues: ["red", "never"]), Column("size", .facet),
    Column("year", [.numeric, .scope]), Column("price", .numeric),
  ]

  package mutating func corpus(rowCount: Int) throws(CorpusError) -> Corpus {
    try corpus(rowCount: rowCount) { world in world.text(maximumPieces: 6) }
  }

  /// The same, with the given names.
  package mutating func corpus(
    rowCount: Int, name: (inout RandomWorld) -> String
  ) throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: "random", schema: try Schema(Self.schemaColumns))
    for _ in 0..<rowCount {
      try builder.append([
        name(&self), text(maximumPieces: 3),
        generator.pick(values.kinds), generator.pick(values.sizes),
        generator.pick(values.years), generator.pick(values.prices),
      ])
    }
    return builder.finish()
  }

  package mutating func profile(modes: [MatchMode] = MatchMode.allCases) -> SearchProfile {
    var fields = [TextField("name", generator.pick(modes))]
    if generator.chance(0.4) { fields.append(TextField("note", generator.pick(modes))) }
    let numericFields = generator.pick([[], ["year"], ["year", "price"], ["price"]])
    let scope = ScopeAxis(
      facet: "year", allTitle: values.allTitle, titles: values.scopeTitles)
    let hasScope = generator.chance(0.5)
    return SearchProfile(
      name: "random", textFields: fields, folding: generator.pick(Folding.allCases)
    ).with {
      $0.trim = generator.pick(TrimMode.allCases)
      $0.terms = generator.pick(TermMode.allCases)
      $0.empty = generator.pick(EmptyPolicy.allCases)
      $0.numericFields = numericFields
      $0.facets = ["kind", "size"]
      $0.scope = hasScope ? scope : nil
    }
  }

  /// A query that often matches: pieces of a row's own text, cut anywhere, or free pieces.
  package mutating func query(for corpus: Corpus, profile: SearchProfile) -> SearchQuery {
    var query = SearchQuery(needle(for: corpus))
    if generator.chance(0.3) { query.text += " " + needle(for: corpus) }
    while generator.chance(0.35) { query.tokens.append(token()) }
    if profile.scope != nil, generator.chance(0.4) { query.scope = generator.pick(values.scopes) }
    return query
  }

  mutating func token() -> SearchToken {
    generator.pick([
      SearchToken(facet: "kind", value: generator.pick(values.kindTokens)),
      SearchToken(facet: "size", value: generator.pick(values.sizeTokens)),
    ])
  }

  /// Draws a situation: a small world and a keystroke in it, often after others in the same field.
  package mutating func situation(
    rowCount: Int, modes: [MatchMode] = MatchMode.allCases
  ) throws(CorpusError) -> Situation {
    let corpus = try corpus(rowCount: rowCount)
    let profile = profile(modes: modes)
    let query = query(for: corpus, profile: profile)
    var earlier: [SearchQuery] = []
    while generator.chance(0.4) {
      var before = query
      let scalars = Array(query.text.unicodeScalars)
      before.text =
        generator.chance(0.5)
        ? query.text + text(maximumPieces: 2) : String(scalars: Array(scalars.dropLast()))
      earlier.append(before)
    }
    return Situation(corpus, profile: profile, query: query, earlier: earlier)
  }

  mutating func needle(for corpus: Corpus) -> String {
    guard corpus.rowCount > 0, generator.chance(0.7) else { return text(maximumPieces: 2) }
    let cell = corpus.cell(
      row: generator.below(corpus.rowCount),
      column: generator.pick([0, 0, 1, 4, 5]))
    let scalars = Array(cell.unicodeScalars)
    guard !scalars.isEmpty else { return "" }
    if PlainText.canonicalNumber(cell) != nil, generator.chance(0.5) { return respelled(cell) }
    let start = generator.chance(0.5) ? 0 : generator.below(scalars.count)
    let length = 1 + generator.below(scalars.count - start)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<start + length])
    return String(view)
  }

  /// The zeros of some scripts: two, three and four bytes in UTF-8.
  static let digitZeros: [UInt32] = [0x660, 0x966, 0xFF10, 0x1D7CE, 0x1E950]

  /// Another spelling of a number: the same number, or something that only looks like one.
  private mutating func respelled(_ number: String) -> String {
    let hasFraction = number.contains(".")
    switch generator.below(5) {
    case 0:
      let zero = generator.pick(Self.digitZeros)
      return String(
        scalars: number.unicodeScalars.map { digit in
          guard ("0"..."9").contains(digit) else { return digit }
          return Unicode.Scalar(digit.value - 0x30 + zero) ?? digit
        })
    case 1: return "0" + number
    case 2: return number + (hasFraction ? "0" : ".0")
    case 3: return number + "e0"
    default: return "+" + number
    }
  }
}
