package import MatchmarkCore
import MatchmarkSystem

/// A keystroke that was answered wrongly.
package struct Counterexample: Sendable, Codable, Hashable {
  /// An index into the keystrokes of the cell; larger indices are queries that were asked only to
  /// detect matchers that remember answers.
  package var keystroke: Int
  package var query: SearchQuery
  package var eventClass: String
  /// For instance `row 7 is missing (3 missing, 1 extra)`.
  package var difference: String
  /// The lowest row on which matcher and reference disagree.
  package var firstRow: Int
  package var firstRowText: String
  /// Nil in records of format version 1, whose command lines are not trusted.
  package var replay: ReplayRecord?
  /// The smallest rows and query that still show it, in words; nil if none were looked for.
  package var shrunk: String?

  package init(
    keystroke: Int, query: SearchQuery, eventClass: String, difference: String, firstRow: Int,
    firstRowText: String, replay: ReplayRecord?
  ) {
    self.keystroke = keystroke
    self.query = query
    self.eventClass = eventClass
    self.difference = difference
    self.firstRow = firstRow
    self.firstRowText = firstRowText
    self.replay = replay
  }

  package var replayLine: String {
    replay?.line(query) ?? "(an earlier version wrote this record; it has no command)"
  }
}

/// The names needed to ask a query again, except the query itself.
///
/// A record holds these names and no command line: its author would choose what its reader pastes
/// into a shell. The line is built when it is shown, with each name quoted as an option value.
package struct ReplayRecord: Sendable, Codable, Hashable {
  package enum Command: String, Sendable, Codable {
    case query
    /// Earlier questions matter, so a hunt looks for it.
    case hunt
  }

  package var command: Command
  /// The corpus, as `--corpus` names it.
  package var corpus: String
  /// The profile, as `--profile` names it; nil if it is inferred.
  package var profile: String?
  /// The text columns, as `--text` names them; nil if they are inferred or in the profile.
  package var text: [String]?
  package var matcher: String
  /// Whether it is an engine from the user's own file.
  package var isOwnEngine: Bool

  package init(
    _ command: Command, corpus: String, profile: String?, matcher: String, isOwnEngine: Bool
  ) {
    self.command = command
    self.corpus = corpus
    self.profile = profile
    self.matcher = matcher
    self.isOwnEngine = isOwnEngine
  }

  /// For instance `./matchmark query --corpus titles-1000 --profile titles --matcher x -- 'text'`.
  package func line(_ query: SearchQuery) -> String {
    let program = ShownProgram.current
    let engines =
      isOwnEngine
      ? ShellWord.option("--engine-file", program.engineFile ?? RecordedCommand.engineFile) : []
    if command == .hunt {
      return program.command(["hunt"] + engines + ShellWord.option("-e", matcher))
    }
    var words = ["query"] + ShellWord.option("--corpus", corpus)
    if let profile { words += ShellWord.option("--profile", profile) }
    for column in text ?? [] { words += ShellWord.option("--text", column) }
    words += engines + ShellWord.option("--matcher", matcher)
    for token in query.tokens {
      words += ShellWord.option("--token", "\(token.facet)=\(token.value)")
    }
    if let scope = query.scope { words += ShellWord.option("--scope", scope) }
    return program.command(words + ["--", query.text])
  }
}
