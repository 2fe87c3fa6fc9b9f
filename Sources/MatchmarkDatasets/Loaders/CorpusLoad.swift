internal import MatchmarkCore

/// The way in which the columns of a file get their roles.
enum RoleSource {
  /// The roles of these columns; the others have none.
  case mapped([Column])
  /// Those that ``ColumnInference`` finds; if columns are named, exactly these are text.
  case inferred(text: [String]?)

  /// The columns of a mapping; nil without one.
  var given: [Column]? { if case .mapped(let columns) = self { columns } else { nil } }

  /// The columns that must be in the file.
  var mapping: [Column] {
    switch self {
    case .mapped(let columns): columns
    case .inferred(let names): (names ?? []).map { Column($0, .text) }
    }
  }

  /// The same for a file of titles, whose only column is text.
  var ofTitles: RoleSource {
    if case .inferred(nil) = self { return .mapped([Column(DatasetFormat.titleColumn, .text)]) }
    return .mapped(mapping)
  }

  /// Returns a column with the roles that were found, or with those of the named columns.
  func named(_ column: Column) -> Column {
    guard case .inferred(let names?) = self else { return column }
    let text: ColumnRoles = names.contains(column.name) ? .text : []
    return Column(
      column.name, column.roles.subtracting(.text).union(text),
      declaredValues: column.declaredValues)
  }
}

/// The reading of rows into a corpus, in one pass, which turns an error of the corpus into a
/// position in the file.
struct CorpusLoad<Reader: RecordReader> {
  private let roles: RoleSource
  private var batches: RowBatches<Reader>
  private var columns: [LoadedColumn] = []
  private var rowCount = 0

  /// Returns the rows of a file.
  ///
  /// - Complexity: O(bytes) time; space for the corpus, a row, and what is read at a time.
  static func rows(
    of reader: Reader, _ roles: RoleSource, name: String
  ) throws(DatasetError) -> DatasetRows {
    var load = CorpusLoad(roles: roles, batches: RowBatches(reader))
    if reader.knowsColumns { try load.checkNames() }
    var batch = RowBatch(columnCount: reader.columnNames.count)
    while try load.batches.next(into: &batch) { try load.append(batch) }
    return try load.finish(name)
  }

  private init(roles: RoleSource, batches: RowBatches<Reader>) {
    self.roles = roles
    self.batches = batches
  }

  private var reader: Reader { batches.reader }

  private func checkNames() throws(DatasetError) {
    let known = reader.columnNames
    for column in roles.mapping where !known.contains(column.name) {
      throw .missingColumn(column.name, known: known, file: reader.window.name)
    }
  }

  private mutating func append(_ batch: RowBatch) throws(DatasetError) {
    try addColumns(upTo: batch.columnCount)
    try checkNumbers(of: batch)
    try DatasetError.wrap(reader.window.name) { () throws(CorpusError) in
      guard rowCount + batch.rowCount <= SearchLimits.rowCount else { throw .tooManyRows }
      for index in columns.indices { try columns[index].append(index, of: batch) }
    }
    if rowCount == 0 { reserve() }
    rowCount += batch.rowCount
  }

  /// Makes room for the rest of the file, as if all of it were like the first rows.
  private mutating func reserve() {
    let window = reader.window
    let factor = Double(window.sourceSizeInBytes) / Double(max(1, window.shownSizeInBytes))
    guard factor > 1 else { return }
    for index in columns.indices { columns[index].cells.reserve(times: factor * Self.margin) }
  }

  /// The part by which the rest of a file may be larger than expected before room is made again.
  private static var margin: Double { 1.05 }

  /// Adds the columns that the reader has found since the last rows.
  ///
  /// - Parameter count: the number of columns of a batch, whose rows may precede an error in a row
  ///   with more columns.
  private mutating func addColumns(upTo count: Int) throws(DatasetError) {
    try DatasetError.wrap(reader.window.name) { () throws(CorpusError) in
      for name in reader.columnNames[columns.count..<count] {
        columns.append(try LoadedColumn(name, roles, emptyCount: rowCount))
      }
    }
  }

