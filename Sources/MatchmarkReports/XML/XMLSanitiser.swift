/// Turns any bytes into text that XML 1.0 can hold, in one pass.
///
/// Control characters, noncharacters and broken UTF-8 make a report unreadable for every consumer,
/// and one such byte is enough. So each value goes through here:
///
/// - ANSI CSI and OSC sequences (colours, links, titles) vanish;
/// - other control characters become visible, `\u{1B}`, the legal but unreadable U+007F to U+009F
///   too;
/// - noncharacters and every maximal piece of broken UTF-8 (surrogates, overlong forms) become
///   U+FFFD, as `String(decoding:as:)` has it;
/// - tab, line feed and carriage return stay, or under ``Form/line`` every run of white space
///   becomes one space and none stands at either end.
///
/// Everything else stays byte for byte.
package struct XMLSanitiser: Sendable {
  /// What white space may look like in the result.
  package enum Form: Sendable {
    /// As it came.
    case text
    /// One line: for names, and for messages that consumers show in a list.
    case line
  }

  /// Which characters the result names instead of containing.
  package enum Escaping: Sendable {
    case none
    case text
    case attribute
  }

  package let form: Form
  package let escaping: Escaping

  package init(form: Form = .text, escaping: Escaping = .none) {
    self.form = form
    self.escaping = escaping
  }

  /// The longest that one byte can become: `\u{9F}` for two, `&quot;` for one.
  static let growthLimit = 6

  /// `text` without anything that XML cannot hold, not escaped.
  package static func clean(_ text: String, as form: Form) -> String {
    var output: [UInt8] = []
    XMLSanitiser(form: form).append(text.utf8Span.span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends `bytes`, made harmless and escaped, to `output`.
  ///
  /// - Complexity: O(n) time for n bytes; the output is at most 6 n bytes long.
  package func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var buffer = XMLBuffer(capacity: bytes.count + 64)
    append(bytes, to: &buffer)
    unsafe buffer.withBytes { unsafe output.append(contentsOf: $0) }
  }

  /// Appends `bytes`, made harmless and escaped, to `output`.
  ///
  /// - Complexity: O(n) time for n bytes; the output grows by at most 6 n bytes.
  func append(_ bytes: Span<UInt8>, to output: inout XMLBuffer) {
    // The buffer is the span's own memory: read here, and not kept.
    unsafe bytes.withUnsafeBufferPointer { input in
      unsafe output.append(atMost: input.count * Self.growthLimit) { target in
        var writer = unsafe Writer(input: input, target: target, sanitiser: self)
        return writer.run()
      }
    }
  }
}

extension XMLSanitiser {
  /// Whether a text is one line that nothing would be changed in: printable ASCII, single spaces
  /// inside only.
  ///
  /// - Complexity: O(n), eight bytes at a time.
  static func isCleanLine(_ bytes: Span<UInt8>) -> Bool {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // The buffer is the span's own memory; all indices are checked against its count.
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var wasSpace = true
      var position = 0
      while position + 8 <= bytes.count {
        let source = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + position)
        let word = UInt64(littleEndian: unsafe source.loadUnaligned(as: UInt64.self))
        let low = (word &- spaces) & ~word
        guard (low | word | (word &+ ones)) & tops == 0 else { return false }
        // The top bit of each byte that is a space: exact, for no byte is above 0x7E here.
        let found = ~((word ^ spaces) &+ 0x7F7F_7F7F_7F7F_7F7F) & tops
        guard found & (found << 8) == 0, !wasSpace || found & 0x80 == 0 else { return false }
        wasSpace = found >> 63 == 1
        position += 8
      }
      while position < bytes.count {
        let byte = unsafe bytes[position]
        guard byte >= 0x20, byte < 0x7F, byte != 0x20 || !wasSpace else { return false }
        wasSpace = byte == 0x20
        position += 1
      }
      return !wasSpace
    }
  }

  /// A hash of bytes, eight at a time: enough to tell names apart, not against an adversary.
  static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    // The buffer is the span's own memory; all indices are checked against its count.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var hash = seed ^ UInt64(bytes.count)
      var position = 0
      while position + 8 <= bytes.count {
        let source = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + position)
        let word = unsafe source.loadUnaligned(as: UInt64.self)
        hash = mixed(hash ^ word)
        position += 8
      }
      var rest: UInt64 = 0
      while position < bytes.count {
        rest = rest << 8 | UInt64(unsafe bytes[position])
        position += 1
      }
      return mixed(hash ^ rest)
    }
  }

  /// Multiplies by an odd constant and folds the upper half, which is mixed best, into the lower
  /// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ value >> 32) &* 0xBF58_476D_1CE4_E5B9
    return product ^ product >> 29
  }

  /// What the first `prefix` bytes can come to at most, escaped: markup and controls grow.
  ///
  /// - Complexity: O(prefix), eight bytes at a time where nothing grows.
  static func sizeLimit(of bytes: Span<UInt8>, prefix: Int) -> Int {
    // The buffer is the span's own memory; all indices are checked against its count.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let end = min(bytes.count, prefix)
      var size = end
      var position = 0
      while position < end {
        if position + 8 <= end {
          let source = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + position)
          if !isSpecial(unsafe source.loadUnaligned(as: UInt64.self), below: 0x20) {
            position += 8
            continue
          }
        }
        let byte = unsafe bytes[position]
        if byte < 0x20 || byte == 0x7F || byte == 0xC2 || isMarkup(byte) {
          size += growthLimit - 1
        }
        position += 1
      }
      return size
    }
  }

  /// Whether one of eight bytes is below `lowest`, above 0x7E, or markup.
  ///
  /// Arithmetic on a whole word (Warren, "Hacker's Delight", 2012, chapter 6): a byte is zero where
  /// subtracting one borrows its top bit. A borrow may blame the next byte too, but never acquits.
  @inline(__always)
  fileprivate static func isSpecial(_ word: UInt64, below lowest: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let low = (word &- UInt64(lowest) &* ones) & ~word
    // `<` and `>` differ in one bit, and so do `"` and `&`.
    let angle = (word | 0x02 &* ones) ^ UInt64(UInt8(ascii: ">")) &* ones
    let quote = (word | 0x04 &* ones) ^ UInt64(UInt8(ascii: "&")) &* ones
    let markup = ((angle &- ones) & ~angle) | ((quote &- ones) & ~quote)
    return (low | markup | word | (word &+ ones)) & tops != 0
  }
}

