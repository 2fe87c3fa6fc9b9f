/// JSON for human readers: values that fit stay on one line, and invisible scalars are escaped.
///
/// Marks, format controls, unusual spaces, and private and unassigned scalars become `\uXXXX`.
package struct JSONLayout {
  private let width: Int
  private var text = ""

  /// The value in lines of about `width` characters, with a trailing line feed.
  ///
  /// - Complexity: O(size × depth).
  package static func text(_ value: JSONValue, width: Int = 100) -> String {
    var layout = JSONLayout(width: width)
    layout.append(value, indent: 0, room: width)
    return layout.text + "\n"
  }

  private mutating func append(_ value: JSONValue, indent: Int, room: Int) {
    let line = line(value)
    guard line.count > room else {
      text += line
      return
    }
    switch value {
    case .object(let members):
      let parts = members.map { (label: "\(quoted($0.key)): ", value: $0.value) }
      append(parts, between: ("{", "}"), indent: indent)
    case .array(let elements):
      append(elements.map { ("", $0) }, between: ("[", "]"), indent: indent)
    case .integers(let numbers):
      append(.array(numbers.map { .integer($0) }), indent: indent, room: room)
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
      let parts = members.map { "\(quoted($0.key)): \(line($0.value))" }
      return "{" + parts.joined(separator: ", ") + "}"
    case .array(let elements): return "[" + elements.map(line).joined(separator: ", ") + "]"
    case .integers(let numbers): return line(.array(numbers.map { .integer($0) }))
    case .string(let string): return quoted(string)
    default: return String(decoding: value.bytes, as: UTF8.self)
    }
  }

  private func quoted(_ string: String) -> String {
    JSONWriter.quoted(string, isPlain: Self.isVisible)
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
