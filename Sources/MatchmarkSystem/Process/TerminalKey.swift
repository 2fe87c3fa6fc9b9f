/// A key that a person presses on a terminal.
package enum TerminalKey: Equatable {
  case text(String)
  case backspace
  /// The key that clears the text: Ctrl-U.
  case clear
  case escape
  case up, down, pageUp, pageDown
  /// Ctrl-D or Ctrl-C.
  case quit
  case other
}

/// A reader of keys from the bytes that a terminal sends.
package struct TerminalKeyReader {
  /// The keys that are one control character.
  private static let controls: [UInt8: TerminalKey] = [
    0x08: .backspace, 0x7F: .backspace, 0x15: .clear, 0x03: .quit, 0x04: .quit,
  ]
  /// The keys that are a sequence, by the end of it: `ESC [ A`, or `ESC O A` in application mode.
  private static let sequences: [String: TerminalKey] = [
    "A": .up, "B": .down, "5~": .pageUp, "6~": .pageDown,
  ]
  private static let escape: UInt8 = 0x1B
  /// The longest sequence; no key and no reply of a terminal has more bytes.
  private static let sequenceLimitInBytes = 4_096

  /// The start of a character or sequence whose other bytes have not arrived.
  private var pending: [UInt8] = []

  package init() {}

  /// True if the last byte belongs to a sequence that has not ended; it may also be the Escape key.
  package var isInsideSequence: Bool { pending.first == Self.escape }

  /// The keys that are complete with these bytes.
  package mutating func keys(_ bytes: [UInt8]) -> [TerminalKey] {
    let bytes = pending + bytes
    var keys: [TerminalKey] = []
    var text: [UInt8] = []
    pending = []
    var position = 0
    func close() {
      guard !text.isEmpty else { return }
      keys.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte >= 0x20, byte != 0x7F {
        text.append(byte)
        position += 1
        continue
      }
      close()
      guard byte == Self.escape else {
        keys.append(Self.controls[byte] ?? .other)
        position += 1
        continue
      }
      guard let sequence = Self.sequence(bytes[position...]) else {
        pending = Array(bytes[position...])
        return keys
      }
      keys.append(sequence.key)
      position += sequence.size
    }
    pending = Self.takeIncomplete(&text)
    close()
    return keys
  }

  /// The keys in a sequence that has not ended, once nothing more follows.
  package mutating func remainder() -> [TerminalKey] {
    defer { pending = [] }
    return pending.allSatisfy { $0 == Self.escape } ? pending.map { _ in .escape } : [.other]
  }

  /// The key that a sequence stands for and the number of its bytes; nil if it has not ended.
  ///
  /// Source: ECMA-48, sections 5.4 and 5.6. A terminal's reply to a question is a sequence too.
  ///
  /// - Parameter bytes: starts with an escape.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (key: TerminalKey, size: Int)? {
    let start = bytes.prefix(sequenceLimitInBytes)
    if let found = found(in: start) { return found }
    return bytes.count > sequenceLimitInBytes ? (.other, start.count) : nil
  }

  private static func found(in bytes: ArraySlice<UInt8>) -> (key: TerminalKey, size: Int)? {
    guard bytes.count > 1 else { return nil }
    let rest = bytes.dropFirst(2)
    switch bytes[bytes.startIndex + 1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      guard let end = rest.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
      // A control character aborts the sequence, and is a key of its own.
      guard bytes[end] >= 0x40 else { return (.other, end - bytes.startIndex) }
      let key = sequences[String(decoding: bytes[rest.startIndex...end], as: UTF8.self)]
      return (key ?? .other, end + 1 - bytes.startIndex)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return string(bytes).map { (.other, $0) }
    case escape:
      // The first one is the key, unless the second begins a sequence: Alt and an arrow.
      guard bytes.count > 2 else { return nil }
      guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(bytes[bytes.startIndex + 2]) else {
        return (.escape, 1)
      }
      return found(in: bytes.dropFirst()).map { (.other, $0.size + 1) }
    case let lead:
      // Alt and a character.
      let size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      return bytes.count < 1 + size ? nil : (.other, 1 + size)
    }
  }

  /// The number of bytes of a string that a terminal sends, up to BEL or `ESC \`; nil if it has not
  /// ended.
  private static func string(_ bytes: ArraySlice<UInt8>) -> Int? {
    for end in bytes.indices.dropFirst(2) {
      if bytes[end] == 0x07 { return end + 1 - bytes.startIndex }
      if bytes[end] == escape {
        guard end + 1 < bytes.endIndex else { return nil }
        let isEnd = bytes[end + 1] == UInt8(ascii: "\\")
        return end - bytes.startIndex + (isEnd ? 2 : 0)
      }
    }
    return nil
  }

  /// Removes the start of an incomplete character from the end.
  private static func takeIncomplete(_ text: inout [UInt8]) -> [UInt8] {
    guard let start = text.lastIndex(where: { $0 & 0xC0 != 0x80 }), text[start] >= 0xC0,
      text.count - start < 4, String(validating: text[start...], as: UTF8.self) == nil
    else { return [] }
    defer { text.removeSubrange(start...) }
    return Array(text[start...])
  }
}
