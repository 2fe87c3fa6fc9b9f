import MatchmarkSystem

/// Makes text that XML 1.0 can hold of any text.
///
/// Control characters and noncharacters make a report unreadable for every consumer, one of them is
/// enough, and libxml2 refuses none. So each value goes through here:
///
/// - ANSI CSI and OSC sequences (colours, links, titles) vanish;
/// - other control characters become visible, `\u{1B}`, the legal but unreadable U+007F to U+009F
///   too, and so do controls of direction, `\u{202E}`, which would turn what is read;
/// - noncharacters become U+FFFD;
/// - tab, line feed and carriage return stay, or under ``Form/line`` every run of white space
///   becomes one space and none stands at either end.
///
/// Everything else stays as it is.
package enum XMLSanitiser {
  /// What white space may look like in the result.
  package enum Form: Sendable {
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
    case 0xA0... where !scalar.turnsDirection:
      clean.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
    default:
      let number = String(scalar.value, radix: 16, uppercase: true)
      // One by one: the view's `append(contentsOf:)` copies all that it has.
      for visible in "\\u{\(number)}".unicodeScalars { clean.append(visible) }
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

/// The terminal sequences that captured output is full of (ECMA-48, sections 5.4 and 5.6).
enum ANSISequence {
  typealias Scalars = String.UnicodeScalarView

  /// Where the CSI or OSC sequence that begins at `start` ends; nil where none is complete there.
  ///
  /// Both spellings of the introducer count: ESC with `[` or `]`, and the single U+009B or U+009D.
  /// A sequence that is cut off is none: it could swallow everything that follows.
  static func end(in text: Scalars, from start: Scalars.Index) -> Scalars.Index? {
    switch text[start] {
    case "\u{9B}": return endOfControlSequence(text[start...].dropFirst())
    case "\u{9D}": return endOfCommand(text[start...].dropFirst())
    case "\u{1B}": break
    default: return nil
    }
    var rest = text[start...].dropFirst()
    switch rest.popFirst() {
    case "[": return endOfControlSequence(rest)
    case "]": return endOfCommand(rest)
    default: return nil
    }
  }

  /// Parameters U+0030–003F, then intermediates U+0020–002F, then one final U+0040–007E.
  private static func endOfControlSequence(_ text: Scalars.SubSequence) -> Scalars.Index? {
    var rest = text.drop { ("\u{30}"..."\u{3F}").contains($0) }
      .drop { ("\u{20}"..."\u{2F}").contains($0) }
    guard let final = rest.popFirst(), ("\u{40}"..."\u{7E}").contains(final) else { return nil }
    return rest.startIndex
  }

  /// Text up to BEL, ESC `\` or U+009C; a line end or another control breaks it off.
  private static func endOfCommand(_ text: Scalars.SubSequence) -> Scalars.Index? {
    var rest = text.drop {
      !("\u{0}"..<" ").contains($0) && !("\u{7F}"..<"\u{A0}").contains($0)
    }
    switch rest.popFirst() {
    case "\u{7}", "\u{9C}": return rest.startIndex
    case "\u{1B}": return rest.popFirst() == "\\" ? rest.startIndex : nil
    default: return nil
    }
  }
}
