package import MatchmarkCore
import MatchmarkDatasets

/// Titles of every generator, created once: a case takes some of them.
package struct HuntTitles: Sendable {
  /// The titles of each generator, in its order.
  let pools: [[String]]

  package init(seed: UInt64) throws(CorpusError) {
    pools = try CorpusGenerator.all.map { generator throws(CorpusError) in
      let rowCount = generator.name == "long" ? 40 : HuntCase.mostVariedRows
      let corpus = try generator.corpus(rowCount: rowCount, seed: seed)
      return (0..<rowCount).map { corpus.cell(row: $0, column: 0) }
    }
  }

  /// That many adjacent titles of a generator, or fewer if they would be long.
  func some(_ count: Int, using generator: inout SeededGenerator) -> [String] {
    let pool = generator.pick(pools)
    let start = generator.below(max(1, pool.count - count + 1))
    var size = 0
    return pool[start...].prefix(count).prefix { title in
      size += title.utf8.count
      return size <= Self.sizeInBytes
    }.map(\.self)
  }

  private static let sizeInBytes = 200_000
}
