import DatasetsSupport
import Foundation
import MatchmarkDatasets
import MatchmarkTestSupport
import Testing

/// The folders of files that tests read.
enum FixtureFolder {
  /// The corpora.
  static let corpora = WorkingCopy.path("Fixtures/corpora")
  /// The typing sessions.
  static let traces = WorkingCopy.path("Fixtures/traces")

  /// The rows of a file among the corpora, in the format of its extension.
  static func dataset(_ fileName: String) throws -> Dataset {
    let format = try #require(DatasetFormat(endingOf: fileName))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(corpora)/\(fileName)")))
    return Dataset(name: "rows", file: fileName, bytes: bytes, format: format)
  }
}
