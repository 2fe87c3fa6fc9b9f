import MatchmarkCore

/// The choice of the grams of a text that narrow a search.
///
/// Grams are counted by length, in a pass over the text for each. The passes end when no gram has
/// enough rows to be extended, which in most texts is after three or four scalars.
struct GramChoice {
  /// A gram that was counted; its number is its place, and 0 is the empty gram.
  private struct Gram {
    /// The last scalar.
    let scalar: UInt32
    /// The gram without its last scalar.
    let parent: UInt32
    /// The gram without its first scalar; the empty one if no needle can begin there.
    let rest: UInt32
    /// The rows of the rarest stored gram inside this one, which may be itself.
    var candidateCount: UInt32
    /// The gram whose set has its rows, which may be itself; the empty one if none is stored.
    var stored: UInt32 = 0
  }

  private let arena: TextArena
  private let mode: MatchMode
  private let limits: GramLimits
  private let building: Building
  private var grams = [Gram(scalar: 0, parent: 0, rest: 0, candidateCount: .max)]
  private var sizes = PostingStore.Sizes(idCount: 1)
  /// The end of the grams of each length, beginning with the empty one.
  private var ends = [1]
  /// The longest gram at each position at which a needle can begin, and a 0 at the end.
  private var longest: [UInt32]

  /// Chooses the grams of an arena.
  init(_ arena: TextArena, _ beginnings: Beginnings, _ building: Building) {
    self.arena = arena
    self.building = building
    mode = beginnings.mode
    limits = GramLimits(rowCount: arena.count, mode: mode, building.thresholds)
    longest = Array(repeating: 0, count: beginnings.count + 1)
    var last = 0..<1
    for length in 0..<limits.longest where !last.isEmpty {
      extend(last, length, beginnings)
      last = last.upperBound..<grams.count
      ends.append(grams.count)
      for gram in last { choose(gram, isShort: length < 2) }
    }
  }

  /// Counts the grams that are one scalar longer than the last ones, if those inside them can be
  /// extended.
  private mutating func extend(_ last: Range<Int>, _ length: Int, _ beginnings: Beginnings) {
    // The number of lengths is not known, so each gets half of what is left.
    let rest = 0.5 / Double(1 << min(length, 8))
    var table = GramTable()
    var index = 0
    for row in 0..<arena.count {
      building.note("counting grams", row: row, of: arena.count, 0.5 - rest...0.5 - rest / 2)
      let range = arena.range(of: row)
      let slice = arena.bytes[range]
      let text = slice.span
      for start in text.indices where beginnings.contains(range.lowerBound + start) {
        if isExtendable(longest[index], last), let scalar = text.scalar(length, after: start) {
          let rest = mode == .contains ? longest[index + 1] : 0
          if rest == 0 || isExtendable(rest, last) {
            longest[index] = count(scalar, after: longest[index], rest, row, &table)
          }
        }
        index += 1
      }
    }
  }

  /// Returns true if a gram is among the last ones and has enough rows for longer grams to narrow a
  /// search.
  @inline(__always)
  private func isExtendable(_ gram: UInt32, _ last: Range<Int>) -> Bool {
    gram >= last.lowerBound && (gram == 0 || sizes.counts[Int(gram)] > limits.fewest)
  }

  @inline(__always)
  private mutating func count(
    _ scalar: UInt32, after parent: UInt32, _ rest: UInt32, _ row: Int, _ table: inout GramTable
  ) -> UInt32 {
    let gram = table.gram(scalar, after: parent, orInsert: UInt32(grams.count))
    if gram == grams.count {
      grams.append(Gram(scalar: scalar, parent: parent, rest: rest, candidateCount: 0))
      _ = sizes.addID()
    }
    sizes.note(row, Int(gram))
    return gram
  }

  /// Decides whether a gram is stored, after those inside it.
  private mutating func choose(_ number: Int, isShort: Bool) {
    let gram = grams[number]
    let inside = [Int(gram.parent), Int(gram.rest)]
    let count = sizes.counts[number]
    let known = min(grams[inside[0]].candidateCount, grams[inside[1]].candidateCount)
    if isShort || count <= known / limits.gain || known > limits.tested {
      // A gram inside this one that is in as many rows is in the same rows.
      let same = inside.first { sizes.counts[$0] == count && grams[$0].stored != 0 }
      grams[number].stored = same.map { grams[$0].stored } ?? UInt32(number)
      grams[number].candidateCount = count
    } else {
      grams[number].candidateCount = known
    }
  }

