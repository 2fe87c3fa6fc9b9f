package import MatchmarkCore
internal import MatchmarkJSON
package import MatchmarkSystem

/// A keystroke that was answered wrongly.
package struct Counterexample: Sendable, Codable, Hashable {
  /// The index of the keystroke in the cell; larger indices are queries that were asked only to
  /// detect matchers that remember answers.
  package var keystroke: Int
  package var query: SearchQuery
  package var eventClass: String
  /// The difference in words, for instance `row 7 is missing (3 missing, 1 extra)`.
  package var difference: String
  /// The lowest row on which matcher and reference disagree.
  package var firstRow: Int
  package var firstRowText: String
  /// The names that are needed to ask the query again; nil if no query repeats the error, and in
  /// records of format version 1, whose command lines are not trusted.
  package var replay: ReplayRecord?
  /// The smallest rows and query that still show the error, in words; nil if none were searched
  /// for.
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

  /// Returns the command line that asks the query again, or a sentence if there is none.
  package func replayLine(of program: ShownProgram) -> String {
    replay?.line(query, of: program)
      ?? "(no command repeats it alone; run the command of this record again)"
  }
}

/// The names that are needed to ask a query again, except the query itself.
///
/// A record contains these names instead of a command line, because a reader may paste a line into
/// a shell, and the author of a record must not choose that line. The line is built when it is
/// shown, with each name quoted as the value of an option.
package struct ReplayRecord: Sendable, Codable, Hashable {
  /// The corpus, as `--corpus` names it.
  package var corpus: String
  /// The profile, as `--profile` names it; nil if it is inferred.
  package var profile: String?
  /// The text columns, as `--text` names them; nil if they are inferred or in the profile.
  package var text: [String]?
  /// The folding, as `--folding` names it; nil for that of the profile.
  package var folding: String?
  /// The order of the rows, as `--rank` names it; nil for that of the profile.
  package var rank: String?
  /// The sign between cells, as `--delimiter` takes it; nil for that of the file's ending.
  package var delimiter: String?
  /// True if the first record of the file names no columns; nil otherwise.
  package var noHeader: Bool?
  package var matcher: String
  /// True if the matcher is an engine from the user's own file.
  package var isOwnEngine: Bool
  /// The options of the matcher, as `--matcher-option` takes them; nil if it has none.
  package var options: [String]?
  /// The earlier queries without which the matcher would be right, oldest first; nil if it is wrong
  /// without any.
  package var earlier: [SearchQuery]?

  package init(corpus: String, profile: String?, matcher: String, isOwnEngine: Bool) {
    self.corpus = corpus
    self.profile = profile
    self.matcher = matcher
    self.isOwnEngine = isOwnEngine
  }

  /// Returns a command line such as `./matchmark query --corpus titles-1000 --profile titles
  /// --matcher x -- 'text'`.
  package func line(_ query: SearchQuery, of program: ShownProgram) -> String {
    let engines =
      isOwnEngine
      ? ShellWord.option("--engine-file", program.engineFile ?? RecordedCommand.engineFile) : []
    var words = ["query"] + ShellWord.option("--corpus", corpus)
    if let profile { words += ShellWord.option("--profile", profile) }
    for column in text ?? [] { words += ShellWord.option("--text", column) }
    if let folding { words += ShellWord.option("--folding", folding) }
    if let rank { words += ShellWord.option("--rank", rank) }
    if let delimiter { words += ShellWord.option("--delimiter", delimiter) }
    if noHeader == true { words.append("--no-header") }
    words += engines + ShellWord.option("--matcher", matcher)
    for option in options ?? [] { words += ShellWord.option("--matcher-option", option) }
    for asked in earlier ?? [] { words += ShellWord.option("--after", asked.word) }
    for token in query.tokens {
      words += ShellWord.option("--token", "\(token.facet)=\(token.value)")
    }
    if let scope = query.scope { words += ShellWord.option("--scope", scope) }
    return program.command(words + ["--", query.text])
  }
}

extension SearchQuery {
  /// One word of a command line: the text alone, or an object with tokens and scope, as in a
  /// record.
  fileprivate var word: String {
    if tokens.isEmpty, scope == nil, !Self.isObject(text) { return text }
    return json.text
  }

  /// Returns true if a word of a command line is an object rather than a text.
  package static func isObject(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "{") }
}
