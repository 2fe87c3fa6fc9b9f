internal import MatchmarkCore

/// Names of people in many scripts: `Jiří Dvořáková`, `Αλέξης Παπαστάκης`, `김하진`.
struct PeopleTitles: TitleSource {
  static let name = "people"
  static let summary = "names of people in 14 scripts, a third of them in normal form D"

  private let scripts = ScriptSampler()

  init(vocabularySeed _: UInt64) {}

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let (script, form) = scripts.draw(using: &random)
    let given = random.below(script.given.count)
    let appendsGivenFirst = !script.familyNameFirst
    if appendsGivenFirst {
      script.given.append(given, form, to: &bytes)
      if script.hasSpaces { bytes.append(UInt8(ascii: " ")) }
    }
    script.appendName(to: &bytes, form: form, using: &random)
    // A second family name, as in many cultures.
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

  private let scripts = ScriptSampler()

  init(vocabularySeed _: UInt64) {}

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let (script, form) = scripts.draw(using: &random)
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

/// Draws a writing system and a normal form for a row.
private struct ScriptSampler {
  private let systems = WritingSystem.all

  /// The lower of two draws, so that the first systems are more frequent.
  func draw(using random: inout SeededGenerator) -> (WritingSystem, NormalForm) {
    let index = min(random.below(systems.count), random.below(systems.count))
    return (systems[index], random.below(3) == 0 ? .decomposed : .composed)
  }
}
