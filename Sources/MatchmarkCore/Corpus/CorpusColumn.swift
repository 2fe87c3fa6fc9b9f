/// The cells of one column.
///
/// A facet has few values for many rows, so a column that is only a facet stores the number of each
/// row's value instead of cells. Numbers are read from the cells when a profile needs them.
package struct CorpusColumn: Sendable {
  /// The cells of a text or number; empty for a facet.
  package private(set) var cells = TextArena()
  package private(set) var facet: FacetColumn?
  private let keepsCells: Bool

  init(_ column: Column) {
    let isFacet = !column.roles.isDisjoint(with: [.facet, .scope])
    if isFacet { facet = FacetColumn(declaredValues: column.declaredValues) }
    keepsCells = !isFacet || column.roles.contains(.text)
  }

  /// Appends one row's cell, as UTF-8.
  mutating func append(_ cell: ArraySlice<UInt8>) throws(CorpusError) {
    facet?.append(cell)
    if keepsCells { try cells.append { bytes in bytes.append(contentsOf: cell) } }
  }

  mutating func seal() { cells.seal() }

  /// The cell of a row, as given.
  package func slice(_ row: Int) -> ArraySlice<UInt8> {
    guard !keepsCells, let facet else { return cells.slice(row) }
    return facet.slice(row)
  }

  /// The number in a cell of a numeric column; nil if the cell is empty.
  package func number(_ row: Int) -> CanonicalDecimal? {
    let cell = slice(row)
    return cell.isEmpty ? nil : CanonicalDecimal(utf8: cell.span)
  }

  /// The text of all cells, in bytes.
  var textSizeInBytes: Int {
    guard !keepsCells, let facet else { return cells.textSizeInBytes - cells.count }
    return facet.textSizeInBytes
  }
}
