import MatchmarkConformance

/// The greatest score of all ways to place a needle of one term in a short row, which the matrix of
/// fzf does not always find.
struct BestAlignment {
  private let row: [Unicode.Scalar]
  private let bonuses: [Int]
  private let term: [Unicode.Scalar]

  /// - Returns: nil for a long row or needle, for one of several terms, and if a letter is missing.
  init?(_ row: String, _ needle: String) {
    let term = Array(needle.unicodeScalars)
    guard (2...4).contains(term.count), row.unicodeScalars.count <= 12, !term.contains(" ") else {
      return nil
    }
    bonuses = FzfOracle.bonuses(of: Array(row.unicodeScalars))
    self.row = FzfOracle.letters(Array(row.unicodeScalars), for: term)
    self.term = FzfOracle.letters(term, for: term)
  }

  var score: Double? {
    placements(from: 0, of: term[...]).map(score).max().map(Double.init)
  }

  private func placements(from first: Int, of term: ArraySlice<Unicode.Scalar>) -> [[Int]] {
    guard let letter = term.first else { return [[]] }
    return row.indices.dropFirst(first).filter { row[$0] == letter }.flatMap { place in
      placements(from: place + 1, of: term.dropFirst()).map { [place] + $0 }
    }
  }

  private func score(_ places: [Int]) -> Int {
    var first = bonuses[places[0]]
    var sum = 16 + 2 * first
    for (before, place) in zip(places, places.dropFirst()) {
      let (own, gap) = (bonuses[place], place - before - 1)
      if gap > 0 || own >= 8 && own > first { first = own }
      sum += 16 + (gap == 0 ? max(own, first, 4) : own - 2 - gap)
    }
    return sum
  }
}
