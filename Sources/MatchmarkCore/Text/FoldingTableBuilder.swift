/// A builder that derives the parts of a ``FoldingTable``.
struct FoldingTableBuilder {
  private(set) var items: [FoldingTable.Item] = []
  /// The actions; action 0 keeps a scalar, action 1 removes it.
  private(set) var actions: [FoldingTable.Action] = [.keep, .replace(bytes: 0, count: 0)]
  private(set) var blocks = [UInt16](repeating: 0, count: 0x1100)
  private(set) var actionNumbers = [UInt16](repeating: 0, count: 256)
  private(set) var spelling = HangulSpelling()
  let compositions: CompositionTable

  private let folding: Folding
  private let mode: MatchMode
  private let data = CanonicalData()
  /// The letters that only ``Folding/loose`` equates; empty for the other foldings.
  private let looseLetters: [UInt32: [UInt32]]
  private let composingBackwards: Set<UInt32>

  init(_ folding: Folding, for mode: MatchMode) {
    self.folding = folding
    self.mode = mode
    looseLetters = folding == .loose ? CanonicalData.looseLetters() : [:]
    compositions = CompositionTable(data.compositions)
    composingBackwards = Set(data.compositions.map { $0.second })
      .union(Hangul.vowels).union(Hangul.finals)
    // All scalars that are not in this set are simply kept.
    var scalars = composingBackwards.union(data.decompositions.keys)
    scalars.formUnion(data.combiningClasses.keys)
    scalars.formUnion(data.caseFoldings.keys)
    if folding.stripsMarks { scalars.formUnion(data.stripped) }
    scalars.formUnion(looseLetters.keys)
    if folding == .loose { scalars.formUnion(WhiteSpace.scalars + [Self.apostrophe, Self.dash]) }
    for scalar in scalars.sorted() { addAction(scalar) }
    if folding == .loose { addSyllables() }
  }

  private mutating func addSyllables() {
    spelling.initials = Hangul.initials.map { adding(foldedDecomposition($0)) }
    spelling.vowels = Hangul.vowels.map { adding(foldedDecomposition($0)) }
    spelling.finals = [adding([])] + Hangul.finals.map { adding(foldedDecomposition($0)) }
    let number = UInt16(actions.count)
    actions.append(.spell)
    for syllable in Hangul.syllables { setAction(number, of: syllable) }
  }

  private mutating func addAction(_ scalar: UInt32) {
    let folded = foldedDecomposition(scalar)
    if folded.isEmpty {
      setAction(1, of: scalar)
      return
    }
    let (bytes, endsInMark) = composed(folded)
    let isSelf = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.value } == [scalar]
    let mustWait =
      endsInMark || bytes.count > 8 || folded[0].combiningClass > 0
      || composingBackwards.contains(folded[0].scalar)
    if isSelf && folded.count == 1 && !mustWait { return }
    let action: FoldingTable.Action =
      if mustWait {
        .feed(adding(folded))
      } else if isSelf {
        .keepComposite(adding(folded))
      } else {
        .replace(
          bytes: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, count: UInt8(bytes.count))
      }
    setAction(UInt16(actions.count), of: scalar)
    actions.append(action)
  }

  /// Returns fold(NFD(scalar)), decomposed again.
  ///
  /// A folded mark keeps the class of the original mark. This affects only U+0345, which folds to a
  /// letter: NFD first sorts it after all other marks, and only then may it become a letter.
  private func foldedDecomposition(_ scalar: UInt32) -> [FoldingTable.Item] {
    var result: [FoldingTable.Item] = []
    for part in data.decomposition(scalar) {
      let partClass = data.combiningClass(part)
      for letter in letters(of: part) {
        let number = partClass > 0 ? partClass : data.combiningClass(letter)
        result.append(FoldingTable.Item(letter, combiningClass: number))
      }
    }
    return result
  }

  /// Returns the letters that a scalar without a decomposition folds to, decomposed.
  private func letters(of part: UInt32) -> [UInt32] {
    if let letters = looseLetters[part] { return letters.flatMap(signs) }
    if folding.stripsMarks, data.stripped.contains(part) { return [] }
    let folded = folding == .exact ? nil : data.caseFoldings[part]
    return (folded ?? [part]).flatMap(data.decomposition).flatMap(signs)
  }

  private static let apostrophe: UInt32 = 0x27
  private static let dash: UInt32 = 0x2D

  /// Returns what the match mode leaves of a letter that may be a sign: words begin after
  /// apostrophes and dashes, and other needles do without them.
  private func signs(_ letter: UInt32) -> [UInt32] {
    guard folding == .loose else { return [letter] }
    let isForWords = mode == .wordPrefix
    if letter == Self.apostrophe { return isForWords ? [letter] : [] }
    if letter == Self.dash { return isForWords ? [0x20] : [] }
    return isForWords && WhiteSpace.contains(letter) ? [0x20] : [letter]
  }

  private func composed(_ folded: [FoldingTable.Item]) -> (bytes: [UInt8], endsInMark: Bool) {
    var endsInMark = false
    let bytes = [UInt8](capacity: folded.count * 4) { output in
      var marks = PendingMarks()
      for item in folded { marks.feed(item, compositions: compositions, into: &output) }
      endsInMark = marks.flush(compositions: compositions, into: &output) > 0
    }
    return (bytes, endsInMark)
  }

  private mutating func adding(_ folded: [FoldingTable.Item]) -> FoldingTable.Items {
    let start = items.count
    items += folded
    return FoldingTable.Items(start: UInt32(start), count: UInt32(folded.count))
  }

  private mutating func setAction(_ number: UInt16, of scalar: UInt32) {
    let block = Int(scalar >> 8)
    if blocks[block] == 0 {
      blocks[block] = UInt16(actionNumbers.count / 256)
      actionNumbers.append(contentsOf: repeatElement(0, count: 256))
    }
    actionNumbers[Int(blocks[block]) << 8 | Int(scalar & 0xFF)] = number
  }
}
