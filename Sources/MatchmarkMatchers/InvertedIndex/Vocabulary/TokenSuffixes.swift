import MatchmarkCore

/// The suffixes of all tokens, sorted: every token that contains a pattern is in one run.
///
/// For word prefixes there are only whole tokens and the suffixes at which a word can start.
///
/// As in ``SortedSuffixes``, only the first bytes of suffixes are compared: otherwise a long
/// repetitive token would cost the square of its length. A longer pattern has the run of its
/// beginning.
struct TokenSuffixes: Sendable {
  let tokens: TextArena
  /// The token of each suffix.
  private let owners: [UInt32]
  /// The offset of each suffix in its token; `farOffset` if it does not fit in a byte.
  private let offsets: [UInt8]
  /// The offsets that do not fit in a byte, by suffix.
  private let farOffsets: [Int: Int]
  /// The start of the suffixes of each first byte, followed by the total count.
  private let firstBytes: [UInt32]
  /// The total number of rows of the tokens before every 64th suffix.
  private let sampledCosts: [Int]
  /// The number of rows of each token, in memory shared with the postings.
  private let counts: [UInt32]

  /// Sorts the suffixes.
  ///
  /// - Parameter counts: the number of rows of each token.
  /// - Complexity: as ``SuffixSorter``; 5 bytes per suffix.
  init(_ tokens: TextArena, counts: [UInt32], onlyWordStarts: Bool) {
    let starts = onlyWordStarts ? SuffixStarts.words : .bytes
    var count = 0
    starts.visit(tokens) { _, _ in count += 1 }
    let sorter = SuffixSorter<UInt32>(tokens, at: starts, count: count, Thresholds())
    self.tokens = tokens
    self.counts = counts
    owners = sorter.rows
    var offsets: [UInt8] = []
    offsets.reserveCapacity(count)
    var farOffsets: [Int: Int] = [:]
    var firstBytes = [UInt32](repeating: 0, count: 257)
    for (index, place) in sorter.places.enumerated() {
      let offset = Int(place)
      if offset >= Self.farOffset { farOffsets[index] = offset }
      offsets.append(UInt8(min(offset, Self.farOffset)))
      let start = Int(tokens.offsets[Int(owners[index])])
      firstBytes[Int(tokens.bytes[start + offset]) + 1] += 1
    }
    self.offsets = offsets
    self.farOffsets = farOffsets
    for byte in 0..<256 { firstBytes[byte + 1] += firstBytes[byte] }
    self.firstBytes = firstBytes
    var sampledCosts: [Int] = []
    var cost = 0
    for (index, owner) in owners.enumerated() {
      if index % 64 == 0 { sampledCosts.append(cost) }
      cost += Int(counts[Int(owner)])
    }
    sampledCosts.append(cost)
    self.sampledCosts = sampledCosts
    checkInvariants()
  }

  var byteCount: Int {
    tokens.sizeInBytes + 5 * owners.count + 16 * farOffsets.capacity + 4 * firstBytes.count
      + 8 * sampledCosts.count
  }

  private static let farOffset = 255

  /// The position of a suffix in the bytes of all tokens.
  @inline(__always)
  private func position(_ suffix: Int) -> Int {
    var offset = Int(offsets[suffix])
    if offset == Self.farOffset { offset = farOffsets[suffix] ?? offset }
    return Int(tokens.offsets[Int(owners[suffix])]) + offset
  }

  var all: Range<Int> { 0..<owners.count }

  /// The suffixes that start with a pattern, or with the first `sortedSize` bytes of a longer one.
  ///
  /// - Precondition: the pattern is not empty, and a separator can only be its last byte.
  /// - Complexity: O(pattern × log n).
  func run(startingWith pattern: [UInt8]) -> Range<Int> {
    let kernel = KernelSuffix(tokens)
    let first = Int(pattern[0])
    var bounds = Int(firstBytes[first])..<Int(firstBytes[first + 1])
    let limit = SortedSuffixes.sortedSize
    let low = bounds.partitioningIndex {
      kernel.compare(position($0), with: pattern, limit: limit) >= 0
    }
    bounds = low..<bounds.upperBound
    return
      low..<bounds.partitioningIndex {
        kernel.compare(position($0), with: pattern, limit: limit) > 0
      }
  }

  /// The tokens of a run, unordered, with one entry for each suffix.
  func tokens(of run: Range<Int>) -> ArraySlice<UInt32> { owners[run] }

  /// Whether the offset of any suffix in its token does not fit in a byte.
  var hasFarOffsets: Bool { !farOffsets.isEmpty }

  func token(_ suffix: Int) -> Int { Int(owners[suffix]) }

  /// The total number of rows of the tokens of a run: the cost of visiting them all.
  ///
  /// - Complexity: O(1).
  func cost(of run: Range<Int>) -> Int {
    cost(before: run.upperBound) - cost(before: run.lowerBound)
  }

  private func cost(before suffix: Int) -> Int {
    var cost = sampledCosts[suffix / 64]
    for index in suffix / 64 * 64..<suffix { cost += Int(counts[Int(owners[index])]) }
    return cost
  }

  /// The bytes of a suffix, without the separator.
  func bytes(of suffix: Int) -> ArraySlice<UInt8> {
    tokens.bytes[position(suffix)..<tokens.range(of: token(suffix)).upperBound]
  }

  /// The runs of suffixes with a common start of at most `sortedSize` bytes whose cost is above a
  /// bound, each once, with its cost, from a depth-first walk over the upper part of the suffix
  /// tree.
  ///
  /// - Complexity: O(runs × start × log n).
  func runs(costingMoreThan bound: Int) -> [(run: Range<Int>, cost: Int)] {
    var found: [(run: Range<Int>, cost: Int)] = []
    var open: [(run: Range<Int>, depth: Int)] = [(all, 0)]
    while let (run, depth) = open.popLast() {
      var low = run.lowerBound
      while low < run.upperBound {
        let byte = tokens.bytes[position(low) + depth]
        let high = (low..<run.upperBound).partitioningIndex {
          tokens.bytes[position($0) + depth] > byte
        }
        let child = low..<high
        let cost = cost(of: child)
        if cost > bound {
          if depth == 0 || child != run { found.append((child, cost)) }
          if byte != TextArena.separator, depth + 1 < SortedSuffixes.sortedSize {
            open.append((child, depth + 1))
          }
        }
        low = high
      }
    }
    return found
  }
}

extension TokenSuffixes: CheckedInvariants {
  /// Suffixes ascend by their first 64 bytes, and each lies in the range of its first byte.
  package var brokenInvariant: String? {
    let kernel = KernelSuffix(tokens)
    for suffix in owners.indices {
      if suffix > 0,
        !kernel.isAscending(place(suffix - 1), place(suffix), limit: SortedSuffixes.sortedSize)
      {
        return "suffix \(suffix) follows a greater one"
      }
      let byte = Int(tokens.bytes[position(suffix)])
      guard firstBytes[byte] <= suffix, suffix < firstBytes[byte + 1] else {
        return "suffix \(suffix) is not among those of its first byte"
      }
    }
    return nil
  }

  private func place(_ suffix: Int) -> (string: Int, place: Int) {
    let token = token(suffix)
    return (token, position(suffix) - tokens.range(of: token).lowerBound)
  }
}
