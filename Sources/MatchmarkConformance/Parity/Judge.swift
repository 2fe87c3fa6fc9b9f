public import MatchmarkCore

/// Checks answers: the one place that asks, classifies, compares, and says what is wrong.
///
/// Runs, hunts, cases and single queries differ only in where the right rows come from and in what
/// happens after a wrong answer.
package struct Judge: Sendable {
  package enum Right: Sendable {
    /// These rows, ascending.
    case rows([Int])
    /// These rows, which may be many: they are compared as sets, and listed only if they differ.
    case set(Answer)
    /// No rows, because the query is outside the contract.
    case refused(QueryError)
  }

  package struct Finding: Sendable, Hashable {
    package let text: String
    /// True if there was no answer because the layer below the matcher failed.
    package let isFailure: Bool

    package init(text: String, isFailure: Bool = false) {
      self.text = text
      self.isFailure = isFailure
    }
  }

  private let right: Right
  private let isExact: Bool

  /// - Parameter isExact: false allows extra rows, for a matcher that declares itself inexact.
  package init(_ right: Right, isExact: Bool = true) {
    self.right = right
    self.isExact = isExact
  }

  /// The right rows as a set; nil if the query must be refused.
  func rightRows(rowCount: Int) -> Answer? {
    switch right {
    case .set(let set): return set
    case .refused: return nil
    case .rows(let rows):
      var set = Answer(rowCount: rowCount)
      for row in rows { set.insert(row) }
      return set
    }
  }

  /// Asks a matcher once; returns what it replied instead of rows, nil if it answered with rows.
  package static func ask(
    _ query: SearchQuery, _ cursor: inout any MatcherCursor, into answer: inout Answer
  ) -> SituationReply? {
    do throws(MatcherError) {
      guard case .skipped(let reason) = try cursor.answer(query, into: &answer) else { return nil }
      return .skipped(reason)
    } catch { return SituationReply(error) }
  }

  /// The difference between an answer and the right rows; nil if there is none, or if there are no
  /// right rows.
  ///
  /// - Complexity: O(rows) if they differ or are listed, otherwise O(rows of the corpus / 64).
  package func difference(of answer: Answer) -> Difference? {
    switch right {
    case .rows(let rows): Difference(answer: answer, expected: rows, isExact: isExact)
    case .set(let set) where answer == set: nil
    case .set(let set): Difference(answer: answer, expected: set.rows, isExact: isExact)
    case .refused: nil
    }
  }

  /// The finding of the reply or, without one, of the answer; nil if nothing is wrong or if the
  /// matcher declined.
  package func finding(of said: SituationReply?, _ answer: Answer) -> Finding? {
    switch (said, right) {
    case (.skipped, _): nil
    case (.refused(let given), .refused(let expected)) where given == expected: nil
    case (nil, .refused): Finding(text: "it answers a query outside the contract")
    case (nil, _), (.rows, _): difference(of: answer).map { Finding(text: $0.description) }
    case (.refused(let error), _): Finding(text: error.description)
    case (.malformed(let text), _): Finding(text: text)
    case (.failed(let text), _): Finding(text: text, isFailure: true)
    }
  }
}

extension Oracle {
  package func right(_ query: SearchQuery) -> Judge.Right {
    do { return .rows(try rows(for: query)) } catch { return .refused(error) }
  }
}

/// The difference between an answer and the right one.
public struct Difference: Sendable, Hashable, Codable {
  /// The lowest missing row.
  public let firstMissing: Int?
  /// The lowest extra row.
  public let firstExtra: Int?
  /// The number of missing rows.
  public let missingCount: Int
  /// The number of extra rows.
  public let extraCount: Int
  /// The count that the answer states, if it has another number of rows.
  public let statedCount: Int?
  /// The first place at which a ranked answer differs.
  public let misplaced: Misplacement?

  /// A place of a ranked answer, from 0, with its row and the right one; nil after the last row.
  public struct Misplacement: Sendable, Hashable, Codable {
    /// The place, from 0.
    public let place: Int
    /// The row at this place.
    public let row: Int?
    /// The right row.
    public let expected: Int?
  }

  /// The difference between an answer and the expected rows, ascending; nil if they agree.
  ///
  /// - Parameter isExact: False allows extra rows, for a matcher that declares itself inexact.
  /// - Complexity: O(rows of both).
  public init?(answer: Answer, expected: [Int], isExact: Bool = true) {
    if answer.isRanked {
      self.init(ranked: answer.rows, expected: expected)
      return
    }
    self.init(
      rows: answer.rows, expected: expected, isExact: isExact,
      statedCount: answer.isCountRight ? nil : answer.count)
  }

  /// The difference between two lists of rows, ascending; nil if they agree.
  package init?(rows given: [Int], expected: [Int], isExact: Bool, statedCount: Int? = nil) {
    var missing: [Int] = []
    var extra: [Int] = []
    var position = 0
    for row in expected {
      while position < given.count, given[position] < row {
        extra.append(given[position])
        position += 1
      }
      if position < given.count, given[position] == row {
        position += 1
      } else {
        missing.append(row)
      }
    }
    extra.append(contentsOf: given[position...])
    if !isExact { extra = [] }
    guard !missing.isEmpty || !extra.isEmpty || statedCount != nil else { return nil }
    firstMissing = missing.first
    firstExtra = extra.first
    missingCount = missing.count
    extraCount = extra.count
    self.statedCount = statedCount
    misplaced = nil
  }

  /// The difference between two ranked lists; nil if they agree.
  private init?(ranked given: [Int], expected: [Int]) {
    let longest = max(given.count, expected.count)
    func row(_ rows: [Int], _ place: Int) -> Int? { place < rows.count ? rows[place] : nil }
    guard let place = (0..<longest).first(where: { row(given, $0) != row(expected, $0) }) else {
      return nil
    }
    let missing = expected.filter { !given.contains($0) }
    let extra = given.filter { !expected.contains($0) }
    (firstMissing, firstExtra) = (missing.min(), extra.min())
    (missingCount, extraCount) = (missing.count, extra.count)
    statedCount = nil
    misplaced = Misplacement(
      place: place, row: row(given, place), expected: row(expected, place))
  }

  /// The lowest row on which the two disagree, or the one that belongs to the first place at which
  /// ranked lists do; 0 if they have the same rows.
  public var firstRow: Int {
    if let misplaced { return misplaced.expected ?? misplaced.row ?? 0 }
    return [firstMissing, firstExtra].compactMap(\.self).min() ?? 0
  }
}

extension Difference: CustomStringConvertible {
  /// Example: `row 7 is missing (3 missing, 1 extra)`.
  public var description: String {
    if let misplaced {
      let (got, expected) = (misplaced.row, misplaced.expected)
      return "\(got.map { "row \($0)" } ?? "no row") stands at place \(misplaced.place + 1), "
        + "expected \(expected.map { "row \($0)" } ?? "no row")"
    }
    if let statedCount, firstMissing == nil, firstExtra == nil {
      return "the rows are right, but their count is stated as \(statedCount)"
    }
    let what = firstRow == firstMissing ? "is missing" : "should not match"
    return "row \(firstRow) \(what) (\(missingCount) missing, \(extraCount) extra)"
  }
}
