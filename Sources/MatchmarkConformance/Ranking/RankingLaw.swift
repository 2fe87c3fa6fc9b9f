import MatchmarkCore

/// A clause of the contract of ranking, with the check that needs no right answer.
///
/// A law holds for everyone, or for those who declare what it is about.
struct RankingLaw: Sendable {
  let id: String
  let sentence: String
  /// True if rules declare what it is about.
  let isAbout: @Sendable (RankingRules) -> Bool
  /// True if the answers of a trial give it something to judge.
  let concerns: @Sendable (RankedTrial) -> Bool
  /// Says what is wrong in a trial that the law concerns; nil if nothing is.
  let complaint: @Sendable (RankedTrial) -> String?

  init(
    _ id: String, _ sentence: String,
    of isAbout: @escaping @Sendable (RankingRules) -> Bool = { _ in true },
    when concerns: @escaping @Sendable (RankedTrial) -> Bool = { _ in true },
    complaint: @escaping @Sendable (RankedTrial) -> String?
  ) {
    self.id = id
    self.sentence = sentence
    self.isAbout = isAbout
    self.concerns = concerns
    self.complaint = complaint
  }

  /// All laws, the first of which that is broken is reported: those about the form of an answer,
  /// then those that name a row or two, and in the end those that compare whole answers.
  static let all: [RankingLaw] = [
    valid, repeatable, empty, fair, marked, withinBudget, asDeclared, findsInfixes, foundByItself,
    narrowing, ordered, equalFirst, firstOfAll, independent, specified,
  ]
}

// MARK: Laws for everyone

extension RankingLaw {
  static let valid = RankingLaw(
    "F1", "An answer has rows of the list, none twice, and at most as many as were asked for."
  ) { trial in
    trial.limited.map(\.row).malformation(limit: trial.question.limit, ofRows: trial.rows.count)
      ?? trial.full.map(\.row).malformation(limit: 0, ofRows: trial.rows.count)
  }

  static let repeatable = RankingLaw(
    "F2", "The same rows and needle give the same answer, whatever is asked before or in between."
  ) { trial in
    let after = trial.answerAfterEarlier()
    if !after.isSame(as: trial.limited) {
      return "got \(text(after)) after \(trial.question.earlier.count) other needles, expected "
        + text(trial.limited) + " as before"
    }
    if let wrong = trial.answersInTurns().first(where: { !$0.answer.isSame(as: trial.limited) }) {
      return "got \(text(wrong.answer)) after \(wrong.other.debugDescription) in between, expected "
        + "\(text(trial.limited)) as before"
    }
    return trial.answersAroundNeedle().first { !$0.after.isSame(as: $0.before) }.map {
      "got \(text($0.after)) for \($0.other.debugDescription) after the needle, expected "
        + "\(text($0.before)) as before it"
    }
  }

  static let independent = RankingLaw(
    "F3", "Other rows change neither the score of a row nor the order of two rows.",
    of: \.isIndependent, when: \.hasSeveralRows
  ) { trial in
    let all = Array(trial.rows.indices)
    let halves = [
      Array(all.prefix(all.count / 2)), Array(all.dropFirst(all.count / 2)),
      all.filter { $0 % 2 == 0 }, all.filter { $0 % 2 == 1 },
    ]
    let singles = all.count > 4 ? [] : all.map { dropped in all.filter { $0 != dropped } }
    for kept in halves + singles where kept.count < all.count {
      let expected = trial.full.filter { kept.contains($0.row) }.map(\.ranked)
      let got = trial.answer(over: kept).map(\.ranked)
      if !got.isSame(as: expected) {
        return "over the rows \(list(kept)) alone, got \(text(got)), expected \(text(expected)) as "
          + "among all rows"
      }
    }
    return nil
  }

  static let firstOfAll = RankingLaw(
    "F4", "The answer with a limit is the beginning of the whole answer.", when: \.hasLimit
  ) { trial in
    let limit = trial.question.limit
    let expected = limit == 0 ? trial.full : Array(trial.full.prefix(limit))
    return trial.limited.isSame(as: expected)
      ? nil : "got \(text(trial.limited)) with the limit \(limit), expected \(text(expected))"
  }

