package import MatchmarkCore

/// The thresholds at which a set of rows changes its form; the defaults are measured, and any other
/// choice gives the same answers.
///
/// Each option describes its threshold.
package struct SetThresholds: Sendable {
  package var rowsPerNumber = 32_768
  package var rowsPerWideGap = 64
  package var rowsPerNarrowGap = 20
  package var rowsPerOctet = 4
  package var shortNumberRows = 1 << 24
  package var poolSize = Int(clamping: UInt32.max)

  package init() {}

  private static let usual = SetThresholds()
  private static let rowsPerNumberOption = MatcherOption(
    name: "rows-per-number", summary: "up to one row in this many: a set of row numbers",
    usual: usual.rowsPerNumber, range: 1...1 << 20)
  private static let rowsPerWideGapOption = MatcherOption(
    name: "rows-per-wide-gap", summary: "up to one row in this many: a set of 16-bit gaps",
    usual: usual.rowsPerWideGap, range: 1...1 << 20)
  private static let rowsPerNarrowGapOption = MatcherOption(
    name: "rows-per-narrow-gap", summary: "up to one row in this many: a set of 8-bit gaps",
    usual: usual.rowsPerNarrowGap, range: 1...1 << 20)
  private static let rowsPerOctetOption = MatcherOption(
    name: "rows-per-octet", summary: "up to one row in this many: a set of octets; above, of bits",
    usual: usual.rowsPerOctet, range: 1...1 << 20)
  private static let shortNumberRowsOption = MatcherOption(
    name: "short-number-rows", summary: "up to this many rows in all, a number takes 3 bytes",
    usual: usual.shortNumberRows, range: 0...usual.shortNumberRows)
  private static let poolSizeOption = MatcherOption(
    name: "pool-size", summary: "in pools of more bytes, sets start at multiples of 16",
    usual: usual.poolSize, range: 0...usual.poolSize)

  static let options = [
    rowsPerNumberOption, rowsPerWideGapOption, rowsPerNarrowGapOption, rowsPerOctetOption,
    shortNumberRowsOption, poolSizeOption,
  ]

  package init(_ options: MatcherOptions) throws(MatcherError) {
    rowsPerNumber = try options.number(of: Self.rowsPerNumberOption)
    rowsPerWideGap = try options.number(of: Self.rowsPerWideGapOption)
    rowsPerNarrowGap = try options.number(of: Self.rowsPerNarrowGapOption)
    rowsPerOctet = try options.number(of: Self.rowsPerOctetOption)
    shortNumberRows = try options.number(of: Self.shortNumberRowsOption)
    poolSize = try options.number(of: Self.poolSizeOption)
  }
}

/// The form of a set, by its count and the total number of rows.
struct SetLimits: Sendable {
  /// The bytes of a number.
  let numberSize: Int
  /// Lists of at most this many rows are numbers.
  let number: Int
  /// Lists of at most this many rows are gaps of 16 bits.
  let wide: Int
  /// Larger sets are not lists.
  let list: Int
  /// Larger sets are bits.
  let octet: Int
  /// In larger pools sets start at multiples of a unit.
  let poolSize: Int

  init(rowCount: Int, _ thresholds: SetThresholds) {
    numberSize = rowCount <= thresholds.shortNumberRows ? 3 : 4
    octet = rowCount / thresholds.rowsPerOctet
    list = min(octet, rowCount / thresholds.rowsPerNarrowGap)
    wide = min(list, rowCount / thresholds.rowsPerWideGap)
    number = min(wide, rowCount / thresholds.rowsPerNumber)
    poolSize = thresholds.poolSize
  }

  /// The form of a set of this many rows.
  func form(_ count: Int) -> SetForm {
    if count > octet { return .bits }
    if count > list { return .octets }
    if count <= number { return numberSize == 3 ? .shortNumbers : .longNumbers }
    return count <= wide ? .wideGaps : .narrowGaps
  }
}

/// The form in which a set is stored.
enum SetForm: String, CaseIterable, Sendable {
  case shortNumbers = "numbers of 3 bytes"
  case longNumbers = "numbers of 4 bytes"
  case wideGaps = "gaps of 16 bits"
  case narrowGaps = "gaps of 8 bits"
  case octets
  case bits
}
