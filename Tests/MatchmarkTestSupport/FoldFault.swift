package import MatchmarkConformance
package import MatchmarkCore

/// A fault in the folding that all matchers share.
package enum FoldFault: String, PresentationFault {
  case doesNotReopenComposites
  case ordersNothing
  case ordersEqualMarks
  case composesBlockedMarks
  case blocksByAnyMark
  case composesExcluded
  case leavesFinalsApart
  case composesClosedSyllables
  case countsFinalsFromOneTooFew
  case keepsTibetanVowels
  case keepsSingletons
  case foldsCherokeeToSmallLetters
  case foldsToOneLetterOnly
  case cutsLongExpansions
  case foldsIotaBeforeOrdering
  case stripsAfterCaseFolding
  case stripsViramas
  case stripsVoicing
  case stripsFixedClasses
  case keepsMarksBelow
  case keepsEnclosingMarks
  case keepsSelectors
  // Only under `loose`.
  case keepsStrokes
  case keepsJoinedLetters
  case keepsDotlessI
  case keepsWidths
  case keepsSpacesBelowAccents
  case keepsTatweel
  case keepsArabicForms
  case keepsHebrewFinals
  case keepsKatakana
  case keepsSyllables
  case keepsFinalClusters
  case keepsVowelClusters
  case splitsDoubleConsonants
  case keepsApostrophes
  case keepsModifierApostrophes
  case takesAcuteForAnAccent
  case keepsDashes
  case keepsMiddleDots
  case dropsDashesBetweenWords
  case dropsApostrophesInWords
  case keepsRunsOfSpaces
  case keepsSpacesAtEnds

  package var account: (clause: String, sentence: String) { (looseClause ?? "O16", fault) }

  /// The clause about `loose` that the fault breaks; nil for a fault of every folding.
  private var looseClause: String? {
    switch self {
    case .keepsWidths, .keepsSpacesBelowAccents: "O17"
    case .keepsStrokes, .keepsJoinedLetters, .keepsDotlessI: "O18"
    case .keepsTatweel, .keepsArabicForms, .keepsHebrewFinals: "O19"
    case .keepsKatakana: "O20"
    case .keepsSyllables, .keepsFinalClusters, .keepsVowelClusters, .splitsDoubleConsonants: "O21"
    case .keepsApostrophes, .keepsModifierApostrophes, .takesAcuteForAnAccent,
      .dropsApostrophesInWords:
      "O22"
    case .keepsDashes, .keepsMiddleDots, .dropsDashesBetweenWords, .keepsRunsOfSpaces,
      .keepsSpacesAtEnds:
      "O23"
    default: nil
    }
  }

  private var fault: String {
    switch self {
    case .doesNotReopenComposites: "does not sort a mark among those of a composed letter before it"
    case .ordersNothing: "leaves marks in any order"
    case .ordersEqualMarks: "sorts marks of the same class"
    case .composesBlockedMarks: "composes a letter with a mark beyond one of the same class"
    case .blocksByAnyMark: "composes a letter with no mark beyond another"
    case .composesExcluded: "composes what Unicode excludes"
    case .leavesFinalsApart: "does not add a final consonant to a syllable"
    case .composesClosedSyllables: "adds a final consonant to a syllable that has one"
    case .countsFinalsFromOneTooFew: "takes U+11A7 for a final consonant"
    case .keepsTibetanVowels: "does not decompose three vowel signs of Tibetan"
    case .keepsSingletons: "keeps the signs for ångström, ohm and kelvin"
    case .foldsCherokeeToSmallLetters: "folds Cherokee to small letters"
    case .foldsToOneLetterOnly: "folds a letter only if that is one letter"
    case .cutsLongExpansions: "drops the third letter that a letter folds to"
    case .foldsIotaBeforeOrdering: "folds the iota below before marks are sorted"
    case .stripsAfterCaseFolding: "strips after case folding"
    case .stripsViramas: "strips class 9"
    case .stripsVoicing: "strips class 8"
    case .stripsFixedClasses: "strips the classes 84 to 132"
    case .keepsMarksBelow: "keeps class 220"
    case .keepsEnclosingMarks: "keeps enclosing marks"
    case .keepsSelectors: "keeps variation selectors"
    default: looseFault
    }
  }

  private var looseFault: String {
    switch self {
    case .keepsStrokes: "keeps the strokes of ł, ø and đ under loose"
    case .keepsJoinedLetters: "keeps æ and œ under loose"
    case .keepsDotlessI: "keeps ı under loose"
    case .keepsWidths: "keeps full and half width under loose"
    case .keepsSpacesBelowAccents: "keeps the space of a spacing accent under loose"
    case .keepsTatweel: "keeps tatweel under loose"
    case .keepsArabicForms: "keeps forms of alef, yeh, kaf and heh under loose"
    case .keepsHebrewFinals: "keeps Hebrew final letters under loose"
    case .keepsKatakana: "keeps katakana under loose"
    case .keepsSyllables: "keeps Hangul syllables whole under loose"
    case .keepsFinalClusters: "keeps two final consonants as one letter under loose"
    case .keepsVowelClusters: "keeps two vowels as one letter under loose"
    case .splitsDoubleConsonants: "takes a doubled consonant for two letters under loose"
    case .keepsApostrophes: "keeps U+0027 where needles may lie anywhere under loose"
    case .keepsModifierApostrophes: "takes only U+0027 and U+2019 for apostrophes under loose"
    case .takesAcuteForAnAccent: "takes U+00B4 for an accent, not an apostrophe, under loose"
    case .keepsDashes: "keeps hyphens where needles may lie anywhere under loose"
    case .keepsMiddleDots: "takes middle dots for no dashes under loose"
    case .dropsDashesBetweenWords: "drops a dash that separates words under loose"
    case .dropsApostrophesInWords: "drops an apostrophe after which a word begins under loose"
    case .keepsRunsOfSpaces: "keeps all white space between words under loose"
    default: "keeps white space at the ends of words under loose"
    }
  }

  package var folder: TextFolder {
    TextFolder(id: id) { text, folding, mode in
      FaultyFold(folding: folding, mode: mode, fault: self).fold(text)
    }
  }

  package var runner: CaseRunner { CaseRunner(folder: folder) }
}

