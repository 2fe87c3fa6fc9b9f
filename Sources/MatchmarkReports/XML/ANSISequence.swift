/// The terminal sequences that captured output is full of (ECMA-48, sections 5.4 and 5.6).
enum ANSISequence {
  typealias Scalars = String.UnicodeScalarView

  /// Where the CSI or OSC sequence that begins at `start` ends; nil where none is complete there.
  ///
  /// Both spellings of the introducer count: ESC with `[` or `]`, and the single U+009B or U+009D.
  /// A sequence that is cut off is none: it could swallow everything that follows.
  static func end(in text: Scalars, from start: Scalars.Index) -> Scalars.Index? {
    var position = start
    switch next(in: text, &position) {
    case "\u{9B}": return endOfControlSequence(in: text, from: position)
    case "\u{9D}": return endOfCommand(in: text, from: position)
    case "\u{1B}": break
    default: return nil
    }
    switch next(in: text, &position) {
    case "[": return endOfControlSequence(in: text, from: position)
    case "]": return endOfCommand(in: text, from: position)
    default: return nil
    }
  }

  /// Parameters U+0030–003F, then intermediates U+0020–002F, then one final U+0040–007E.
  private static func endOfControlSequence(
    in text: Scalars, from start: Scalars.Index
  ) -> Scalars.Index? {
    var position = start
    var scalar = next(in: text, &position)
    while let value = scalar, ("\u{30}"..."\u{3F}").contains(value) {
      scalar = next(in: text, &position)
    }
    while let value = scalar, ("\u{20}"..."\u{2F}").contains(value) {
      scalar = next(in: text, &position)
    }
    guard let scalar, ("\u{40}"..."\u{7E}").contains(scalar) else { return nil }
    return position
  }

  /// Text up to BEL, ESC `\` or U+009C; a line end or another control breaks it off.
  private static func endOfCommand(
    in text: Scalars, from start: Scalars.Index
  ) -> Scalars.Index? {
    var position = start
    while let scalar = next(in: text, &position) {
      switch scalar {
      case "\u{7}", "\u{9C}": return position
      case "\u{1B}": return next(in: text, &position) == "\\" ? position : nil
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": return nil
      default: break
      }
    }
    return nil
  }

  /// The scalar at `position`, which moves on; nil at the end.
  private static func next(in text: Scalars, _ position: inout Scalars.Index) -> Unicode.Scalar? {
    guard position < text.endIndex else { return nil }
    defer { text.formIndex(after: &position) }
    return text[position]
  }
}
