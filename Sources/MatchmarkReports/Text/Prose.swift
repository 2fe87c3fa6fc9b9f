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