  static let ordered = RankingLaw(
    "F5",
    "Scores never rise down the list, rows of equal score follow the declared order, and a list in "
      + "another order moves only rows of equal score.", when: \.hasOrder
  ) { trial in
    for (first, second) in zip(trial.full, trial.full.dropFirst()) {
      guard let high = first.score, let low = second.score else { continue }
      // Not a number is neither higher nor lower.
      guard high >= low else {
        return "got score \(high) for row \(first.row) before \(low) for row \(second.row)"
      }
      // An empty needle has an order of its own, which F15 is about.
      if high == low, trial.terms?.isEmpty != true, !trial.isInOrder(first.row, second.row) {
        return trial.tieComplaint(first.row, second.row, "with the same score")
      }
    }
    if let row = trial.full.first(where: { $0.score?.isNaN == true })?.row {
      return "got no number as the score of row \(row)"
    }
    guard !trial.rules.isCorpusDependent else { return nil }
    let reversed = trial.answer(over: Array(trial.rows.indices.reversed()))
    return trial.moved(in: reversed) ?? trial.wrongTie(in: reversed)
  }

  static let fair = RankingLaw(
    "F6", "Equal rows have equal scores, and are found together.", when: \.hasTwins
  ) { trial in
    let scores = Dictionary(
      trial.full.map { ($0.row, $0.score) }, uniquingKeysWith: { first, _ in first })
    var first: [[UInt8]: Int] = [:]
    for (row, text) in trial.rows.enumerated() {
      let key = trial.twinKey(text)
      guard let twin = first[key] else {
        first[key] = row
        continue
      }
      guard let (one, other) = (scores[twin].flatMap { one in scores[row].map { (one, $0) } })
      else {
        if scores[twin] == nil, scores[row] == nil { continue }
        return "only one of rows \(twin) and \(row), which are equal, is found"
      }
      if one != other {
        return
          "got the scores \(scoreText(one)) and \(scoreText(other)) for rows \(twin) and "
          + "\(row), which are equal"
      }
    }
    return nil
  }

  static let equalFirst = RankingLaw(
    "F7", "A row that equals a needle of one term comes before all that do not.",
    when: \.hasEqualRow
  ) { trial in
    guard let (best, row) = trial.onlyTerm.flatMap(trial.equalRowBehind) else { return nil }
    return trial.full.contains { $0.row == row }
      ? "got row \(best) before row \(row), which equals the needle"
      : "row \(row), which equals the needle, is not found, but row \(best) is"
  }

  static let foundByItself = RankingLaw("F8", "A row is found by its own text.") { trial in
    for row in trial.rowsToFind
    where !trial.answer(to: trial.rows[row]).contains(where: { $0.row == row }) {
      return "row \(row) is not found by its own text"
    }
    return nil
  }

  static let findsInfixes = RankingLaw(
    "F9", "Every row that contains the needle is in the whole answer.", of: \.findsInfixes,
    when: \.hasTerms
  ) { trial in
    let terms = trial.terms ?? []
    let found = Set(trial.full.map(\.row))
    return trial.rows.indices.first { row in
      !found.contains(row) && terms.allSatisfy { trial.reading.contains(trial.rows[row], $0) }
    }.map { "row \($0), which contains the needle, is not found" }
  }
}

// MARK: Laws for those who declare something

extension RankingLaw {
  static let narrowing = RankingLaw(
    "F10", "A longer needle finds no other rows, if its budget of edits is the same.",
    of: \.narrows, when: \.hasShorterNeedle
  ) { trial in
    let shorter = trial.shorterNeedle
    let known = Set(trial.answer(to: shorter).map(\.row))
    return trial.full.first { !known.contains($0.row) }.map {
      "row \($0.row) is found, but not by the shorter needle \(shorter.debugDescription)"
    }
  }

  static let asDeclared = RankingLaw(
    "F11", "Upper case, folding and blanks have the declared effect.",
    of: \.declaresLetters
  ) { trial in
    let padded = trial.answer(to: "  \(trial.needle) ")
    if trial.rules.blanks != nil, !padded.isSame(as: trial.full) {
      return "got \(text(padded)) with blanks around the needle, expected \(text(trial.full))"
    }
    return trial.rules.family == .subsequence ? trial.wrongMembers() : trial.respelledAnswer()
  }

  static let withinBudget = RankingLaw(
    "F12",
    "What is within the budget of edits is found, what is outside is not, and of two rows of equal "
      + "length the one with fewer edits comes first.",
    of: \.declaresBudget, when: \.hasOneTerm
  ) { trial in
    guard let budget = trial.rules.budget, let term = trial.onlyTerm else { return nil }
    let limit = budget.count(forLength: trial.reading.letters(term, for: term).count)
    let edits = trial.rows.map { trial.reading.editCount($0, term) }
    let found = Set(trial.full.map(\.row))
    for row in trial.rows.indices where found.contains(row) != (edits[row] <= limit) {
      return "row \(row) is \(found.contains(row) ? "found" : "not found"), expected the opposite: "
        + "it needs \(edits[row]) edits, and \(limit) are allowed"
    }
    let lengths = trial.rows.map { trial.reading.letters($0.withoutOuterBlanks, for: term).count }
    for (place, first) in trial.full.enumerated() {
      for second in trial.full[(place + 1)...]
      where lengths[first.row] == lengths[second.row] && edits[first.row] > edits[second.row] {
        return "got row \(first.row) with \(edits[first.row]) edits before row \(second.row) with "
          + "\(edits[second.row])"
      }
    }
    return nil
  }

