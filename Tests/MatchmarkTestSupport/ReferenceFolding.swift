package import MatchmarkCore
@_spi(_Unicode) import Swift

/// A second implementation of folding that shares nothing with the first: it uses the standard
/// library's normalization and properties, and derives case folding from case mappings.
///
/// The standard library has a newer Unicode. For scalars of age 15.0 or less, nothing that affects
/// folding has changed since, so the reference is right for text made of them.
package enum ReferenceFolding {
  package static func fold(
    _ text: String, _ folding: Folding, for mode: MatchMode = .contains
  ) -> [UInt8] {
    var scalars = Array(withTibetanVowelsDecomposed(text)._nfd)
    if folding == .loose { return composed(looseLetters(scalars, for: mode)) }
    if folding == .caseAndDiacriticInsensitive { scalars.removeAll(where: isStripped) }
    if folding != .exact { scalars = scalars.flatMap(caseFolding) }
    return composed(scalars)
  }

  private static func composed(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var folded = String.UnicodeScalarView()
    folded.append(contentsOf: scalars)
    var bytes: [UInt8] = []
    for scalar in String(folded)._nfc { bytes.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    return bytes
  }

  /// Returns the text with three vowel signs decomposed, for which the NFD of Swift 6.3 is wrong.
  ///
  /// The signs have class 0 and their parts do not, so the parts are not put in order with the
  /// marks before them. NormalizationTest.txt has no row for this.
  private static func withTibetanVowelsDecomposed(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xF73: view.append(contentsOf: "\u{F71}\u{F72}".unicodeScalars)
      case 0xF75: view.append(contentsOf: "\u{F71}\u{F74}".unicodeScalars)
      case 0xF81: view.append(contentsOf: "\u{F71}\u{F80}".unicodeScalars)
      default: view.append(scalar)
      }
    }
    return String(view)
  }

  package static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier { return true }
    if properties.generalCategory == .enclosingMark { return true }
    return switch properties.canonicalCombiningClass.rawValue {
    case 1...7, 10...83, 133...255: true
    default: false
    }
  }

  /// Returns full case folding by case mappings: lower(upper(lower(x))), except for dotless i,
  /// which folds to itself, and Cherokee, which folds to upper case.
  package static func caseFolding(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0x131: [scalar]
    case 0x13A0...0x13FF, 0xAB70...0xABBF:
      Array(scalar.properties.uppercaseMapping.unicodeScalars)
    default:
      lowered(lowered([scalar]).flatMap { $0.properties.uppercaseMapping.unicodeScalars })
    }
  }

  private static func lowered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    scalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }
}

/// Sets of scalars for tests.
package enum Scalars {
  /// All scalars; in a short run, all scalars of the blocks with scripts and some of the rest.
  package static let all: [Unicode.Scalar] = {
    let scripts = Array(0..<UInt32(0x1_3400)) + Array(0x1_6800..<0x2_0000)
    let rest = Array(0x1_3400..<0x1_6800) + Array(UInt32(0x2_0000)...0x10_FFFF)
    return (scripts + rest.every(TestAmount.rareScalarStride)).compactMap(Unicode.Scalar.init)
  }()

  /// The scalars that Unicode 15.0 knows, including private use.
  package static let assigned: [Unicode.Scalar] = all.filter(isKnown)

  /// The scalars that a run has time for: all below U+3400 (the letters and marks of most scripts),
  /// and all or, in a short run, some of the others.
  package static let sample: [Unicode.Scalar] =
    assigned.filter { $0.value < 0x3400 }
    + assigned.filter { $0.value >= 0x3400 }.every(TestAmount.scalarStride)

  /// The scalars that folding affects: they change, combine, or are removed.
  package static let adversarial: [Unicode.Scalar] = assigned.filter { scalar in
    scalar.properties.canonicalCombiningClass.rawValue > 0
      || ReferenceFolding.isStripped(scalar) && scalar.value < 0xE0100
      || scalar.properties.changesWhenCaseFolded
      || Array(String(scalar).unicodeScalars) != Array(decomposed(scalar))
      || (0x1100...0x11FF).contains(scalar.value) || scalar.properties.isGraphemeExtend
  }

  package static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age else { return false }
    return age.major < 15 || age.major == 15 && age.minor == 0
  }

  package static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(scalar)._nfd)
  }

  /// Returns a string of adversarial scalars with a few plain ones.
  package static func randomText(_ random: inout SeededGenerator, maximumCount: Int = 8) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0...random.below(maximumCount) {
      switch random.below(8) {
      case 0: text.append(Unicode.Scalar(UInt8(random.below(128))))
      case 1...3: text.append(random.pick(marks))
      case 4, 5: text.append(random.pick(composites))
      default: text.append(random.pick(adversarial))
      }
    }
    return String(text)
  }

  /// Letters with marks, and the parts of Hangul syllables, without ideographs.
  private static let composites = adversarial.filter {
    $0.value < 0x3400 && decomposed($0).count > 1 || (0x1100...0x11FF).contains($0.value)
  }

  private static let marks = adversarial.filter {
    $0.properties.canonicalCombiningClass.rawValue > 0
  }
}

extension StringProtocol {
  /// The scalars as `U+0041 U+0301`, for messages.
  package var scalarNames: String {
    unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}

extension [UInt8] {
  /// The bytes as text.
  package var text: String { String(decoding: self, as: UTF8.self) }
}
