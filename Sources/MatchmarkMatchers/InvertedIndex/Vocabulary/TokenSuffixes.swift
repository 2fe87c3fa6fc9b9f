import MatchmarkCore

/// The suffixes of all tokens, sorted: every token that contains a pattern is in one run.
///
/// For word prefixes there are only whole tokens and the suffixes at which a word can start.
///
/// As in ``SortedSuffixes``, only the first bytes of suffixes are compared: otherwise a long
/// repetitive token would cost the square of its length. A longer pattern has the run of its
/// beginning.
struct TokenSuffixes: Sendable {
  /// The number of bytes by which suffixes are sorted.
  static let sortedSize = SortedSuffixes.sortedSize

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
  /// - Complexity: O(n log n) comparisons of `sortedSize` bytes for n bytes of tokens; 5 bytes per
  ///   suffix.
  init(_ tokens: TextArena, counts: [UInt32], onlyWordStarts: Bool) {
    let kernel = KernelSuffix(tokens)
    var entries: [(key: UInt64, suffix: Suffix)] = []
    // Growing would hold the suffixes twice, and they take the most memory during the build.
    entries.reserveCapacity(tokens.textSizeInBytes)
    for token in 0..<tokens.count {
      let range = tokens.range(of: token)
      let text = tokens.bytes.span.extracting(range)
      for offset in text.indices {
        if onlyWordStarts, offset > 0,
          text[offset] & 0xC0 == 0x80 || !WordBoundary.isStart(of: offset, in: text)
        {
          continue
        }
        let start = range.lowerBound + offset
        entries.append(
          (
            kernel.key(at: start, end: range.upperBound),
            Suffix(position: UInt32(start), row: UInt32(token))
          ))
      }
    }
    entries.sort { left, right in
      left.key != right.key
        ? left.key < right.key
        : kernel.precedes(left.suffix, right.suffix, limit: Self.sortedSize)
    }
    self.tokens = tokens
    self.counts = counts
    owners = entries.map { $0.suffix.row }
    var offsets: [UInt8] = []
    offsets.reserveCapacity(entries.count)
    var farOffsets: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let offset = Int(entry.suffix.position - tokens.offsets[Int(entry.suffix.row)])
      if offset >= Self.farOffset { farOffsets[index] = offset }
      offsets.append(UInt8(min(offset, Self.farOffset)))
    }
    self.offsets = offsets
    self.farOffsets = farOffsets
    var firstBytes = [UInt32](repeating: 0, count: 257)
    for entry in entries { firstBytes[Int(entry.key >> 56) + 1] += 1 }
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
    let limit = Self.sortedSize
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
          if byte != TextArena.separator, depth + 1 < Self.sortedSize {
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
        !kernel.isAscending(place(suffix - 1), place(suffix), limit: Self.sortedSize)
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