/// One value on its way from input to output.
///
/// All reads are checked against the input's count; the output has room for six times that, and a
/// word more.
@safe private struct Writer {
  let input: UnsafeBufferPointer<UInt8>
  let target: UnsafeMutablePointer<UInt8>
  let sanitiser: XMLSanitiser
  private var position = 0
  private var length = 0

  init(
    input: UnsafeBufferPointer<UInt8>, target: UnsafeMutablePointer<UInt8>, sanitiser: XMLSanitiser
  ) {
    unsafe self.input = unsafe input
    unsafe self.target = unsafe target
    self.sanitiser = sanitiser
  }

  /// Writes all of the input and answers how many bytes that came to.
  mutating func run() -> Int {
    while unsafe position < input.count {
      copyPlainRun()
      guard unsafe position < input.count else { break }
      writeSpecial()
    }
    if sanitiser.form == .line, length > 0, unsafe target[length - 1] == 0x20 {
      length -= 1
    }
    return length
  }

  /// Copies the printable ASCII that no form and no escaping touches.
  @inline(__always)
  private mutating func copyPlainRun() {
    let lowest: UInt8 = sanitiser.form == .line ? 0x21 : 0x20
    while unsafe position + 8 <= input.count {
      // Eight bytes lie within the input, and the output has room for them and more.
      let source = unsafe UnsafeRawPointer(input.baseAddress.unsafelyUnwrapped + position)
      let word = unsafe source.loadUnaligned(as: UInt64.self)
      guard !XMLSanitiser.isSpecial(word, below: lowest) else { break }
      unsafe UnsafeMutableRawPointer(target + length).storeBytes(of: word, as: UInt64.self)
      position += 8
      length += 8
    }
    while unsafe position < input.count {
      let byte = unsafe input[position]
      guard byte >= lowest, byte < 0x7F, !XMLSanitiser.isMarkup(byte) else { break }
      unsafe target[length] = byte
      position += 1
      length += 1
    }
  }

