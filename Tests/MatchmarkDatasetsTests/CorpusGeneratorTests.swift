import Foundation
import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("A corpus generator")
struct CorpusGeneratorTests {
  /// The identity of each generator's first 1 000 rows (3 for long ones), with seed 1.
  ///
  /// A change here means that all earlier figures belong to another corpus. Change a generator only
  /// under a new name.
  private static let goldens = [
    "titles": "c3df7168-80859",
    "people": "fb3a3559-82989",
    "places": "27d8012e-78841",
    "identifiers": "90dad999-81535",
    "cjk": "62bdecde-83073",
    "repetitive": "8bd9b7f2-84945",
    "long": "a15e8bb1-197287",
    "duplicates": "98b0f90e-76202",
  ]

  private static let names = CorpusGenerator.all.map(\.name)
  private static let shortNames = names.filter { $0 != "long" }

  private func corpus(_ name: String, rowCount: Int, seed: UInt64 = 1) throws -> Corpus {
    try #require(CorpusGenerator.named(name)).corpus(rowCount: rowCount, seed: seed)
  }

  private func titles(_ corpus: Corpus) -> [String] {
    (0..<corpus.rowCount).map { corpus.cell(row: $0, column: 0) }
  }

  private func rows(_ corpus: Corpus) -> [[String]] {
    (0..<corpus.rowCount).map { row in (0..<4).map { corpus.cell(row: row, column: $0) } }
  }

  @Test(
    "A corpus generator makes the same corpus on every machine and in every release",
    arguments: names)
  func golden(name: String) throws {
    let corpus = try corpus(name, rowCount: name == "long" ? 3 : 1_000)
    #expect(CorpusIdentity(of: corpus).description == Self.goldens[name])
  }

  @Test("A smaller generated corpus has the first rows of a larger one", arguments: shortNames)
  func prefixStability(name: String) throws {
    let larger = try corpus(name, rowCount: 200)
    let smaller = try corpus(name, rowCount: 50)
    #expect(rows(smaller) == Array(rows(larger).prefix(50)))
    #expect(smaller.knownValues(of: "kind") == larger.knownValues(of: "kind"))
    #expect(smaller.knownValues(of: "year") == larger.knownValues(of: "year"))
  }

  @Test("Corpus generators make corpora of no rows and of one row", arguments: shortNames)
  func smallest(name: String) throws {
    let none = try corpus(name, rowCount: 0)
    #expect(none.rowCount == 0)
    #expect(none.name == "\(name)-0")
    let one = try corpus(name, rowCount: 1)
    #expect(one.rowCount == 1)
    #expect(!one.cell(row: 0, column: 0).isEmpty)
    for corpus in [none, one] {
      for profile in [SearchProfile.titles, .titlesPrefix, .titlesWord] {
        #expect(try FoldedCorpus(corpus, profile: profile).rowCount == corpus.rowCount)
      }
    }
  }

  @Test(
    "A corpus generator makes different rows for another seed",
    arguments: ["titles", "people", "identifiers"])
  func seeds(name: String) throws {
    #expect(
      try titles(corpus(name, rowCount: 20)) != titles(corpus(name, rowCount: 20, seed: 2)))
  }

  @Test("Generated rows have a title, a skewed kind, a year and a price, some of them empty")
  func columns() throws {
    let corpus = try corpus("titles", rowCount: 2_000)
    #expect(corpus.schema.columns.map(\.name) == ["title", "kind", "year", "price"])
    #expect(
      corpus.schema.columns.map(\.roles) == [.text, .facet, [.numeric, .scope], .numeric])
    let kinds = rows(corpus).map { $0[1] }
    let count = { (kind: String) in kinds.filter { $0 == kind }.count }
    #expect(corpus.knownValues(of: "kind")?.count == 8)
    #expect(count("book") > 5 * count("game"))
    #expect(count("") > 0)
    #expect(corpus.knownValues(of: "year") == (1990...2025).map(String.init))
    #expect(rows(corpus).contains { $0[3].isEmpty })
    #expect(rows(corpus).allSatisfy { $0[3].isEmpty || CanonicalDecimal($0[3]) != nil })
  }

  @Test("The generator `titles` makes 2 to 6 ASCII words per title, a few of them very frequent")
  func wordTitles() throws {
    let titles = try titles(corpus("titles", rowCount: 2_000))
    #expect(titles.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    let words = titles.map { $0.split(separator: " ").map { $0.lowercased() } }
    #expect(words.allSatisfy { (2...6).contains($0.count) })
    #expect((20...26).contains(titles.reduce(0) { $0 + $1.utf8.count } / titles.count))
    let counts = words.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    #expect((counts.values.max() ?? 0) > 100)
    #expect(counts.values.filter { $0 == 1 }.count > 1_000)
  }

  @Test(
    "Generated names of people and places use many scripts and both normal forms",
    arguments: ["people", "places"])
  func normalForms(name: String) throws {
    var composedCount = 0
    var decomposedCount = 0
    var isMixed = false
    let titles = try titles(corpus(name, rowCount: 2_000))
    for title in titles {
      let composed = title.precomposedStringWithCanonicalMapping
      let decomposed = title.decomposedStringWithCanonicalMapping
      let isComposed = title.utf8.elementsEqual(composed.utf8)
      let isDecomposed = title.utf8.elementsEqual(decomposed.utf8)
      if isComposed && !isDecomposed { composedCount += 1 }
      if isDecomposed && !isComposed { decomposedCount += 1 }
      if !isComposed && !isDecomposed { isMixed = true }
    }
    #expect(!isMixed)
    #expect(composedCount > 500)
    #expect(decomposedCount > 200)
    let scalars = Set(titles.joined().unicodeScalars.map(\.value))
    // A letter from each block: Cyrillic, Greek, Arabic, Hebrew, Devanagari, Thai, Hangul, Han,
    // Kana.
    for block in [0x0430, 0x03B1, 0x0627, 0x05D0, 0x0930, 0x0E01, 0xAE40, 0x738B, 0x304B] {
      #expect(
        scalars.contains { $0 / 0x80 == UInt32(block) / 0x80 },
        "no letter near U+\(String(block, radix: 16))")
    }
  }

  @Test("The generator `cjk` makes titles without spaces")
  func ideographs() throws {
    let titles = try titles(corpus("cjk", rowCount: 200))
    #expect(titles.allSatisfy { !$0.contains(" ") && $0.utf8.count > $0.count })
  }

  @Test("The generator `identifiers` rarely repeats a value")
  func identifiers() throws {
    let titles = try titles(corpus("identifiers", rowCount: 1_000))
    #expect(Set(titles).count > 990)
    #expect(titles.contains { $0.hasSuffix(".jpg") })
    #expect(titles.contains { $0.count == 36 && $0.split(separator: "-").count == 5 })
  }

  @Test("The generator `long` fills the title to the limit of a field")
  func longTitles() throws {
    let corpus = try corpus("long", rowCount: 2)
    #expect(titles(corpus).allSatisfy { $0.utf8.count == SearchLimits.fieldSizeInBytes })
  }

  @Test("Corpus generators have unique names and summaries, and an unknown name finds none")
  func catalog() {
    #expect(Set(Self.names).count == Self.names.count)
    #expect(CorpusGenerator.all.allSatisfy { !$0.summary.isEmpty })
    #expect(CorpusGenerator.named("nothing") == nil)
  }
}
