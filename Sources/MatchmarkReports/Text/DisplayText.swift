package import MatchmarkCore

/// Texts of a record as a person can read them: clean, on one line, and not endless.
package enum DisplayText {
  /// What fits a cell of a table or the title of a picture, in characters.
  package static let lengthLimit = 120

  /// One clean line without superfluous white space; what is cut off is told by an ellipsis.
  package static func line(_ text: String, limit: Int = lengthLimit) -> String {
    clipped(text, limit: limit) { XMLSanitiser.clean($0, as: .line) }
  }

  /// One clean line in which every space stays, for what someone may copy.
  package static func exact(_ text: String, limit: Int) -> String {
    clipped(text, limit: limit) { text in
      XMLSanitiser.clean(text, as: .text).replacing("\r\n", with: "⏎").replacing("\n", with: "⏎")
        .replacing("\r", with: "⏎").replacing("\t", with: "⇥")
    }
  }

  /// What was typed, in quotation marks; spaces that would not be seen are drawn: `“ro␣”`.
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

  /// A query: what was typed, then tokens and scope.
  package static func query(_ query: SearchQuery) -> String {
    let filter = line(query.filterDescription)
    return quoted(query.text) + (filter.isEmpty ? "" : " \(filter)")
  }

  /// Names, the first of them each on a clean line; the others are counted.
  package static func list(_ names: [String], limit: Int) -> String {
    let named = names.prefix(limit).map { line($0, limit: 60) }
    let rest = names.count - named.count
    return named.joined(separator: ", ")
      + (rest > 0 ? " and \(QuantityFormat.count(rest)) more" : "")
  }

  private static func clipped(
    _ text: String, limit: Int, clean: (String) -> String
  ) -> String {
    // Cleaning all of a megabyte to show a hundred characters would be in vain.
    let start = String(text.unicodeScalars.prefix(limit * 8))
    let cleaned = clean(start)
    guard cleaned.count > limit || start.utf8.count < text.utf8.count else { return cleaned }
    return cleaned.prefix(limit - 1) + "…"
  }
}

/// Sentences of ours, set so that no line ends inside a quantity.
enum Prose {
  /// Joins the groups of a number (`100 000`) and a number with its unit (`8.33 ms`) by spaces at
  /// which no line breaks.
  static func set(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var previous: Character = " "
    var rest = text[...]
    while let character = rest.first {
      rest.removeFirst()
      if character == " ", previous.isASCII, previous.isNumber {
        result.append(isGroup(rest) ? "\u{202F}" : isUnit(rest) ? "\u{A0}" : " ")
      } else {
        result.append(character)
      }
      previous = character
    }
    return result
  }

  /// Exactly three digits stand at the start.
  private static func isGroup(_ text: Substring) -> Bool {
    let digits = text.prefix(4).prefix { $0.isASCII && $0.isNumber }
    return digits.count == 3
  }

  private static let units: Set<Substring> = [
    "ns", "µs", "ms", "s", "B", "KiB", "MiB", "GiB", "Hz", "rows", "row", "%",
  ]

  private static func isUnit(_ text: Substring) -> Bool {
    units.contains(text.prefix { $0.isLetter || $0 == "%" })
  }
}
