package import MatchmarkCore

/// A sample of rows, drawn by seed; a larger sample of the same seed contains the smaller one.
package struct CorpusSample: Sendable {
  private let corpus: Corpus
  /// All rows, in the order in which they are drawn.
  private let order: [UInt32]

  /// - Complexity: O(rows).
  package init(of corpus: Corpus, seed: UInt64) {
    self.corpus = corpus
    var generator = SeededGenerator(seed: seed, stream: "sample-of-rows")
    var order = (0..<UInt32(corpus.rowCount)).map(\.self)
    generator.shuffle(&order)
    self.order = order
  }

  /// A sample of this many rows, or all rows if there are fewer, in the order of the corpus.
  ///
  /// - Complexity: O(n log n) and O(bytes) for n rows.
  package func corpus(rowCount: Int, named name: String) throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: name, schema: corpus.schema)
    for row in order.prefix(rowCount).sorted() {
      try builder.append(
        corpus.schema.columns.indices.map { corpus.cell(row: Int(row), column: $0) })
    }
    return builder.finish()
  }
}
