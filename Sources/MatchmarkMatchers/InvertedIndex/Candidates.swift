/// The rows that may match a needle, as known from an index before any row is read.
struct Candidates: Sendable {
  /// A set of rows.
  enum Source: Sendable, Equatable {
    /// No row.
    case nothing
    /// Every row.
    case everything
    /// The rows of one posting list.
    case list(Int)
    /// The rows of all tokens whose suffixes form a run.
    case run(Range<Int>)
    /// The rows of a run that is so frequent that they are stored.
    case frequent(Int)
    /// The rows in which two frequent runs are adjacent.
    case pair(Int)
  }

  /// The smallest set that contains every match.
  var source: Source
  /// An upper bound on the number of its rows.
  var count: Int
  /// Whether all of its rows are certain to match.
  var isExact: Bool
  /// Another set that contains every match.
  var other: Source?
  /// An upper bound on the number of rows of the other set.
  var otherCount = Int.max

  /// Whether `count` is exact, not only a bound.
  var isCounted: Bool {
    switch source {
    case .everything, .run: false
    case .nothing, .list, .frequent, .pair: true
    }
  }

  /// The needle occurs nowhere.
  static let none = Candidates(source: .nothing, count: 0, isExact: true)

  /// Adds another set that contains every match; the two smallest are kept.
  mutating func take(_ source: Source, count: Int, isExact: Bool = false) {
    if count < self.count || (isExact && count == self.count) {
      if self.source != .everything {
        other = self.source
        otherCount = self.count
      }
      self.source = source
      self.count = count
      self.isExact = isExact
    } else if count < otherCount, source != self.source {
      other = source
      otherCount = count
    }
  }
}
