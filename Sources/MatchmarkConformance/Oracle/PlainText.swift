package import MatchmarkCore

/// The oracle's reading of text; nothing here is shared with the matchers.
package enum PlainText {
  /// The parts between runs of white space.
  package static func split(_ text: String) -> [String] {
    var parts: [String.UnicodeScalarView] = [.init()]
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        parts.append(.init())
      } else {
        parts[parts.count - 1].append(scalar)
      }
    }
    return parts.filter { !$0.isEmpty }.map(String.init)
  }

  package static func trim(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    let leading = scalars.prefix { $0.properties.isWhitespace }.count
    return String(scalars: Array(scalars.dropFirst(leading)))
  }

  /// The parts of a typed text that must each match, as the profile splits and trims it.
  static func terms(of text: String, _ profile: SearchProfile) -> [String] {
    switch (profile.terms, profile.trim) {
    case (.splitAND, _): split(text)
    case (.phrase, .whitespace): [trim(text)]
    case (.phrase, .none): [text]
    }
  }

  /// The text if it is `D+ ("." D+)?` of at most 18 digits, without outer zeros; otherwise nil.
  package static func canonicalNumber(_ text: String) -> String? {
    var digits = ""
    var digitCount = 0
    for scalar in text.unicodeScalars {
      if let value = digitValue(scalar) {
        digits += String(value)
        digitCount += 1
      } else if scalar == "." {
        digits += "."
      } else {
        return nil
      }
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard digitCount <= 18, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      return nil
    }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count == 2 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    return (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Returns true if `text` contains `needle` as `mode` requires; both are folded, and `needle` is
  /// not empty.
  package static func matches(
    _ text: ArraySlice<UInt8>, _ needle: [UInt8], _ mode: MatchMode
  ) -> Bool {
    firstOccurrence(text, needle, mode) != nil
  }

  /// The offset of the first match of `needle` in `text` that `mode` allows.
  static func firstOccurrence(
    _ text: ArraySlice<UInt8>, _ needle: [UInt8], _ mode: MatchMode
  ) -> Int? {
    switch mode {
    case .equality: text.elementsEqual(needle) ? 0 : nil
    case .prefix: occurs(needle, in: text, at: text.startIndex) ? 0 : nil
    case .contains:
      text.indices.first { occurs(needle, in: text, at: $0) }.map { $0 - text.startIndex }
    case .wordPrefix:
      text.indices.first { occurs(needle, in: text, at: $0) && startsWord(at: $0, in: text) }
        .map { $0 - text.startIndex }
    }
  }

  private static func occurs(
    _ needle: [UInt8], in text: ArraySlice<UInt8>, at position: Int
  ) -> Bool {
    guard position + needle.count <= text.endIndex else { return false }
    for offset in needle.indices where text[position + offset] != needle[offset] { return false }
    return true
  }

  /// Returns true if the position is the start or follows a scalar that is no letter, mark or
  /// number.
  private static func startsWord(at position: Int, in text: ArraySlice<UInt8>) -> Bool {
    // Four bytes hold the previous scalar, and sometimes part of the one before it.
    let before = String(decoding: text[..<position].suffix(4), as: UTF8.self).unicodeScalars.last
    return before.map { !isWordScalar($0) } ?? true
  }

  /// Letters, marks and numbers of Unicode 15.0; the standard library may know later ones.
  static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    guard isPinned(scalar) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark,
      .decimalNumber, .letterNumber, .otherNumber:
      return true
    default:
      return false
    }
  }

  private static func digitValue(_ scalar: Unicode.Scalar) -> Int? {
    guard scalar.properties.generalCategory == .decimalNumber, isPinned(scalar) else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
  }

  static func isPinned(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.age.map { $0 <= (15, 0) } ?? false
  }
}
