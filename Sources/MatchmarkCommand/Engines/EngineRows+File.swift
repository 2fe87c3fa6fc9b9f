import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkSystem

extension EngineRows {
  /// Reads a rows file: a corpus in its canonical form.
  ///
  /// - Throws: ``CommandError`` or ``DatasetError``.
  static func read(_ path: String) throws -> EngineRows {
    let source = try InputFile.rowSource(path)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let corpus = try CanonicalCorpus.read(source, name: name)
    return EngineRows(corpus: corpus, identity: try source.checksum().identity)
  }
}
