import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkMatchers
import Synchronization
import Testing

@Suite struct BuildingTests {
  private static func corpus() throws -> FoldedCorpus {
    let generator = try #require(CorpusGenerator.named("titles"))
    return try FoldedCorpus(generator.corpus(rowCount: 5_000, seed: 3), profile: .titles)
  }

  @Test func anIndexBuiltOnTwoCoresIsTheOneBuiltOnOne() throws {
    let corpus = try Self.corpus()
    let one = try InvertedIndexMatcher(indexing: corpus, options: MatcherOptions())
    let two = try InvertedIndexMatcher(
      indexing: corpus, options: MatcherOptions(["cores": "two"]))
    #expect(one.structure == two.structure)
    #expect(one.indexByteCount == two.indexByteCount)
    var first = one.makeCursor()
    var second = two.makeCursor()
    for text in ["a", "st", "sha", "e s", " m", "zzz", ""] {
      var left = Answer()
      var right = Answer()
      _ = try first.answer(SearchQuery(text), into: &left)
      _ = try second.answer(SearchQuery(text), into: &right)
      #expect(left == right, "\(text)")
    }
  }

  @Test(arguments: ["grams", "vocabulary"])
  func buildingTellsHowFarItIsAndNeverGoesBack(form: String) throws {
    let told = Mutex<[(step: String, fraction: Double)]>([])
    let options = MatcherOptions(["index": form]) { step, fraction in
      told.withLock { $0.append((step, fraction)) }
    }
    _ = try InvertedIndexMatcher(indexing: Self.corpus(), options: options)
    let steps = told.withLock { $0 }
    #expect(steps.count >= 2)
    #expect(steps.allSatisfy { $0.step.hasPrefix("title: ") && (0...1).contains($0.fraction) })
    #expect(steps.map(\.fraction) == steps.map(\.fraction).sorted())
  }

  @Test func theOracleAnswersAlikeWhetherItKeepsItsRowsOrReadsThemInBlocks() throws {
    let generator = try #require(CorpusGenerator.named("places"))
    let corpus = try generator.corpus(rowCount: 500, seed: 1)
    for profile in [SearchProfile.titles, .titlesWord] {
      let kept = try Oracle(corpus: corpus, profile: profile)
      let blocks = try Oracle(corpus: corpus, profile: profile, keptRowLimit: 0, blockSize: 7)
      for text in ["a", "san", "", "e b"] {
        let query = SearchQuery(
          text, tokens: [SearchToken(facet: "kind", value: "book")])
        #expect(try kept.rows(for: query) == blocks.rows(for: query))
      }
    }
  }
}
