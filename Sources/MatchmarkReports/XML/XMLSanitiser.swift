/// Turns any bytes into text that XML 1.0 can hold, in one pass.
///
/// libxml2's writer passes control characters, noncharacters and broken UTF-8 straight through, and
/// one such byte makes a report unreadable for every consumer. So each value goes through here:
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

  /// `text` without anything that XML cannot hold, not escaped.
  package static func clean(_ text: String, as form: Form) -> String {
    var output: [UInt8] = []
    var text = text
    text.makeContiguousUTF8()
    XMLSanitiser(form: form).append(text.utf8Span.span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends `bytes`, made harmless and escaped, to `output`.
  ///
  /// - Complexity: O(n) time for n bytes; the output is at most 6 n bytes long.
  package func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    // The buffer is the span's own memory: read here, and not kept.
    unsafe bytes.withUnsafeBufferPointer { input in
      var position = 0
      while position < input.count {
        let run = unsafe endOfPlainRun(input, from: position)
        if run > position {
          unsafe output.append(contentsOf: input[position..<run])
          position = run
        } else {
          unsafe position += appendSpecial(input, at: position, from: start, to: &output)
        }
      }
    }
    if form == .line, output.count > start, output[output.count - 1] == 0x20 {
      output.removeLast()
    }
  }

  /// Where the printable ASCII ends that no form and no escaping touches.
  @inline(__always)
  private func endOfPlainRun(_ input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let lowest: UInt8 = form == .line ? 0x21 : 0x20
    var position = start
    while position < input.count {
      // The index was just checked.
      let byte = unsafe input[position]
      guard byte >= lowest, byte < 0x7F, !Self.isMarkup(byte) else { break }
      position += 1
    }
    return position
  }

  /// Appends the replacement of what stands at `position` and says how many bytes that was.
  private func appendSpecial(
    _ input: UnsafeBufferPointer<UInt8>, at position: Int, from start: Int,
    to output: inout [UInt8]
  ) -> Int {
    // All indices below are checked against the buffer's count.
    let byte = unsafe input[position]
    if byte == 0x20 || (0x09...0x0D).contains(byte), form == .line {
      appendSpace(from: start, to: &output)
      return 1
    }
    if byte < 0x80 {
      if byte == 0x1B, let length = unsafe ANSISequence.length(in: input, at: position) {
        return length
      }
      appendASCII(byte, to: &output)
      return 1
    }
    let (scalar, length) = unsafe UTF8Step.decode(input, at: position)
    guard let scalar, !Self.isNoncharacter(scalar) else {
      output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      return length
    }
    if scalar == 0x85 || scalar == 0x2028 || scalar == 0x2029, form == .line {
      appendSpace(from: start, to: &output)
    } else if scalar < 0xA0 {
      if let length = unsafe ANSISequence.length(in: input, at: position) { return length }
      Self.appendVisible(scalar, to: &output)
    } else {
      unsafe output.append(contentsOf: input[position..<position + length])
    }
    return length
  }

  private func appendSpace(from start: Int, to output: inout [UInt8]) {
    guard output.count > start, output[output.count - 1] != 0x20 else { return }
    output.append(0x20)
  }

  private func appendASCII(_ byte: UInt8, to output: inout [UInt8]) {
    if let name = Self.reference(for: byte, in: escaping) {
      // The literal's bytes live as long as the process.
      unsafe output.append(
        contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    } else if byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      output.append(byte)
    } else {
      Self.appendVisible(UInt32(byte), to: &output)
    }
  }

  /// The characters that some escaping names, all ASCII.
  @inline(__always)
  private static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
      || byte == UInt8(ascii: "\"")
  }

  /// The reference that stands for `byte`, if it may not stand for itself.
  ///
  /// Also `>`, which must not follow `]]`; CR, which a parser turns into LF; and in attributes tab
  /// and LF, which it turns into spaces.
  private static func reference(for byte: UInt8, in escaping: Escaping) -> StaticString? {
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

  private static func isNoncharacter(_ scalar: UInt32) -> Bool {
    scalar & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar)
  }

  private static func appendVisible(_ scalar: UInt32, to output: inout [UInt8]) {
    output.append(contentsOf: "\\u{\(String(scalar, radix: 16, uppercase: true))}".utf8)
  }
}
