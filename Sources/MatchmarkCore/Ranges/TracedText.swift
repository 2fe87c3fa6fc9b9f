/// A folded text in which every scalar keeps a reference to its source characters.
///
/// The scalars are those of ``Folding/fold(_:for:)``. A composed scalar comes from all its parts,
/// which may belong to different characters: if an ignorable between two of them is removed, か and
/// its voicing mark become が.
struct TracedText {
  private struct Traced {
    var value: UInt32
    var combiningClass: UInt8
    /// The bytes of the source characters in the original text.
    var source: Range<Int>
  }

  private var scalars: [Traced] = []

  /// Folds a text and traces its scalars.
  ///
  /// - Complexity: O(bytes); O(m log m) for m marks in a row.
  init(_ text: String, _ folding: Folding, for mode: MatchMode) {
    let table = FoldingTable.shared(folding, for: mode)
    compose(text.withUTF8Span { Self.parts(of: $0, table) }, table.compositions)
    if folding == .loose, mode == .wordPrefix { scalars.collapseSpaces { $0.value == 0x20 } }
  }

  /// Returns the folded decomposition of a text, its marks in canonical order.
  private static func parts(of utf8: Span<UInt8>, _ table: FoldingTable) -> [Traced] {
    var parts: [Traced] = []
    parts.reserveCapacity(utf8.count)
    var breaks = GraphemeBreaks()
    // The start of the current character, and the index of its first part.
    var start = 0
    var firstPart = 0
    var position = 0
    func endCharacter() {
      for index in firstPart..<parts.count { parts[index].source = start..<position }
      start = position
      firstPart = parts.count
    }
    while position < utf8.count {
      let scalar = utf8.scalar(at: position)
      if breaks.begins(at: scalar.value) { endCharacter() }
      table.visitDecomposition(of: scalar.value) { item in
        parts.append(
          Traced(value: item.scalar, combiningClass: item.combiningClass, source: 0..<0))
      }
      position += scalar.length
    }
    endCharacter()
    parts.sortMarks { $0.combiningClass }
    return parts
  }

  /// Returns the first occurrence of a folded needle, widened to whole characters; nil if there is
  /// none.
  ///
  /// - Complexity: O(scalars of the text × scalars of the needle) at worst.
  func range(of needle: [UInt32], _ mode: MatchMode) -> Range<Int>? {
    guard !needle.isEmpty, needle.count <= scalars.count else { return nil }
    if mode == .equality, needle.count < scalars.count { return nil }
    let lastStart = mode == .prefix ? 0 : scalars.count - needle.count
    for start in 0...lastStart where occurs(needle, at: start) {
      if mode == .wordPrefix, start > 0, WordBoundary.isWordScalar(scalars[start - 1].value) {
        continue
      }
      return source(of: start..<start + needle.count)
    }
    return nil
  }

  /// Returns the scalars of well-formed UTF-8.
  ///
  /// - Complexity: O(bytes).
  static func scalars(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
    let utf8 = bytes.span
    var scalars: [UInt32] = []
    var position = 0
    while position < utf8.count {
      let scalar = utf8.scalar(at: position)
      scalars.append(scalar.value)
      position += scalar.length
    }
    return scalars
  }

  private func occurs(_ needle: [UInt32], at start: Int) -> Bool {
    needle.indices.allSatisfy { scalars[start + $0].value == needle[$0] }
  }

  private func source(of run: Range<Int>) -> Range<Int> {
    scalars[run].dropFirst().reduce(scalars[run.lowerBound].source) { Self.union($0, $1.source) }
  }

  private static func union(_ left: Range<Int>, _ right: Range<Int>) -> Range<Int> {
    min(left.lowerBound, right.lowerBound)..<max(left.upperBound, right.upperBound)
  }

  /// Composes all scalars that compose (The Unicode Standard 15.0, section 3.11, D117).
  private mutating func compose(_ parts: [Traced], _ compositions: CompositionTable) {
    scalars.reserveCapacity(parts.count)
    var starter: Int?
    var lastClass: UInt8 = 0
    for part in parts {
      if let starter, lastClass == 0 || lastClass < part.combiningClass,
        let composed = compositions.composition(scalars[starter].value, part.value)
      {
        scalars[starter].value = composed
        scalars[starter].source = Self.union(scalars[starter].source, part.source)
        continue
      }
      if part.combiningClass == 0 { starter = scalars.count }
      lastClass = part.combiningClass
      scalars.append(part)
    }
  }
}

extension FoldingTable {
  /// Calls `body` with each scalar of the decomposed folding of a scalar.
  fileprivate func visitDecomposition(of scalar: UInt32, _ body: (Item) -> Void) {
    switch action(scalar) {
    case .keep: body(Item(scalar, combiningClass: 0))
    case .keepComposite(let range), .feed(let range): for item in items[range.range] { body(item) }
    case .spell: visitLetters(ofSyllable: scalar, body)
    case .replace(let bytes, let count):
      var utf8: [UInt8] = []
      for index in 0..<UInt64(count) {
        utf8.append(UInt8(truncatingIfNeeded: bytes &>> (8 * index)))
      }
      // These scalars fold to themselves, so the recursion stops here.
      for folded in TracedText.scalars(utf8[...]) { visitDecomposition(of: folded, body) }
    }
  }
}
