/// Writes JSON strings with as few escapes as the grammar allows.
///
/// Canonical files need exactly one spelling of every text: only the quotation mark, the reverse
/// solidus and the controls below U+0020 are escaped. The controls use their short form if there is
/// one. Everything else is written as it is, in UTF-8.
package enum JSONEscape {
  /// Appends a text with its quotation marks.
  ///
  /// - Complexity: O(bytes).
  package static func appendQuoted(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(quote)
    var copied = text.startIndex
    for index in text.indices where needsEscape(text[index]) {
      output += text[copied..<index]
      append(escaping: text[index], to: &output)
      copied = index + 1
    }
    output += text[copied...]
    output.append(quote)
  }

  /// Appends a text with its quotation marks.
  package static func appendQuoted(_ text: String, to output: inout [UInt8]) {
    appendQuoted(Array(text.utf8)[...], to: &output)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let hexDigits = Array("0123456789abcdef".utf8)

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == quote || byte == UInt8(ascii: "\\")
  }

  private static func append(escaping byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0..<0x20:
      output += [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")]
      output += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    default: output.append(byte)
    }
  }
}
