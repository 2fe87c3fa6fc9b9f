import MatchmarkCore
package import MatchmarkMeasurement

/// How a query of one cell is asked again.
package struct ReplayCommand: Sendable {
  /// The id of the cell.
  let cell: String
  private let corpus: String
  private let profile: String?

  package init(_ cell: CellPlan) {
    self.cell = cell.id
    corpus = cell.corpus.argument
    profile = cell.profileArgument
  }

  /// What a record names.
  func record(
    of participant: Participant, _ command: ReplayRecord.Command = .query
  ) -> ReplayRecord {
    ReplayRecord(
      command, corpus: corpus, profile: profile, matcher: participant.id,
      isOwnEngine: participant.engine?.isOwn ?? false)
  }

  /// What a record names for a matcher of this process.
  package func record(ofMatcher matcher: String) -> ReplayRecord {
    ReplayRecord(
      .query, corpus: corpus, profile: profile, matcher: matcher, isOwnEngine: false)
  }

  /// The command line for a participant, which it asks that query.
  func command(_ query: SearchQuery, of participant: Participant) -> String {
    record(of: participant).line(query)
  }
}
