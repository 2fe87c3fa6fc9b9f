package import MatchmarkCore

/// Small random corpora, profiles and queries in which every axis of the contract meets every
/// other, all drawn from one seed.
package struct RandomWorld {
  package var generator: SeededGenerator
  package var pieces = Self.collidingPieces
  /// True if rows are sentences of a few words, where phrases matter.
  package var isOfSentences = false
  /// True if rows are long and differ only near their ends.
  package var isOfLongRows = false
  package private(set) var values = RandomValues.few

  package init(seed: UInt64) { self.init(SeededGenerator(seed: seed)) }

  package init(_ generator: SeededGenerator) {
    self.generator = generator
    if self.generator.chance(0.3) { pieces += Self.loosePieces }
  }

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
    "\u{10FFFF}", "nn", "tion", "road", "&", "<", "<b>", "\u{1C}", "\u{1F}", "\u{200B}", "\u{428}",
  ]

  /// Pieces that only the folding `loose` makes collide; few worlds have them, because they would
  /// keep the others apart.
  private static let loosePieces = [
    "ł", "l", "œ", "oe", "’", "‑", "ｶﾞ", "ㅈ", "자", "장", "ﷺ", "゛",
  ]

  package mutating func text(maximumPieces: Int) -> String {
    (0..<generator.below(maximumPieces + 1)).map { _ in generator.pick(pieces) }.joined()
  }

  package static let schemaColumns = [
    Column("name", .text), Column("note", .text),
    Column("kind", .facet, declaredValues: ["red", "never"]), Column("size", .facet),
    Column("year", [.numeric, .scope]), Column("price", .numeric),
  ]

  package mutating func corpus(
    rowCount: Int, name: (inout RandomWorld) -> String = { $0.text(maximumPieces: 6) }
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

  /// The foldings of profiles; `cd`, which has the most steps that others share, comes more often.
  private static let foldings = Folding.allCases + [.caseAndDiacriticInsensitive]

  package mutating func profile(modes: [MatchMode] = MatchMode.allCases) -> SearchProfile {
    var fields = [TextField("name", generator.pick(modes))]
    if generator.chance(0.4) { fields.append(TextField("note", generator.pick(modes))) }
    let numericFields = generator.pick([[], ["year"], ["year", "price"], ["price"]])
    let scope = ScopeAxis(
      facet: "year", allTitle: values.allTitle, titles: values.scopeTitles)
    let hasScope = generator.chance(0.5)
    return SearchProfile(
      name: "random", textFields: fields, folding: generator.pick(Self.foldings)
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
    while !profile.facets.isEmpty, generator.chance(0.35) { query.tokens.append(token()) }
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
  ///
  /// - Parameter asked: a profile that the world's is like; nil for any.
  package mutating func situation(
    rowCount: Int, modes: [MatchMode] = MatchMode.allCases, like asked: SearchProfile? = nil
  ) throws(CorpusError) -> Situation {
    let corpus = try corpus(rowCount: rowCount)
    let profile = profile(modes: modes).like(asked)
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
    if scalars.count > Self.longText, generator.chance(0.6) { return needle(inLong: scalars) }
    let start = generator.chance(0.5) ? 0 : generator.below(scalars.count)
    let length = 1 + generator.below(scalars.count - start)
    return String(scalars: Array(scalars[start..<start + length]))
  }

  /// The number of scalars beyond which an engine may cut a text.
  private static let longText = 32

  /// A needle that occurs only late in a long text, or one so long that only its end decides.
  private mutating func needle(inLong scalars: [Unicode.Scalar]) -> String {
    if generator.chance(0.6) {
      return String(scalars: Array(scalars.suffix(1 + generator.below(8))))
    }
    let size = generator.pick([33, 65, 129, 256, 257, 1_001, 4_095, SearchLimits.querySizeInBytes])
    let start = generator.chance(0.5) ? 0 : generator.below(scalars.count)
    var needle = String(scalars: Array(scalars[start...].prefix(size))).scalars(ofAtMost: size)
    if generator.chance(0.7), let last = generator.pick(pieces).unicodeScalars.first {
      needle[needle.count - 1] = last
    }
    return String(scalars: needle)
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

extension RandomWorld {
  /// The content of a field after each of some edits: a person types towards a text that the rows
  /// may have, deletes, pastes, changes tokens and scope, and starts over.
  ///
  /// - Complexity: O(edits).
  package mutating func typing(
    over corpus: Corpus, _ profile: SearchProfile, editCount: Int
  ) -> [SearchQuery] {
    var field = generator.chance(0.7) ? SearchQuery("") : query(for: corpus, profile: profile)
    var goal: [Unicode.Scalar] = []
    return (0..<editCount).map { _ in
      edit(&field, towards: &goal, over: corpus, profile)
      return field
    }
  }

  private mutating func edit(
    _ field: inout SearchQuery, towards goal: inout [Unicode.Scalar], over corpus: Corpus,
    _ profile: SearchProfile
  ) {
    switch generator.below(100) {
    case ..<58: type(into: &field, towards: &goal, over: corpus)
    case ..<72: field.text = String(scalars: Array(field.text.unicodeScalars.dropLast()))
    case ..<77: field.text = ""
    case ..<82: field = query(for: corpus, profile: profile)
    case ..<86: insert(text(maximumPieces: 2), into: &field)
    case ..<92: if !profile.facets.isEmpty { changeTokens(of: &field) }
    case ..<96:
      field.scope = profile.scope == nil ? nil : generator.pick([nil] + values.scopes)
    default: lengthen(&field, over: corpus, hasTokens: !profile.facets.isEmpty)
    }
  }

  private mutating func type(
    into field: inout SearchQuery, towards goal: inout [Unicode.Scalar], over corpus: Corpus
  ) {
    if goal.isEmpty {
      goal = Array(needle(for: corpus).unicodeScalars)
      if generator.chance(0.5) { field.text = "" } else { goal.insert(" ", at: 0) }
    }
    guard !goal.isEmpty else { return }
    // A long text is pasted, not typed.
    let count = goal.count > Self.longText ? goal.count : 1
    field.text.unicodeScalars.append(contentsOf: goal.prefix(count))
    goal.removeFirst(count)
  }

  private mutating func insert(_ text: String, into field: inout SearchQuery) {
    var scalars = Array(field.text.unicodeScalars)
    scalars.insert(contentsOf: text.unicodeScalars, at: generator.below(scalars.count + 1))
    field.text = String(scalars: scalars)
  }

  private mutating func changeTokens(of field: inout SearchQuery) {
    if !field.tokens.isEmpty, generator.chance(0.5) {
      field.tokens.remove(at: generator.below(field.tokens.count))
    } else {
      field.tokens.append(token())
    }
  }

  /// Lengthens a query up to the limits and beyond; often only the last term or token decides.
  private mutating func lengthen(
    _ field: inout SearchQuery, over corpus: Corpus, hasTokens: Bool
  ) {
    switch generator.below(hasTokens ? 3 : 2) {
    case 0: repeatText(of: &field)
    case 1:
      let first = needle(for: corpus).unicodeScalars.first { !$0.properties.isWhitespace }
      let count = generator.pick([3, 7, SearchLimits.termCount - 1, SearchLimits.termCount])
      field.text = String(repeating: first.map { "\($0) " } ?? "a ", count: count)
      field.text += needle(for: corpus)
    default:
      let count = generator.pick([3, 7, SearchLimits.tokenCount - 1, SearchLimits.tokenCount])
      field.tokens = Array(repeating: token(), count: count) + [token()]
    }
  }

  private mutating func repeatText(of field: inout SearchQuery) {
    let piece = generator.chance(0.5) ? field.text : generator.pick(pieces)
    guard let first = piece.unicodeScalars.first else { return }
    let size = generator.pick([40, 64, 300, 4_095, 4_096, 4_097])
    let unit = generator.chance(0.5) ? String(first) : piece + " "
    field.text = String(repeating: unit, count: max(1, size / unit.utf8.count))
  }

  /// A text of this size, in which a long filling is followed by a few pieces.
  ///
  /// - Parameter size: if it has no room for a filling, the pieces alone are returned.
  package mutating func lateText(sizeInBytes size: Int) -> String {
    let unit = generator.pick(["q\u{307}\u{323}", "ab ", "x", "\u{3042}", text(maximumPieces: 3)])
    let tail = (generator.chance(0.5) ? " " : "") + text(maximumPieces: 3)
    let left = size - tail.utf8.count
    guard !unit.isEmpty, left > 0 else { return tail }
    // Not periodic: otherwise the oracle would compare a long needle again at every unit.
    var filling = ""
    while filling.utf8.count + unit.utf8.count < left {
      filling += generator.chance(0.5) ? unit : unit + "b"
    }
    return String(repeating: "a", count: left - filling.utf8.count) + filling + tail
  }
}

extension SearchProfile {
  /// The columns of a random world that are searched as text.
  private static let randomTexts = ["name", "note"]

  /// The profile of a random world, but with the modes, folding, trim, terms and policy of another,
  /// and only such filters as that has.
  ///
  /// - Parameter asked: the other profile; nil for no change.
  package func like(_ asked: SearchProfile?) -> SearchProfile {
    guard let asked else { return self }
    return with {
      $0.textFields = zip(Self.randomTexts, asked.textFields).map { TextField($0, $1.match) }
      ($0.folding, $0.trim, $0.terms, $0.empty) =
        (asked.folding, asked.trim, asked.terms, asked.empty)
      if asked.numericFields.isEmpty { $0.numericFields = [] }
      if asked.facets.isEmpty { $0.facets = [] }
      if asked.scope == nil { $0.scope = nil }
    }
  }
}

extension String {
  /// The scalars of the longest prefix of at most this many bytes.
  fileprivate func scalars(ofAtMost size: Int) -> [Unicode.Scalar] {
    var left = size
    return Array(
      unicodeScalars.prefix { scalar in
        left -= String(scalar).utf8.count
        return left >= 0
      })
  }
}

/// The values of a world's columns other than text: facets, numbers and the scope.
package struct RandomValues: Sendable {
  let kinds: [String]
  let sizes: [String]
  let years: [String]
  let prices: [String]
  /// The profile's scope titles; nil takes the known values of the column.
  let scopeTitles: [String]?
  let allTitle: String
  /// Values that a token may name; some occur in no row.
  let kindTokens: [String]
  let sizeTokens: [String]
  /// Values that may be selected as a scope; some are not titles.
  let scopes: [String]

  /// Few values, so that all combinations occur; each is in many rows.
  package static let few = RandomValues(
    kinds: ["red", "green", "blue", ""], sizes: ["S", "M", "\u{E9}", ""],
    years: ["2010", "2011", "10", ""], prices: ["24.50", "24.5", "1", "10", ""],
    scopeTitles: ["2010", "10", "1999"], allTitle: "All",
    kindTokens: ["red", "green", "blue", "never", "RED", "red "],
    sizeTokens: ["S", "M", "XXL", "e\u{301}"],
    scopes: ["All", "2010", "10", "1999"])

  /// Up to hundreds of values in a column, most of them in few rows, and numbers up to the limit.
  static func many(using world: inout RandomWorld) -> RandomValues {
    let kinds = facets(500, using: &world)
    let sizes = facets(20, using: &world)
    let years = numbers(200, using: &world.generator)
    let prices = numbers(40, using: &world.generator)
    let titles = world.generator.chance(0.5) ? nil : Array(years.prefix(3)) + ["1999"]
    let allTitle = world.generator.pick(["All", "Everything", "2010"])
    return RandomValues(
      kinds: kinds, sizes: sizes, years: years, prices: prices, scopeTitles: titles,
      allTitle: allTitle, kindTokens: kinds + ["never"], sizeTokens: sizes + ["XXL"],
      scopes: [allTitle, "1999"] + years.prefix(4))
  }

  private static func facets(_ limit: Int, using world: inout RandomWorld) -> [String] {
    let count = 2 + world.generator.below(limit - 1)
    return (0..<count).map { number in
      world.generator.chance(0.2) ? world.text(maximumPieces: 2) : "value \(number)"
    } + [""]
  }

  private static func numbers(_ limit: Int, using generator: inout SeededGenerator) -> [String] {
    let count = 1 + generator.below(limit)
    return (0..<count).map { _ in number(using: &generator) } + [""]
  }

  /// Up to the most digits that are read as a number, including zeros on either side.
  private static func number(using generator: inout SeededGenerator) -> String {
    let count = generator.pick([1, 1, 2, 3, 4, 8, 17, CanonicalDecimal.maximumDigitCount])
    var digits = (0..<count).map { _ in UInt32(generator.below(10)) }
    if generator.chance(0.2) { digits[0] = 0 }
    if generator.chance(0.2) { digits[count - 1] = 0 }
    let zero = generator.chance(0.15) ? generator.pick(RandomWorld.digitZeros) : 0x30
    var scalars = digits.compactMap { Unicode.Scalar(zero + $0) }
    if count > 1, generator.chance(0.4) { scalars.insert(".", at: 1 + generator.below(count - 1)) }
    return String(scalars: scalars)
  }
}
