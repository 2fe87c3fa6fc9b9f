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
    let bytes = try InputFile.rows.read(path)
    var checksum = Checksum()
    checksum.update(bytes)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let corpus = try CanonicalCorpus.read(bytes, file: path, name: name)
    return EngineRows(corpus: corpus, identity: checksum.identity)
  }
}
