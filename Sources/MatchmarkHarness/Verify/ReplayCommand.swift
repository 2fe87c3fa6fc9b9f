import MatchmarkCore
package import MatchmarkMeasurement

/// How to ask a query of one cell again.
package struct ReplayCommand: Sendable {
  let cell: String
  private let corpus: String
  private let profile: String?
  private let text: [String]

  package init(_ cell: CellPlan) {
    self.cell = cell.id
    corpus = cell.corpus.argument
    profile = cell.profileArgument
    text = cell.textColumns
  }

  /// What a record names.
  func record(
    of participant: Participant, _ command: ReplayRecord.Command = .query
  ) -> ReplayRecord {
    record(command, of: participant.id, isOwnEngine: participant.engine?.isOwn ?? false)
  }

  /// What a record names for a matcher of this process.
  package func record(ofMatcher matcher: String) -> ReplayRecord {
    record(.query, of: matcher, isOwnEngine: false)
  }

  private func record(
    _ command: ReplayRecord.Command, of matcher: String, isOwnEngine: Bool
  ) -> ReplayRecord {
    var record = ReplayRecord(
      command, corpus: corpus, profile: profile, matcher: matcher, isOwnEngine: isOwnEngine)
    record.text = text.isEmpty ? nil : text
    return record
  }

  /// The command line that asks a participant that query.
  func command(_ query: SearchQuery, of participant: Participant) -> String {
    record(of: participant).line(query)
  }
}
