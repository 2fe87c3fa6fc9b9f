/// The cells of one column.
///
/// A facet has few values for many rows, so a column that is only a facet stores the number of each
/// row's value instead of the cells. Numbers are read from the cells when a profile needs them.
package struct CorpusColumn: Sendable {
  /// The cells of a text or numeric column; empty for a column that is only a facet.
  package private(set) var cells = TextArena()
  package private(set) var facet: FacetColumn?
  private var keepsCells: Bool

  package init(_ column: Column) {
    if column.isFacet { facet = FacetColumn(declaredValues: column.declaredValues) }
    keepsCells = column.keepsCells
  }

  mutating func append(_ cell: ArraySlice<UInt8>) throws(CorpusError) {
    facet?.append(cell.span)
    if keepsCells { try cells.append { bytes in bytes.append(contentsOf: cell) } }
  }

  /// Appends the cells of a column of some rows.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)``.
  /// - Complexity: O(rows + bytes of the cells).
  package mutating func append(_ column: Int, of batch: RowBatch) throws(CorpusError) {
    facet?.append(column, of: batch)
    if keepsCells { try cells.append(column, of: batch) }
  }

  /// Makes room for as many times the cells as there are; memory that is not used is not taken.
  package mutating func reserve(times factor: Double) {
    facet?.reserve(times: factor)
    if keepsCells { cells.reserve(times: factor) }
  }

  /// Appends the empty cells of rows that were read before the column was known.
  package mutating func appendEmpty(_ count: Int) throws(CorpusError) {
    for _ in 0..<count { try append([]) }
  }

  /// Keeps the cells in the form that other roles need.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)``.
  /// - Complexity: O(rows + bytes of the cells), if the form changes.
  package mutating func convert(to column: Column) throws(CorpusError) {
    if column.keepsCells, !keepsCells {
      for row in 0..<(facet?.rows.count ?? 0) {
        let cell = slice(row)
        try cells.append { bytes in bytes.append(contentsOf: cell) }
      }
      keepsCells = true
    }
    if !column.isFacet {
      facet = nil
    } else if let known = facet {
      facet = known.declaring(column.declaredValues)
    } else {
      var new = FacetColumn(declaredValues: column.declaredValues)
      for row in 0..<cells.count { new.append(cells.slice(row).span) }
      facet = new
    }
    if !column.keepsCells { (cells, keepsCells) = (TextArena(), false) }
  }

  mutating func seal() { cells.seal() }

  /// Returns the cell of a row, as given.
  package func slice(_ row: Int) -> ArraySlice<UInt8> {
    guard !keepsCells, let facet else { return cells.slice(row) }
    return facet.slice(row)
  }

  /// Returns the number in a cell of a numeric column; nil if the cell is empty.
  package func number(_ row: Int) -> CanonicalDecimal? {
    let cell = slice(row)
    return cell.isEmpty ? nil : CanonicalDecimal(utf8: cell.span)
  }

  package var textSizeInBytes: Int {
    guard !keepsCells, let facet else { return cells.textSizeInBytes - cells.count }
    return facet.textSizeInBytes
  }
}

extension Column {
  fileprivate var isFacet: Bool { !roles.isDisjoint(with: [.facet, .scope]) }
  fileprivate var keepsCells: Bool { !isFacet || roles.contains(.text) }
}
