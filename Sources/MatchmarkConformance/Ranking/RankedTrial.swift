import MatchmarkCore

/// A ranker that is asked a question, and what the laws need to know about its answers.
struct RankedTrial {
  let question: RankedQuestion
  let reading: RankedReading
  /// The answer to the needle with the limit of the question, and with none.
  let limited: [RankedRow]
  let full: [RankedRow]
  private let ranker: RankerEntry
  private let built: any Ranker

  init(_ ranker: RankerEntry, _ question: RankedQuestion) {
    self.ranker = ranker
    self.question = question
    reading = RankedReading(rules: ranker.rules)
    built = ranker.build(question.rows)
    limited = built.answer(to: question.needle, limit: question.limit)
    full = built.answer(to: question.needle)
  }

  /// The id of the ranker.
  var id: String { ranker.id }
  var rules: RankingRules { ranker.rules }
  var rows: [String] { question.rows }
  var needle: String { question.needle }
  /// The terms of the needle; nil if its blanks mean nothing that is declared.
  var terms: [String]? { reading.isReadable(needle) ? reading.terms(needle) : nil }
  /// The only term of the needle; nil if it has none or several.
  var onlyTerm: String? { terms.flatMap { $0.count == 1 ? $0[0] : nil } }

  /// The answer of a new cursor to a needle.
  func answer(to needle: String) -> [RankedRow] { built.answer(to: needle) }

  /// The answer of a cursor that was asked the earlier needles before, over rows built anew.
  func answerAfterEarlier() -> [RankedRow] {
    var cursor = ranker.build(rows).makeCursor()
    for earlier in question.earlier { _ = cursor.rank(earlier, limit: question.limit) }
    return cursor.rank(needle, limit: question.limit)
  }

  /// The answers of two cursors that are asked the needle and another one in turns: the earlier
  /// needles, the needle itself, and the texts of two rows, which other laws ask for as well.
  func answersInTurns() -> [(other: String, answer: [RankedRow])] {
    let ranker = ranker.build(rows)
    var (first, second) = (ranker.makeCursor(), ranker.makeCursor())
    return (question.earlier + [needle] + rows.prefix(2)).map { other in
      _ = second.rank(other, limit: 0)
      return (other, first.rank(needle, limit: question.limit))
    }
  }

  /// Rows that are not blank, which laws ask for by their own texts.
  var rowsToFind: [Int] {
    let found = rows.indices.filter { !rows[$0].withoutOuterBlanks.isEmpty }
    return Set(found.prefix(2) + found.suffix(1)).sorted()
  }

  /// The answers of a cursor to the texts of rows, before it is asked the needle and after.
  func answersAroundNeedle() -> [(other: String, before: [RankedRow], after: [RankedRow])] {
    rowsToFind.map { row in
      var cursor = ranker.build(rows).makeCursor()
      let before = cursor.rank(rows[row], limit: 0)
      _ = cursor.rank(needle, limit: 0)
      return (rows[row], before, cursor.rank(rows[row], limit: 0))
    }
  }

  /// The answer over some of the rows only, by their numbers among all of them.
  ///
  /// - Parameter kept: the numbers, in the order in which the ranker gets the rows.
  func answer(over kept: [Int]) -> [RankedRow] {
    ranker.build(kept.map { rows[$0] }).answer(to: needle).compactMap { found in
      guard kept.indices.contains(found.row) else { return nil }
      var found = found
      found.row = kept[found.row]
      return found
    }
  }
}

// MARK: What laws compare

extension RankedTrial {
  var hasLimit: Bool { question.limit > 0 }
  var hasSeveralRows: Bool { rows.count > 1 }
  /// True if two rows are equal.
  var hasTwins: Bool { Set(rows.map(twinKey)).count < rows.count }
  var hasTerms: Bool { terms?.isEmpty == false }
  var hasOneTerm: Bool { onlyTerm != nil }
  /// True if there are scores, or declared ties that a reversed list shows.
  var hasOrder: Bool {
    let showsTies = !rules.ties.isEmpty && !rules.isCorpusDependent
    return full.count > 1 && (showsTies || full.contains { $0.score != nil })
  }
  /// The needle without its last letter.
  var shorterNeedle: String {
    String(scalars: Array(needle.withoutOuterBlanks.unicodeScalars.dropLast()))
  }
  /// True if a shorter needle has letters and the same budget of edits.
  var hasShorterNeedle: Bool {
    let counts = [shorterNeedle, needle].map { needle in
      rules.budget?.count(forLength: needle.withoutOuterBlanks.unicodeScalars.count)
    }
    return !shorterNeedle.withoutOuterBlanks.isEmpty && counts[0] == counts[1]
  }
  /// True if a row equals the only term.
  var hasEqualRow: Bool {
    onlyTerm.map { term in rows.contains { reading.isEqual($0, term, .strict) } } ?? false
  }

