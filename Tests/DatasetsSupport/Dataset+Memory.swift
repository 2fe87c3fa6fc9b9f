package import MatchmarkCore
package import MatchmarkDatasets

extension RowSource {
  /// Bytes that are in memory.
  package init(name: String, bytes: [UInt8]) {
    self.init(name: name, sizeInBytes: bytes.count) { offset, count in
      Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
  }
}

extension Dataset {
  /// A data set whose bytes are in memory.
  package init(name: String, file: String, bytes: [UInt8], format: DatasetFormat) {
    self.init(name: name, source: RowSource(name: file, bytes: bytes), format: format)
  }
}

extension CanonicalCorpus {
  /// The whole file.
  package static func bytes(of corpus: Corpus) -> [UInt8] {
    var bytes: [UInt8] = []
    write(corpus) { chunk in bytes += chunk }
    return bytes
  }
}
