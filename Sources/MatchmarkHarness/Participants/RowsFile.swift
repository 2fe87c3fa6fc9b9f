package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkEngines
package import MatchmarkSystem

/// A corpus as the file that engines read, in a temporary folder that is deleted when it is no
/// longer needed.
///
/// All engines of a cell read the same file, and so do those of the next cell with this corpus.
package final class RowsFile: Sendable {
  /// What an engine receives about it.
  package let corpus: EngineCorpus
  private let folder: ScratchFolder

  /// Writes the canonical file.
  ///
  /// - Complexity: O(bytes of the corpus) time.
  package init(_ corpus: Corpus) throws(FileError) {
    folder = try ScratchFolder()
    self.corpus = try Self.write(corpus, to: folder.file("rows.jsonl"))
  }

  /// Writes the canonical file to an absolute path; an existing file is replaced.
  ///
  /// - Complexity: O(bytes of the corpus) time.
  package static func write(_ corpus: Corpus, to path: String) throws(FileError) -> EngineCorpus {
    var checksum = Checksum()
    var file = try AtomicFile(path: path)
    try CanonicalCorpus.write(corpus) { bytes throws(FileError) in
      checksum.update(bytes)
      try file.write(bytes)
    }
    try file.finish()
    var schemaLine: [UInt8] = []
    CanonicalCorpus.appendSchema(of: corpus, to: &schemaLine)
    return EngineCorpus(
      path: path, identity: checksum.identity, schemaLine: schemaLine, rowCount: corpus.rowCount)
  }
}
