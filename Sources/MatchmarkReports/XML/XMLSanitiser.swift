/// Makes text that XML 1.0 can hold of any text.
///
/// Control characters and noncharacters make a report unreadable for every consumer, one of them is
/// enough, and libxml2 refuses none. So each value goes through here:
///
/// - ANSI CSI and OSC sequences (colours, links, titles) vanish;
/// - other control characters become visible, `\u{1B}`, the legal but unreadable U+007F to U+009F
///   too;
/// - noncharacters become U+FFFD;
/// - tab, line feed and carriage return stay, or under ``Form/line`` every run of white space
///   becomes one space and none stands at either end.
///
/// Everything else stays as it is.
package enum XMLSanitiser {
  /// What white space may look like in the result.
  package enum Form: Sendable {
    /// As it came.
    case text
    /// One line: for names, and for messages that consumers show in a list.
    case line
  }

  /// `text` without anything that XML cannot hold, not escaped.
  ///
  /// - Complexity: O(n) for n scalars; the result has at most six bytes for each byte.
  package static func clean(_ text: String, as form: Form) -> String {
    let scalars = text.unicodeScalars
    var clean = String.UnicodeScalarView()
    var position = scalars.startIndex
    while position < scalars.endIndex {
      if let end = ANSISequence.end(in: scalars, from: position) {
        position = end
        continue
      }
      let scalar = scalars[position]
      if form == .line, isSpace(scalar) {
        if let last = clean.last, last != " " { clean.append(" ") }
      } else {
        append(scalar, to: &clean)
      }
      scalars.formIndex(after: &position)
    }
    if form == .line, clean.last == " " { clean.removeLast() }
    return String(clean)
  }

  private static func append(
    _ scalar: Unicode.Scalar, to clean: inout String.UnicodeScalarView
  ) {
    switch scalar.value {
    case 0x20..<0x7F, 0x09, 0x0A, 0x0D:
      clean.append(scalar)
    case 0x00..<0xA0:
      let number = String(scalar.value, radix: 16, uppercase: true)
      // One by one: the view's `append(contentsOf:)` copies all that it has.
      for visible in "\\u{\(number)}".unicodeScalars { clean.append(visible) }
    default:
      clean.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
    }
  }

  /// What ends or divides a line; spaces with a width of their own stay.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
