/// Collects rows into a ``Corpus``, checking each against schema and limits.
public struct CorpusBuilder: Sendable {
  private let name: String
  private let schema: Schema
  private var rowCount = 0
  private var columns: [CorpusColumn]

  /// Starts a corpus without rows.
  public init(name: String, schema: Schema) {
    self.name = name
    self.schema = schema
    columns = schema.columns.map(CorpusColumn.init)
  }

  /// Appends a row of one cell per column; an empty numeric or facet cell is no value.
  ///
  /// - Throws: ``CorpusError`` naming the row and the column; the builder is then unusable.
  /// - Complexity: O(bytes of the row).
  public mutating func append(_ cells: [String]) throws(CorpusError) {
    var row = RowBytes()
    for cell in cells {
      row.withOpenCell { bytes in bytes.append(contentsOf: cell.utf8) }
      row.endCell()
    }
    try append(row)
  }

  /// Appends a row of one cell per column, given as well-formed UTF-8.
  ///
  /// - Throws: ``CorpusError`` naming the row and the column; the builder is then unusable.
  /// - Complexity: O(bytes of the row).
  package mutating func append(_ row: RowBytes) throws(CorpusError) {
    guard row.cellCount == columns.count else {
      throw .raggedRow(row: rowCount, cellCount: row.cellCount, expectedCount: columns.count)
    }
    guard rowCount < SearchLimits.rowCount else {
      throw .tooManyRows
    }
    for index in columns.indices { try append(row.slice(index), to: index) }
    rowCount += 1
  }

  /// The finished corpus.
  public consuming func finish() -> Corpus {
    for index in columns.indices { columns[index].seal() }
    return Corpus(name: name, schema: schema, rowCount: rowCount, columns: columns)
  }

  private mutating func append(_ cell: ArraySlice<UInt8>, to index: Int) throws(CorpusError) {
    guard cell.count <= SearchLimits.fieldSizeInBytes else {
      throw .fieldTooLong(
        row: rowCount, column: schema.columns[index].name, sizeInBytes: cell.count)
    }
    if schema.columns[index].roles.contains(.numeric), !cell.isEmpty,
      CanonicalDecimal(utf8: cell.span) == nil
    {
      let text = String(decoding: cell, as: UTF8.self)
      throw .notANumber(row: rowCount, column: schema.columns[index].name, cell: text)
    }
    try columns[index].append(cell)
  }
}
