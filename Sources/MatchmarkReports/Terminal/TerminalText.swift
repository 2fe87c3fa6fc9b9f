import MatchmarkSystem

/// Functions that make texts of a record safe for a terminal, which interprets control characters.
///
/// An engine's standard error, a corpus's name or a row may contain any of them. None may move the
/// cursor, change the title, or reorder the text.
package enum TerminalText {
  /// Returns the text with every control character, line end and change of direction made visible.
  ///
  /// - Complexity: O(n) in bytes; a text without such characters is returned unchanged.
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

  /// Returns the width of a text in columns; marks and invisible characters take none, ideographs
  /// and most emoji take two.
  package static func width(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The scalars that take two columns: Hangul, kana, ideographs, full-width forms, emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
  ]

  /// Returns the longest prefix of a text that fits; an ellipsis marks a cut.
  package static func clipped(_ text: String, to limit: Int) -> String {
    guard width(text) > limit else { return text }
    guard limit > 0 else { return "" }
    var shown = ""
    var room = limit - 1
    for character in text {
      room -= width(String(character))
      if room < 0 { break }
      shown.append(character)
    }
    return shown + "…"
  }

  /// Returns the lines of a text, which is broken at spaces, never inside a quantity; later lines
  /// are indented.
  ///
  /// A word that is too long is broken at the end of the line.
  static func wrapped(_ text: String, to limit: Int, isIndented: Bool = true) -> [String] {
    guard width(text) > limit else { return [text] }
    // These are the same characters, except for spaces at which no line may break.
    let signs = Array(Prose.set(text))
    let characters = Array(text)
    let lead = characters.prefix { $0 == " " }.count
    let indent = String(repeating: " ", count: isIndented ? min(lead + 2, limit / 2) : 0)
    var lines: [String] = []
    var line = ""
    var word = ""
    func close() {
      if width(line) + width(word) > limit, line.contains(where: { $0 != " " }) {
        lines.append(trimmed(line))
        line = indent
        word = String(word.drop { $0 == " " })
      }
      for character in word {
        if width(line) + width(String(character)) > limit {
          lines.append(line)
          line = indent
        }
        line.append(character)
      }
      word = ""
    }
    for (sign, character) in zip(signs, characters) {
      if sign == " ", !word.isEmpty, word.last != " " { close() }
      word.append(character)
    }
    close()
    return lines + [trimmed(line)]
  }

  static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}

/// A line for a terminal, before it is coloured and wrapped.
struct TerminalLine {
  var text: String
  var paint = Tone.plain
  /// True if the line is never wrapped, however wide it is, so that a command can be copied as a
  /// whole.
  var isWhole = false

  init(_ text: String, _ paint: Tone = .plain, isWhole: Bool = false) {
    self.text = text
    self.paint = paint
    self.isWhole = isWhole
  }

  static let empty = TerminalLine("")

  /// Returns the lines, coloured, no wider than `width`, and without anything that a terminal
  /// interprets.
  static func rendered(_ lines: [TerminalLine], width: Int?, style: TextStyle) -> [String] {
    lines.flatMap { line in
      let text = TerminalText.visible(line.text)
      let parts = width.flatMap { line.isWhole ? nil : TerminalText.wrapped(text, to: $0) }
      return (parts ?? [text]).map { $0.isEmpty ? $0 : style.painted($0, line.paint).output }
    }
  }
}
