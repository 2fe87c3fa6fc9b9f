package import MatchmarkCore

/// A naive ranker that decides what is right.
package protocol RankingOracle: Sendable {
  /// Returns the rows that a needle finds, the best first, with their scores.
  func rank(_ needle: String) -> [RankedRow]
}

extension RankingRules.Spec {
  /// The oracle of the specification.
  package func oracle(over rows: [String]) -> any RankingOracle {
    switch self {
    case .fzf: FzfOracle(rows)
    case .fzy: FzyOracle(rows)
    case .osa: EditOracle(rows)
    case .prefixOSA: EditOracle(rows, isOfPrefixes: true)
    }
  }

  /// Returns false for a question that the specification says nothing about.
  func covers(_ needle: String, _ rows: [String]) -> Bool {
    switch self {
    case .fzf:
      let longest = rows.map(\.unicodeScalars.count).max() ?? 0
      let count = needle.unicodeScalars.count
      return count <= 1_000 && count * longest <= 102_400
        && !needle.unicodeScalars.contains { FzfOracle.operators.contains($0) }
    case .fzy: return (rows + [needle]).allSatisfy { $0.utf8.count <= FzyOracle.longest }
    case .osa, .prefixOSA: return true
    }
  }

  /// True if the specification says how every letter is read.
  var readsAllLetters: Bool { self == .fzf || self == .fzy }

  /// True if a score is the right one.
  ///
  /// Those of fzy are printed with six decimals, and the best one is infinite, which an engine
  /// cannot say.
  func agrees(_ score: Double, with right: Double) -> Bool {
    self == .fzy ? right.isInfinite || abs(score - right) <= 1e-6 : score == right
  }
}

extension RankerEntry {
  /// The oracles as rankers, which a hunt holds to the laws that they must obey, too.
  package static let oracles = RankingRules.Spec.allCases.map { spec in
    RankerEntry(
      id: spec.name, summary: "\(spec.summary), computed naively; only in hunts", rules: spec.rules
    ) { rows in
      let oracle = spec.oracle(over: rows)
      return { needle, limit in oracle.rank(needle).first(limit) }
    }
  }
}

extension RankingRules.Spec {
  fileprivate var summary: String {
    switch self {
    case .fzf: "the order of fzf 0.74"
    case .fzy: "the order of fzy 1.0"
    case .osa: "the fewest edits first"
    case .prefixOSA: "the fewest edits to the beginning of a word first"
    }
  }
}

extension [RankedRow] {
  /// Returns the first rows; all of them if the limit is 0.
  package func first(_ limit: Int) -> [RankedRow] {
    limit == 0 ? self : Array(prefix(limit))
  }
}
