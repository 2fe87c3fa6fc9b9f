/// The terminal sequences that captured output is full of (ECMA-48, sections 5.4 and 5.6).
enum ANSISequence {
  /// The length of the CSI or OSC sequence at `position`, or nil where none is complete there.
  ///
  /// Both spellings of the introducer count: ESC with `[` or `]`, and the single U+009B or U+009D.
  /// A sequence that is cut off is none: it could swallow everything that follows.
  static func length(in input: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
    // All indices below are checked against the buffer's count.
    guard position + 1 < input.count else { return nil }
    let end: Int?
    switch unsafe (input[position], input[position + 1]) {
    case (0x1B, UInt8(ascii: "[")), (0xC2, 0x9B):
      end = unsafe endOfControlSequence(input, from: position + 2)
    case (0x1B, UInt8(ascii: "]")), (0xC2, 0x9D):
      end = unsafe endOfCommand(input, from: position + 2)
    default:
      end = nil
    }
    return end.map { $0 - position }
  }

  /// Parameters 0x30–0x3F, then intermediates 0x20–0x2F, then one final byte 0x40–0x7E.
  private static func endOfControlSequence(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var position = start
    // Indices are checked against the buffer's count.
    while position < input.count, unsafe (0x30...0x3F).contains(input[position]) { position += 1 }
    while position < input.count, unsafe (0x20...0x2F).contains(input[position]) { position += 1 }
    guard position < input.count, unsafe (0x40...0x7E).contains(input[position]) else { return nil }
    return position + 1
  }

  /// Text up to BEL, ESC `\` or U+009C; a line end or another control breaks it off.
  private static func endOfCommand(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var position = start
    // Indices are checked against the buffer's count.
    while position < input.count, unsafe input[position] >= 0x20 {
      if position + 1 < input.count, unsafe input[position] == 0xC2 && input[position + 1] == 0x9C {
        return position + 2
      }
      position += 1
    }
    guard position < input.count else { return nil }
    if unsafe input[position] == 0x07 { return position + 1 }
    guard unsafe input[position] == 0x1B, position + 1 < input.count,
      unsafe input[position + 1] == UInt8(ascii: "\\")
    else { return nil }
    return position + 2
  }
}
