/// A precomputed table of the actions that one folding takes for each scalar.
///
/// Folding is NFC(fold(NFD(text))), but a text rarely needs its decomposition: nearly every scalar
/// folds to something that later scalars cannot change, and that can be written at once. The table
/// therefore holds one ``Action`` for each scalar. Only marks, and the few letters that compose
/// with the letter before them, take the slow path through ``PendingMarks``.
///
/// The table is a trie of two stages with 256 scalars per block. It is a class so that passing it
/// on costs one retain, not one for each array.
///
/// Sources: UAX #15 (normalization forms), The Unicode Standard 15.0, section 3.11 D117 (canonical
/// composition) and section 3.13 D145 (canonical caseless match).
final class FoldingTable: Sendable {
  /// The action to take for a scalar.
  enum Action: Sendable {
    /// The scalar folds to itself and has no decomposition, as ideographs and most letters of most
    /// scripts do.
    case keep
    /// The scalar folds to itself, but a mark that follows needs its decomposition.
    case keepComposite(Items)
    /// The scalar folds to these UTF-8 bytes, the lowest first; to nothing if there are none.
    case replace(bytes: UInt64, count: UInt8)
    /// The result depends on the neighbours, so the decomposition of the scalar is fed to
    /// ``PendingMarks``.
    case feed(Items)
    /// The scalar is a Hangul syllable that is written letter by letter.
    case spell
  }

  struct Items: Sendable {
    var start: UInt32
    var count: UInt32

    @inline(__always)
    var range: Range<Int> { Int(start)..<Int(start &+ count) }
  }

  /// A scalar of a folded decomposition, with its combining class for sorting.
  struct Item: Sendable {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    init(_ scalar: UInt32, combiningClass: UInt8) { bits = scalar | UInt32(combiningClass) << 24 }

    var scalar: UInt32 { bits & 0x1F_FFFF }
    var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits &>> 24) }
  }

  let asciiCaseBit: UInt8
  /// True if apostrophes, dashes and white space do not simply fold to themselves.
  private let foldsSigns: Bool
  /// The letters of Hangul syllables, if they are written letter by letter.
  private let spelling: HangulSpelling
  let compositions: CompositionTable
  /// The folded decompositions of all composites, concatenated.
  let items: [Item]
  private let blocks: [UInt16]
  private let actionNumbers: [UInt16]
  private let actions: [Action]

  /// Builds the table.
  ///
  /// - Complexity: about 10 000 entries, which take about three milliseconds in a release build.
  init(_ folding: Folding, for mode: MatchMode = .contains) {
    let builder = FoldingTableBuilder(folding, for: mode)
    asciiCaseBit = folding.asciiCaseBit
    foldsSigns = folding == .loose
    spelling = builder.spelling
    compositions = builder.compositions
    items = builder.items
    blocks = builder.blocks
    actionNumbers = builder.actionNumbers
    actions = builder.actions
  }

  private static let exact = FoldingTable(.exact)
  private static let caseInsensitive = FoldingTable(.caseInsensitive)
  private static let caseAndDiacriticInsensitive = FoldingTable(.caseAndDiacriticInsensitive)
  private static let loose = FoldingTable(.loose)
  private static let looseWords = FoldingTable(.loose, for: .wordPrefix)

  /// Returns the table of a folding for fields of a match mode, which is built on first use.
  static func shared(_ folding: Folding, for mode: MatchMode) -> FoldingTable {
    switch folding {
    case .exact: exact
    case .caseInsensitive: caseInsensitive
    case .caseAndDiacriticInsensitive: caseAndDiacriticInsensitive
    case .loose: mode == .wordPrefix ? looseWords : loose
    }
  }

  /// Returns the action for a scalar.
  ///
  /// - Complexity: O(1): two loads, and one more if the scalar is not simply kept.
  @inline(__always)
  func action(_ scalar: UInt32) -> Action {
    let block = Int(blocks[Int(scalar &>> 8)])
    let number = actionNumbers[block &<< 8 | Int(scalar & 0xFF)]
    return number == 0 ? .keep : actions[Int(number)]
  }

  /// Calls `body` with the letters of a Hangul syllable, in order.
  @inline(__always)
  func visitLetters(ofSyllable scalar: UInt32, _ body: (Item) -> Void) {
    let parts = Hangul.parts(of: scalar)
    for index in spelling.initials[parts.initial].range { body(items[index]) }
    for index in spelling.vowels[parts.vowel].range { body(items[index]) }
    for index in spelling.finals[parts.final].range { body(items[index]) }
  }
}

