package import MatchmarkCore

/// The order of fzf's default scheme, `fzf-v2@0.74`, computed naively: the whole matrix of each row
/// and term, with nothing skipped.
///
/// The specification is the dynamic program itself, which does not always find the best alignment.
/// Signs that are operators in fzf are letters here; needles for which fzf uses its first algorithm
/// are outside.
package struct FzfOracle: RankingOracle {
  /// The signs that are operators in fzf.
  package static let operators: [Unicode.Scalar] = ["'", "!", "^", "$", "|", "\\"]

  let rows: [Row]

  /// A row as it is read for every needle.
  struct Row {
    let scalars: [Unicode.Scalar]
    /// The letters as most terms read them: without case and accents.
    let plainLetters: [Unicode.Scalar]
    let bonuses: [Int]
    /// The number of scalars without white space at the ends.
    let length: Int

    init(_ text: String) {
      let scalars = Array(text.unicodeScalars)
      self.scalars = scalars
      plainLetters = FzfOracle.letters(scalars, for: [])
      bonuses = FzfOracle.bonuses(of: scalars)
      let inner = scalars.indices.filter { !scalars[$0].properties.isWhitespace }
      length = inner.isEmpty ? 0 : inner[inner.count - 1] - inner[0] + 1
    }
  }

  /// Reads the rows.
  package init(_ rows: [String]) { self.rows = rows.map(Row.init) }

  /// Returns the rows that a needle finds, the best first, with their scores.
  ///
  /// - Complexity: O(rows × letters of row × letters of needle).
  package func rank(_ needle: String) -> [RankedRow] {
    let terms = Term.all(in: needle)
    guard !terms.isEmpty else { return rows.indices.map { RankedRow($0, score: 0) } }
    var matrix = Matrix()
    return rows.indices.compactMap { row -> RankedRow? in
      var sum = 0
      for term in terms {
        let letters = term.read(rows[row])
        guard let score = matrix.score(of: letters, rows[row].bonuses, for: term.letters) else {
          return nil
        }
        sum += score
      }
      return RankedRow(row, score: Double(sum))
    }.sorted { key(of: $0) < key(of: $1) }
  }

  /// A term as it reads itself and rows.
  struct Term {
    let letters: [Unicode.Scalar]
    let scalars: [Unicode.Scalar]
    /// True if it reads rows without case and accents, as most terms do.
    private let isUsual: Bool

    init(_ scalars: [Unicode.Scalar]) {
      self.scalars = scalars
      letters = FzfOracle.letters(scalars, for: scalars)
      isUsual = FzfOracle.letters(["B", "ñ"], for: scalars) == ["b", "n"]
    }

    /// The terms of a needle, which blanks separate.
    static func all(in needle: String) -> [Term] {
      needle.unicodeScalars.split(separator: " ").map { Term(Array($0)) }
    }

    func read(_ row: Row) -> [Unicode.Scalar] {
      isUsual ? row.plainLetters : FzfOracle.letters(row.scalars, for: scalars)
    }
  }

  /// Returns the rows that a needle finds in a list.
  package static func rank(_ rows: [String], _ needle: String) -> [RankedRow] {
    FzfOracle(rows).rank(needle)
  }

  /// The key of the order: score, length without outer white space, row.
  private func key(of found: RankedRow) -> (Double, Int, Int) {
    (-(found.score ?? 0), rows[found.row].length, found.row)
  }

  // MARK: Letters

  /// Returns the letters of a row, or of a term itself, as they are compared for a term: in lower
  /// case unless the term has an upper-case letter, and without accents unless it has one.
  package static func letters(
    _ text: [Unicode.Scalar], for term: [Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    let ignoresCase = !term.contains(where: \.properties.isUppercase)
    let ignoresAccents = term.allSatisfy { FzfLatin.plain(lowercased($0)) == nil }
    return text.map { scalar in
      let letter = ignoresCase ? lowercased(scalar) : scalar
      return ignoresAccents ? FzfLatin.plain(letter) ?? letter : letter
    }
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.properties.generalCategory == .uppercaseLetter else { return scalar }
    return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }

  // MARK: The matrix

  /// Returns the score of a row for a term; nil if the row lacks letters of it.
  package static func score(of row: [Unicode.Scalar], for term: [Unicode.Scalar]) -> Int? {
    var matrix = Matrix()
    return matrix.score(
      of: letters(row, for: term), bonuses(of: row), for: letters(term, for: term))
  }

  /// The matrix of a row and a term, of which two lines are kept: their memory serves all rows.
  struct Matrix {
    private static let match = 16
    private static let gapStart = -3
    private static let gapExtension = -1
    private static let consecutive = 4

    /// For each place of the row, the score and the length of the run of matches that ends there.
    private typealias Line = [(score: Int, run: Int)]
    private var line: Line = []
    private var above: Line = []

    /// A line of the matrix that is filled: the place of its first cell, and its scores.
    typealias Note = (_ first: Int, _ scores: [Int]) -> Void

    /// - Parameters:
    ///   - row: the letters of a row as the term reads them.
    ///   - term: the letters of the term as it reads them.
    ///   - note: called with each line; a term of one letter has no matrix.
    mutating func score(
      of row: [Unicode.Scalar], _ bonuses: [Int], for term: [Unicode.Scalar], note: Note? = nil
    ) -> Int? {
      guard let firsts = Self.firstPlaces(of: term, in: row),
        let last = row.lastIndex(of: term[term.count - 1])
      else { return nil }
      if term.count == 1 { return Self.scoreOfLetter(term[0], in: row[...last], bonuses) }
      if line.count <= last {
        line = Array(repeating: (0, 0), count: last + 1)
        above = line
      }
      fillFirstLine(term[0], in: row, from: firsts[0], through: last, bonuses)
      note?(firsts[0], line[firsts[0]...last].map(\.score))
      for index in 1..<term.count {
        swap(&above, &line)
        fillLine(term[index], in: row, from: firsts[index], through: last, bonuses)
        note?(firsts[index], line[firsts[index]...last].map(\.score))
      }
      return line[firsts[term.count - 1]...last].map(\.score).max()
    }

    private mutating func fillFirstLine(
      _ letter: Unicode.Scalar, in row: [Unicode.Scalar], from first: Int, through last: Int,
      _ bonuses: [Int]
    ) {
      var isInGap = false
      var before = 0
      for place in first...last {
        let isMatch = row[place] == letter
        before =
          isMatch
          ? Self.match + 2 * bonuses[place]
          : max(before + (isInGap ? Self.gapExtension : Self.gapStart), 0)
        line[place] = (before, isMatch ? 1 : 0)
        isInGap = !isMatch
      }
    }

    /// Fills the line of a later letter, which needs the cells at the upper left.
    private mutating func fillLine(
      _ letter: Unicode.Scalar, in row: [Unicode.Scalar], from first: Int, through last: Int,
      _ bonuses: [Int]
    ) {
      var isInGap = false
      var before = 0
      for place in first...last {
        let gap = before + (isInGap ? Self.gapExtension : Self.gapStart)
        var (matched, run) = (0, 0)
        if row[place] == letter {
          matched = above[place - 1].score + Self.match
          var bonus = bonuses[place]
          run = above[place - 1].run + 1
          if run > 1 {
            let firstBonus = bonuses[place - run + 1]
            if bonus >= FzfOracle.boundary, bonus > firstBonus {
              run = 1
            } else {
              bonus = max(bonus, firstBonus, Self.consecutive)
            }
          }
          if matched + bonus < gap {
            matched += bonuses[place]
            run = 0
          } else {
            matched += bonus
          }
        }
        isInGap = matched < gap
        before = max(matched, gap, 0)
        line[place] = (before, run)
      }
    }

    /// The greatest score up to the first letter at a boundary, where the original stops.
    private static func scoreOfLetter(
      _ letter: Unicode.Scalar, in row: ArraySlice<Unicode.Scalar>, _ bonuses: [Int]
    ) -> Int {
      scoresOfLetter(letter, in: row, bonuses).map(\.score).max() ?? 0
    }

    /// The scores of the places that the original looks at for a term of one letter.
    static func scoresOfLetter(
      _ letter: Unicode.Scalar, in row: ArraySlice<Unicode.Scalar>, _ bonuses: [Int]
    ) -> [(place: Int, score: Int)] {
      var scores: [(place: Int, score: Int)] = []
      for place in row.indices where row[place] == letter {
        scores.append((place, match + 2 * bonuses[place]))
        if bonuses[place] >= FzfOracle.boundary { break }
      }
      return scores
    }

    /// The first place of each letter of a term, greedily from the left; nil if there is none.
    static func firstPlaces(
      of term: [Unicode.Scalar], in row: [Unicode.Scalar]
    ) -> [Int]? {
      var places: [Int] = []
      var place = 0
      for letter in term {
        while place < row.count, row[place] != letter { place += 1 }
        guard place < row.count else { return nil }
        places.append(place)
        place += 1
      }
      return places
    }
  }

  // MARK: Bonuses

  /// The classes of letters, in the order that the bonuses depend on.
  private enum Class: Int {
    case blank, other, delimiter, lower, upper, letter, digit

    init(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      self =
        if properties.isWhitespace {
          .blank
        } else if "/,:;|".unicodeScalars.contains(scalar) {
          .delimiter
        } else {
          switch properties.generalCategory {
          case .lowercaseLetter: .lower
          case .uppercaseLetter: .upper
          case .titlecaseLetter, .modifierLetter, .otherLetter: .letter
          case .decimalNumber, .letterNumber, .otherNumber: .digit
          default: .other
          }
        }
    }
  }

  /// The bonus of each letter of a row.
  package static func bonuses(of row: [Unicode.Scalar]) -> [Int] {
    let classes = row.map(Class.init)
    return zip([.blank] + classes, classes).map(bonus)
  }

  private static let boundary = 8

  private static func bonus(after before: Class, _ own: Class) -> Int {
    if own.rawValue >= Class.other.rawValue {
      switch before {
      case .blank: return boundary + 2
      case .delimiter: return boundary + 1
      case .other: return boundary
      default: break
      }
    }
    if before == .lower && own == .upper || before != .digit && own == .digit { return 7 }
    return switch own {
    case .other, .delimiter: boundary
    case .blank: boundary + 2
    default: 0
    }
  }
}
