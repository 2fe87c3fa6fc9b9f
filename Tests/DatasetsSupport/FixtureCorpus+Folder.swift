import Foundation
package import MatchmarkCore
package import MatchmarkDatasets

extension FixtureCorpus {
  /// The corpus from its file in `folder`.
  package func corpus(inFolder folder: String) throws -> Corpus {
    let path = "\(folder)/\(fileName)"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return try Dataset(name: name, file: path, bytes: bytes, format: .csv).corpus(columns: columns)
  }
}
