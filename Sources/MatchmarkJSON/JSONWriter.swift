internal import MatchmarkCore

/// Writes JSON strings with as few escapes as the grammar allows.
///
/// Canonical files need exactly one spelling of every text: only the quotation mark, the reverse
/// solidus and the controls below U+0020 are escaped. The controls use their short form if there is
/// one. Everything else is written as it is, in UTF-8.
package enum JSONWriter {
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

  package static func appendQuoted(_ text: String, to output: inout [UInt8]) {
    appendQuoted(Array(text.utf8)[...], to: &output)
  }

  /// The text as a JSON string in which scalars that are not plain are escapes, too.
  package static func quoted(_ text: String, isPlain: (Unicode.Scalar) -> Bool) -> String {
    var bytes: [UInt8] = []
    appendQuoted(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      if isPlain(scalar) { return String(scalar) }
      return String(scalar).utf16.map { "\\u" + String($0, radix: 16).zeroPadded(to: 4) }.joined()
    }.joined()
  }

  private static let quote = UInt8(ascii: "\"")

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
    case 0..<0x20: output += Array("u\(String(byte, radix: 16).zeroPadded(to: 4))".utf8)
    default: output.append(byte)
    }
  }
}

extension JSONValue {
  /// The value without white space, with the fewest escapes that the grammar allows: equal values
  /// have equal bytes.
  ///
  /// - Complexity: O(bytes).
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The same as lines: the elements of the arrays of an object, and the members after its other
  /// values, each begin one, so that a change of one shows only that one.
  ///
  /// - Complexity: O(bytes).
  package var lines: [UInt8] {
    let members = members.map { member in
      var text = JSONValue.string(member.key).text + ":"
      guard case .array(let elements) = member.value else { return text + member.value.text }
      text += "[\n" + elements.map(\.text).joined(separator: ",\n")
      return text + (elements.isEmpty ? "]" : "\n]")
    }
    let text = members.dropFirst().reduce(members.first ?? "") {
      $0 + ($0.hasSuffix("]") ? "," : ",\n") + $1
    }
    return Array("{\(text)}\n".utf8)
  }

  /// Appends ``bytes``.
  package func append(to output: inout [UInt8]) {
    switch self {
    case .null: output += Array("null".utf8)
    case .boolean(let value): output += Array((value ? "true" : "false").utf8)
    case .integer(let value): output += Array(String(value).utf8)
    case .number(let text): output += Array(text.utf8)
    case .string(let text): JSONWriter.appendQuoted(text, to: &output)
    case .integers(let values):
      Self.append(values, in: "[]", to: &output) { $1.append(contentsOf: String($0).utf8) }
    case .array(let values):
      Self.append(values, in: "[]", to: &output) { $0.append(to: &$1) }
    case .object(let members):
      Self.append(members, in: "{}", to: &output) { member, output in
        JSONWriter.appendQuoted(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.append(to: &output)
      }
    }
  }

  private static func append<Item>(
    _ items: [Item], in brackets: StaticString, to output: inout [UInt8],
    each appendItem: (Item, inout [UInt8]) -> Void
  ) {
    let brackets = Array(brackets.description.utf8)
    output.append(brackets[0])
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      appendItem(item, &output)
    }
    output.append(brackets[1])
  }
}
