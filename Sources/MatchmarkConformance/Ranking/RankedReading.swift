import MatchmarkCore

/// The oracle's reading of texts by the rules of a ranker: naive, and on whole texts.
///
/// Two texts that a ranker does not say how to compare are compared in the strictest way where a
/// rule demands something, and in the loosest where it forbids something.
struct RankedReading {
  let rules: RankingRules

  /// A way to compare letters.
  enum Strictness { case strict, loose }

  /// The terms of a needle without blanks at its ends; none if it is blank.
  ///
  /// A needle with inner blanks is one term unless the rules say that they separate terms.
  func terms(_ needle: String) -> [String] {
    let trimmed = needle.withoutOuterBlanks
    if trimmed.isEmpty { return [] }
    guard rules.blanks == .terms else { return [trimmed] }
    return trimmed.unicodeScalars.split(separator: " ").map { String(scalars: Array($0)) }
  }

  /// True if the rules say what the blanks of the needle mean, or it has none.
  func isReadable(_ needle: String) -> Bool {
    rules.blanks != nil || !needle.unicodeScalars.contains(" ")
  }

  /// The letters of a text as they are compared with those of a term.
  func letters(
    _ text: String, for term: String, _ strictness: Strictness = .strict
  ) -> [Unicode.Scalar] {
    if rules.spec == .fzf {
      return FzfOracle.letters(Array(text.unicodeScalars), for: Array(term.unicodeScalars))
    }
    let ignoresCase =
      switch rules.letterCase {
      case .ignore, .bonus: true
      case .smart: !term.unicodeScalars.contains(where: \.properties.isUppercase)
      case .respect: false
      case nil: strictness == .loose
      }
    switch (rules.folding, ignoresCase) {
    case (nil, false): return Array(text.unicodeScalars)
    case (nil, true): return text.unicodeScalars.map(Self.lowercased)
    case (.exact, true): return Self.folded(text, .caseInsensitive)
    case (let folding?, _): return Self.folded(text, folding)
    }
  }

  /// True if a row contains a term.
  func contains(_ row: String, _ term: String) -> Bool {
    let (row, term) = (letters(row, for: term), letters(term, for: term))
    guard term.count <= row.count else { return false }
    return (0...row.count - term.count).contains { row[$0...].starts(with: term) }
  }

  /// True if a row without blanks at its ends begins with a term.
  func begins(_ row: String, _ term: String) -> Bool {
    letters(row.withoutOuterBlanks, for: term).starts(with: letters(term, for: term))
  }

  /// True if a row has the letters of a term in order.
  func hasInOrder(_ row: String, _ term: String) -> Bool {
    var rest = letters(term, for: term)[...]
    for letter in letters(row, for: term) where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// True if a row equals a term; blanks at its ends do not matter, unless they are read in the
  /// strictest way and the rules say nothing about blanks.
  func isEqual(_ row: String, _ term: String, _ strictness: Strictness) -> Bool {
    let isWhole = strictness == .strict && rules.blanks == nil
    let row = isWhole ? row : row.withoutOuterBlanks
    return letters(row, for: term, strictness) == letters(term, for: term, strictness)
  }

  /// The edits between a row and a term: insertions, deletions, substitutions, and transpositions
  /// of neighbours between which nothing else changes.
  ///
  /// Source: optimal string alignment, as in Boytsov, "Indexing Methods for Approximate Dictionary
  /// Searching", 2011.
  ///
  /// - Complexity: O(letters of both, multiplied).
  func editCount(_ row: String, _ term: String) -> Int {
    let (row, term) = (letters(row.withoutOuterBlanks, for: term), letters(term, for: term))
    return Self.editCounts(row, term)[row.count]
  }

  /// The edits between a term and the best text that begins at a word of a row: at the first
  /// letter, or at one after a blank.
  ///
  /// - Complexity: O(letters of both × words of the row, multiplied).
  func prefixEditCount(_ row: String, _ term: String) -> Int {
    let (row, term) = (letters(row.withoutOuterBlanks, for: term), letters(term, for: term))
    let starts = row.indices.filter { $0 == 0 || row[$0 - 1] == " " && row[$0] != " " }
    return starts.flatMap { Self.editCounts(Array(row[$0...]), term) }.min() ?? term.count
  }

  /// The edits between a term and the beginnings of a row, by their length.
  private static func editCounts(_ row: [Unicode.Scalar], _ term: [Unicode.Scalar]) -> [Int] {
    var counts = (0...term.count).map { line in
      (0...row.count).map { line == 0 ? $0 : $0 == 0 ? line : 0 }
    }
    for line in term.indices {
      for place in row.indices {
        let isSame = term[line] == row[place]
        var least = min(
          counts[line][place + 1] + 1, counts[line + 1][place] + 1,
          counts[line][place] + (isSame ? 0 : 1))
        if line > 0, place > 0, term[line] == row[place - 1], term[line - 1] == row[place] {
          least = min(least, counts[line - 1][place - 1] + 1)
        }
        counts[line + 1][place + 1] = least
      }
    }
    return counts[term.count]
  }

  private static func folded(_ text: String, _ folding: Folding) -> [Unicode.Scalar] {
    Array(String(decoding: PlainFolding.fold(text, folding), as: UTF8.self).unicodeScalars)
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }
}

extension RankedQuestion {
  /// True if each character is one scalar, with at most one other case: the texts about which all
  /// readings without a folding agree.
  var isPlain: Bool {
    (rows + earlier + [needle]).allSatisfy { text in
      text.count == text.unicodeScalars.count
        && text.unicodeScalars.allSatisfy { scalar in
          let (lower, upper) = (
            scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping
          )
          return !scalar.properties.isGraphemeExtend && upper.lowercased() == lower
            && lower.unicodeScalars.count == 1
            && upper.unicodeScalars.count == 1
            && PlainFolding.decomposed(String(scalar)).unicodeScalars.count == 1
        }
    }
  }
}

extension String {
  /// The text without U+0020 at its ends.
  package var withoutOuterBlanks: String {
    let scalars = Array(unicodeScalars)
    guard let first = scalars.firstIndex(where: { $0 != " " }),
      let last = scalars.lastIndex(where: { $0 != " " })
    else { return "" }
    return String(scalars: Array(scalars[first...last]))
  }
}