  static let marked = RankingLaw(
    "F13", "Positions ascend, lie in the row and spell the needle, in the declared unit.",
    of: \.declaresPositions, when: \.hasTerms
  ) { trial in
    guard let unit = trial.rules.positions else { return nil }
    for found in trial.full {
      guard let positions = found.positions else { return "row \(found.row) has no positions" }
      let letters = unit.letters(of: trial.rows[found.row])
      guard zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }),
        positions.allSatisfy({ letters[$0] != nil })
      else {
        return "got the positions \(list(positions)) in row \(found.row), expected places of "
          + "letters, ascending"
      }
      guard let term = trial.onlyTerm, trial.rules.family == .subsequence else { continue }
      let spelled = positions.compactMap { letters[$0] }.joined()
      if !trial.reading.hasInOrder(spelled, term) || positions.count > term.unicodeScalars.count {
        return "got the positions \(list(positions)) in row \(found.row), which spell "
          + "\(spelled.debugDescription)"
      }
    }
    return nil
  }

  static let empty = RankingLaw(
    "F15", "An empty needle gives what is declared.", of: \.declaresEmptyNeedle
  ) { trial in
    guard let declared = trial.rules.emptyNeedle else { return nil }
    let expected = declared == .noRow ? [] : Array(trial.rows.indices)
    // Without a declaration, blanks may be letters like others.
    for needle in trial.rules.blanks == nil ? [""] : ["", "  "] {
      let got = trial.answer(to: needle).map(\.row)
      if got != expected {
        return "got \(rows(got)) for the needle \(needle.debugDescription), expected "
          + rows(expected)
      }
    }
    return nil
  }
}

extension RankingRules {
  fileprivate var isIndependent: Bool { !isCorpusDependent }
  fileprivate var declaresLetters: Bool { letterCase != nil || folding != nil || blanks != nil }
  /// Edits of beginnings are about their specification alone.
  fileprivate var declaresBudget: Bool {
    family == .edits && budget != nil && spec != .prefixOSA
  }
  fileprivate var declaresPositions: Bool { positions != nil }
  fileprivate var declaresEmptyNeedle: Bool { emptyNeedle != nil }
}

// MARK: Parts of laws

extension RankingRules.PositionUnit {
  /// The letters of a row by their positions.
  fileprivate func letters(of row: String) -> [Int: String] {
    var letters: [Int: String] = [:]
    switch self {
    case .characters: for (place, letter) in row.enumerated() { letters[place] = String(letter) }
    case .scalars:
      for (place, letter) in row.unicodeScalars.enumerated() { letters[place] = String(letter) }
    case .bytes:
      var place = 0
      for letter in row.unicodeScalars {
        letters[place] = String(letter)
        place += letter.utf8.count
      }
    }
    return letters
  }
}

extension [RankedRow] {
  /// True if another answer is the same, even if scores are not numbers.
  fileprivate func isSame(as other: [RankedRow]) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy {
        $0.row == $1.row && $0.positions == $1.positions
          && $0.score?.bitPattern == $1.score?.bitPattern
      }
  }
}

extension RankedRow {
  /// The row and its score; positions belong to laws of their own.
  fileprivate var ranked: RankedRow { RankedRow(row, score: score) }
}

/// Returns the first rows of an answer with their scores: `rows 3 (36), 0 (20), …`.
private func text(_ answer: [RankedRow]) -> String {
  guard !answer.isEmpty else { return "no row" }
  let shown = answer.prefix(8).map { found in
    "\(found.row)" + (found.score == nil ? "" : " (\(scoreText(found.score)))")
  }
  return "rows " + (shown + (answer.count > 8 ? ["…"] : [])).joined(separator: ", ")
}

func scoreText(_ score: Double?) -> String {
  guard let score else { return "none" }
  return Double(Int(exactly: score.rounded()) ?? .max) == score ? "\(Int(score))" : "\(score)"
}

/// Returns row numbers in words: `rows 0, 1`, or `no row`.
private func rows(_ numbers: [Int]) -> String {
  numbers.isEmpty ? "no row" : "\(numbers.count == 1 ? "row" : "rows") \(list(numbers))"
}

private func list(_ numbers: [Int]) -> String {
  let shown = numbers.prefix(12).map(String.init)
  return numbers.isEmpty
    ? "none" : (shown + (numbers.count > 12 ? ["…"] : [])).joined(separator: ", ")
}
