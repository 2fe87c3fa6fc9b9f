import MatchmarkSystem

/// Texts of a record on their way to a terminal, which obeys control characters.
///
/// An engine's last words, a corpus's name or a row may hold any; none may move the cursor, change
/// the title, or turn the order of what is read.
package enum TerminalText {
  /// The text with every control character, line end and change of direction made visible.
  ///
  /// - Complexity: O(n) in bytes; a text without any is given back as it is.
  package static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: ShellWord.isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "⏎"
      case "\t": result += "⇥"
      case _ where ShellWord.isControl(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
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
