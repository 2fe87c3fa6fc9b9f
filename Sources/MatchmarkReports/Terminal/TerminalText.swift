import MatchmarkSystem

/// Makes texts of a record safe for a terminal, which interprets control characters.
///
/// An engine's standard error, a corpus's name or a row may contain any of them. None may move the
/// cursor, change the title, or reorder the text.
package enum TerminalText {
  /// The text with every control character, line end and change of direction made visible.
  ///
  /// - Complexity: O(n) in bytes; a text without any is returned unchanged.
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
  /// The line with all control sequences made visible except for the colours of this style.
  package func harmless(_ line: String) -> String {
    var result = ""
    var rest = line.unicodeScalars[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      result += TerminalText.visible(String(rest[..<escape]))
      let after = rest[escape...]
      let code = codes.first { after.starts(with: $0.unicodeScalars) }
      result += code ?? TerminalText.visible("\u{1B}")
      rest = after.dropFirst(code?.unicodeScalars.count ?? 1)
    }
    return result + TerminalText.visible(String(rest))
  }
}

/// Colours of a terminal, or none.
package struct TextStyle: Sendable {
  private let isColoured: Bool

  package init(isColoured: Bool) { self.isColoured = isColoured }

  package func strong(_ text: String) -> String { wrap(text, "1") }
  package func faint(_ text: String) -> String { wrap(text, "2") }
  package func right(_ text: String) -> String { wrap(text, "32") }
  package func caution(_ text: String) -> String { wrap(text, "33") }
  package func wrong(_ text: String) -> String { wrap(text, "1;31") }
  /// A match of a query in a text on a screen: underlined even without colours.
  package func found(_ text: String) -> String {
    isColoured ? wrap(text, "1;4") : "\u{1B}[4m\(text)\u{1B}[0m"
  }

  /// The given text, made visible, with the given ranges underlined.
  ///
  /// - Parameter ranges: UTF-8 offsets, ascending and disjoint; those beyond the text are skipped.
  package func marked(_ text: String, _ ranges: [Range<Int>]) -> String {
    let utf8 = Array(text.utf8)
    var (result, end) = ("", 0)
    func part(_ range: Range<Int>) -> String {
      TerminalText.visible(String(decoding: utf8[range], as: UTF8.self))
    }
    for range in ranges where range.lowerBound >= end && range.upperBound <= utf8.count {
      result += part(end..<range.lowerBound) + (isColoured ? found(part(range)) : part(range))
      end = range.upperBound
    }
    return result + part(end..<utf8.count)
  }

  /// All control sequences that this style ever sends to a terminal.
  var codes: [String] {
    isColoured ? ["0", "1", "2", "32", "33", "1;31", "1;4"].map { "\u{1B}[\($0)m" } : []
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
