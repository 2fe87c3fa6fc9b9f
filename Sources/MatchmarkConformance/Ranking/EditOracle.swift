package import MatchmarkCore

/// The orders by edits, `osa` and `prefix-osa`: rows that the needle becomes with few edits, those
/// with the fewest first, then the shortest.
///
/// Edits lead to the whole row, or to the best text that begins at a word of it: at its start, or
/// after a blank.
package struct EditOracle: RankingOracle {
  private let rows: [String]
  private let isOfPrefixes: Bool
  private let beyondBudget: Int
  private let reading = RankedReading(rules: RankingRules.Spec.osa.rules)

  /// - Parameters:
  ///   - isOfPrefixes: true for `prefix-osa`.
  ///   - beyondBudget: the number of edits that are allowed above the budget.
  package init(_ rows: [String], isOfPrefixes: Bool = false, beyondBudget: Int = 0) {
    (self.rows, self.isOfPrefixes, self.beyondBudget) = (rows, isOfPrefixes, beyondBudget)
  }

  /// Returns the rows that a needle finds, the best first; a score is minus the number of edits.
  ///
  /// - Complexity: O(rows × letters of row × letters of needle), times the words of a row for
  ///   `prefix-osa`.
  package func rank(_ needle: String) -> [RankedRow] {
    guard let term = reading.terms(needle).first, let budget = reading.rules.budget else {
      return []
    }
    let limit = budget.count(forLength: reading.letters(term, for: term).count) + beyondBudget
    let found = rows.indices.compactMap { row -> RankedRow? in
      let edits =
        isOfPrefixes ? reading.prefixEditCount(rows[row], term) : reading.editCount(rows[row], term)
      return edits <= limit ? RankedRow(row, score: -Double(edits)) : nil
    }
    func key(_ found: RankedRow) -> (Double, Int, Int) {
      let length = rows[found.row].withoutOuterBlanks.unicodeScalars.count
      return (-(found.score ?? 0), length, found.row)
    }
    return found.sorted { key($0) < key($1) }
  }
}
