package import MatchmarkCore
internal import MatchmarkJSON

/// The canonical file of a corpus: JSON Lines, the schema first, then one row per line.
///
/// The schema line is `{"version":1,"columns":[{"name":…,"roles":[…],"values":[…]}]}`; `values`,
/// the known values, is present only for facets and scopes. A row has one key per column, in column
/// order. A cell of a column that is only numeric is its canonical decimal; any other cell is the
/// text as given. Strings have as few escapes as possible, lines end with LF, and nothing else is
/// written. Equal corpora therefore have equal bytes.
package enum CanonicalCorpus {
  package static let version = 1
  static let chunkSizeInBytes = 64 * 1024

  /// Writes the file in chunks of about 64 KiB, without a second copy of the corpus in memory.
  ///
  /// - Parameter isAsGiven: true to write numbers as they were given, and `values` without those
  ///   that only occur in rows. The file is then not the canonical one, but a reader gets the same
  ///   corpus from it, with the same text in every cell.
  /// - Complexity: O(bytes) time, O(chunk + row) space.
  package static func write<Failure: Error>(
    _ corpus: Corpus, isAsGiven: Bool = false, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(chunkSizeInBytes + 4_096)
    appendSchema(of: corpus, isAsGiven: isAsGiven, to: &buffer)
    let columns = corpus.schema.columns.indices.map { WrittenColumn(corpus, $0, isAsGiven) }
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

  package static func appendSchema(
    of corpus: Corpus, isAsGiven: Bool = false, to output: inout [UInt8]
  ) {
    let columns = corpus.schema.columns.map { column in
      let known = corpus.knownValues(of: column.name)
      return column.json(values: known.map { isAsGiven ? column.declaredValues : $0 })
    }
    let schema: JSONValue = ["version": .integer(version), "columns": .array(columns)]
    output += schema.bytes + [0x0A]
  }

  package static func isWrittenCanonically(_ column: Column) -> Bool { column.roles == .numeric }

  /// A column, with everything that is the same in every row.
  private struct WrittenColumn {
    let cells: CorpusColumn
    let isNumber: Bool
    /// The brace or comma, the key, and the colon.
    var prefix: [UInt8]

    init(_ corpus: Corpus, _ index: Int, _ isAsGiven: Bool) {
      cells = corpus.columns[index]
      isNumber = !isAsGiven && isWrittenCanonically(corpus.schema.columns[index])
      prefix = [UInt8(ascii: index == 0 ? "{" : ",")]
      JSONWriter.appendQuoted(corpus.schema.columns[index].name, to: &prefix)
      prefix.append(UInt8(ascii: ":"))
    }

    func append(_ row: Int, to output: inout [UInt8]) {
      output += prefix
      if isNumber, let number = cells.number(row) {
        JSONWriter.appendQuoted(number.description, to: &output)
      } else {
        JSONWriter.appendQuoted(cells.slice(row), to: &output)
      }
    }
  }
}

extension RoleSource {
  /// Returns the roles for a file that states some.
  fileprivate func stated(_ columns: [Column]) -> RoleSource {
    guard case .mapped(let mapping) = self else {
      // A column that is not in the file is left to the load to refuse.
      let missing = self.mapping.filter { column in !columns.contains { $0.name == column.name } }
      return .mapped(columns.map(named) + missing)
    }
    // A mapping that states no values leaves those that the file states.
    return .mapped(
      mapping.map { mapped in
        let stated = columns.first { $0.name == mapped.name }
        return Column(
          mapped.name, mapped.roles,
          declaredValues: mapped.declaredValues.isEmpty && mapped.roles.contains(.facet)
            ? stated?.declaredValues ?? [] : mapped.declaredValues)
      })
  }
}

/// The identity of a corpus, derived from its content: `<crc32 hex>-<byte length>` of its canonical
/// file.
package struct CorpusIdentity: Sendable, Hashable, CustomStringConvertible {
  package let description: String

  /// Computes the identity of a corpus.
  ///
  /// - Complexity: O(bytes of the canonical file) time; the file is never held in memory as a
  ///   whole.
  package init(of corpus: Corpus) {
    var checksum = Checksum()
    CanonicalCorpus.write(corpus) { chunk in checksum.update(chunk) }
    description = checksum.identity
  }
}

extension CanonicalCorpus {
  /// The maximum size of the schema line, in bytes; its values take a multiple of that in memory.
  static let schemaLineSizeLimitInBytes = 3 << 20

  /// Reads a canonical file: the columns, rows and known values, and so the identity, are those of
  /// the corpus that was written.
  ///
  /// - Complexity: O(bytes).
  package static func read(_ source: RowSource, name: String) throws(DatasetError) -> Corpus {
    try read(try RowWindow(source), name: name, .inferred(text: nil)).corpus
  }

  /// Reads a canonical file, which states the roles of its columns; others can be given.
  static func read(
    _ window: RowWindow, name: String, _ roles: RoleSource
  ) throws(DatasetError) -> DatasetRows {
    guard let lineEnd = window.bytes.firstIndex(of: 0x0A) else { throw .emptyFile(window.name) }
    let stated = try schemaLine(Array(window.bytes[..<lineEnd]), window)
    let reader = JSONRowReader(
      window, columnNames: stated.map(\.name), from: lineEnd + 1)
    return try CorpusLoad.rows(of: reader, roles.stated(stated), name: name)
  }

  /// Returns true if a file begins like one that ``write(_:isAsGiven:to:)`` wrote.
  static func isCanonical(_ window: RowWindow) -> Bool {
    let start = window.bytes.prefix { $0 != 0x0A }.prefix(64)
    return start.starts(with: Array("{\"version\":".utf8))
      && String(decoding: start, as: UTF8.self).contains(",\"columns\":[")
  }

  private static func schemaLine(
    _ bytes: [UInt8], _ window: RowWindow
  ) throws(DatasetError) -> [Column] {
    let start = window.position(of: 0)
    guard bytes.count <= schemaLineSizeLimitInBytes else {
      throw .schemaLineTooLong(sizeInBytes: bytes.count, at: start)
    }
    let line: JSONField<DatasetError>
    do throws(JSONError) {
      line = JSONField(try JSONValue(text: bytes), of: start)
    } catch {
      throw .invalidJSON(
        "the first line is not a schema: \(error.message)", at: window.position(of: error.offset))
    }
    let given = try line["version"].integer(in: .min ... .max, expected: "a whole number")
    guard given == version else { throw .unknownVersion(given, file: window.name) }
    return try line["columns"].array().map { field throws(DatasetError) in
      let column = try Column(field)
      try ColumnName.check(column.name.utf8.count, at: start)
      return column
    }
  }
}
