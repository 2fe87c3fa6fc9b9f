import MatchmarkCore

/// The reasons for the place of a row in the order of fzf: the matrix of each term, and the keys of
/// the order.
package struct FzfExplanation: Sendable {
  package let row: Int
  /// The place in the whole answer, from 1; nil if the row is not found.
  package let place: Int?
  /// The number of rows that the needle finds.
  package let foundCount: Int
  /// The letters of the row as they are written.
  package let letters: [Unicode.Scalar]
  /// The bonus of each letter.
  package let bonuses: [Int]
  package let terms: [Term]
  /// The number of scalars without white space at the ends.
  package let length: Int

  /// The sum of the scores of the terms; nil if the row lacks one.
  package var score: Int? {
    terms.reduce(0) { sum, term in sum.flatMap { sum in term.score.map { sum + $0 } } }
  }

  /// A term of the needle, and its matrix with the row.
  package struct Term: Sendable {
    /// The term as it was typed.
    package let text: String
    /// The letters of the term as they are compared.
    package let letters: [Unicode.Scalar]
    /// A line for each letter of the term, with the score at each place of the row.
    ///
    /// It is nil outside the matrix. Without a score, there is no line.
    package let lines: [[Int?]]
    /// For each line, the places of the row that have its letter.
    package let matches: [Set<Int>]
    /// Nil if the row does not have the letters in order.
    package let score: Int?
    /// The number of letters that the row has in order, from the first one.
    package let foundCount: Int
  }
}

extension FzfOracle {
  /// Explains the place of rows among all that a needle finds.
  ///
  /// - Complexity: O(rows × letters of row × letters of needle).
  package func explanations(of rows: [Int], for needle: String) -> [FzfExplanation] {
    let ranked = rank(needle)
    return rows.map { row in
      FzfExplanation(
        row: row, place: ranked.firstIndex { $0.row == row }.map { $0 + 1 },
        foundCount: ranked.count, letters: self.rows[row].scalars, bonuses: self.rows[row].bonuses,
        terms: Term.all(in: needle).map { explanation(of: $0, self.rows[row]) },
        length: self.rows[row].length)
    }
  }

  private func explanation(of term: Term, _ row: Row) -> FzfExplanation.Term {
    let letters = term.read(row)
    var lines: [[Int?]] = []
    var matrix = Matrix()
    let score = matrix.score(of: letters, row.bonuses, for: term.letters) { first, scores in
      let after = letters.count - first - scores.count
      lines.append(
        Array(repeating: nil, count: first) + scores.map(Optional.some)
          + Array(repeating: nil, count: after))
    }
    if term.letters.count == 1, score != nil {
      var line = [Int?](repeating: nil, count: letters.count)
      for (place, score) in Matrix.scoresOfLetter(term.letters[0], in: letters[...], row.bonuses) {
        line[place] = score
      }
      lines = [line]
    }
    let foundCount = (0...term.letters.count).last {
      Matrix.firstPlaces(of: Array(term.letters.prefix($0)), in: letters) != nil
    }
    return FzfExplanation.Term(
      text: String(scalars: term.scalars), letters: term.letters, lines: lines,
      matches: lines.indices.map { line in
        Set(letters.indices.filter { letters[$0] == term.letters[line] && lines[line][$0] != nil })
      },
      score: score, foundCount: foundCount ?? 0)
  }
}