/// The letters of the parts of Hangul syllables, by the numbers of the parts; empty for a folding
/// that keeps syllables.
struct HangulSpelling: Sendable {
  var initials: [FoldingTable.Items] = []
  var vowels: [FoldingTable.Items] = []
  /// The first final is none.
  var finals: [FoldingTable.Items] = []
}

extension FoldingTable {
  /// Appends the fold of `utf8` from a given position.
  ///
  /// Everything in `output` before the call belongs to the same text and may still compose.
  ///
  /// - Precondition: `output` has room for ``Folding/expansion`` times the bytes that are folded.
  /// - Complexity: O(bytes); O(m log m) for more than 32 marks in a row.
  func fold(_ utf8: Span<UInt8>, from start: Int, into output: inout OutputSpan<UInt8>) {
    // Two copies of the loop, so that the other foldings do not look for signs.
    if foldsSigns {
      fold(utf8, from: start, foldingSigns: true, into: &output)
    } else {
      fold(utf8, from: start, foldingSigns: false, into: &output)
    }
  }

  @inline(__always)
  private func fold(
    _ utf8: Span<UInt8>, from start: Int, foldingSigns: Bool, into output: inout OutputSpan<UInt8>
  ) {
    var position = start
    while position < utf8.count {
      let byte = utf8[position]
      if byte < 0x80, !foldingSigns || !OutputSpan.isSign(byte) {
        output.append(OutputSpan.folded(byte, asciiCaseBit))
        position &+= 1
        continue
      }
      let scalar = utf8.scalar(at: position)
      switch action(scalar.value) {
      case .keep, .keepComposite:
        for offset in 0..<scalar.length { output.append(utf8[position &+ offset]) }
        position &+= scalar.length
      case .replace(var bytes, let count):
        for _ in 0..<count {
          output.append(UInt8(truncatingIfNeeded: bytes))
          bytes &>>= 8
        }
        position &+= scalar.length
      case .feed:
        position = foldSegment(utf8, from: position, into: &output)
      case .spell:
        visitLetters(ofSyllable: scalar.value) { output.append(scalar: $0.scalar) }
        position &+= scalar.length
      }
    }
  }

  /// Folds from a scalar that depends on its neighbours up to the next scalar that does not.
  ///
  /// - Returns: the position of that next scalar.
  @inline(never)
  private func foldSegment(
    _ utf8: Span<UInt8>, from start: Int, into output: inout OutputSpan<UInt8>
  ) -> Int {
    var marks = PendingMarks()
    var position = start
    scan: while position < utf8.count {
      let scalar = utf8.scalar(at: position)
      switch action(scalar.value) {
      case .feed(let range):
        for index in range.range {
          let item = items[index]
          if item.combiningClass > 0, marks.isEmpty { reopen(&output, marks: &marks) }
          marks.feed(item, compositions: compositions, into: &output)
        }
      case .replace(_, let count) where count == 0:
        break
      default: break scan
      }
      position &+= scalar.length
    }
    _ = marks.flush(compositions: compositions, into: &output)
    return position
  }

  /// Decomposes the last scalar of the output again, because later marks may sort between its own
  /// marks.
  private func reopen(_ output: inout OutputSpan<UInt8>, marks: inout PendingMarks) {
    guard output.count > 0 else { return }
    let last = output.span.scalar(before: output.count)
    guard case .keepComposite(let range) = action(last.value) else { return }
    output.removeLast(last.length)
    for index in range.range {
      marks.feed(items[index], compositions: compositions, into: &output)
    }
  }
}
