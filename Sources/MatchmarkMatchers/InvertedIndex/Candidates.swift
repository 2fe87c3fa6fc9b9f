/// The rows that can match a needle, as an index knows them before any is looked at.
struct Candidates: Sendable {
  /// A set of rows.
  enum Source: Sendable, Equatable {
    /// No row.
    case nothing
    /// Every row.
    case everything
    /// The rows of one list of postings.
    case list(Int)
    /// The rows of all tokens whose suffixes form a run.
    case run(Range<Int>)
    /// The rows of a run that is so frequent that they are kept.
    case frequent(Int)
    /// The rows in which two frequent runs are neighbours.
    case pair(Int)
  }

  /// The smallest set that holds every match.
  var source: Source
  /// How many rows it has, at most.
  var count: Int
  /// Whether each of them matches for certain.
  var isExact: Bool
  /// Another set that holds every match.
  var other: Source?
  /// How many rows that has, at most.
  var otherCount = Int.max

  /// Whether `count` is not only a bound.
  var isCounted: Bool {
    switch source {
    case .everything, .run: false
    case .nothing, .list, .frequent, .pair: true
    }
  }

  /// The needle occurs nowhere.
  static let none = Candidates(source: .nothing, count: 0, isExact: true)

  /// Takes one more set that holds every match; the two smallest stay.
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
