import MatchmarkConformance
import MatchmarkCore

/// Folding with at most one fault: some texts are changed before folding, or not folded at all.
struct FaultyFolding {
  let folding: Folding
  let mode: MatchMode
  let fault: Fault?

  /// Returns the fold of a row's text.
  func row(_ text: String) -> [UInt8] {
    fault == .foldsOnlyQuery ? Array(text.utf8) : fold(text)
  }

  /// Returns the fold of a needle.
  func needle(_ text: String) -> [UInt8] {
    if fault == .foldsOnlyRows { return Array(text.utf8) }
    let needle = fold(text)
    guard fault == .markOnlyTermCounts, needle.isEmpty else { return needle }
    return Folding.exact.fold(text)
  }

  private func fold(_ text: String) -> [UInt8] {
    switch (fault, folding) {
    case (.comparesUnnormalized, _):
      let isCaseless = folding != .exact
      return Array((isCaseless ? text.lowercased() : text).utf8)
    case (.asciiCaseOnly, .caseInsensitive):
      return Folding.exact.fold(text).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    case (.lowercasesOnly, .caseInsensitive):
      return Folding.exact.fold(text.lowercased())
    case (.turkicLetters, .caseInsensitive), (.turkicLetters, .caseAndDiacriticInsensitive):
      return folding.fold(map(text) { $0 == "I" ? "ı" : $0 == "İ" ? "i" : $0 }, for: mode)
    case (.skipsSupplementaryLetters, .caseInsensitive),
      (.skipsSupplementaryLetters, .caseAndDiacriticInsensitive):
      return folding.fold(hiding(text) { $0.value > 0xFFFF && $0.properties.isCased }, for: mode)
    case (_, .caseAndDiacriticInsensitive):
      return foldWithoutDiacritics(text)
    default:
      return folding.fold(text, for: mode)
    }
  }

  private func foldWithoutDiacritics(_ text: String) -> [UInt8] {
    switch fault {
    case .stripsKanaVoicing:
      folding.fold(without(text) { [0x3099, 0x309A].contains($0.value) }, for: mode)
    case .stripsVowelSigns:
      folding.fold(
        without(text) { $0.properties.generalCategory == .nonspacingMark && !isVoicing($0) },
        for: mode)
    case .keepsHamza:
      folding.fold(
        hiding(CanonicalForm.composed(text)) { "آأإؤئ".unicodeScalars.contains($0) }, for: mode)
    case .keepsIgnorables:
      folding.fold(hiding(text) { $0.properties.isDefaultIgnorableCodePoint }, for: mode)
    case .keepsSkinTones:
      folding.fold(hiding(text) { $0.properties.isEmojiModifier }, for: mode)
    default:
      folding.fold(text, for: mode)
    }
  }

  private func isVoicing(_ scalar: Unicode.Scalar) -> Bool {
    [0x3099, 0x309A].contains(scalar.value)
  }

  private func without(_ text: String, _ isLeftOut: (Unicode.Scalar) -> Bool) -> String {
    var view = CanonicalForm.decomposed(text).unicodeScalars
    view.removeAll(where: isLeftOut)
    return String(view)
  }

  /// Returns the text with private-use scalars in place of those that folding must not see.
  private func hiding(_ text: String, _ isHidden: (Unicode.Scalar) -> Bool) -> String {
    map(text) { scalar in
      guard isHidden(scalar) else { return scalar }
      return Unicode.Scalar(0xF_0000 + scalar.value & 0xFFFF) ?? scalar
    }
  }

  private func map(_ text: String, _ change: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.unicodeScalars.map(change))
    return String(view)
  }
}

/// A search for a needle, with at most one fault.
struct FaultyComparison {
  let mode: MatchMode
  let fault: Fault?

  /// Returns true if the text contains the needle, which is not empty.
  func matches(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    switch fault {
    case .clusterBoundary where mode != .equality:
      return endsAtCluster(text, needle)
    case .comparesLowBytes:
      return PlainText.matches(lowBytes(text)[...], lowBytes(needle), mode)
    case .comparesEightBytes where mode != .equality:
      return PlainText.matches(text[...], Array(needle.prefix(8)), mode)
    default:
      return PlainText.matches(text[...], needle, wrongMode)
    }
  }

  private var wrongMode: MatchMode {
    switch (mode, fault) {
    case (.contains, .prefixForContains): .prefix
    case (.prefix, .substringForPrefix), (.wordPrefix, .substringForWordPrefix): .contains
    case (.equality, .prefixForEquality): .prefix
    default: mode
    }
  }

  /// Returns true if the text contains the needle and a new cluster begins after it.
  private func endsAtCluster(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    let string = String(decoding: text, as: UTF8.self)
    let ends = Set(string.indices.map { string.utf8.distance(from: string.startIndex, to: $0) })
      .union([text.count])
    return ends.contains { end in
      end >= needle.count && Array(text[end - needle.count..<end]) == needle
        && PlainText.matches(text[..<end], needle, mode)
    }
  }

  /// Returns the lowest byte of each scalar, as a scalar.
  private func lowBytes(_ text: [UInt8]) -> [UInt8] {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return scalars.flatMap { Array(String(Unicode.Scalar(UInt8($0.value & 0xFF))).utf8) }
  }
}
