/// The difference between a needle and the row that a person wants.
package enum QualityStratum: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// The row contains the needle, apart from upper case.
  case plain
  /// The needle has one letter more than the row.
  case insert
  /// The needle has one letter less.
  case drop
  case substitute
  /// Two neighbouring letters are exchanged.
  case transpose
  /// Anything else, such as another name or several errors.
  case other

  package static func < (first: Self, second: Self) -> Bool {
    (allCases.firstIndex(of: first) ?? 0) < (allCases.firstIndex(of: second) ?? 0)
  }

  /// The difference between a needle and a row.
  package init(_ needle: String, wanted row: String) {
    let (needle, row) = (needle.lowercased(), row.lowercased())
    self = row.contains(needle) ? .plain : Self.error(Array(needle), Array(row)) ?? .other
  }

  /// The one typing error that makes a row the needle; nil if there is none.
  private static func error(_ needle: [Character], _ row: [Character]) -> Self? {
    let start = zip(needle, row).prefix { $0 == $1 }.count
    let (rest, wanted) = (needle.dropFirst(start), row.dropFirst(start))
    if rest.dropFirst().elementsEqual(wanted) { return .insert }
    if rest.elementsEqual(wanted.dropFirst()) { return .drop }
    if rest.dropFirst().elementsEqual(wanted.dropFirst()) { return .substitute }
    guard rest.count >= 2, wanted.count >= 2,
      rest.prefix(2).elementsEqual(wanted.prefix(2).reversed()),
      rest.dropFirst(2).elementsEqual(wanted.dropFirst(2))
    else { return nil }
    return .transpose
  }

  /// The stratum in the words of a table.
  package var words: String {
    switch self {
    case .plain: "contained in the row"
    case .insert: "an extra letter"
    case .drop: "a missing letter"
    case .substitute: "a wrong letter"
    case .transpose: "swapped letters"
    case .other: "anything else"
    }
  }
}
