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
    columns = schema.columns.map { column in
      var storage = CorpusColumn()
      if column.roles.contains(.numeric) { storage.numbers = [] }
      if !column.roles.isDisjoint(with: [.facet, .scope]) {
        storage.facet = FacetColumn(declaredValues: column.declaredValues)
      }
      return storage
    }
  }

  /// Appends a row of one cell per column; an empty numeric or facet cell is no value.
  ///
  /// - Throws: ``CorpusError`` naming the row and the column; the builder is then unusable.
  /// - Complexity: O(bytes of the row).
  public mutating func append(_ cells: [String]) throws(CorpusError) {
    guard cells.count == columns.count else {
      throw .raggedRow(row: rowCount, cellCount: cells.count, expectedCount: columns.count)
    }
    guard rowCount < SearchLimits.rowCount else {
      throw .tooLarge("more than \(SearchLimits.rowCount) rows")
    }
    for index in columns.indices { try append(cells[index], to: index) }
    rowCount += 1
  }

  /// The finished corpus.
  public consuming func finish() -> Corpus {
    for index in columns.indices { columns[index].cells.seal() }
    return Corpus(name: name, schema: schema, rowCount: rowCount, columns: columns)
  }

  private mutating func append(_ cell: String, to index: Int) throws(CorpusError) {
    let sizeInBytes = cell.utf8.count
    guard sizeInBytes <= SearchLimits.fieldSizeInBytes else {
      throw .fieldTooLong(
        row: rowCount, column: schema.columns[index].name, sizeInBytes: sizeInBytes)
    }
    if columns[index].numbers != nil {
      let number = try number(cell, column: index)
      columns[index].numbers?.append(number)
    }
    columns[index].facet?.append(cell)
    try columns[index].cells.append { bytes in bytes.append(contentsOf: cell.utf8) }
  }

  private func number(_ cell: String, column: Int) throws(CorpusError) -> CanonicalDecimal? {
    if cell.isEmpty { return nil }
    guard let number = CanonicalDecimal(cell) else {
      throw .notANumber(row: rowCount, column: schema.columns[column].name, cell: cell)
    }
    return number
  }
}
