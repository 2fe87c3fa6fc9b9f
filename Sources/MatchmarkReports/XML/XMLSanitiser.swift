import MatchmarkSystem

/// A filter that turns any text into text that XML 1.0 can represent.
///
/// A single control character or noncharacter makes a report unreadable for every consumer, and
/// libxml2 rejects none of them. Every value therefore passes through this filter:
///
/// - ANSI CSI and OSC sequences (colours, links, titles) are removed;
/// - other control characters become visible, as `\u{1B}`; so do the legal but unreadable U+007F to
///   U+009F, bidirectional controls such as `\u{202E}`, which would reorder the text, and tag
///   characters, which hide text;
/// - noncharacters become U+FFFD;
/// - tab, line feed and carriage return stay; under ``Form/line`` every run of white space becomes
///   one space, and leading and trailing white space is removed.
///
/// Everything else is unchanged.
package enum XMLSanitiser {
  package enum Form: Sendable {
    case text
    /// One line: for names, and for messages that consumers show in a list.
    case line
  }

  /// Returns `text` without characters that XML cannot represent, but not escaped.
  ///
  /// - Complexity: O(n) for n scalars; the result has at most six bytes for each byte.
  package static func clean(_ text: String, as form: Form) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in withoutSequences(text).unicodeScalars {
      if form == .line, isSpace(scalar) {
        if let last = clean.last, last != " " { clean.append(" ") }
      } else {
        append(scalar, to: &clean)
      }
    }
    if form == .line, clean.last == " " { clean.removeLast() }
    return String(clean)
  }

  /// Returns the text without the terminal sequences that are common in captured output (ECMA-48,
  /// sections 5.4 and 5.6).
  ///
  /// Both forms of the introducer count: ESC with `[` or `]`, and the single U+009B or U+009D. A
  /// truncated sequence does not count, because it could swallow all the text that follows.
  private static func withoutSequences(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: isIntroducer) else { return text }
    var kept = String.UnicodeScalarView(scalars[..<first])
    var position = first
    while position < scalars.endIndex {
      let scalar = scalars[position]
      if isIntroducer(scalar), let end = endOfSequence(scalars[position...]) {
        position = end
      } else {
        kept.append(scalar)
        scalars.formIndex(after: &position)
      }
    }
    return String(kept)
  }

  private static func isIntroducer(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{1B}" || scalar == "\u{9B}" || scalar == "\u{9D}"
  }

  /// Returns the end of the complete sequence with which the scalars begin; nil if there is none.
  private static func endOfSequence(
    _ scalars: Substring.UnicodeScalarView
  ) -> String.UnicodeScalarView.Index? {
    var rest = scalars.dropFirst()
    switch (scalars.first, rest.first) {
    case ("\u{9B}", _): return endOfControl(rest)
    case ("\u{9D}", _): return endOfString(rest)
    case (_, "["):
      rest.removeFirst()
      return endOfControl(rest)
    case (_, "]"):
      rest.removeFirst()
      return endOfString(rest)
    default: return nil
    }
  }

  /// Returns the end of a control sequence: parameters, intermediates and one final.
  private static func endOfControl(
    _ scalars: Substring.UnicodeScalarView
  ) -> String.UnicodeScalarView.Index? {
    let rest = scalars.drop { (0x30...0x3F).contains($0.value) }
      .drop { (0x20...0x2F).contains($0.value) }
    guard let final = rest.first, (0x40...0x7E).contains(final.value) else { return nil }
    return rest.dropFirst().startIndex
  }

  /// Returns the end of a string: text up to BEL, ESC `\` or U+009C, which a line end or another
  /// control character aborts.
  private static func endOfString(
    _ scalars: Substring.UnicodeScalarView
  ) -> String.UnicodeScalarView.Index? {
    let rest = scalars.drop { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    switch (rest.first, rest.dropFirst().first) {
    case ("\u{7}", _), ("\u{9C}", _): return rest.dropFirst().startIndex
    case ("\u{1B}", "\\"): return rest.dropFirst(2).startIndex
    default: return nil
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to clean: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0x20..<0x7F, 0x09, 0x0A, 0x0D:
      clean.append(scalar)
    case 0xA0... where !scalar.isDeceptive:
      clean.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
    default:
      let number = String(scalar.value, radix: 16, uppercase: true)
      // The scalars are appended one by one, because the view's `append(contentsOf:)` copies its
      // entire content.
      for visible in "\\u{\(number)}".unicodeScalars { clean.append(visible) }
    }
  }

  /// Returns true for white space that ends or divides a line; spaces with a special width stay.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
