package import MatchmarkCore

/// The order by edits, `osa`: rows that the needle becomes with few edits, those with the fewest
/// first, then the shortest.
package enum EditOracle {
  /// The rules that it declares.
  package static let rules = RankingRules(
    family: .edits, letterCase: .ignore, blanks: .letters, ties: [.length, .row]
  ).with {
    $0.budget = RankingRules.EditBudget([(5, 1), (9, 2)])
    $0.emptyNeedle = .noRow
  }

  /// Returns the rows that a needle finds, the best first; a score is minus the number of edits.
  ///
  /// - Parameter beyondBudget: the number of edits that are allowed above the budget.
  /// - Complexity: O(rows × letters of row × letters of needle).
  package static func rank(
    _ rows: [String], _ needle: String, beyondBudget: Int = 0
  ) -> [RankedRow] {
    let reading = RankedReading(rules: rules)
    guard let term = reading.terms(needle).first, let budget = rules.budget else { return [] }
    let limit = budget.count(forLength: reading.letters(term, for: term).count) + beyondBudget
    let found = rows.indices.compactMap { row -> RankedRow? in
      let edits = reading.editCount(rows[row], term)
      return edits <= limit ? RankedRow(row, score: -Double(edits)) : nil
    }
    func key(_ found: RankedRow) -> (Double, Int, Int) {
      let length = rows[found.row].withoutOuterBlanks.unicodeScalars.count
      return (-(found.score ?? 0), length, found.row)
    }
    return found.sorted { key($0) < key($1) }
  }
}

extension RankerEntry {
  /// The oracles as rankers, which a hunt holds to the laws that they must obey, too.
  package static let oracles = [
    RankerEntry(
      id: "fzf-v2", summary: "the order of fzf 0.74, computed naively; only in hunts",
      rules: RankingRules.Spec.fzf.rules
    ) { rows in
      { needle, limit in FzfOracle.rank(rows, needle).first(limit) }
    },
    RankerEntry(
      id: "osa", summary: "the fewest edits first, computed naively; only in hunts",
      rules: EditOracle.rules
    ) { rows in
      { needle, limit in EditOracle.rank(rows, needle).first(limit) }
    },
  ]
}

extension [RankedRow] {
  /// Returns the first rows; all of them if the limit is 0.
  package func first(_ limit: Int) -> [RankedRow] {
    limit == 0 ? self : Array(prefix(limit))
  }
}
