import MatchmarkCore

/// The sorted suffixes of all tokens, with the cost of visiting their rows.
///
/// All tokens that contain a pattern form one run.
struct TokenSuffixes: Sendable {
  let tokens: TextArena
  let sorted: SortedSuffixes
  /// The total number of rows of the tokens before every 64th suffix.
  private let sampledCosts: [Int]
  /// The number of rows of each token, in memory shared with the postings.
  private let counts: [UInt32]

  /// Sorts the suffixes.
  ///
  /// - Complexity: as ``SortedSuffixes``.
  init(_ tokens: TextArena, counts: [UInt32]) {
    let sorted = SortedSuffixes(tokens, at: .bytes)
    var sampledCosts: [Int] = []
    var cost = 0
    for (index, token) in sorted.rows.enumerated() {
      if index % 64 == 0 { sampledCosts.append(cost) }
      cost += Int(counts[Int(token)])
    }
    sampledCosts.append(cost)
    self.tokens = tokens
    self.sorted = sorted
    self.sampledCosts = sampledCosts
    self.counts = counts
  }

  var byteCount: Int { tokens.sizeInBytes + sorted.byteCount + 8 * sampledCosts.count }

  /// Returns the tokens of a run, unordered, with one entry for each suffix.
  func tokens(of run: Range<Int>) -> ArraySlice<UInt32> { sorted.rows[run] }

  func token(_ suffix: Int) -> Int { Int(sorted.rows[suffix]) }

  /// Returns the total number of rows of the tokens of a run, which is the cost of visiting them
  /// all.
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

  /// Returns the bytes of a suffix, without the separator.
  func bytes(of suffix: Int) -> ArraySlice<UInt8> {
    let range = tokens.range(of: token(suffix))
    return tokens.bytes[range.lowerBound + sorted.places[suffix]..<range.upperBound]
  }
}
