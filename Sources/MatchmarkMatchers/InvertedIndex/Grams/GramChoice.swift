import MatchmarkCore

/// The choice of the grams of a text that narrow a search.
///
/// Grams are counted by length, in a pass over the text for each. The passes end when no gram has
/// enough rows to be extended, which in most texts is after three or four scalars.
struct GramChoice {
  /// A gram that was counted; its number is its place.
  private struct Gram {
    /// The last scalar.
    let scalar: UInt32
    /// The gram without its last scalar; nil if that is its only one.
    var parent: Int?
    /// The gram without its first scalar; nil if no needle can begin there.
    var rest: Int?
    var isStored = false
    /// The rows of the rarest stored gram inside this one, which may be itself.
    var candidateCount = 0
    /// Its number in the tree; nil if neither it nor a longer one that begins with it is stored.
    var number: Int?
  }

  private let arena: TextArena
  private let mode: MatchMode
  private let limits: GramLimits
  private let building: Building
  private var grams: [Gram] = []
  /// The grams of each length, beginning with one scalar.
  private var lengths: [Range<Int>] = []
  private var sizes = PostingStore.Sizes(idCount: 0)
  private var children = GramTable()
  /// The positions in the text at which grams of the last length begin.
  private var beginnings: Bitmap

  /// Chooses the grams of an arena.
  init(_ arena: TextArena, mode: MatchMode, _ building: Building) {
    self.arena = arena
    self.mode = mode
    self.building = building
    limits = GramLimits(rowCount: arena.count, mode: mode, building.thresholds)
    beginnings = Bitmap(bitCount: arena.bytes.count)
    while lengths.count < limits.longest, lengths.last?.isEmpty != true {
      let start = grams.count
      count(lengths.count + 1)
      lengths.append(start..<grams.count)
      for gram in start..<grams.count { choose(gram) }
    }
  }

  private mutating func count(_ length: Int) {
    // The number of lengths is not known, so each gets half of what is left.
    let rest = 0.5 / Double(1 << length)
    for row in 0..<arena.count {
      building.note("counting grams", row: row, of: arena.count, 0.5 - 2 * rest...0.5 - rest)
      if length == 1 {
        countScalars(of: row)
      } else {
        countExtensions(of: row, length)
      }
    }
  }

  private mutating func countScalars(of row: Int) {
    let range = arena.range(of: row)
    let slice = arena.bytes[range]
    let text = slice.span
    var position = 0
    while position < text.count {
      let scalar = text.scalar(at: position)
      if mode.canBegin(at: position, in: text) {
        count(scalar.value, after: nil, rest: nil, row)
        beginnings.insert(range.lowerBound + position)
      }
      position += scalar.length
    }
  }

  /// Counts the grams of a row that are one scalar longer than those inside them, if these can be
  /// extended.
  private mutating func countExtensions(of row: Int, _ length: Int) {
    let range = arena.range(of: row)
    let slice = arena.bytes[range]
    let text = slice.span
    for start in text.indices where beginnings.contains(range.lowerBound + start) {
      if !countExtension(of: text, from: start, length, row) {
        beginnings.remove(range.lowerBound + start)
      }
    }
  }

  /// Counts the gram of a length that begins at a position, if those inside it can be extended.
  ///
  /// - Returns: false if they cannot.
  @inline(__always)
  private mutating func countExtension(
    of text: Span<UInt8>, from start: Int, _ length: Int, _ row: Int
  ) -> Bool {
    var parent: Int?
    var position = start
    for _ in 1..<length {
      guard position < text.count else { return false }
      let scalar = text.scalar(at: position)
      parent = extendable(scalar.value, after: parent)
      if parent == nil { return false }
      position += scalar.length
    }
    guard position < text.count else { return false }
    let scalar = text.scalar(at: position).value
    var rest: Int?
    if mode == .contains {
      rest = extendable(scalar, after: parent.flatMap { grams[$0].rest })
      if rest == nil { return false }
    }
    count(scalar, after: parent, rest: rest, row)
    return true
  }

  /// Returns a gram that has so many rows that longer ones may narrow a search.
  @inline(__always)
  private func extendable(_ scalar: UInt32, after gram: Int?) -> Int? {
    guard let gram = children.gram(scalar, after: gram), sizes.counts[gram] > limits.fewest
    else { return nil }
    return gram
  }