  private func checkNumbers(of batch: RowBatch) throws(DatasetError) {
    let wrong = columns.indices.compactMap { index in
      columns[index].isNumeric ? batch.firstRow(withoutNumberIn: index).map { ($0, index) } : nil
    }
    guard let (row, index) = wrong.min(by: <) else { return }
    let cell = batch.cell(row: row, column: index)
    throw .notANumber(
      column: columns[index].name, cell: String(decoding: batch.bytes[cell.range], as: UTF8.self),
      at: reader.window.position(of: Int(cell.offset)))
  }

  private mutating func finish(_ name: String) throws(DatasetError) -> DatasetRows {
    try addColumns(upTo: reader.columnNames.count)
    try checkNames()
    let (found, reasons) = LoadedColumn.roles(columns)
    let named = found.map { roles.named($0) }
    let corpus = try DatasetError.wrap(reader.window.name) { () throws(CorpusError) in
      let schema = try Schema(named)
      for index in columns.indices { try columns[index].cells.convert(to: named[index]) }
      let cells = columns.map(\.cells)
      // Columns that two hold would be copied when they are finished.
      columns = []
      return Corpus(name: name, schema: schema, columns: cells, rowCount: rowCount)
    }
    return DatasetRows(
      corpus: corpus, nestedKeys: reader.nestedKeys, nullKeys: reader.nullKeys,
      columnsWithoutRole: reasons.filter { entry in
        corpus.schema.columns.contains { $0.name == entry.name && $0.roles.isEmpty }
      })
  }
}

extension DatasetError {
  /// Returns what `body` returns, and names the file in an error of the corpus.
  fileprivate static func wrap<Result>(
    _ file: String, _ body: () throws(CorpusError) -> Result
  ) throws(DatasetError) -> Result {
    do throws(CorpusError) { return try body() } catch { throw .corpus(error, file: file) }
  }
}

/// A column whose cells are being read.
private struct LoadedColumn {
  let name: String
  /// The cells; while roles are inferred, those of a facet as long as it may be one.
  var cells: CorpusColumn
  let isNumeric: Bool
  /// Nil if the roles are given.
  private var evidence: ColumnEvidence?
  private let given: Column

  init(_ name: String, _ roles: RoleSource, emptyCount: Int) throws(CorpusError) {
    self.name = name
    switch roles {
    case .mapped(let columns):
      given = columns.first { $0.name == name } ?? Column(name, [])
    case .inferred:
      given = Column(name, .facet)
      evidence = ColumnEvidence()
    }
    isNumeric = given.roles.contains(.numeric)
    cells = CorpusColumn(given)
    try cells.appendEmpty(emptyCount)
  }

  mutating func append(_ column: Int, of batch: RowBatch) throws(CorpusError) {
    try cells.append(column, of: batch)
    guard evidence != nil else { return }
    evidence?.add(column, of: batch)
    if let facet = cells.facet, !ColumnInference.mayBeFacet(facet) {
      try cells.convert(to: Column(name, []))
    }
  }

  /// Returns the columns with their roles, and the reasons of inferred columns without one.
  static func roles(
    _ columns: [LoadedColumn]
  ) -> ([Column], withoutRole: [(name: String, reason: String)]) {
    let evidence = columns.compactMap { column in column.evidence?.with(column.cells.facet) }
    guard evidence.count == columns.count else { return (columns.map(\.given), []) }
    let roles = ColumnInference.roles(evidence)
    let found = columns.indices.map { index in
      Column(
        columns[index].name, roles[index],
        declaredValues: roles[index].contains(.scope) ? evidence[index].ascendingValues : [])
    }
    let idle = columns.indices.filter { roles[$0].isEmpty }
    return (found, idle.map { (columns[$0].name, evidence[$0].reasonForNoRole) })
  }
}

extension RowBatch {
  /// Returns the first row in which a cell is neither empty nor a number.
  ///
  /// - Complexity: O(bytes of the cells).
  fileprivate func firstRow(withoutNumberIn column: Int) -> Int? {
    (0..<rowCount).first { row in
      let range = cell(row: row, column: column).range
      return !range.isEmpty && CanonicalDecimal(utf8: bytes.span.extracting(range)) == nil
    }
  }
}
