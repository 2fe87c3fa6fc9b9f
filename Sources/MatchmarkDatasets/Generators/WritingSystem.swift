internal import MatchmarkCore

/// The parts of invented names in one writing system.
///
/// All pieces are given in normal form C; ``CanonicalForm`` makes the other form of each.
struct WritingSystem {
  /// The name of the script, or of the language if a script has several.
  let name: String
  /// Real given names.
  let given: Pieces
  /// The first, middle and last syllables of an invented name.
  let starts: Pieces
  var middles: Pieces = ""
  let ends: Pieces
  /// The words that may precede a place name.
  let prefixes: Pieces
  /// The endings of place names.
  let suffixes: Pieces
  var hasSpaces = true
  var familyNameFirst = false

  /// Appends an invented name: a first syllable, up to two middle ones, and a last one.
  func appendName(
    to bytes: inout [UInt8], form: NormalForm, using random: inout SeededGenerator
  ) {
    starts.append(random.below(starts.count), form, to: &bytes)
    if !middles.isEmpty {
      for _ in 0..<random.below(3) {
        middles.append(random.below(middles.count), form, to: &bytes)
      }
    }
    ends.append(random.below(ends.count), form, to: &bytes)
  }
}

enum NormalForm {
  case composed
  case decomposed
}

/// Pieces of text, each in both normal forms, written as one literal that separates them by spaces.
struct Pieces: ExpressibleByStringLiteral {
  private let composed: [[UInt8]]
  private let decomposed: [[UInt8]]

  init(stringLiteral text: String) {
    let words = text.split(separator: " ").map(String.init)
    composed = words.map { Array($0.utf8) }
    decomposed = words.map { Array(CanonicalForm.decomposed($0).utf8) }
  }

  var count: Int { composed.count }
  var isEmpty: Bool { composed.isEmpty }

  func append(_ index: Int, _ form: NormalForm, to bytes: inout [UInt8]) {
    bytes += form == .composed ? composed[index] : decomposed[index]
  }
}

/// Names of people in many scripts: `Jiří Dvořáková`, `Αλέξης Παπαστάκης`, `김하진`.
struct PeopleTitles: TitleSource {
  static let name = "people"
  static let summary = "names of people in 14 scripts, a third of them in normal form D"

  init(vocabularySeed _: UInt64) {}

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let (script, form) = WritingSystem.draw(using: &random)
    let given = random.below(script.given.count)
    let appendsGivenFirst = !script.familyNameFirst
    if appendsGivenFirst {
      script.given.append(given, form, to: &bytes)
      if script.hasSpaces { bytes.append(UInt8(ascii: " ")) }
    }
    script.appendName(to: &bytes, form: form, using: &random)
    // A second family name, as is common in many cultures.
    if script.hasSpaces && random.below(8) == 0 {
      bytes.append(UInt8(ascii: random.below(2) == 0 ? "-" : " "))
      script.appendName(to: &bytes, form: form, using: &random)
    }
    if !appendsGivenFirst {
      if script.hasSpaces { bytes.append(UInt8(ascii: " ")) }
      script.given.append(given, form, to: &bytes)
    }
  }
}

/// Names of places in many scripts: `Nový Hrokohrad`, `Нижний Толвийск`, `新文国市`.
struct PlaceTitles: TitleSource {
  static let name = "places"
  static let summary = "names of places in 14 scripts, a third of them in normal form D"

  init(vocabularySeed _: UInt64) {}

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let (script, form) = WritingSystem.draw(using: &random)
    if random.below(3) == 0 {
      script.prefixes.append(random.below(script.prefixes.count), form, to: &bytes)
      if script.hasSpaces { bytes.append(UInt8(ascii: " ")) }
    }
    script.appendName(to: &bytes, form: form, using: &random)
    if random.below(3) > 0 {
      script.suffixes.append(random.below(script.suffixes.count), form, to: &bytes)
    }
  }
}

extension WritingSystem {
  /// Returns a random writing system and a random normal form for a row.
  fileprivate static func draw(using random: inout SeededGenerator) -> (WritingSystem, NormalForm) {
    // The lower of two draws is used, so that the first systems are more frequent.
    let index = min(random.below(all.count), random.below(all.count))
    return (all[index], random.below(3) == 0 ? .decomposed : .composed)
  }
}
