import MatchmarkCore
import MatchmarkMatchers
import Testing

@Suite("An index of titles")
struct TitleIndexTests {
  private let titles = ["Ginger", "Red Rose", "White Rosé", "Ros\u{E9} Red"]

  @Test(
    "Titles are found by every word, whatever the case and accents, with an index or without",
    arguments: [true, false])
  func words(isIndexed: Bool) throws {
    var search = try TitleIndex(titles, isIndexed: isIndexed).makeSearch()
    #expect(try search.rows(for: "ROSE") == [1, 2, 3])
    #expect(try search.rows(for: "rose red") == [1, 3])
    #expect(try search.rows(for: "x") == [])
    #expect(try search.rows(for: "") == [0, 1, 2, 3])
  }

  @Test("An index of titles returns the requested number of rows, and counts all")
  func limit() throws {
    var search = try TitleIndex(titles).makeSearch()
    #expect(try search.rows(for: "r", limit: 2) == [0, 1])
    #expect(search.matchCount == 4)
  }

  @Test("An index of titles matches in the given mode", arguments: [true, false])
  func axes(isIndexed: Bool) throws {
    let index = try TitleIndex(
      titles, match: .prefix, folding: .caseInsensitive, terms: .phrase, isIndexed: isIndexed)
    var search = index.makeSearch()
    #expect(try search.rows(for: "red r") == [1])
    #expect(try search.rows(for: "rose") == [])
  }

  @Test("An index of titles refuses a text outside the contract")
  func refusal() throws {
    var search = try TitleIndex(titles).makeSearch()
    #expect(throws: MatcherError.query(.textTooLong(sizeInBytes: 5_000))) {
      try search.rows(for: String(repeating: "a", count: 5_000))
    }
  }
}
