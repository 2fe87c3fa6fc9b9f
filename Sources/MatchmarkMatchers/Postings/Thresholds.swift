package import MatchmarkCore

/// The thresholds at which a matcher changes its method.
///
/// Each is an option with its own description; the defaults were measured, and any other choice
/// gives the same answers.
package struct Thresholds: Sendable {
  private let options: MatcherOptions

  package init() { options = MatcherOptions() }

  /// Reads the thresholds from the options.
  ///
  /// - Throws: ``MatcherError/invalidOption(name:value:expected:)``.
  package init(_ options: MatcherOptions, of known: [MatcherOption]) throws(MatcherError) {
    for option in known { _ = try options.number(of: option) }
    self.options = options
  }

  subscript(option: MatcherOption) -> Int { (try? options.number(of: option)) ?? 0 }
}

extension MatcherOption {
  static let setThresholds = [
    comparedRows, rowsPerNumber, rowsPerWideGap, rowsPerNarrowGap, rowsPerOctet, shortNumberRows,
    poolSize,
  ]

  static let comparedRows = MatcherOption(
    name: "compared-rows", summary: "up to this many rows, tokens are compared with every row",
    usual: 8_192, range: 0...1 << 20)
  static let rowsPerNumber = MatcherOption(
    name: "rows-per-number", summary: "up to one row in this many: a set of row numbers",
    usual: 32_768, range: 1...1 << 20)
  static let rowsPerWideGap = MatcherOption(
    name: "rows-per-wide-gap", summary: "up to one row in this many: a set of 16-bit gaps",
    usual: 64, range: 1...1 << 20)
  static let rowsPerNarrowGap = MatcherOption(
    name: "rows-per-narrow-gap", summary: "up to one row in this many: a set of 8-bit gaps",
    usual: 20, range: 1...1 << 20)
  static let rowsPerOctet = MatcherOption(
    name: "rows-per-octet", summary: "up to one row in this many: a set of octets; above, of bits",
    usual: 4, range: 1...1 << 20)
  static let shortNumberRows = MatcherOption(
    name: "short-number-rows", summary: "up to this many rows in all, a number takes 3 bytes",
    usual: 1 << 24, range: 0...1 << 24)
  static let poolSize = MatcherOption(
    name: "pool-size", summary: "in pools of more bytes, sets start at multiples of 16",
    usual: Int(clamping: UInt32.max), range: 0...Int(clamping: UInt32.max))
}

/// The counts at which the form of a set changes, for a total number of rows.
struct SetLimits: Sendable {
  /// The number of rows that a set can have.
  let rowCount: Int
  let numberSize: Int
  /// The largest number of rows of a list that stores numbers.
  let number: Int
  /// The largest number of rows of a list that stores gaps of 16 bits.
  let wide: Int
  /// The largest number of rows of a list; larger sets are octets or bits.
  let list: Int
  /// The largest number of rows of a set of octets; larger sets are bits.
  let octet: Int
  /// The size above which the sets of a pool start at multiples of a unit.
  let poolSize: Int

  init(rowCount: Int, _ thresholds: Thresholds) {
    self.rowCount = rowCount
    numberSize = rowCount <= thresholds[.shortNumberRows] ? 3 : 4
    octet = rowCount / thresholds[.rowsPerOctet]
    list = min(octet, rowCount / thresholds[.rowsPerNarrowGap])
    wide = min(list, rowCount / thresholds[.rowsPerWideGap])
    number = min(wide, rowCount / thresholds[.rowsPerNumber])
    poolSize = thresholds[.poolSize]
  }

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
