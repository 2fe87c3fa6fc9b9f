public import MatchmarkCore

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

  /// The difference between an answer and the expected rows, ascending; nil if they agree.
  ///
  /// - Parameter isExact: False allows extra rows, for a matcher that declares itself inexact.
  /// - Complexity: O(rows of both).
  public init?(answer: Answer, expected: [Int], isExact: Bool = true) {
    self.init(
      rows: answer.rows, expected: expected, isExact: isExact,
      statedCount: answer.isCountRight ? nil : answer.count)
  }

  /// The difference between two lists of rows, ascending; nil if they agree.
  ///
  /// - Complexity: O(rows of both).
  init?(rows given: [Int], expected: [Int], isExact: Bool, statedCount: Int? = nil) {
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
  }

  /// The lowest row on which the two disagree; 0 if they have the same rows.
  public var firstRow: Int {
    [firstMissing, firstExtra].compactMap(\.self).min() ?? 0
  }
}

extension Difference: CustomStringConvertible {
  /// Example: `row 7 is missing (3 missing, 1 extra)`.
  public var description: String {
    if let statedCount, firstMissing == nil, firstExtra == nil {
      return "the rows are right, but their count is stated as \(statedCount)"
    }
    let what = firstRow == firstMissing ? "is missing" : "should not match"
    return "row \(firstRow) \(what) (\(missingCount) missing, \(extraCount) extra)"
  }
}
