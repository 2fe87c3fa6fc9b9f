/// Functions that find the delimiters of a grammar by bytes.
///
/// A combining mark after a delimiter forms one character with it, which does not equal the
/// delimiter. A search by characters would therefore miss an equals sign, a slash or a comma that
/// other programs see.
extension StringProtocol {
  package func beginsBytewise(with start: String) -> Bool { utf8.starts(with: start.utf8) }

  package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

  package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }

  /// Returns the texts on both sides of the first `sign`; nil if there is none.
  package func halves(at sign: Unicode.Scalar) -> (before: String, after: String)? {
    let bytes = Array(utf8)
    guard let position = bytes.firstIndex(of: UInt8(ascii: sign)) else { return nil }
    return (
      String(decoding: bytes[..<position], as: UTF8.self),
      String(decoding: bytes[(position + 1)...], as: UTF8.self)
    )
  }

  /// Returns the texts between all `sign`s, including empty ones.
  package func parts(between sign: Unicode.Scalar) -> [String] {
    Array(utf8).split(separator: UInt8(ascii: sign), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number, if the text is a decimal number, with or without a point and an exponent; nil for
  /// any other text, such as a hexadecimal number.
  package var decimalNumber: Double? {
    let isDecimal = utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    return isDecimal ? Double(self) : nil
  }
  /// The time in nanoseconds, if the text is a time with its unit (`8.33ms`, `100us`, `2s`) or a
  /// number of seconds below 1 (`0.00833`); nil for any other text.
  ///
  /// A number of 1 or more without a unit is refused, because 8.33 would mean seconds where
  /// milliseconds are intended.
  package var nanoseconds: Double? {
    let units: [(String, Double)] = [
      ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9),
    ]
    let unit = units.first { hasSuffix($0.0) }
    guard let number = dropLast(unit?.0.count ?? 0).decimalNumber, number > 0, number.isFinite,
      unit != nil || number < 1
    else { return nil }
    return number * (unit?.1 ?? 1e9)
  }
}
