/// A row of a ranked answer, whose place in the answer is its rank.
public struct RankedRow: Sendable, Hashable {
  /// The number of the row in the list, from 0.
  public var row: Int
  /// The score, of which more is better; nil if the ranker shows none.
  public var score: Double?
  /// The places of the needle's letters in the row, in the unit that the ranker declares; nil if it
  /// shows none.
  public var positions: [Int]?

  /// Creates a row of an answer.
  public init(_ row: Int, score: Double? = nil, positions: [Int]? = nil) {
    self.row = row
    self.score = score
    self.positions = positions
  }
}
