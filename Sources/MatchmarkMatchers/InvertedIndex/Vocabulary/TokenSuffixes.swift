import MatchmarkCore

/// The suffixes of all tokens, sorted: every token that contains a pattern is in one run.
///
/// For word prefixes there are only whole tokens and the suffixes at which a word can start.
struct TokenSuffixes: Sendable {
  let tokens: TextArena
  let sorted: SortedSuffixes
  /// The total number of rows of the tokens before every 64th suffix.
  private let sampledCosts: [Int]
  /// The number of rows of each token, in memory shared with the postings.
  private let counts: [UInt32]

  /// Sorts the suffixes.
  ///
  /// - Parameter counts: the number of rows of each token.
  /// - Complexity: as ``SortedSuffixes``; 5.25 bytes per suffix.
  init(_ tokens: TextArena, counts: [UInt32], onlyWordStarts: Bool) {
    self.tokens = tokens
    self.counts = counts
    let sorted = SortedSuffixes(tokens, at: onlyWordStarts ? .words : .bytes)
    self.sorted = sorted
    var sampledCosts: [Int] = []
    var cost = 0
    for suffix in 0..<sorted.count {
      if suffix % 64 == 0 { sampledCosts.append(cost) }
      cost += Int(counts[sorted.string(suffix)])
    }
    sampledCosts.append(cost)
    self.sampledCosts = sampledCosts
  }

  var byteCount: Int { tokens.sizeInBytes + sorted.byteCount + 8 * sampledCosts.count }

  /// The tokens of a run, unordered, with one entry for each suffix.
  func tokens(of run: Range<Int>) -> ArraySlice<UInt32> { sorted.strings(of: run) }

  func token(_ suffix: Int) -> Int { sorted.string(suffix) }

  /// The total number of rows of the tokens of a run: the cost of visiting them all.
  ///
  /// - Complexity: O(1).
  func cost(of run: Range<Int>) -> Int {
    cost(before: run.upperBound) - cost(before: run.lowerBound)
  }

  private func cost(before suffix: Int) -> Int {
    var cost = sampledCosts[suffix / 64]
    for index in suffix / 64 * 64..<suffix { cost += Int(counts[token(index)]) }
    return cost
  }

  /// The bytes of a suffix, without the separator.
  func bytes(of suffix: Int) -> ArraySlice<UInt8> {
    tokens.slice(token(suffix)).dropFirst(sorted.place(suffix))
  }

  /// The runs of suffixes with a common start whose cost is above a bound, each once, with its
  /// cost.
  ///
  /// - Complexity: O(runs × start × log n).
  func runs(costingMoreThan bound: Int) -> [(run: Range<Int>, cost: Int)] {
    var found: [(run: Range<Int>, cost: Int)] = []
    sorted.visitPrefixes { run, isNew, _ in
      let cost = cost(of: run)
      guard cost > bound else { return false }
      if isNew { found.append((run, cost)) }
      return true
    }
    return found
  }
}
