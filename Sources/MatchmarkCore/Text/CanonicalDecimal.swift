/// A number in a query or a numeric column, in canonical form: 25, 25.00 and 025.000 are equal.
///
/// The grammar is D+ ( "." D+ )?, where D is any decimal digit of Unicode 15.0 (General_Category
/// Nd), read by its value, and "." is U+002E. There is no sign, grouping, exponent or space. The
/// grammar is fixed because number formatters follow the user's locale and accept numbers followed
/// by garbage. A text with more than ``maximumDigitCount`` digits, leading and trailing zeros
/// included, is not a number. The value is stored as a decimal, never as a `Double`, so that
/// equality is exact.
public struct CanonicalDecimal: Hashable, Sendable {
  /// The maximum number of digits of a number, as written.
  public static let maximumDigitCount = 18

  /// The digits as one number, without trailing zeros of the fraction.
  private let significand: UInt64
  /// The number of fraction digits.
  private let scale: UInt8

  /// Reads an entire text as a decimal; the result is nil if the text is not a decimal.
  ///
  /// - Complexity: O(bytes), and no allocation if the text is stored as UTF-8.
  public init?(_ text: String) {
    guard let decimal = text.withUTF8Span({ CanonicalDecimal(utf8: $0) }) else { return nil }
    self = decimal
  }

  /// Reads an entire well-formed UTF-8 text as a decimal; the result is nil if the text is not a
  /// decimal.
  ///
  /// - Complexity: O(bytes), without allocation.
  package init?(utf8: Span<UInt8>) {
    var significand: UInt64 = 0
    var digitCount = 0
    var pointAt: Int?
    var position = 0
    while position < utf8.count {
      let scalar = utf8.scalar(at: position)
      position += scalar.length
      if scalar.value == 0x2E {
        guard digitCount > 0, pointAt == nil else { return nil }
        pointAt = digitCount
      } else {
        guard let value = DecimalDigit.value(of: scalar.value) else { return nil }
        digitCount += 1
        guard digitCount <= Self.maximumDigitCount else { return nil }
        significand = significand * 10 + UInt64(value)
      }
    }
    guard digitCount > 0, pointAt != digitCount else { return nil }
    var scale = digitCount - (pointAt ?? digitCount)
    while scale > 0, significand % 10 == 0 {
      significand /= 10
      scale -= 1
    }
    self.significand = significand
    self.scale = UInt8(scale)
  }
}

extension CanonicalDecimal: Comparable {
  /// Returns true if the left number is smaller than the right one.
  ///
  /// - Complexity: O(1): one multiplication of 64 by 64 bits on each side.
  public static func < (left: CanonicalDecimal, right: CanonicalDecimal) -> Bool {
    let leftProduct = left.significand.multipliedFullWidth(by: powerOfTen(right.scale))
    let rightProduct = right.significand.multipliedFullWidth(by: powerOfTen(left.scale))
    return (leftProduct.high, leftProduct.low) < (rightProduct.high, rightProduct.low)
  }

  private static func powerOfTen(_ exponent: UInt8) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}

extension CanonicalDecimal: CustomStringConvertible {
  /// The canonical form: ASCII digits, at least one before the point, without unnecessary zeros.
  public var description: String {
    guard scale > 0 else { return String(significand) }
    let digits = String(significand).zeroPadded(to: Int(scale) + 1)
    return "\(digits.dropLast(Int(scale))).\(digits.suffix(Int(scale)))"
  }
}

/// The decimal digits of all scripts.
package enum DecimalDigit {
  /// The digits with the value 0, ascending; each begins a run of ten digits.
  private static let zeros: [UInt32] = {
    var zeros: [UInt32] = []
    var reader = NumberReader(UnicodeTables.digitZeros)
    while let gap = reader.next() { zeros.append((zeros.last ?? 0) + UInt32(gap)) }
    return zeros
  }()

  /// Returns the value of a scalar of General_Category Nd; nil for any other scalar.
  ///
  /// - Complexity: O(log scripts); O(1) for ASCII.
  package static func value(of scalar: UInt32) -> Int? {
    if scalar < 0x80 { return scalar &- 0x30 < 10 ? Int(scalar &- 0x30) : nil }
    let next = zeros.partitioningIndex { $0 > scalar }
    guard next > 0, scalar - zeros[next - 1] < 10 else { return nil }
    return Int(scalar - zeros[next - 1])
  }
}
