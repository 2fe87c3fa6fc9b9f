package import MatchmarkMeasurement

/// The wrong answers that a report tells in full.
package struct CounterexampleList: Sendable, Hashable {
  /// One of them, with whose it is.
  package struct Entry: Sendable, Hashable {
    package var matcher: String
    package var cell: String
    package var example: Counterexample
  }

  package private(set) var shown: [Entry] = []
  /// Those that only the record has.
  package private(set) var omittedCount = 0

  /// So many of one matcher: more of the same tell little.
  private static let matcherLimit = 3
  private static let limit = 24

  /// The first one of each matcher, then second and third ones while there is room; shown matcher
  /// by matcher, in the order of the record.
  package init(_ record: RunRecord) {
    let roster = Roster(record)
    var byMatcher: [[Entry]] = Array(repeating: [], count: roster.ids.count)
    var totalCount = 0
    for cell in record.cells {
      for matcher in cell.matchers {
        let position = roster.position(of: matcher.id)
        totalCount += matcher.counterexamples.count
        let room = max(0, Self.matcherLimit - byMatcher[position].count)
        byMatcher[position] += matcher.counterexamples.prefix(room).map {
          Entry(matcher: matcher.id, cell: cell.id, example: $0)
        }
      }
    }
    var lengths = Array(repeating: 0, count: byMatcher.count)
    for round in 1...Self.matcherLimit {
      for position in byMatcher.indices
      where byMatcher[position].count >= round && lengths.reduce(0, +) < Self.limit {
        lengths[position] = round
      }
    }
    shown = zip(byMatcher, lengths).flatMap { $0.prefix($1) }
    omittedCount = totalCount - shown.count
  }
}
