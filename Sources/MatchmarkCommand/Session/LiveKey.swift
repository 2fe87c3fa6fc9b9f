enum LiveKey: Equatable {
  /// Characters that are typed.
  case text(String)
  case backspace
  /// The key that clears the text: Ctrl-U.
  case clear
  case escape
  case up, down, pageUp, pageDown
  /// Ctrl-D or Ctrl-C.
  case quit
  /// A key that does nothing here.
  case other
}

/// Turns the bytes that a terminal sends into keys.
struct LiveKeyReader {
  /// The start of a character whose remaining bytes have not arrived yet.
  private var pending: [UInt8] = []

  /// The keys in some bytes.
  ///
  /// A terminal sends a key in one piece, so an escape at the end of a chunk is the Escape key.
  mutating func keys(_ bytes: [UInt8]) -> [LiveKey] {
    var keys: [LiveKey] = []
    var text = pending
    pending = []
    var position = 0
    func close() {
      guard !text.isEmpty else { return }
      keys.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte >= 0x20, byte != 0x7F {
        text.append(byte)
        continue
      }
      close()
      if byte == 0x1B {
        keys.append(Self.escaped(bytes, &position))
      } else {
        keys.append(Self.control(byte))
      }
    }
    pending = Self.takeIncomplete(&text)
    close()
    return keys
  }

  private static func control(_ byte: UInt8) -> LiveKey {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x15: .clear
    case 0x03, 0x04: .quit
    default: .other
    }
  }

  /// Parses `ESC [ A` and the like; moves `position` past it.
  private static func escaped(_ bytes: [UInt8], _ position: inout Int) -> LiveKey {
    guard position < bytes.count, [0x5B, 0x4F].contains(bytes[position]) else { return .escape }
    position += 1
    let start = position
    while position < bytes.count, !(0x40...0x7E).contains(bytes[position]) { position += 1 }
    guard position < bytes.count else { return .other }
    position += 1
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "A": return .up
    case "B": return .down
    case "5~": return .pageUp
    case "6~": return .pageDown
    default: return .other
    }
  }

  /// Removes the start of an incomplete character from the end.
  private static func takeIncomplete(_ text: inout [UInt8]) -> [UInt8] {
    for length in 1...3 where length <= text.count {
      let byte = text[text.count - length]
      guard byte >= 0xC0 else {
        if byte < 0x80 { return [] }
        continue
      }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard length < needed else { return [] }
      let rest = Array(text.suffix(length))
      text.removeLast(length)
      return rest
    }
    return []
  }
}
