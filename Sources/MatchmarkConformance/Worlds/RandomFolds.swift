package import MatchmarkCore

/// Short texts in which scalars meet that folding treats differently: composed letters and marks of
/// every class, jamo, letters with a case, ignorables, and what only `loose` changes.
///
/// Such scalars rarely meet in the rows of a world.
package enum RandomFolds {
  /// Draws a text.
  package static func text(using generator: inout SeededGenerator) -> String {
    var scalars: [UInt32] = []
    for _ in 0..<2 + generator.below(3) {
      switch generator.below(15) {
      case 0: scalars.append(0x41 + UInt32(generator.below(58)))
      case ..<3: scalars.append(0x300 + UInt32(generator.below(0x46)))
      case ..<6: scalars.append(generator.pick(pools.marks))
      case ..<8: scalars.append(generator.pick(pools.composites))
      case 8: scalars += hangul(using: &generator)
      case 9: scalars.append(generator.pick(pools.stripped))
      case 10: scalars.append(generator.pick(pools.compatible))
      case 11, 12: scalars.append(generator.pick(looseScalars).value)
      default: scalars.append(generator.pick(pools.cased))
      }
    }
    return String(scalars: scalars.compactMap(Unicode.Scalar.init))
  }

  /// A Hangul syllable, composed or in parts, from a range slightly larger than that of the valid
  /// ones; sometimes with a second final.
  private static func hangul(using generator: inout SeededGenerator) -> [UInt32] {
    let end = 0x11A7 + UInt32(generator.below(29))
    let more = generator.chance(0.3) ? [0x11A8 + UInt32(generator.below(27))] : []
    if generator.chance(0.5) { return [0xAC00 + UInt32(generator.below(11_172)), end] + more }
    return [0x1100 + UInt32(generator.below(20)), 0x1160 + UInt32(generator.below(23)), end] + more
  }

  private struct Pools {
    var marks: [UInt32] = []
    var composites: [UInt32] = []
    var stripped: [UInt32] = []
    var cased: [UInt32] = []
    /// Scalars that fold to something else under `loose` than under `cd`.
    var compatible: [UInt32] = []
  }

  /// Letters, apostrophes, dashes and white space of every rule of `loose`.
  private static let looseScalars = Array(
    "łøđæœıŋə'`´’ʻ-‐–−·・ﾞﾟ゛゜ｶﾊカハかはガヴヽーＵ１￣¨ـٱىیکةأךםㅎㅏㅄㅘㅙㄲㆍㄱ가값괜장ﷺﷻﬁ½™ \t\u{3000}\u{A0}\u{B7}"
      .unicodeScalars)

  private static let pools: Pools = {
    var pools = Pools()
    var (loose, plain) = (PlainFolding(.loose), PlainFolding(.caseAndDiacriticInsensitive))
    // All scripts with letters are below this limit; above it are mostly ideographs and tags.
    for value in UInt32(0xA0)..<0x1_F400 where !(0x3400..<0xA000).contains(value) {
      guard let scalar = Unicode.Scalar(value), !(0xAC00...0xD7A3).contains(value),
        PlainText.isPinned(scalar)
      else { continue }
      let properties = scalar.properties
      if properties.canonicalCombiningClass.rawValue > 0 { pools.marks.append(value) }
      if properties.changesWhenCaseMapped { pools.cased.append(value) }
      if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier
        || properties.generalCategory == .enclosingMark
      {
        pools.stripped.append(value)
      }
      if loose.fold(String(scalar)) != plain.fold(String(scalar)) {
        pools.compatible.append(value)
      }
      if value < 0x3400, PlainFolding.isComposite(scalar) { pools.composites.append(value) }
    }
    return pools
  }()
}
