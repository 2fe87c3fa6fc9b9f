import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkRecord

/// The rows of a draw, how they are searched, and where the search for slow keystrokes begins.
package struct SpeedDraw: Sendable {
  package let folded: FoldedCorpus
  /// Typing sessions as people type them.
  let typical: [[SearchQuery]]
  /// The kind of the rows, in words that follow their number.
  let rows: String
  /// The source of the choices of the search.
  let generator: SeededGenerator

  /// - Parameters:
  ///   - rowLimit: the most rows.
  ///   - own: the rows and the profile to search; nil to draw both.
  /// - Throws: ``CorpusError`` and ``WorkloadError`` if the draw itself is invalid.
  init(seed: UInt64, number: Int, rowLimit: Int, own: FoldedCorpus?) throws {
    var generator = SeededGenerator(seed: seed, stream: "speed/\(number)")
    if let own {
      (folded, rows) = (own, "of \(own.corpus.name)")
    } else {
      let rowCount = max(min(rowLimit, 1), rowLimit >> generator.below(Self.sizeCount))
      let profile = Self.profile(&generator)
      let made = try Self.corpus(&generator, rowCount: rowCount, seed: seed)
      folded = try FoldedCorpus(made.corpus, profile: profile)
      rows = made.words
    }
    typical = try Self.typical(of: folded, seed: seed, number)
    self.generator = generator
  }

  /// The sizes of lists: each is half of the one before.
  private static let sizeCount = 8
  private static let sessionCount = 28

  static func typical(
    of corpus: FoldedCorpus, seed: UInt64, _ number: Int = 0
  ) throws(WorkloadError) -> [[SearchQuery]] {
    let traces = TraceGenerator(corpus: corpus, seed: seed &+ UInt64(number))
      .traces(sessions: sessionCount)
    let workload = try Workload(traces, in: corpus)
    return workload.traces.map { trace in
      workload.keystrokes[trace].prefix(SessionMutation.sessionLimit).map(\.query)
    }
  }

  private static func profile(_ generator: inout SeededGenerator) -> SearchProfile {
    let match = generator.pick([.contains, .contains, .wordPrefix, .prefix] as [MatchMode])
    return SearchProfile(name: "speed", textFields: [TextField("title", match)]).with {
      $0.folding = generator.pick(Folding.allCases)
      $0.trim = generator.pick(TrimMode.allCases)
      $0.terms = generator.pick(TermMode.allCases)
      $0.empty = .browse
      $0.numericFields = generator.chance(0.3) ? ["year"] : []
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "year")
    }
  }

  private static let hostileShare = 0.5
  /// Generated rows of more text take too long to build.
  private static let longRowCount = 1_000

  private static func corpus(
    _ generator: inout SeededGenerator, rowCount: Int, seed: UInt64
  ) throws(CorpusError) -> (corpus: Corpus, words: String) {
    if generator.chance(hostileShare) {
      var hostile = HostileRows(generator)
      return (try hostile.corpus(rowCount: rowCount), "with \(hostile.description)")
    }
    let family = generator.pick(CorpusGenerator.all)
    let most = family.name == "long" ? min(rowCount, longRowCount) : rowCount
    let corpus = try family.corpus(rowCount: most, seed: seed)
    return (corpus, "of \(corpus.name)")
  }

  /// The rows and the profile, in words.
  package var description: String {
    "\(QuantityFormat.rows(folded.corpus.rowCount)) \(rows); \(SlowText.profile(folded.profile))"
  }
}
