internal import MatchmarkCore

/// A JSON value of a message; objects keep the order of their keys.
///
/// Messages need what `JSONValue`, read by a general decoder, loses: one exact encoding, rejection
/// of duplicate keys, numbers beyond the range of a number type, and the place of an error.
package enum MessageValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A whole number of at most 53 bits, however it was written.
  case integer(Int)
  /// Any other number, as it was written.
  case number(String)
  case string(String)
  /// A non-empty array of only whole numbers: row ids need no box each.
  case integers([Int])
  case array([MessageValue])
  /// An object without duplicate keys.
  case object([Member])

  /// A key and its value.
  package struct Member: Sendable, Hashable {
    package let key: String
    package let value: MessageValue

    package init(_ key: String, _ value: MessageValue) {
      self.key = key
      self.value = value
    }
  }

  /// The largest whole number that every JSON implementation preserves: 2⁵³ − 1.
  package static let largestInteger = (1 << 53) - 1

  /// An array of whole numbers, of any length.
  package static func list(_ numbers: [Int]) -> MessageValue {
    numbers.isEmpty ? .array([]) : .integers(numbers)
  }

  package static func list(_ texts: [String]) -> MessageValue { .array(texts.map { .string($0) }) }

  /// The value in the words of an error message; long texts are cut.
  package var summary: String {
    switch self {
    case .null: return "null"
    case .boolean(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .number(let text): return Self.cut(text)
    case .string(let text): return "'\(Self.cut(text))'"
    case .integers(let values): return "an array of \(values.count)"
    case .array(let values): return "an array of \(values.count)"
    case .object: return "an object"
    }
  }

  private static func cut(_ text: String) -> String {
    let shown = text.prefix(64)
    return shown.endIndex == text.endIndex ? text : "\(shown)…"
  }
}

// MARK: - Writing

extension MessageValue {
  /// The value without white space, with the fewest escapes that the grammar allows: equal values
  /// have equal bytes.
  ///
  /// - Complexity: O(bytes).
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  package func append(to output: inout [UInt8]) {
    switch self {
    case .null: output += Array("null".utf8)
    case .boolean(let value): output += Array((value ? "true" : "false").utf8)
    case .integer(let value): output += Array(String(value).utf8)
    case .number(let text): output += Array(text.utf8)
    case .string(let text): JSONEscape.appendQuoted(text, to: &output)
    case .integers(let values):
      Self.append(values, in: "[]", to: &output) { $1.append(contentsOf: String($0).utf8) }
    case .array(let values):
      Self.append(values, in: "[]", to: &output) { $0.append(to: &$1) }
    case .object(let members):
      Self.append(members, in: "{}", to: &output) { member, output in
        JSONEscape.appendQuoted(member.key, to: &output)
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
