/// A builder that derives the parts of a ``FoldingTable``.
struct FoldingTableBuilder {
  private(set) var items: [FoldingTable.Item] = []
  /// The actions; action 0 keeps a scalar, action 1 removes it.
  private(set) var actions: [FoldingTable.Action] = [.keep, .replace(bytes: 0, count: 0)]
  private(set) var blocks = [UInt16](repeating: 0, count: 0x1100)
  private(set) var actionNumbers = [UInt16](repeating: 0, count: 256)
  let compositions: CompositionTable

  private let folding: Folding
  private let data = CanonicalData()
  private let composingBackwards: Set<UInt32>

  init(_ folding: Folding) {
    self.folding = folding
    compositions = CompositionTable(data.compositions)
    composingBackwards = Set(data.compositions.map { $0.second })
      .union(Hangul.vowels).union(Hangul.finals)
    // All scalars that are not in this set are simply kept.
    var scalars = composingBackwards.union(data.decompositions.keys)
    scalars.formUnion(data.combiningClasses.keys)
    scalars.formUnion(data.caseFoldings.keys)
    if folding == .caseAndDiacriticInsensitive { scalars.formUnion(data.stripped) }
    for scalar in scalars.sorted() { addAction(scalar) }
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
      if folding == .caseAndDiacriticInsensitive, data.stripped.contains(part) { continue }
      let partClass = data.combiningClass(part)
      let folded = folding == .exact ? nil : data.caseFoldings[part]
      for letter in (folded ?? [part]).flatMap(data.decomposition) {
        let number = partClass > 0 ? partClass : data.combiningClass(letter)
        result.append(FoldingTable.Item(letter, combiningClass: number))
      }
    }
    return result
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
