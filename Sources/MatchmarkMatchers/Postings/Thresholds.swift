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
  static let setThresholds = [comparedRows, rowsPerCode, rowsPerOctet, poolSize]

  static let comparedRows = MatcherOption(
    name: "compared-rows", summary: "up to this many rows, tokens are compared with every row",
    usual: 8_192, range: 0...1 << 20)
  static let rowsPerCode = MatcherOption(
    name: "rows-per-code", summary: "up to one row in this many: a list of Elias-Fano codes",
    usual: 16, range: 1...1 << 20)
  static let rowsPerOctet = MatcherOption(
    name: "rows-per-octet", summary: "up to one row in this many: a set of octets; above, of bits",
    usual: 4, range: 1...1 << 20)
  static let poolSize = MatcherOption(
    name: "pool-size", summary: "in pools of more bytes, sets start at multiples of 16",
    usual: Int(clamping: UInt32.max), range: 0...Int(clamping: UInt32.max))
}

/// The counts at which the form of a set changes, for a total number of rows.
struct SetLimits: Sendable {
  /// The number of rows that a set can have.
  let rowCount: Int
  /// The largest number of rows of a list; larger sets are octets or bits.
  let list: Int
  /// The largest number of rows of a set of octets; larger sets are bits.
  let octet: Int
  /// The size above which the sets of a pool start at multiples of a unit.
  let poolSize: Int

  init(rowCount: Int, _ thresholds: Thresholds) {
    self.rowCount = rowCount
    octet = rowCount / thresholds[.rowsPerOctet]
    list = min(octet, rowCount / thresholds[.rowsPerCode])
    poolSize = thresholds[.poolSize]
  }

  func form(_ count: Int) -> SetForm {
    if count > octet { return .bits }
    return count > list ? .octets : .codes
  }
}

/// The form in which a set is stored.
enum SetForm: String, CaseIterable, Sendable {
  case codes = "Elias-Fano codes"
  case octets
  case bits
}
