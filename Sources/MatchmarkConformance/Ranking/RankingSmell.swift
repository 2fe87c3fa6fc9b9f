import MatchmarkCore

/// An answer that people complain about although no clause forbids it.
///
/// A ranker may have good reasons for it, so it is counted and shown, and never wrong.
struct RankingSmell: Sendable {
  let id: String
  let sentence: String
  /// Names two rows, or a row and two needles; nil if there is nothing to name.
  private let example: @Sendable (RankedTrial) -> Example?

  static let all = [scatteredFirst, infixFirst, longerFirst, blinking, equalLater]

  /// A description of what a trial shows, and the rows in it.
  fileprivate typealias Example = (text: String, rows: [Int])

  private init(
    _ id: String, _ sentence: String, example: @escaping @Sendable (RankedTrial) -> Example?
  ) {
    self.id = id
    self.sentence = sentence
    self.example = example
  }

  /// Counts the smell once if a trial has it.
  func count(in trial: RankedTrial, _ counts: inout SmellCounts) {
    guard let (text, rows) = example(trial) else { return }
    let question = trial.question.description(ofRows: rows.sorted())
    counts.add(id, sentence, "\(text)\n\(question)")
  }

  private static let scatteredFirst = RankingSmell(
    "W1", "a row with scattered letters before one that contains the needle"
  ) { trial in
    trial.inversion { row, term in trial.reading.contains(row, term) ? 1 : 0 }
  }

  private static let infixFirst = RankingSmell(
    "W2", "a row that contains the needle before one that begins with it"
  ) { trial in
    trial.inversion { row, term in
      guard trial.reading.contains(row, term) else { return nil }
      return trial.reading.begins(row, term) ? 1 : 0
    }
  }

  private static let longerFirst = RankingSmell(
    "W3", "a longer row before a shorter one, both of which begin with the needle"
  ) { trial in
    trial.inversion { row, term in
      guard trial.reading.begins(row, term) else { return nil }
      return -row.withoutOuterBlanks.unicodeScalars.count
    }
  }

  private static let blinking = RankingSmell(
    "W4", "a row that disappears and comes back while the needle grows"
  ) { trial in
    let scalars = Array(trial.needle.unicodeScalars)
    guard trial.onlyTerm != nil, (3...longestBlinking).contains(scalars.count) else { return nil }
    let needles = (1...scalars.count).map { String(scalars: Array(scalars.prefix($0))) }
    let found = needles.map { Set(trial.answer(to: $0).map(\.row)) }
    for middle in 1..<needles.count - 1 {
      let back = found[middle - 1].intersection(found[middle + 1]).subtracting(found[middle])
      guard let row = back.min() else { continue }
      return (
        "row \(row) is found by \(needles[middle - 1].debugDescription) and "
          + "\(needles[middle + 1].debugDescription), but not by "
          + needles[middle].debugDescription, [row]
      )
    }
    return nil
  }

  /// F7 is about needles of one term; a needle with blanks may be several ones.
  private static let equalLater = RankingSmell(
    "W5", "a row that equals a needle with blanks after a row that does not"
  ) { trial in
    let needle = trial.needle.withoutOuterBlanks
    guard trial.onlyTerm == nil, needle.unicodeScalars.contains(" "),
      let (best, row) = trial.equalRowBehind(needle)
    else { return nil }
    return ("row \(best) before row \(row), which equals the needle", [best, row])
  }

  /// The most scalars of a needle that is typed, which asks as often.
  private static let longestBlinking = 6
}

extension RankedTrial {
  /// Names the first row that precedes one of a higher value, by the only term of the needle; nil
  /// if there is none.
  ///
  /// - Parameter value: returns the value of a row for a term; nil if the row does not count.
  fileprivate func inversion(
    _ value: (_ row: String, _ term: String) -> Int?
  ) -> RankingSmell.Example? {
    guard let term = onlyTerm else { return nil }
    var lowest: (row: Int, value: Int)?
    for found in full {
      guard rows.indices.contains(found.row), let own = value(rows[found.row], term) else {
        continue
      }
      if let lowest, lowest.value < own {
        return ("row \(lowest.row) before row \(found.row)", [lowest.row, found.row])
      }
      if own < lowest?.value ?? .max { lowest = (found.row, own) }
    }
    return nil
  }
}
