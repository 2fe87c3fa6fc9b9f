import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import Testing

/// Corpora large enough for bitmaps of common words and lists of common pairs, which small random
/// worlds never have.
@Suite("An index over words")
struct VocabularyTests {
  private static let words = [
    "e", "de", "le", "stone", "sea", "se", "a", "", "an", "rose-red", "é",
  ]

  private static func corpus(rowCount: Int) throws -> Corpus {
    var random = SeededGenerator(seed: 11, stream: "vocabulary")
    var builder = CorpusBuilder(
      name: "words",
      schema: try Schema([Column("title", .text), Column("kind", .facet)]))
    for _ in 0..<rowCount {
      let title = (0..<1 + random.below(4)).map { _ in words[random.below(words.count)] }
      try builder.append([title.joined(separator: " "), ["red", "blue"][random.below(2)]])
    }
    return builder.finish()
  }

  private static let needles = [
    "e", "e ", " e", " ", "  ", "e s", "e  ", "de s", "de st", "e se", "e sea", "le stone", " sea ",
    "a ", " a e", "e e e", "an an", "-red s", "é ", "se se se", "stone stone stone stone", "d r",
    "e stone e", "e x", "x", "rose-red sea ", "  s", "e   s", "-", "ed",
  ]

  @Test(
    "An inverted index finds the same needles as a scan, within words and across them",
    arguments: [MatchMode.contains, .wordPrefix], ["vocabulary", "grams"])
  func needles(mode: MatchMode, index: String) throws {
    let corpus = try Self.corpus(rowCount: 20_000)
    for terms in [TermMode.phrase, .splitAND] {
      let profile = SearchProfile(name: "p", textFields: [TextField("title", mode)]).with {
        $0.terms = terms
        $0.facets = ["kind"]
      }
      let folded = try FoldedCorpus(corpus, profile: profile)
      var cursor = try InvertedIndexMatcher(
        indexing: folded, options: MatcherOptions(["index": index])
      ).makeCursor()
      var scan = try LinearScanMatcher(
        indexing: folded, options: MatcherOptions(["kernel": "swift"])
      ).makeCursor()
      var answer = Answer()
      var expected = Answer()
      for needle in Self.needles {
        for tokens in [[], [SearchToken(facet: "kind", value: "red")]] {
          let query = SearchQuery(needle, tokens: tokens)
          _ = try cursor.answer(query, into: &answer)
          _ = try scan.answer(query, into: &expected)
          #expect(answer == expected, "\(index) \(mode) \(terms) \(needle.debugDescription)")
        }
      }
    }
  }

  @Test(
    "An index over words finds needles in words that are longer than their sort key",
    arguments: [MatchMode.contains, .wordPrefix])
  func longWords(mode: MatchMode) throws {
    let start = String(repeating: "a", count: 100)
    let titles = [
      start + "b c", start + "c c", start + "b", "x " + start + " " + start + "b", start,
      String(repeating: "ab", count: 8_000), String(repeating: "a", count: 16_000), "a b",
    ]
    let profile = SearchProfile(name: "p", textFields: [TextField("title", mode)])
    let folded = try FoldedCorpus(Corpus(titles: titles), profile: profile)
    var cursor = try InvertedIndexMatcher(
      indexing: folded, options: MatcherOptions(["index": "vocabulary"])
    ).makeCursor()
    let oracle = try Oracle(corpus: Corpus(titles: titles), profile: profile)
    var answer = Answer()
    for size in [62, 63, 64, 65, 66, 100, 101] {
      let word = String(repeating: "a", count: size)
      let ends = ["", "b", "c", "d", " ", "b ", "b c", "c c", " a", " " + start + "b"]
      for needle in ends.flatMap({ [word + $0, " " + word + $0] }) {
        _ = try cursor.answer(SearchQuery(needle), into: &answer)
        #expect(
          try answer.rows == oracle.rows(for: SearchQuery(needle)), "\(size) \(needle.suffix(9))")
      }
    }
  }

  @Test("An index over words checks the rows of a three-word phrase with a frequent pair")
  func phraseOfThree() throws {
    let titles = (0..<400).map { row in
      ["king of the sea", "king of the cat", "of the c", "sea of cats", "the c of"][row % 5]
    }
    let profile = SearchProfile(name: "p", textFields: [TextField("title", .contains)])
    let folded = try FoldedCorpus(Corpus(titles: titles), profile: profile)
    let oracle = try Oracle(corpus: Corpus(titles: titles), profile: profile)
    let matcher = try InvertedIndexMatcher(
      indexing: folded,
      options: MatcherOptions([
        "index": "vocabulary", "least-run-cost": "0", "least-pair-count": "0", "run-share": "0",
      ]))
    #expect(matcher.structure.firstMatch(of: /[1-9]\d* pairs/) != nil, "\(matcher.structure)")
    var cursor = matcher.makeCursor()
    var answer = Answer()
    for needle in ["of the c", "of the s", "f the c", "king of the", "of the sea", "the c of"] {
      _ = try cursor.answer(SearchQuery(needle), into: &answer)
      #expect(try answer.rows == oracle.rows(for: SearchQuery(needle)), "\(needle)")
    }
  }

  @Test("The structure of an inverted index says which index each field has, and why")
  func plan() throws {
    func plan(_ titles: [String], _ options: [String: String] = [:]) throws -> String {
      let profile = SearchProfile(name: "p", textFields: [TextField("title", .contains)])
      return try InvertedIndexMatcher(
        indexing: try FoldedCorpus(Corpus(titles: titles), profile: profile),
        options: MatcherOptions(options)
      ).structure
    }
    let repetitive = (0..<100).map { "red rose \($0 % 3)" }
    let different = (0..<100).map { "x\($0 * 7_919)" }
    #expect(
      try plan(repetitive)
        == "title: vocabulary (5 tokens, 0 frequent runs, 0 pairs), "
        + "different words are 2 % of the text")
    #expect(try plan(different).hasSuffix("different words are 100 % of the text"))
    #expect(try plan(different, ["index": "vocabulary"]).hasPrefix("title: vocabulary"))
    #expect(try plan(repetitive, ["index": "grams"]).hasSuffix("as requested"))
  }

  @Test("An index over words keeps the frequent words and pairs of a large corpus")
  func frequent() throws {
    let profile = SearchProfile(name: "p", textFields: [TextField("title", .contains)])
    let matcher = try InvertedIndexMatcher(
      indexing: try FoldedCorpus(Self.corpus(rowCount: 20_000), profile: profile),
      options: MatcherOptions())
    let numbers = matcher.structure.matches(of: /(\d+) frequent runs, (\d+) pairs/).first
    #expect(numbers.flatMap { Int($0.1) } ?? 0 > 10)
    #expect(numbers.flatMap { Int($0.2) } ?? 0 > 3)
  }
}
