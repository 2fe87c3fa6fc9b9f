package import MatchmarkCore
import MatchmarkRecord

/// Functions that make texts of a record readable: clean, on one line, and of limited length.
package enum DisplayText {
  /// The length in characters that fits a table cell or the title of a picture.
  package static let lengthLimit = 120

  /// Returns one clean line without superfluous white space; an ellipsis marks a cut.
  package static func line(_ text: String, limit: Int = lengthLimit) -> String {
    clipped(text, limit: limit) { XMLSanitiser.clean($0, as: .line) }
  }

  /// Returns one clean line in which every space is kept, for text that a user may copy.
  package static func exact(_ text: String, limit: Int) -> String {
    clipped(text, limit: limit, clean: drawn)
  }

  /// Returns the whole text, clean, with visible signs for line ends and tabs.
  ///
  /// A line of a report in a log may be a command of the CI server (`::error::`), so no text of a
  /// record may begin a line.
  static func drawn(_ text: String) -> String {
    var result = ""
    var isAfterReturn = false
    for scalar in XMLSanitiser.clean(text, as: .text).unicodeScalars {
      switch scalar {
      case "\n": result += isAfterReturn ? "" : "⏎"
      case "\r", "\u{2028}", "\u{2029}": result += "⏎"
      case "\t": result += "⇥"
      default: result.unicodeScalars.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return result
  }

  /// Returns the typed text in quotation marks; spaces that would be invisible are drawn: `“ro␣”`.
  package static func quoted(_ text: String, limit: Int = lengthLimit) -> String {
    var shown = ""
    var previous: Character = " "
    let characters = Array(exact(text, limit: limit))
    for (index, character) in characters.enumerated() {
      let isLast = index == characters.count - 1
      shown.append(character == " " && (previous == " " || isLast) ? "␣" : character)
      previous = character
    }
    return "“\(shown)”"
  }

  package static func query(_ query: SearchQuery) -> String {
    let filter = line(query.filterDescription)
    return quoted(query.text) + (filter.isEmpty ? "" : " \(filter)")
  }

  /// Returns the first names, each as a clean line, and the number of the others.
  package static func list(_ names: [String], limit: Int) -> String {
    let named = names.prefix(limit).map { line($0, limit: 60) }
    let rest = names.count - named.count
    return named.joined(separator: ", ")
      + (rest > 0 ? " and \(QuantityFormat.count(rest)) more" : "")
  }

  private static func clipped(_ text: String, limit: Int, clean: (String) -> String) -> String {
    // Cleaning a whole megabyte to show a hundred characters would be wasteful.
    let start = String(text.unicodeScalars.prefix(limit * 8))
    let cleaned = clean(start)
    guard cleaned.count > limit || start.utf8.count < text.utf8.count else { return cleaned }
    return cleaned.prefix(limit - 1) + "…"
  }
}

/// Functions that typeset the sentences of this program so that no line breaks inside a quantity.
enum Prose {
  /// Joins the groups of a number (`100 000`), and a number with its unit (`8.33 ms`), with
  /// non-breaking spaces.
  static func set(_ text: String) -> String {
    var result = ""
    var endsInDigit = false
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for (index, word) in words.enumerated() {
      if index > 0 { result += endsInDigit ? space(before: word) : " " }
      result += word
      endsInDigit = word.last.map { $0.isASCII && $0.isNumber } ?? false
    }
    return result
  }

  /// Returns the space between a digit and a word, which may start with a group of three digits or
  /// a unit.
  private static func space(before word: Substring) -> String {
    let digitCount = word.prefix { $0.isASCII && $0.isNumber }.count
    let unit = word.prefix { $0.isLetter || $0 == "%" }
    return digitCount == 3 ? "\u{202F}" : units.contains(unit) ? "\u{A0}" : " "
  }

  private static let units: Set<Substring> = [
    "ns", "µs", "ms", "s", "B", "KiB", "MiB", "GiB", "Hz", "rows", "row", "%",
  ]
}
