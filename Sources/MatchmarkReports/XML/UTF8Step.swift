/// One step of decoding UTF-8 that may be broken.
enum UTF8Step {
  /// The scalar at `position`, a byte over 0x7F, and its length; or nil and the length of the
  /// maximal broken piece, which Unicode replaces by one U+FFFD (chapter 3, table 3-8).
  static func decode(
    _ input: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (scalar: UInt32?, length: Int) {
    // All indices below are checked against the buffer's count.
    let lead = unsafe input[position]
    guard let (count, second) = shape(of: lead) else { return (nil, 1) }
    var scalar = UInt32(lead) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
    for offset in 1..<count {
      guard position + offset < input.count else { return (nil, offset) }
      let byte = unsafe input[position + offset]
      guard (offset == 1 ? second : 0x80...0xBF).contains(byte) else { return (nil, offset) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    return (scalar, count)
  }

  /// How many bytes `lead` announces, and what the second may be.
  ///
  /// The narrower ranges shut out overlong forms, surrogates and what lies over U+10FFFF.
  private static func shape(of lead: UInt8) -> (count: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    default: nil
    }
  }
}
