/// The cells of one column.
///
/// A facet has few values for many rows, so a column that is only a facet stores the number of each
/// row's value instead of the cells. Numbers are read from the cells when a profile needs them.
package struct CorpusColumn: Sendable {
  /// The cells of a text or numeric column; empty for a column that is only a facet.
  package private(set) var cells = TextArena()
  package private(set) var facet: FacetColumn?
  private let keepsCells: Bool

  init(_ column: Column) {
    let isFacet = !column.roles.isDisjoint(with: [.facet, .scope])
    if isFacet { facet = FacetColumn(declaredValues: column.declaredValues) }
    keepsCells = !isFacet || column.roles.contains(.text)
  }

  mutating func append(_ cell: ArraySlice<UInt8>) throws(CorpusError) {
    facet?.append(cell)
    if keepsCells { try cells.append { bytes in bytes.append(contentsOf: cell) } }
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

  var textSizeInBytes: Int {
    guard !keepsCells, let facet else { return cells.textSizeInBytes - cells.count }
    return facet.textSizeInBytes
  }
}

/// The values of a facet: one value per row, from a small set.
///
/// Tokens and scopes filter by them.
package struct FacetColumn: Sendable {
  /// The id of rows without a value.
  package static let none: UInt32 = .max

  /// The known values: declared ones first, then in order of first appearance in the rows.
  package private(set) var values: [String] = []
  /// Each row's index into `values`, or ``none``.
  package private(set) var rows: [UInt32] = []
  private var ids: [FacetValue: UInt32] = [:]
  /// The values as UTF-8, concatenated: a separate array for each value would take about 50 bytes
  /// more.
  private var texts = RowBytes()
  private(set) var textSizeInBytes = 0

  package init(declaredValues: [String]) {
    for value in declaredValues where !value.isEmpty { _ = intern(value) }
  }

  /// Returns the id of a value; nil if the value is unknown.
  package func id(of value: String) -> UInt32? { ids[FacetValue(text: value)] }

  /// Appends one row's cell, given as UTF-8; an empty cell means that the row has no value.
  package mutating func append(_ cell: ArraySlice<UInt8>) {
    rows.append(cell.isEmpty ? Self.none : intern(String(decoding: cell, as: UTF8.self)))
    textSizeInBytes += cell.count
  }

  /// Returns the value of a row as UTF-8; empty if the row has none.
  package func slice(_ row: Int) -> ArraySlice<UInt8> {
    rows[row] == Self.none ? [] : texts.slice(Int(rows[row]))
  }

  private mutating func intern(_ value: String) -> UInt32 {
    let key = FacetValue(text: value)
    if let id = ids[key] { return id }
    let id = UInt32(values.count)
    values.append(value)
    texts.withOpenCell { bytes in bytes.append(contentsOf: value.utf8) }
    texts.endCell()
    ids[key] = id
    return id
  }
}

/// A facet value as a dictionary key, compared byte by byte; `String` would compare by canonical
/// equivalence.
package struct FacetValue: Hashable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  package static func == (left: FacetValue, right: FacetValue) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
