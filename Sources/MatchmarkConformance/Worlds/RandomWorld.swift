package import MatchmarkCore

/// Small random corpora, profiles and queries that make every axis of the contract meet every
/// other, all drawn from one seed.
package struct RandomWorld {
  package var generator: SeededGenerator
  /// What texts are put together from.
  package var pieces = Self.collidingPieces

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package init(_ generator: SeededGenerator) { self.generator = generator }

  /// Pieces of text chosen to collide: cases, marks in both normal forms, expansions, ignorables,
  /// word breaks, digits of two scripts, and letters without case.
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

  /// The same with names of one's own.
  package mutating func corpus(
    rowCount: Int, name: (inout RandomWorld) -> String
  ) throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: "random", schema: try Schema(Self.schemaColumns))
    for _ in 0..<rowCount {
      try builder.append([
        name(&self), text(maximumPieces: 3),
        generator.pick(["red", "green", "blue", ""]), generator.pick(["S", "M", "L", ""]),
        generator.pick(["2010", "2011", "10", ""]),
        generator.pick(["24.50", "24.5", "1", "10", ""]),
      ])
    }
    return builder.finish()
  }

  package mutating func profile(modes: [MatchMode] = MatchMode.allCases) -> SearchProfile {
    var fields = [TextField("name", generator.pick(modes))]
    if generator.chance(0.4) { fields.append(TextField("note", generator.pick(modes))) }
    let numericFields = generator.pick([[], ["year"], ["year", "price"], ["price"]])
    let hasScope = generator.chance(0.5)
    return SearchProfile(
      name: "random", textFields: fields, folding: generator.pick(Folding.allCases)
    ).with {
      $0.trim = generator.pick(TrimMode.allCases)
      $0.terms = generator.pick(TermMode.allCases)
      $0.empty = generator.pick(EmptyPolicy.allCases)
      $0.numericFields = numericFields
      $0.facets = ["kind", "size"]
      $0.scope = hasScope ? ScopeAxis(facet: "year", titles: ["2010", "10", "1999"]) : nil
    }
  }

  /// A query that often matches: pieces of a row's own text, cut anywhere, or free pieces.
  package mutating func query(for corpus: Corpus, profile: SearchProfile) -> SearchQuery {
    var query = SearchQuery(needle(for: corpus))
    if generator.chance(0.3) { query.text += " " + needle(for: corpus) }
    while generator.chance(0.35) {
      query.tokens.append(
        generator.pick([
          SearchToken(facet: "kind", value: generator.pick(["red", "green", "never", "RED"])),
          SearchToken(facet: "size", value: generator.pick(["S", "M", "XXL"])),
        ]))
    }
    if profile.scope != nil, generator.chance(0.4) {
      query.scope = generator.pick(["All", "2010", "10", "1999"])
    }
    return query
  }

  /// A situation: a small world and a keystroke in it, often behind others of the same field.
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

  /// A number spelled otherwise: the same number, or what only looks like one.
  private mutating func respelled(_ number: String) -> String {
    let hasFraction = number.contains(".")
    switch generator.below(5) {
    case 0:
      return String(
        scalars: number.unicodeScalars.map { digit in
          digit == "." ? digit : Unicode.Scalar(digit.value - 0x30 + 0x660) ?? digit
        })
    case 1: return "0" + number
    case 2: return number + (hasFraction ? "0" : ".0")
    case 3: return number + "e0"
    default: return "+" + number
    }
  }
}
