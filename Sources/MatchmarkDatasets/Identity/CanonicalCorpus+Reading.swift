internal import FoundationEssentials
package import MatchmarkCore

extension CanonicalCorpus {
  /// Reads a canonical file back: the same columns, rows and known values, so the same identity.
  ///
  /// - Parameters:
  ///   - file: the name of the file, for errors.
  ///   - mapping: columns with other roles than the file states; those that are not among them have
  ///     none then, as in any other file.
  /// - Throws: ``DatasetError`` with line and column.
  /// - Complexity: O(bytes).
  package static func read(
    _ bytes: [UInt8], file: String, name: String, columns mapping: [Column]? = nil
  ) throws(DatasetError) -> Corpus {
    let source = try SourceFile(name: file, bytes: bytes)
    guard let lineEnd = bytes.firstIndex(of: 0x0A) else { throw .emptyFile(file) }
    var columns = try schemaLine(Data(bytes[..<lineEnd]), source)
    if let mapping { columns = try mapping.ordered(like: columns.map(\.name), of: file) }
    let reader = try JSONLinesReader(
      source, columnNames: columns.map(\.name), from: lineEnd + 1)
    return try CorpusLoad(name: name, source: source, columns: columns).corpus(from: reader)
  }

  /// Whether a file begins like one that ``write(_:to:)`` wrote; rows of a person's own cannot, for
  /// they hold no arrays.
  static func isCanonical(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(64)
    return start.starts(with: Array("{\"version\":".utf8))
      && String(decoding: start, as: UTF8.self).contains(",\"columns\":[")
  }

  private static func schemaLine(
    _ data: Data, _ source: SourceFile
  ) throws(DatasetError) -> [Column] {
    if let offence = JSONNesting.offence(in: Array(data)) {
      throw .invalidJSON(
        "got no schema line: \(offence.message)", at: source.position(of: offence.offset))
    }
    let line: SchemaLine
    do {
      line = try JSONDecoder().decode(SchemaLine.self, from: data)
    } catch {
      throw .invalidJSON(
        "got no schema line: \(DecodingReason.of(error))", at: source.position(of: 0))
    }
    guard line.version == version else {
      throw .unknownVersion(line.version, file: source.name)
    }
    var columns: [Column] = []
    for column in line.columns {
      try ColumnName.check(column.name.utf8.count, at: source.position(of: 0))
      var roles: ColumnRoles = []
      for name in column.roles {
        guard let role = ColumnRoles.named.first(where: { $0.name == name })?.role else {
          throw .invalidJSON("got an unknown role '\(name)'", at: source.position(of: 0))
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
