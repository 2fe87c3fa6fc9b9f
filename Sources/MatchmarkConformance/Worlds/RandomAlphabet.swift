package import MatchmarkCore

/// A few related scalars from all of Unicode: a small alphabet makes texts that collide.
package struct RandomAlphabet {
  /// The first scalars of blocks with special rules: case, marks, composition, order, digits.
  private static let blocks: [UInt32] = [
    0x0, 0x41, 0x61, 0x80, 0xC0, 0x100, 0x180, 0x1C4, 0x250, 0x2B0, 0x300, 0x340, 0x370, 0x3B1,
    0x400, 0x430, 0x531, 0x591, 0x5D0, 0x600, 0x621, 0x64B, 0x660, 0x6F0, 0x712, 0x7C0, 0x901,
    0x915, 0x93C, 0x966, 0x981, 0x9BE, 0xA01, 0xB3E, 0xBC6, 0xC55, 0xD3E, 0xDCF, 0xE01, 0xE31,
    0xE47, 0xE81, 0xEC8, 0xF40, 0xF71, 0x1000, 0x1025, 0x10A0, 0x10D0, 0x1100, 0x1161, 0x11A8,
    0x13A0, 0x1680, 0x17B4, 0x180B, 0x1A17, 0x1AB0, 0x1B05, 0x1C80, 0x1C90, 0x1DC0, 0x1E00, 0x1E9E,
    0x1F00, 0x1F70, 0x2000, 0x200B, 0x202A, 0x2060, 0x20D0, 0x2126, 0x2160, 0x24B6, 0x2C00, 0x2C60,
    0x2DE0, 0x3000, 0x3041, 0x3099, 0x30A1, 0x3131, 0x3220, 0x4E00, 0xA640, 0xA720, 0xA7AE, 0xAB70,
    0xABC0, 0xAC00, 0xD7A3, 0xE000, 0xF900, 0xFB00, 0xFB1D, 0xFB50, 0xFE00, 0xFE20, 0xFF10, 0xFF21,
    0xFF66, 0xFFF9, 0x10400, 0x104B0, 0x10A0D, 0x110BA, 0x11131, 0x114B9, 0x1193E, 0x16E40, 0x1D15E,
    0x1D400, 0x1E900, 0x1F1E6, 0x1F3FB, 0x1F600, 0x20000, 0x2F800, 0x30000, 0xE0000, 0xE0100,
  ]

  /// Scalars around which the UTF-8 length changes, or the range of valid scalars ends.
  private static let boundaries: [UInt32] = [
    0, 0x1F, 0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFDD0, 0xFFFD, 0xFFFE, 0xFFFF,
    0x10000, 0x1FFFF, 0x10FFFF,
  ]

  /// Characters with a meaning in query languages, patterns and file formats: code that passes a
  /// person's text to one of them must escape it.
  package static let syntax = [
    "%", "_", "*", "?", "\"", "'", "\\", "(", ")", "[", "]", "{", "}", "^", "$", "+", "-", "|", "~",
    ":", ";", ",", ".", "/", "&", "<", ">", "#", "@", "!", "=", "\t", "\n", "\r",
    "AND", "OR", "NOT", "NEAR", "NULL",
  ]

  /// Between 2 and about 20 pieces: scalars, their other case, and the parts they decompose into.
  package static func pieces(using generator: inout SeededGenerator) -> [String] {
    let blocks = (0...generator.below(3)).map { _ in
      generator.chance(0.5) ? generator.pick(Self.blocks) : place(using: &generator)
    }
    var pieces: [String] = []
    for _ in 0..<2 + generator.below(6) {
      guard let scalar = scalar(near: blocks, using: &generator) else { continue }
      let text = String(scalar)
      let properties = scalar.properties
      let relatives = [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
        CanonicalForm.decomposed(text), CanonicalForm.composed(text + "\u{301}"),
      ]
      pieces.append(text)
      pieces += relatives.filter { $0 != text && generator.chance(0.5) }
    }
    if generator.chance(0.6) { pieces.append(" ") }
    if generator.chance(0.2) { pieces.append("\u{301}") }
    if generator.chance(0.2) { pieces.append("\u{AD}") }
    if generator.chance(0.25) { for _ in 0..<6 { pieces.append(generator.pick(Self.syntax)) } }
    // Longer than the prefix by which an index may tell words apart.
    if generator.chance(0.05), let unit = pieces.first {
      pieces.append(String(repeating: unit, count: 64 / unit.utf8.count + generator.below(3)))
    }
    return pieces.isEmpty ? ["a", "A"] : pieces
  }

  /// A scalar of any script: every script is equally likely, and so is every scalar within it.
  private static func place(using generator: inout SeededGenerator) -> UInt32 {
    let script = generator.pick(UnicodeScripts.runs)
    return script.first + UInt32(generator.below(script.count))
  }

  private static func scalar(
    near blocks: [UInt32], using generator: inout SeededGenerator
  ) -> Unicode.Scalar? {
    switch generator.below(10) {
    case 0: Unicode.Scalar(generator.pick(boundaries))
    case 1: Unicode.Scalar(UInt32(generator.below(0x11_0000)))
    default: Unicode.Scalar(generator.pick(blocks) + UInt32(generator.below(24)))
    }
  }
}
