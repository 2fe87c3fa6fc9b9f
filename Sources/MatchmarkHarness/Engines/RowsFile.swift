import Foundation
package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkEngines
package import MatchmarkSystem

/// A corpus as the file that engines read, in a temporary folder that goes when nobody needs it.
///
/// All engines of a cell read the same file, and so do those of the next cell with this corpus.
package final class RowsFile: Sendable {
  /// What an engine is told of it.
  package let corpus: EngineCorpus
  private let folder: String

  /// Writes the canonical file.
  ///
  /// - Throws: ``FileError``.
  /// - Complexity: O(bytes of the corpus) time.
  package init(_ corpus: Corpus) throws(FileError) {
    Self.removeAbandoned()
    folder = Self.newFolder()
    let path = "\(folder)/rows.jsonl"
    var checksum = Checksum()
    do throws(FileError) {
      try Folder.create(folder)
      var file = try AtomicFile(path: path)
      try CanonicalCorpus.write(corpus) { bytes throws(FileError) in
        checksum.update(bytes)
        try file.write(bytes)
      }
      try file.finish()
    } catch {
      Self.remove(folder)
      throw error
    }
    var schemaLine: [UInt8] = []
    CanonicalCorpus.appendSchema(of: corpus, to: &schemaLine)
    self.corpus = EngineCorpus(
      path: path, identity: checksum.identity, schemaLine: schemaLine, rowCount: corpus.rowCount)
  }

  deinit { Self.remove(folder) }

  private static let prefix = "matchmark-rows-"

  private static func newFolder() -> String {
    let number = ProcessInfo.processInfo.processIdentifier
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    return parent + "/\(prefix)\(number)-\(random)"
  }

  /// The temporary folder, without links and without a slash at its end.
  private static var parent: String {
    FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
  }

  /// Nobody is left to hear of a failure; the system empties its temporary folder sometime.
  private static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Removes what processes left behind that a signal ended.
  private static func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard let number = parts.first.flatMap({ Int32($0) }), !ProcessFacts.isRunning(number) else {
        continue
      }
      remove("\(parent)/\(name)")
    }
  }
}
