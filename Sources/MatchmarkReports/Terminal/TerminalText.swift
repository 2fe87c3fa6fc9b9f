/// Texts of a record on their way to a terminal, which obeys control characters.
///
/// An engine's last words, a corpus's name or a row may hold any; none may move the cursor, change
/// the title, or turn the order of what is read.
package enum TerminalText {
  /// The text with every control character, line end and change of direction made visible.
  ///
  /// - Complexity: O(n) in bytes; a text without any is given back as it is.
  package static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isActive) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "⏎"
      case "\t": result += "⇥"
      case _ where isActive(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1; marks, embeddings, overrides and isolates of direction; line separators.
    case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension TextStyle {
  /// A line in which nothing but the colours of this style has an effect.
  package func harmless(_ line: String) -> String {
    var result = ""
    var rest = line.unicodeScalars[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      result += TerminalText.visible(String(rest[..<escape]))
      let behind = rest[escape...]
      let code = codes.first { behind.starts(with: $0.unicodeScalars) }
      result += code ?? TerminalText.visible("\u{1B}")
      rest = behind.dropFirst(code?.unicodeScalars.count ?? 1)
    }
    return result + TerminalText.visible(String(rest))
  }
}