  /// Writes the replacement of what stands at the position.
  private mutating func writeSpecial() {
    let byte = unsafe input[position]
    if byte == 0x20 || (0x09...0x0D).contains(byte), sanitiser.form == .line {
      writeSpace()
      position += 1
    } else if byte < 0x80 {
      if byte == 0x1B, let length = unsafe ANSISequence.length(in: input, at: position) {
        position += length
        return
      }
      writeASCII(byte)
      position += 1
    } else {
      writeScalar()
    }
  }

  /// Writes what a byte over 0x7F begins.
  private mutating func writeScalar() {
    let (scalar, size) = unsafe UTF8Step.decode(input, at: position)
    guard let scalar, !XMLSanitiser.isNoncharacter(scalar) else {
      write("\u{FFFD}")
      position += size
      return
    }
    if scalar == 0x85 || scalar == 0x2028 || scalar == 0x2029, sanitiser.form == .line {
      writeSpace()
    } else if scalar < 0xA0 {
      if let length = unsafe ANSISequence.length(in: input, at: position) {
        position += length
        return
      }
      writeVisible(scalar)
    } else {
      for offset in 0..<size { unsafe target[length + offset] = unsafe input[position + offset] }
      length += size
    }
    position += size
  }

  private mutating func writeSpace() {
    guard length > 0, unsafe target[length - 1] != 0x20 else { return }
    unsafe target[length] = 0x20
    length += 1
  }

  private mutating func writeASCII(_ byte: UInt8) {
    if let name = XMLSanitiser.reference(for: byte, in: sanitiser.escaping) {
      write(name)
    } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      unsafe target[length] = byte
      length += 1
    } else {
      writeVisible(UInt32(byte))
    }
  }

  private mutating func write(_ text: StaticString) {
    // The literal's bytes live as long as the process.
    unsafe (target + length).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    length += text.utf8CodeUnitCount
  }

  /// Writes `\u{1B}`: six bytes at most, for a byte or two.
  private mutating func writeVisible(_ scalar: UInt32) {
    write("\\u{")
    let digits: [UInt8] = Array("0123456789ABCDEF".utf8)
    if scalar >= 16 {
      unsafe target[length] = digits[Int(scalar >> 4)]
      length += 1
    }
    unsafe target[length] = digits[Int(scalar & 15)]
    length += 1
    write("}")
  }
}

extension XMLSanitiser {
  /// The characters that some escaping names, all ASCII.
  @inline(__always)
  fileprivate static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
      || byte == UInt8(ascii: "\"")
  }

  /// The reference that stands for `byte`, if it may not stand for itself.
  ///
  /// Also `>`, which must not follow `]]`; CR, which a parser turns into LF; and in attributes tab
  /// and LF, which it turns into spaces.
  fileprivate static func reference(for byte: UInt8, in escaping: Escaping) -> StaticString? {
    switch (byte, escaping) {
    case (_, .none): nil
    case (UInt8(ascii: "<"), _): "&lt;"
    case (UInt8(ascii: ">"), _): "&gt;"
    case (UInt8(ascii: "&"), _): "&amp;"
    case (0x0D, _): "&#13;"
    case (UInt8(ascii: "\""), .attribute): "&quot;"
    case (0x09, .attribute): "&#9;"
    case (0x0A, .attribute): "&#10;"
    default: nil
    }
  }

  fileprivate static func isNoncharacter(_ scalar: UInt32) -> Bool {
    scalar & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar)
  }
}
