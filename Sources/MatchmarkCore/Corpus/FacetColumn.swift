/// One value out of a small set per row: what tokens and scopes filter by.
package struct FacetColumn: Sendable {
  /// The id of rows without a value.
  package static let none: UInt32 = .max

  /// The known values: declared ones first, then in order of first appearance in the rows.
  package private(set) var values: [String]
  /// The index into `values` of each row, or ``none``.
  package private(set) var rows: [UInt32] = []
  /// Keyed by bytes: facet values are compared byte for byte, and `String` is not.
  private var ids: [[UInt8]: UInt32] = [:]

  package init(declaredValues: [String]) {
    values = []
    for value in declaredValues where !value.isEmpty { _ = intern(Array(value.utf8)) }
  }

  /// The id of a known value, nil for an unknown one.
  package func id(of value: String) -> UInt32? { ids[Array(value.utf8)] }

  /// Appends one row's cell, as UTF-8; an empty cell is no value.
  package mutating func append(_ cell: ArraySlice<UInt8>) {
    rows.append(cell.isEmpty ? Self.none : intern(Array(cell)))
  }

  private mutating func intern(_ key: [UInt8]) -> UInt32 {
    if let id = ids[key] { return id }
    let id = UInt32(values.count)
    values.append(String(decoding: key, as: UTF8.self))
    ids[key] = id
    return id
  }
}
