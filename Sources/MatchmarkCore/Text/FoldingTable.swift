/// How one folding treats each scalar, precomputed.
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
  /// What to do with a scalar.
  enum Action: Sendable {
    /// It folds to itself and has no decomposition: ideographs, and most letters of most scripts.
    case keep
    /// It folds to itself, and a mark after it needs its decomposition.
    case keepComposite(Items)
    /// It folds to these UTF-8 bytes, the lowest first; to nothing if there are none.
    case replace(bytes: UInt64, count: UInt8)
    /// Its decomposition depends on its neighbours.
    case feed(Items)
  }

  /// A range of ``items``.
  struct Items: Sendable {
    var start: UInt32
    var count: UInt32

    @inline(__always)
    var range: Range<Int> { Int(start)..<Int(start &+ count) }
  }

  /// A scalar of a folded decomposition, with its combining class for sorting.
  struct Item: Sendable {
    private let bits: UInt32

    init(_ scalar: UInt32, combiningClass: UInt8) { bits = scalar | UInt32(combiningClass) << 24 }

    var scalar: UInt32 { bits & 0x1F_FFFF }
    var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits &>> 24) }
  }

  /// 0x20 if upper-case ASCII letters become lower-case ones, otherwise 0.
  let asciiCaseBit: UInt8
  let compositions: CompositionTable
  /// The folded decompositions of all composites, concatenated.
  let items: [Item]
  private let blocks: [UInt16]
  private let actionNumbers: [UInt16]
  private let actions: [Action]

  /// Derives the table from Unicode's data.
  ///
  /// - Complexity: some 10 000 entries; about three milliseconds in a release build.
  init(_ folding: Folding) {
    var builder = FoldingTableBuilder(folding)
    builder.addActions()
    asciiCaseBit = folding.asciiCaseBit
    compositions = builder.compositions
    items = builder.items
    blocks = builder.blocks
    actionNumbers = builder.actionNumbers
    actions = builder.actions
  }

  private static let exact = FoldingTable(.exact)
  private static let caseInsensitive = FoldingTable(.caseInsensitive)
  private static let caseAndDiacriticInsensitive = FoldingTable(.caseAndDiacriticInsensitive)

  /// The table of a folding, built on first use.
  static func shared(_ folding: Folding) -> FoldingTable {
    switch folding {
    case .exact: exact
    case .caseInsensitive: caseInsensitive
    case .caseAndDiacriticInsensitive: caseAndDiacriticInsensitive
    }
  }

  /// What to do with a scalar.
  ///
  /// - Complexity: O(1): two loads, and one more if the scalar is not simply kept.
  @inline(__always)
  func action(_ scalar: UInt32) -> Action {
    let block = Int(blocks[Int(scalar &>> 8)])
    let number = actionNumbers[block &<< 8 | Int(scalar & 0xFF)]
    return number == 0 ? .keep : actions[Int(number)]
  }
}
