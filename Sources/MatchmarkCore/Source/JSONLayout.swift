/// JSON for human readers: values that fit stay on one line, and invisible scalars are escaped.
///
/// Marks, format controls, unusual spaces, and private and unassigned scalars become `\uXXXX`.
package struct JSONLayout {
  private let width: Int
  /// The keys that come first, in this order; the others follow alphabetically.
  private let order: [String]
  private var text = ""

  /// The value in lines of about `width` characters, with a trailing line feed.
  ///
  /// - Complexity: O(size × depth).
  package static func text(_ value: JSONValue, width: Int = 100, order: [String] = []) -> String {
    var layout = JSONLayout(width: width, order: order)
    layout.append(value, indent: 0, room: width)
    return layout.text + "\n"
  }

  private init(width: Int, order: [String]) {
    self.width = width
    self.order = order
  }

  private mutating func append(_ value: JSONValue, indent: Int, room: Int) {
    let line = line(value)
    guard line.count > room else {
      text += line
      return
    }
    switch value {
    case .object(let members):
      let parts = sorted(members).map { (label: "\(quoted($0)): ", value: members[$0] ?? .null) }
      append(parts, between: ("{", "}"), indent: indent)
    case .array(let elements):
      append(elements.map { ("", $0) }, between: ("[", "]"), indent: indent)
    default: text += line
    }
  }

  private mutating func append(
    _ parts: [(label: String, value: JSONValue)], between ends: (String, String), indent: Int
  ) {
    let inner = indent + 2
    text += ends.0
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? ",\n" : "\n") + String(repeating: " ", count: inner) + part.label
      append(part.value, indent: inner, room: width - inner - part.label.count - 1)
    }
    text += "\n" + String(repeating: " ", count: indent) + ends.1
  }

  private func line(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      let parts = sorted(members).map { "\(quoted($0)): \(line(members[$0] ?? .null))" }
      return "{" + parts.joined(separator: ", ") + "}"
    case .array(let elements): return "[" + elements.map(line).joined(separator: ", ") + "]"
    case .string(let string): return quoted(string)
    default: return value.text()
    }
  }

  private func sorted(_ members: [String: JSONValue]) -> [String] {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    return members.keys.sorted {
      (places[$0] ?? order.count, $0) < (places[$1] ?? order.count, $1)
    }
  }

  private func quoted(_ string: String) -> String {
    var bytes: [UInt8] = []
    JSONEscape.appendQuoted(string, to: &bytes)
    let plain = String(decoding: bytes, as: UTF8.self)
    return plain.unicodeScalars.reduce(into: "") { text, scalar in
      if Self.isVisible(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += Self.escape(unit) }
      }
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let hex = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
      return false
    default:
      return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
