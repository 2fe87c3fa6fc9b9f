package import MatchmarkCore

/// A corpus as the one file that stands for it: JSON Lines, the schema first, then a row a line.
///
/// The schema line is `{"version":1,"columns":[{"name":…,"roles":[…],"values":[…]}]}`; `values`,
/// the known values, stands only where a column is facet or scope. A row has a key a column, in
/// column order. A cell of a column that is numeric and nothing else is its canonical decimal; any
/// other cell is the text as it was given. Strings have as few escapes as possible, lines end with
/// LF, nothing else is written: equal corpora are equal bytes.
package enum CanonicalCorpus {
  /// The version of the format.
  package static let version = 1
  /// About how many bytes a sink is given at a time.
  static let chunkSizeInBytes = 64 * 1024

  /// Writes the file in chunks of about 64 KiB, so that no second copy of a corpus is made.
  ///
  /// - Throws: what `sink` throws.
  /// - Complexity: O(bytes) time, O(chunk + row) space.
  package static func write<Failure: Error>(
    _ corpus: Corpus, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(chunkSizeInBytes + 4_096)
    appendSchema(of: corpus, to: &buffer)
    let columns = corpus.schema.columns.indices.map { WrittenColumn(corpus, $0) }
    for row in 0..<corpus.rowCount {
      for column in columns { column.append(row, to: &buffer) }
      buffer += [UInt8(ascii: "}"), 0x0A]
      if buffer.count >= chunkSizeInBytes {
        try sink(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    if !buffer.isEmpty { try sink(buffer) }
  }

  /// The whole file.
  package static func bytes(of corpus: Corpus) -> [UInt8] {
    var bytes: [UInt8] = []
    write(corpus) { chunk in bytes += chunk }
    return bytes
  }

  /// Appends the schema line.
  package static func appendSchema(of corpus: Corpus, to output: inout [UInt8]) {
    output += Array("{\"version\":\(version),\"columns\":[".utf8)
    for (index, column) in corpus.schema.columns.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += Array("{\"name\":".utf8)
      JSONEscape.appendQuoted(column.name, to: &output)
      output += Array(",\"roles\":".utf8)
      appendList(column.roles.names, to: &output)
      if let values = corpus.knownValues(of: column.name) {
        output += Array(",\"values\":".utf8)
        appendList(values, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
    output += Array("]}\n".utf8)
  }

  private static func appendList(_ texts: [String], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONEscape.appendQuoted(text, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// A column with all that is the same in every row.
  private struct WrittenColumn {
    let cells: CorpusColumn
    /// Whether the column is numeric and nothing else.
    let isNumber: Bool
    /// The brace or comma, the key, the colon.
    var prefix: [UInt8]

    init(_ corpus: Corpus, _ index: Int) {
      cells = corpus.columns[index]
      isNumber = corpus.schema.columns[index].roles == .numeric
      prefix = [UInt8(ascii: index == 0 ? "{" : ",")]
      JSONEscape.appendQuoted(corpus.schema.columns[index].name, to: &prefix)
      prefix.append(UInt8(ascii: ":"))
    }

    func append(_ row: Int, to output: inout [UInt8]) {
      output += prefix
      if isNumber, let number = cells.number(row) {
        JSONEscape.appendQuoted(number.description, to: &output)
      } else {
        JSONEscape.appendQuoted(cells.slice(row), to: &output)
      }
    }
  }
}

/// The name of a corpus by its content: `<crc32 hex>-<byte length>` of its canonical file.
package struct CorpusIdentity: Sendable, Hashable, CustomStringConvertible {
  /// The identity as text.
  package let description: String

  /// Computes the identity.
  ///
  /// - Complexity: O(bytes of the canonical file) time; the file is never held in whole.
  package init(of corpus: Corpus) {
    var checksum = Checksum()
    CanonicalCorpus.write(corpus) { chunk in checksum.update(chunk) }
    description = checksum.identity
  }
}
