internal import FoundationEssentials
package import MatchmarkCore

/// A corpus as the one file that stands for it: JSON Lines, the schema first, then a row a line.
///
/// The schema line is `{"version":1,"columns":[{"name":…,"roles":[…],"values":[…]}]}`; `values`,
/// the known values, stands only where a column is facet or scope. A row has a key a column, in
/// column order. A cell of a column that is numeric and nothing else is its canonical decimal; any
/// other cell is the text as it was given. Strings have as few escapes as possible, lines end with
/// LF, nothing else is written: equal corpora are equal bytes.
package enum CanonicalCorpus {
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

extension CanonicalCorpus {
  /// The longest schema line: a decoder holds a multiple of it.
  static let schemaLineSizeLimitInBytes = 3 << 20

  /// Reads a canonical file back: the same columns, rows and known values, so the same identity.
  ///
  /// - Throws: ``DatasetError`` with line and column.
  /// - Complexity: O(bytes).
  package static func read(_ source: RowSource, name: String) throws(DatasetError) -> Corpus {
    try read(try RowWindow(source), name: name, columns: nil)
  }

  /// Reads a canonical file of which a window shows the beginning.
  ///
  /// - Parameter mapping: columns with other roles than the file states; those that are not among
  ///   them have none then, as in any other file.
  static func read(
    _ window: RowWindow, name: String, columns mapping: [Column]?
  ) throws(DatasetError) -> Corpus {
    guard let lineEnd = window.bytes.firstIndex(of: 0x0A) else { throw .emptyFile(window.name) }
    var columns = try schemaLine(Data(window.bytes[..<lineEnd]), window)
    if let mapping { columns = try mapping.ordered(like: columns.map(\.name), of: window.name) }
    let reader = try JSONLinesReader(
      window, columnNames: columns.map(\.name), from: lineEnd + 1)
    return try CorpusLoad(name: name, columns: columns).corpus(from: reader)
  }

  /// Whether a file begins like one that ``write(_:to:)`` wrote; rows of a person's own cannot, for
  /// they hold no arrays.
  static func isCanonical(_ window: RowWindow) -> Bool {
    let start = window.bytes.prefix { $0 != 0x0A }.prefix(64)
    return start.starts(with: Array("{\"version\":".utf8))
      && String(decoding: start, as: UTF8.self).contains(",\"columns\":[")
  }

  private static func schemaLine(
    _ data: Data, _ window: RowWindow
  ) throws(DatasetError) -> [Column] {
    guard data.count <= schemaLineSizeLimitInBytes else {
      throw .schemaLineTooLong(sizeInBytes: data.count, at: window.position(of: 0))
    }
    if let offence = JSONBounds.offence(in: Array(data)) {
      throw .invalidJSON(
        "got no schema line: \(offence.message)", at: window.position(of: offence.offset))
    }
    let line: SchemaLine
    do {
      line = try JSONDecoder().decode(SchemaLine.self, from: data)
    } catch {
      throw .invalidJSON(
        "got no schema line: \(DecodingReason.of(error))", at: window.position(of: 0))
    }
    guard line.version == version else {
      throw .unknownVersion(line.version, file: window.name)
    }
    var columns: [Column] = []
    for column in line.columns {
      try ColumnName.check(column.name.utf8.count, at: window.position(of: 0))
      var roles: ColumnRoles = []
      for name in column.roles {
        guard let role = ColumnRoles.named.first(where: { $0.name == name })?.role else {
          throw .invalidJSON("got an unknown role '\(name)'", at: window.position(of: 0))
        }
        roles.insert(role)
      }
      columns.append(Column(column.name, roles, declaredValues: column.values ?? []))
    }
    return columns
  }

  private struct SchemaLine: Decodable {
    struct Entry: Decodable {
      let name: String
      let roles: [String]
      let values: [String]?
    }

    let version: Int
    let columns: [Entry]
  }
}