  /// Returns the grams that are stored and those with which they begin, and what is stored.
  consuming func finish() -> (GramTree, StoredGrams) {
    var isKept = grams.map { $0.stored != 0 }
    for gram in grams.indices.reversed() where isKept[gram] {
      isKept[Int(grams[gram].parent)] = true
    }
    // The numbers of grams in the tree, which has no empty gram.
    var numbers = [Int](repeating: -1, count: grams.count)
    var kept: [Int] = []
    for (start, end) in zip(ends, ends.dropFirst()) {
      let sorted = (start..<end).filter { isKept[$0] }.sorted {
        (numbers[Int(grams[$0].parent)], grams[$0].scalar)
          < (numbers[Int(grams[$1].parent)], grams[$1].scalar)
      }
      for gram in sorted {
        numbers[gram] = kept.count
        kept.append(gram)
      }
    }
    let tree = GramTree(kept.map { (grams[$0].scalar, numbers[Int(grams[$0].parent)]) })
    return (tree, stored(kept))
  }

  private consuming func stored(_ kept: [Int]) -> StoredGrams {
    // Set 0 is that of the empty gram, which has no rows, and of grams that are not stored.
    let owners = kept.filter { grams[$0].stored == $0 }
    var sets = [UInt32](repeating: 0, count: grams.count)
    for (set, owner) in owners.enumerated() { sets[owner] = UInt32(set + 1) }
    let setOfGram = kept.map { Int(sets[Int(grams[$0].stored)]) }
    // From here on, a gram that has no set of its own has that of the longest one that begins it.
    var shorter = [UInt32](repeating: 0, count: owners.count + 1)
    for gram in grams.indices.dropFirst() {
      let before = sets[Int(grams[gram].parent)]
      if sets[gram] == 0 { sets[gram] = before } else { shorter[Int(sets[gram])] = before }
    }
    for index in longest.indices { longest[index] = sets[Int(longest[index])] }
    return StoredGrams(
      sizes: sizes.selecting([0] + owners), setOfGram: setOfGram, longest: longest,
      shorter: shorter)
  }
}

/// The sets of rows of an index over grams, of which set 0 is empty.
struct StoredGrams {
  let sizes: PostingStore.Sizes
  /// The set of each gram of the tree; grams that are in the same rows share one.
  let setOfGram: [Int]
  /// The set of the longest gram that begins at each position at which a needle can begin.
  let longest: [UInt32]
  /// For each set, that of the next shorter gram that begins at the same position.
  let shorter: [UInt32]
}

/// The positions of a text at which a needle can begin.
struct Beginnings {
  let mode: MatchMode
  private var positions: Bitmap
  private(set) var count = 0

  init(_ arena: TextArena, _ mode: MatchMode) {
    self.mode = mode
    positions = Bitmap(bitCount: arena.bytes.count)
    for row in 0..<arena.count {
      let range = arena.range(of: row)
      let slice = arena.bytes[range]
      let text = slice.span
      var position = 0
      while position < text.count {
        if mode.canBegin(at: position, in: text) {
          positions.insert(range.lowerBound + position)
          count += 1
        }
        position += text.scalar(at: position).length
      }
    }
  }

  @inline(__always)
  func contains(_ position: Int) -> Bool { positions.contains(position) }
}

extension Span<UInt8> {
  /// Returns the scalar at a distance, in scalars, from a position; nil if the text ends before it.
  @inline(__always)
  fileprivate func scalar(_ distance: Int, after start: Int) -> UInt32? {
    var position = start
    for _ in 0..<distance where position < count { position += scalar(at: position).length }
    return position < count ? scalar(at: position).value : nil
  }
}

/// The grams that are counted and stored.
private struct GramLimits {
  /// Grams of at most this many rows are not extended, because these rows are tested in a few
  /// microseconds.
  let fewest: UInt32
  /// A gram of more than two scalars is stored if those inside it have this many times its rows.
  let gain: UInt32
  /// It is also stored if those inside it have more rows than this, which take long to test.
  let tested: UInt32
  /// The scalars of the longest gram.
  let longest: Int

  init(rowCount: Int, mode: MatchMode, _ thresholds: Thresholds) {
    // Testing a row takes a dozen nanoseconds, or about fifty if word starts must be found. Grams
    // that only begin words or fields take so little memory that each is stored; they are longer,
    // because the beginnings of addresses and paths have many scalars in common.
    let share = thresholds[.rowsPerGram] * (mode == .contains ? 1 : 4)
    fewest = UInt32(max(thresholds[.leastGramCount], rowCount / share))
    gain = mode == .contains ? UInt32(thresholds[.gramGain]) : 1
    tested = UInt32(max(thresholds[.leastGramCount], rowCount / thresholds[.rowsPerTested]))
    longest = thresholds[.longestGram] * (mode == .contains ? 1 : 8)
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
    name: "longest-gram", summary: "scalars of a gram; 8 times as many where needles begin words",
    usual: 8, range: 1...8)
}
