import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import Testing

/// Small texts, in which thresholds of a few rows decide which grams are stored.
@Suite("An index over grams")
struct GramTests {
  private static func profile(_ mode: MatchMode) -> SearchProfile {
    SearchProfile(
      name: "p", textFields: [TextField("title", mode)], folding: .caseAndDiacriticInsensitive)
  }

  private static func matcher(
    _ titles: [String], _ mode: MatchMode, _ thresholds: [String: Int]
  ) throws -> InvertedIndexMatcher {
    // Texts of this size would be scanned.
    let small = ["small-text": 0, "bytes-per-needle-byte": 0, "tested-at-once": 0]
    let options = small.merging(thresholds) { $1 }.mapValues { "\($0)" }
    return try InvertedIndexMatcher(
      indexing: FoldedCorpus(Corpus(titles: titles), profile: profile(mode)),
      options: MatcherOptions(options.merging(["index": "grams"]) { $1 }))
  }

  private static func gramCount(
    _ titles: [String], _ mode: MatchMode, _ thresholds: [String: Int]
  ) throws -> Int? {
    let structure = try matcher(titles, mode, thresholds).structure
    return Int(structure.dropFirst("title: ".count).prefix { $0.isNumber })
  }

  @Test("Two scalars are a gram only where both have more rows than a threshold")
  func pairs() throws {
    let titles = ["ab", "ab", "ab", "ac", "bc"]
    #expect(try Self.gramCount(titles, .contains, ["least-gram-count": 2]) == 4, "a, b, c, ab")
    #expect(try Self.gramCount(titles, .contains, ["least-gram-count": 4]) == 3, "a, b, c")
    #expect(try Self.gramCount(titles, .contains, ["least-gram-count": 0]) == 6, "and ac, bc")
    #expect(
      try Self.gramCount(titles, .contains, ["least-gram-count": 0, "rows-per-gram": 2]) == 4,
      "a pair needs more than half of the rows")
  }

  @Test(
    "Three scalars are a gram only where those inside it leave many times its rows",
    arguments: [(1, 12), (3, 10), (4, 9)])
  func gain(gain: Int, expected: Int) throws {
    // Of 'ab' and 'bc', 'abc' has a third of the rows; 'abd' and 'xbc' have all of 'bd' and 'xb'.
    let titles =
      Array(repeating: "abc", count: 2) + Array(repeating: "abd", count: 4)
      + Array(repeating: "xbc", count: 4)
    let thresholds = ["least-gram-count": 1, "gram-gain": gain, "rows-per-tested": 1]
    #expect(try Self.gramCount(titles, .contains, thresholds) == expected)
  }

  @Test("Three scalars are a gram wherever those inside it have too many rows to be tested")
  func tested() throws {
    let titles = Array(repeating: "abc", count: 9) + ["ab", "bc"]
    let thresholds = ["least-gram-count": 1, "rows-per-tested": 2]
    #expect(try Self.gramCount(titles, .contains, thresholds) == 6, "a, b, c, ab, bc, abc")
    #expect(
      try Self.gramCount(titles, .contains, thresholds.merging(["rows-per-tested": 1]) { $1 })
        == 5, "without abc")
  }

  @Test("Needles that begin words or fields need only the grams that begin there")
  func beginnings() throws {
    let titles = ["ab cd", "ab cd", "ab ce"]
    let thresholds = ["least-gram-count": 2]
    #expect(try Self.gramCount(titles, .prefix, thresholds) == 6, "a, …, 'ab c', 'ab cd', 'ab ce'")
    #expect(try Self.gramCount(titles, .wordPrefix, thresholds) == 9, "and c, cd, ce")
  }

  @Test("A beginning that all rows have in common takes hardly more memory than its first letter")
  func sharedSets() throws {
    func size(_ beginning: String) throws -> Int {
      try Self.matcher((0..<4000).map { "\(beginning)\($0)" }, .prefix, [:]).indexByteCount
    }
    // A set of these rows takes 500 bytes.
    #expect(try size("/usr/share/doc/") - size("/") < 14 * 50)
  }

  @Test(
    "Whatever grams are stored, an index finds what the specification says",
    arguments: [MatchMode.contains, .prefix, .wordPrefix, .equality])
  func answers(mode: MatchMode) throws {
    var random = SeededGenerator(seed: 5, stream: "grams-\(mode)")
    let words = [
      "a", "ab", "aba", "abab", "é", "中国", "中", "-", "", "ba", "😀a", "aaaaaaaaaaaa",
      "\u{301}",
    ]
    func text() -> String {
      (0..<random.below(4)).map { _ in random.pick(words) }
        .joined(separator: random.below(3) == 0 ? "" : " ")
    }
    for choice in 0..<40 {
      let thresholds = [
        "gram-gain": 1 + choice % 3, "least-gram-count": [0, 1, 5, 40][choice % 4],
        "longest-gram": [1, 2, 3, 8][choice / 4 % 4], "rows-per-tested": [1, 4][choice % 2],
      ]
      let titles = (0..<120).map { _ in text() }
      let oracle = try Oracle(corpus: Corpus(titles: titles), profile: Self.profile(mode))
      var cursor = try Self.matcher(titles, mode, thresholds).makeCursor()
      var answer = Answer()
      for _ in 0..<60 {
        let query = SearchQuery(text() + random.pick(words))
        _ = try cursor.answer(query, into: &answer)
        #expect(try answer.rows == oracle.rows(for: query), "\(query.text) with \(thresholds)")
      }
    }
  }
}
