/// Functions that read and write scalars of well-formed UTF-8; ill-formed input gives wrong scalars
/// or stops at a bounds check, but never causes a read outside the bytes.
extension Span where Element == UInt8 {
  /// Returns the scalar that begins at `position`, and the number of its bytes.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func scalar(at position: Int) -> (value: UInt32, length: Int) {
    let lead = self[position]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    if length == 1 { return (UInt32(lead), 1) }
    var value = UInt32(lead & (0x7F &>> UInt8(length)))
    for offset in 1..<length {
      value = value &<< 6 | UInt32(self[position &+ offset] & 0x3F)
    }
    return (value, length)
  }

  /// Returns the scalar that ends before `position`, and the number of its bytes.
  ///
  /// - Precondition: `position > 0`, and a scalar ends there.
  /// - Complexity: O(1).
  @inline(__always)
  package func scalar(before position: Int) -> (value: UInt32, length: Int) {
    var start = position &- 1
    while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
    return scalar(at: start)
  }
}

extension OutputSpan where Element == UInt8 {
  mutating func append(scalar: UInt32) {
    if scalar < 0x80 {
      append(UInt8(truncatingIfNeeded: scalar))
      return
    }
    if scalar < 0x800 {
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6))
    } else {
      if scalar < 0x1_0000 {
        append(UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12))
      } else {
        append(UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18))
        append(UInt8(truncatingIfNeeded: 0x80 | scalar &>> 12 & 0x3F))
      }
      append(UInt8(truncatingIfNeeded: 0x80 | scalar &>> 6 & 0x3F))
    }
    append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }
}
