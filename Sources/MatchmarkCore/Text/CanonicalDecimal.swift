/// A decimal.
public struct CanonicalDecimal: Hashable, Sendable {
  /// Most digits.
  public static let maximumDigitCount = 18
  /// Parses.
  public init?(_ text: String) { nil }
  package init?(utf8: Span<UInt8>) { nil }
}
