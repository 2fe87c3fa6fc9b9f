import MatchmarkCore

/// The letters and signs of `loose`, with at most one fault.
extension FaultyFold {
  private static let letters = CanonicalData.looseLetters()

  /// Returns what is left of a decomposed scalar, before case and marks.
  func loose(_ scalar: UInt32) -> [UInt32] {
    if let kept = kept(scalar) { return kept }
    return Self.letters[scalar] ?? [scalar]
  }

  /// Returns what the fault makes of a scalar; nil if it makes the right thing of it.
  private func kept(_ scalar: UInt32) -> [UInt32]? {
    switch (fault, scalar) {
    case (.keepsStrokes, 0x142), (.keepsStrokes, 0xF8), (.keepsStrokes, 0x111),
      (.keepsJoinedLetters, 0xE6), (.keepsJoinedLetters, 0x153), (.keepsDotlessI, 0x131),
      (.keepsWidths, 0xFF01...0xFF9F), (.keepsTatweel, 0x640), (.keepsArabicForms, 0x629),
      (.keepsArabicForms, 0x649), (.keepsArabicForms, 0x671), (.keepsArabicForms, 0x6A9),
      (.keepsArabicForms, 0x6CC), (.keepsHebrewFinals, 0x5DA...0x5E5),
      (.keepsKatakana, 0x30A1...0x30FE), (.keepsSyllables, 0x1100...0x11FF):
      return [scalar]
    case (.keepsSpacesBelowAccents, 0x309B...0x309C): return [0x20, scalar - 2]
    case (.takesAcuteForAnAccent, 0xB4): return []
    case (.keepsFinalClusters, 0x11B9): return [0x3144]
    case (.keepsVowelClusters, 0x116B): return [0x3159]
    case (.splitsDoubleConsonants, 0x1101): return [0x3131, 0x3131]
    case (.keepsModifierApostrophes, 0x2BB...0x2BF): return [scalar]
    case (.keepsMiddleDots, 0xB7), (.keepsMiddleDots, 0x30FB): return [scalar]
    default: return nil
    }
  }

  /// Returns the scalars with apostrophes, dashes and white space as the mode wants them.
  func signed(_ scalars: [UInt32]) -> [UInt32] {
    let signed = scalars.flatMap { scalar -> [UInt32] in
      let isForWords = mode == .wordPrefix
      switch scalar {
      case 0x27: return keeps(.keepsApostrophes, .dropsApostrophesInWords) ? [scalar] : []
      case 0x2D where fault == .keepsDashes && !isForWords: return [scalar]
      case 0x2D: return isForWords && fault != .dropsDashesBetweenWords ? [0x20] : []
      default: return isForWords && WhiteSpace.contains(scalar) ? [0x20] : [scalar]
      }
    }
    return mode == .wordPrefix ? withoutExtraSpaces(signed) : signed
  }

  private func keeps(_ keeping: FoldFault, _ dropping: FoldFault) -> Bool {
    mode == .wordPrefix ? fault != dropping : fault == keeping
  }

  private func withoutExtraSpaces(_ scalars: [UInt32]) -> [UInt32] {
    var kept: [UInt32] = []
    for scalar in scalars {
      if scalar == 0x20, kept.last == 0x20, fault != .keepsRunsOfSpaces { continue }
      kept.append(scalar)
    }
    if fault == .keepsSpacesAtEnds { return kept }
    while kept.last == 0x20 { kept.removeLast() }
    return Array(kept.drop { $0 == 0x20 })
  }
}