/// The steps of folding, with at most one fault.
package struct FaultyFold {
  private let folding: Folding
  let mode: MatchMode
  let fault: FoldFault?

  package init(folding: Folding, mode: MatchMode, fault: FoldFault?) {
    self.folding = folding
    self.mode = mode
    self.fault = fault
  }

  private static let data = CanonicalData()
  private static let composites: [UInt64: UInt32] = {
    var composites: [UInt64: UInt32] = [:]
    for pair in data.compositions { composites[key(pair.first, pair.second)] = pair.composed }
    return composites
  }()
  private static let excluded: [UInt64: UInt32] = {
    var excluded: [UInt64: UInt32] = [:]
    for (scalar, parts) in data.decompositions where parts.count == 2 {
      let pair = key(parts[0], parts[1])
      if composites[pair] == nil { excluded[pair] = scalar }
    }
    return excluded
  }()

  private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }

  package func fold(_ text: String) -> [UInt8] {
    var scalars = text.unicodeScalars.flatMap { decomposed($0.value) }
    if fault == .foldsIotaBeforeOrdering { scalars = folded(scalars) }
    order(&scalars)
    if folding == .loose { scalars = scalars.flatMap(loose) }
    if fault != .stripsAfterCaseFolding { scalars.removeAll(where: isStripped) }
    scalars = folded(scalars).flatMap(decomposed)
    if fault == .stripsAfterCaseFolding { scalars.removeAll(where: isStripped) }
    if folding == .loose { scalars = signed(scalars) }
    order(&scalars)
    return composed(scalars).compactMap(Unicode.Scalar.init).flatMap { Array(String($0).utf8) }
  }

  private func decomposed(_ scalar: UInt32) -> [UInt32] {
    if fault == .keepsTibetanVowels, [0xF73, 0xF75, 0xF81].contains(scalar) { return [scalar] }
    if fault == .keepsSingletons, [0x2126, 0x212A, 0x212B].contains(scalar) { return [scalar] }
    let parts = Array(CanonicalForm.decomposed(String(UnicodeScalar(scalar) ?? "a")).unicodeScalars)
      .map(\.value)
    let isKept = fault == .doesNotReopenComposites && Self.data.combiningClass(parts.last ?? 0) > 0
    return isKept ? composed(parts) : parts
  }

  private func order(_ scalars: inout [UInt32]) {
    if fault == .ordersNothing { return }
    var start = 0
    while start < scalars.count {
      let end = scalars[start...].firstIndex { rank($0) == 0 } ?? scalars.count
      let marks = scalars[start..<end].enumerated().sorted { left, right in
        let (first, second) = (rank(left.element), rank(right.element))
        if first != second { return first < second }
        return fault == .ordersEqualMarks
          ? left.element < right.element : left.offset < right.offset
      }
      scalars.replaceSubrange(start..<end, with: marks.map(\.element))
      start = end + 1
    }
  }

  private func rank(_ scalar: UInt32) -> UInt8 { Self.data.combiningClass(scalar) }

  private func folded(_ scalars: [UInt32]) -> [UInt32] {
    if folding == .exact { return scalars }
    return scalars.flatMap { scalar -> [UInt32] in
      if fault == .foldsCherokeeToSmallLetters {
        if let small = Self.smallCherokee[scalar] { return [small] }
        if Self.smallCherokee.values.contains(scalar) { return [scalar] }
      }
      guard let letters = Self.data.caseFoldings[scalar] else { return [scalar] }
      if fault == .foldsToOneLetterOnly, letters.count > 1 { return [scalar] }
      return fault == .cutsLongExpansions ? Array(letters.prefix(2)) : letters
    }
  }

  private static let smallCherokee: [UInt32: UInt32] = {
    var letters: [UInt32: UInt32] = [:]
    for (small, folded) in data.caseFoldings where (0x13A0...0x13FF).contains(folded[0]) {
      letters[folded[0]] = small
    }
    return letters
  }()

  private func isStripped(_ scalar: UInt32) -> Bool {
    guard [.caseAndDiacriticInsensitive, .loose].contains(folding) else { return false }
    switch (fault, rank(scalar)) {
    case (.stripsViramas, 9), (.stripsVoicing, 8), (.stripsFixedClasses, 84...132): return true
    case (.keepsMarksBelow, 220): return false
    default: break
    }
    let isEnclosing = Unicode.Scalar(scalar)?.properties.generalCategory == .enclosingMark
    if fault == .keepsEnclosingMarks, isEnclosing { return false }
    if fault == .keepsSelectors, (0xFE00...0xFE0F).contains(scalar) { return false }
    return Self.data.stripped.contains(scalar)
  }

  private func composed(_ scalars: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var starter: Int?
    for scalar in scalars {
      if let starter, !isBlocked(rank(scalar), by: result[(starter + 1)...]),
        let composite = composition(result[starter], scalar)
      {
        result[starter] = composite
        continue
      }
      if rank(scalar) == 0 { starter = result.count }
      result.append(scalar)
    }
    return result
  }

  private func isBlocked(_ rank: UInt8, by marks: ArraySlice<UInt32>) -> Bool {
    switch fault {
    case .blocksByAnyMark: !marks.isEmpty
    case .composesBlockedMarks: rank == 0 && !marks.isEmpty
    default: marks.contains { self.rank($0) >= rank }
    }
  }

  private func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if (0x1100...0x1112).contains(first), (0x1161...0x1175).contains(second) {
      return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    }
    let finals: ClosedRange<UInt32> =
      fault == .countsFinalsFromOneTooFew ? 0x11A7...0x11C2 : 0x11A8...0x11C2
    if (0xAC00...0xD7A3).contains(first), finals.contains(second), fault != .leavesFinalsApart {
      let end = (first - 0xAC00) % 28
      if end == 0 { return first + second - 0x11A7 }
      if fault == .composesClosedSyllables { return first - end + second - 0x11A7 }
    }
    let pair = Self.key(first, second)
    return Self.composites[pair] ?? (fault == .composesExcluded ? Self.excluded[pair] : nil)
  }
}