  /// Equal rows have equal keys; without a folding, characters of different scalars are different.
  func twinKey(_ row: String) -> [UInt8] {
    Array((rules.folding == nil ? row : PlainFolding.decomposed(row)).utf8)
  }

  /// The first row found that differs from a needle, and a row that equals it but comes later or is
  /// missing; nil if there is no such pair.
  func equalRowBehind(_ needle: String) -> (best: Int, row: Int)? {
    guard
      let place = full.firstIndex(where: { found in
        rows.indices.contains(found.row) && !reading.isEqual(rows[found.row], needle, .loose)
      })
    else { return nil }
    let before = Set(full[..<place].map(\.row))
    return rows.indices.first { row in
      !before.contains(row) && reading.isEqual(rows[row], needle, .strict)
    }.map { (full[place].row, $0) }
  }

  /// Without scores, rows that change places if the list is reversed are a tie; says which of them
  /// is not in the declared order.
  func wrongTie(in reversed: [RankedRow]) -> String? {
    guard !rules.ties.isEmpty, terms?.isEmpty != true, full.allSatisfy({ $0.score == nil }) else {
      return nil
    }
    let places = Dictionary(
      reversed.enumerated().map { ($0.element.row, $0.offset) }, uniquingKeysWith: { $1 })
    for (first, second) in zip(full, full.dropFirst()) where !isInOrder(first.row, second.row) {
      guard let one = places[first.row], let other = places[second.row], other < one else {
        continue
      }
      return tieComplaint(first.row, second.row, "which change places if the list is reversed")
    }
    return nil
  }

  func tieComplaint(_ first: Int, _ second: Int, _ why: String) -> String {
    let ties = rules.ties.map { $0 == .length ? "length without blanks at the ends" : $0.rawValue }
    return "got row \(first) before row \(second), \(why), so that row \(second) must come first "
      + "(ties: \(ties.joined(separator: ", ")))"
  }

  /// True if two rows of equal score follow the declared order.
  func isInOrder(_ first: Int, _ second: Int) -> Bool {
    for tie in rules.ties {
      switch tie {
      case .row: return first < second
      case .length:
        let lengths = [first, second].map { rows[$0].withoutOuterBlanks.unicodeScalars.count }
        if lengths[0] != lengths[1] { return lengths[0] < lengths[1] }
      }
    }
    return true
  }

  /// Says which row moved in an answer over the rows in another order; nil if only ties did.
  func moved(in other: [RankedRow]) -> String? {
    guard other.count == full.count else {
      return "got \(other.count) rows over the reversed list, expected \(full.count)"
    }
    for (here, there) in zip(full, other) {
      guard let high = here.score, let low = there.score else { continue }
      if high != low {
        return "over the reversed list, got score \(low) for row \(there.row), where row "
          + "\(here.row) has \(high)"
      }
    }
    return nil
  }

  /// Says which row is found or missing against the declared case, folding and blanks.
  func wrongMembers() -> String? {
    guard rules.letterCase != nil, let terms, !terms.isEmpty else { return nil }
    let found = Set(full.map(\.row))
    return rows.indices.first { row in
      found.contains(row) != terms.allSatisfy { reading.hasInOrder(rows[row], $0) }
    }.map { row in
      found.contains(row)
        ? "row \(row) is found, which does not have the letters of the needle in order"
        : "row \(row) is not found, which has the letters of the needle in order"
    }
  }

  /// Says which respelling of the needle finds other rows, although it should not.
  func respelledAnswer() -> String? {
    var spellings: [String] = []
    if rules.letterCase == .ignore {
      spellings += [needle.lowercased(), needle.uppercased()]
    }
    if rules.folding != nil { spellings.append(PlainFolding.decomposed(needle)) }
    if rules.blanks == .terms {
      spellings.append(reading.terms(needle).reversed().joined(separator: " "))
    }
    let expected = Set(full.map(\.row))
    return spellings.first { Set(answer(to: $0).map(\.row)) != expected }.map {
      "the needle \($0.debugDescription) finds other rows, expected the same"
    }
  }
}

extension Ranker {
  fileprivate func answer(to needle: String, limit: Int = 0) -> [RankedRow] {
    var cursor = makeCursor()
    return cursor.rank(needle, limit: limit)
  }
}