  @inline(__always)
  private mutating func count(_ scalar: UInt32, after parent: Int?, rest: Int?, _ row: Int) {
    if let number = children.gram(scalar, after: parent) {
      sizes.note(row, number)
    } else {
      children.insert(scalar, after: parent, number: grams.count)
      grams.append(Gram(scalar: scalar, parent: parent, rest: rest))
      sizes.note(row, sizes.addID())
    }
  }

  /// Decides whether a gram is stored, after those inside it.
  private mutating func choose(_ gram: Int) {
    let count = Int(sizes.counts[gram])
    let known = min(candidateCount(of: grams[gram].parent), candidateCount(of: grams[gram].rest))
    grams[gram].isStored =
      lengths.count <= 2 || count <= known / limits.gain || known > limits.tested
    grams[gram].candidateCount = grams[gram].isStored ? count : known
  }

  private func candidateCount(of gram: Int?) -> Int {
    gram.map { grams[$0].candidateCount } ?? .max
  }

  /// Returns the stored grams and those with which they begin, and the sizes of their sets, which
  /// are empty for those that are not stored.
  consuming func finish() -> (GramTree, GramTable, PostingStore.Sizes) {
    var isKept = grams.map { $0.isStored }
    for gram in grams.indices.reversed() where isKept[gram] {
      if let parent = grams[gram].parent { isKept[parent] = true }
    }
    var kept: [Int] = []
    var numbers = GramTable()
    for length in lengths {
      let sorted = length.filter { isKept[$0] }.sorted {
        (parentNumber($0), grams[$0].scalar) < (parentNumber($1), grams[$1].scalar)
      }
      for gram in sorted {
        grams[gram].number = kept.count
        let parent = grams[gram].parent.flatMap { grams[$0].number }
        numbers.insert(grams[gram].scalar, after: parent, number: kept.count)
        kept.append(gram)
      }
    }
    let tree = GramTree(kept.map { (grams[$0].scalar, parentNumber($0)) })
    return (tree, numbers, sizes.selecting(kept.map { grams[$0].isStored ? $0 : nil }))
  }

  /// Returns the number of the gram without its last scalar; -1 if that is its only one.
  private func parentNumber(_ gram: Int) -> Int {
    grams[gram].parent.flatMap { grams[$0].number } ?? -1
  }
}

/// The grams that are counted and stored.
private struct GramLimits {
  /// Grams of at most this many rows are not extended, because these rows are tested in a few
  /// microseconds.
  let fewest: Int
  /// A gram of more than two scalars is stored if those inside it have this many times its rows.
  let gain: Int
  /// It is also stored if those inside it have more rows than this, which take long to test.
  let tested: Int
  /// The scalars of the longest gram.
  let longest: Int

  init(rowCount: Int, mode: MatchMode, _ thresholds: Thresholds) {
    // Testing a row takes a dozen nanoseconds, or about fifty if word starts must be found. Grams
    // that only begin words or fields take so little memory that each is stored.
    let share = thresholds[.rowsPerGram] * (mode == .contains ? 1 : 4)
    fewest = max(thresholds[.leastGramCount], rowCount / share)
    gain = mode == .contains ? thresholds[.gramGain] : 1
    tested = max(thresholds[.leastGramCount], rowCount / thresholds[.rowsPerTested])
    longest = thresholds[.longestGram]
  }
}

extension MatcherOption {
  static let gramThresholds = [
    leastGramCount, rowsPerGram, gramGain, rowsPerTested, longestGram,
  ]

  fileprivate static let leastGramCount = MatcherOption(
    name: "least-gram-count", summary: "grams of up to this many rows have no longer grams",
    usual: 256, range: 0...1 << 20)
  fileprivate static let rowsPerGram = MatcherOption(
    name: "rows-per-gram", summary: "the same for grams of up to one row in this many",
    usual: 256, range: 1...1 << 20)
  fileprivate static let gramGain = MatcherOption(
    name: "gram-gain", summary: "grams of 3 and more: at most one row of shorter ones in this many",
    usual: 3, range: 1...1 << 20)
  fileprivate static let rowsPerTested = MatcherOption(
    name: "rows-per-tested", summary: "or any number, if shorter ones leave one row in this many",
    usual: 16, range: 1...1 << 20)
  fileprivate static let longestGram = MatcherOption(
    name: "longest-gram", summary: "grams have up to this many scalars",
    usual: 8, range: 1...16)
}
