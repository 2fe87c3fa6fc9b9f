import MatchmarkSystem

/// Turns any text into text that XML 1.0 can represent.
///
/// A single control character or noncharacter makes a report unreadable for every consumer, and
/// libxml2 rejects none of them. Every value therefore passes through here:
///
/// - ANSI CSI and OSC sequences (colours, links, titles) are removed;
/// - other control characters become visible, as `\u{1B}`; so do the legal but unreadable U+007F to
///   U+009F, and bidirectional controls such as `\u{202E}`, which would reorder the text;
/// - noncharacters become U+FFFD;
/// - tab, line feed and carriage return stay; under ``Form/line`` every run of white space becomes
///   one space, and leading and trailing white space is removed.
///
/// Everything else is unchanged.
package enum XMLSanitiser {
  /// How white space appears in the result.
  package enum Form: Sendable {
    case text
    /// One line: for names, and for messages that consumers show in a list.
    case line
  }

  /// `text` without anything that XML cannot represent, not escaped.
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

  private static func append(_ scalar: Unicode.Scalar, to clean: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0x20..<0x7F, 0x09, 0x0A, 0x0D:
      clean.append(scalar)
    case 0xA0... where !scalar.turnsDirection:
      clean.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
    default:
      let number = String(scalar.value, radix: 16, uppercase: true)
      // Appended one by one: the view's `append(contentsOf:)` copies everything it already holds.
      for visible in "\\u{\(number)}".unicodeScalars { clean.append(visible) }
    }
  }

  /// White space that ends or divides a line; spaces with a special width stay.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// The terminal sequences that are common in captured output (ECMA-48, sections 5.4 and 5.6).
enum ANSISequence {
  typealias Scalars = String.UnicodeScalarView

  /// The end of the CSI or OSC sequence that starts at `start`; nil if no complete one does.
  ///
  /// Both forms of the introducer count: ESC with `[` or `]`, and the single U+009B or U+009D. A
  /// truncated sequence does not count: it could swallow everything that follows.
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

  /// Text up to BEL, ESC `\` or U+009C; a line end or another control character aborts it.
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
