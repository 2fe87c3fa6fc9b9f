internal import FoundationEssentials
package import MatchmarkCore

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
