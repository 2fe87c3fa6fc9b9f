import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

/// The fuzzy finder of this library, held to the naive order of fzf.
@Suite("The fuzzy finder")
struct FuzzyTests {
  @Test("It breaks no law of ranking, and has the order and the scores of fzf")
  func lawful() throws {
    let ranker = try #require(RankerEntry.builtIn.first { $0.id == "fuzzy" })
    let contract = Ranking([ranker])
    let draw = contract.draws(seed: 43)
    for number in 0..<TestAmount.rankedCaseCount {
      let question = try draw(number)
      if let breach = contract.breach(of: ranker, in: question) {
        Issue.record("\(breach)")
        return
      }
    }
  }

  @Test("It knows lists of every script, whose letters take one, two or four bytes")
  func scripts() {
    let scalars = (0x20...0x2_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    for (count, needles) in [(0x100, ["q", "Z8"]), (0x101, ["q"]), (70_000, ["q", "中", "é"])] {
      let rows = scalars.prefix(count).map { "\($0)" } + ["Quiz", "zebra 8", "q中é"]
      let oracle = FzfOracle(rows)
      var search = FuzzyRanker(rows).makeSearch()
      for needle in needles {
        #expect(search.rank(needle, limit: 0) == oracle.rank(needle), "\(count): \(needle)")
      }
    }
  }

  @Test("It reads every scalar as the naive order does, in every reading")
  func letters() {
    let rows = (0x80...0x2_2FFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .map { String($0) }
    let oracle = FzfOracle(rows)
    var search = FuzzyRanker(rows).makeSearch()
    for needle in ["a", "A", "é", "É", "i", "I", "ß", "s", ".", "ж", "Ж", "7", "ǆ", "Ǆ"] {
      #expect(search.rank(needle, limit: 0) == oracle.rank(needle), "\(needle)")
    }
  }

  @Test("It finds for every letter exactly the letters that are read as equal")
  func equalLetters() {
    let scalars = (0x21...0x2_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    var search = FuzzyRanker(scalars.map { "\($0)" }).makeSearch()
    // The reading depends on the case and the accents of the letters that are typed.
    let readings = ["a", "A", "é", "É"].map { term in
      let letters = FzfOracle.letters(scalars, for: Array(term.unicodeScalars))
      return (letters, Dictionary(grouping: letters.indices, by: { letters[$0] }))
    }
    let special = scalars.indices.filter { index in
      let letters = Set(readings.map { $0.0[index] } + [scalars[index]])
      return letters.count > 1 || readings.contains { $0.1[scalars[index]]?.count ?? 0 > 1 }
    }
    #expect(special.count > 1_000)
    for index in TestAmount.isFull ? special : special.filter({ $0 % 7 == 0 }) {
      let term = [scalars[index]]
      let ignoresCase = FzfOracle.letters(["B"], for: term) == ["b"]
      let ignoresAccents = FzfOracle.letters(["ñ"], for: term) == ["n"]
      let reading = readings[(ignoresCase ? 0 : 1) + (ignoresAccents ? 0 : 2)]
      let right = reading.1[FzfOracle.letters(term, for: term)[0]] ?? []
      let found = search.rank("\(scalars[index])", limit: 0).map(\.row).sorted()
      #expect(found == right, "\(scalars[index])")
    }
  }

  @Test("A field that types on finds what a new field finds, among many rows and few")
  func typingOn() throws {
    var generator = SeededGenerator(seed: 5, stream: "fuzzy")
    let syllables = ["ka", "to", "Ré", "mi", " ", "su", "-", "lo", "8"]
    // More than four blocks of places.
    let rows = (0..<4_500).map { _ in
      (0..<1 + generator.below(7)).map { _ in generator.pick(syllables) }.joined()
    }
    let oracle = FzfOracle(rows)
    let ranker = FuzzyRanker(rows)
    var search = ranker.makeSearch()
    for _ in 0..<60 {
      let whole = (0..<1 + generator.below(4)).map { _ in generator.pick(syllables) }.joined()
      for length in 1...whole.count {
        let typed = String(whole.prefix(length))
        let limit = generator.pick([1, 7, 50])
        let right = Array(oracle.rank(typed).prefix(limit))
        #expect(search.rank(typed, limit: limit) == right, "\(typed)")
      }
    }
  }

  @Test("A field that types on forgets no row, wherever in the list the letters are frequent")
  func unevenLetters() {
    // The short rows come first. There, too many have the letter to be remembered; among the long
    // ones, few have it.
    let short = (0..<2_100).map { $0 % 3 == 0 ? "ab" : "ac" }
    let long = (0..<2_100).map { $0 % 50 == 0 ? "xyzxyz a b" : "xyzxyz x y" }
    for rows in [short + long, long + short, long.map { "\($0) q" } + long] {
      let oracle = FzfOracle(rows)
      var search = FuzzyRanker(rows).makeSearch()
      for needle in ["a", "ab", "x", "xa", "xab"] {
        #expect(search.rank(needle, limit: 0) == oracle.rank(needle), "\(needle)")
      }
    }
  }

  @Test("Lists without rows, and with empty ones, find nothing but for an empty needle")
  func empty() {
    var none = FuzzyRanker([]).makeSearch()
    #expect(none.rank("a", limit: 0).isEmpty && none.rank("", limit: 3).isEmpty)
    var blank = FuzzyRanker(["", " ", ""]).makeSearch()
    #expect(blank.rank("a", limit: 0).isEmpty)
    #expect(blank.rank(" ", limit: 2).map(\.row) == [0, 1])
  }

  @Test("A limit beyond all rows is no limit")
  func hugeLimit() {
    var search = FuzzyRanker(["ab", "b", "ba"]).makeSearch()
    #expect(search.rank("b", limit: .max) == search.rank("b", limit: 0))
  }
}
