import MatchmarkSystem

/// A ranked answer whose rows have grades, as the mean over all orders of rows that are tied.
///
/// A ranker that breaks its ties by the order of the list would otherwise be praised or blamed for
/// that order.
package struct AnswerQuality: Sendable {
  /// The rows that are tied with each other, the best group first; the grade of an unwanted row is
  /// 0.
  private let groups: [[Int]]
  /// The grades of all wanted rows, the best first, whether they were found or not.
  private let ideal: [Int]

  /// The place up to which an answer is read for ``reciprocalRank`` and ``gain``.
  package static let depth = 10

  /// - Parameters:
  ///   - answer: the rows, each with a value that is equal in tied rows.
  ///   - grades: the grades of the wanted rows.
  package init(_ answer: [(row: Int, tie: TieKey?)], grades: [Int: Int]) {
    var groups: [[Int]] = []
    var last: TieKey?
    for (row, tie) in answer {
      if tie == nil || tie != last { groups.append([]) }
      groups[groups.count - 1].append(grades[row] ?? 0)
      last = tie
    }
    self.groups = groups
    ideal = grades.values.sorted(by: >)
  }

  /// The first group with a wanted row: the rows before it, its rows, and the wanted ones of them.
  private var firstWanted: (before: Int, count: Int, wanted: Int)? {
    var before = 0
    for group in groups {
      let wanted = group.count { $0 > 0 }
      if wanted > 0 { return (before, group.count, wanted) }
      before += group.count
    }
    return nil
  }

  /// The probability of each place of the first wanted row, from 1.
  private var places: [(place: Int, probability: Double)] {
    guard let (before, count, wanted) = firstWanted else { return [] }
    var places: [(place: Int, probability: Double)] = []
    // That no row before this place in the group is wanted.
    var rest = 1.0
    for number in 0...(count - wanted) {
      let share = Double(wanted) / Double(count - number)
      places.append((before + number + 1, rest * share))
      rest *= 1 - share
    }
    return places
  }

  /// The probability that a wanted row is among the first ones.
  package func success(at limit: Int) -> Double {
    places.reduce(0) { $0 + ($1.place <= limit ? $1.probability : 0) }
  }

  /// The mean reciprocal place of the first wanted row; 0 beyond the tenth place.
  package var reciprocalRank: Double {
    places.reduce(0) { $0 + ($1.place <= Self.depth ? $1.probability / Double($1.place) : 0) }
  }

  /// The mean place of the first wanted row; nil if there is none.
  package var meanPlace: Double? {
    firstWanted == nil ? nil : places.reduce(0) { $0 + Double($1.place) * $1.probability }
  }

  /// The normalised discounted cumulative gain of the first ten places (Järvelin and Kekäläinen:
  /// "Cumulated gain-based evaluation of IR techniques", 2002), with gains of 2^grade − 1.
  ///
  /// The ideal order is that of all wanted rows, not of those that were found.
  package var gain: Double {
    let best = Self.discounted(ideal.map { [$0] })
    return best > 0 ? Self.discounted(groups) / best : 0
  }

  private static func discounted(_ groups: [[Int]]) -> Double {
    var (sum, place) = (0.0, 1)
    for group in groups where place <= depth {
      let gain = group.reduce(0.0) { $0 + Double((1 << $1) - 1) } / Double(group.count)
      for place in place..<place + group.count where place <= depth {
        sum += gain * ElementaryFunctions.log(2) / ElementaryFunctions.log(Double(place + 1))
      }
      place += group.count
    }
    return sum
  }
}

/// The score of a row, and its length if that breaks ties; equal in rows that are tied.
package struct TieKey: Sendable, Hashable {
  package let score: Double
  package let length: Int?

  package init(score: Double, length: Int?) {
    self.score = score
    self.length = length
  }
}
