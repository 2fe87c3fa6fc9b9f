public import MatchmarkCore

/// One question in full: rows, profile, query, and the earlier queries of the same session.
///
/// All of it is a value that can be changed and asked again, as laws and the ``Shrinker`` do.
/// Situations are meant for small corpora: each reply rebuilds the matcher.
public struct Situation: Sendable {
  /// The columns.
  public var columns: [Column]
  /// The rows; each has one cell for each column.
  public var rows: [[String]]
  /// The profile.
  public var profile: SearchProfile
  /// The query.
  public var query: SearchQuery
  /// The queries that the same cursor answered earlier, oldest first.
  public var earlier: [SearchQuery]

  /// Creates a situation.
  public init(
    columns: [Column], rows: [[String]], profile: SearchProfile, query: SearchQuery,
    earlier: [SearchQuery] = []
  ) {
    self.columns = columns
    self.rows = rows
    self.profile = profile
    self.query = query
    self.earlier = earlier
  }

  /// Creates a situation from the rows of a corpus.
  public init(
    _ corpus: Corpus, profile: SearchProfile, query: SearchQuery, earlier: [SearchQuery] = []
  ) {
    self.init(
      columns: corpus.schema.columns,
      rows: (0..<corpus.rowCount).map { row in
        corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
      },
      profile: profile, query: query, earlier: earlier)
  }

  /// Returns the rows as a corpus.
  public func corpus() throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: "situation", schema: try Schema(columns))
    for row in rows { try builder.append(row) }
    return builder.finish()
  }

  /// Returns a copy with some parts changed.
  public func with(_ change: (inout Situation) -> Void) -> Situation {
    var copy = self
    change(&copy)
    return copy
  }

  /// The columns that only typed text is matched against.
  ///
  /// Their cells can be rewritten without any effect on tokens, scopes or numbers.
  var textColumns: [Int] {
    columns.indices.filter { index in
      columns[index].roles == .text
        && profile.textFields.contains { $0.name == columns[index].name }
    }
  }

  package func mapTexts(_ change: (String) -> String) -> Situation {
    let positions = textColumns
    return with { copy in
      for row in copy.rows.indices {
        for column in positions { copy.rows[row][column] = change(copy.rows[row][column]) }
      }
    }
  }

  /// The mode for which all text fields are folded alike; nil if there are two.
  var soleFoldingMode: MatchMode? {
    guard profile.folding == .loose else { return .contains }
    let wordCount = profile.textFields.count { $0.match == .wordPrefix }
    if wordCount == 0 { return .contains }
    return wordCount == profile.textFields.count ? .wordPrefix : nil
  }

  func cell(_ row: Int, _ name: String) -> String? {
    columns.firstIndex { $0.name == name }.map { rows[row][$0] }
  }

  /// The query's raw terms, without those whose fold is empty.
  var effectiveTerms: [String] {
    PlainText.terms(of: query.text, profile).filter {
      !PlainFolding.fold($0, profile.folding).isEmpty
    }
  }
}

/// A reply to a ``Situation``.
public enum SituationReply: Sendable, Hashable {
  /// The matching rows, ascending.
  case rows([Int])
  /// The query is outside the contract.
  case refused(QueryError)
  /// A reply that cannot be right, described.
  case malformed(String)
  /// No answer, because what the matcher is built on failed; with a description.
  case failed(String)
  /// No answer, which is allowed; with the reason.
  case skipped(String)

  /// The rows, if the reply is rows.
  public var rows: [Int]? {
    if case .rows(let rows) = self { return rows }
    return nil
  }

  package var failure: String? {
    if case .failed(let reason) = self { return reason }
    return nil
  }
}

extension SituationReply {
  /// Turns an error into a reply: a matcher that has been built can no longer decline the corpus.
  init(_ error: MatcherError) {
    switch error {
    case .query(let error): self = .refused(error)
    case .backendFailure(let reason): self = .failed(reason)
    case .unsupportedCorpus, .invalidOption, .malformedAnswer:
      self = .malformed(error.description)
    }
  }

  init(_ answer: Answer) {
    let rows = answer.rows
    self =
      answer.isCountRight
      ? .rows(rows) : .malformed("the count of \(rows.count) rows is stated as \(answer.count)")
  }
}

extension SituationReply: CustomStringConvertible {
  private static let shownRows = 100

  /// Example: `rows 0 2 5`.
  public var description: String {
    switch self {
    case .rows([]): "no rows"
    case .rows(let rows):
      "rows \(rows.prefix(Self.shownRows).map(String.init).joined(separator: " "))"
        + (rows.count > Self.shownRows ? " … (\(rows.count) rows)" : "")
    case .refused(let error): "refused: \(error)"
    case .malformed(let reason): Self.line(reason)
    case .failed(let reason): "failed: \(Self.line(reason))"
    case .skipped(let reason): "skipped: \(Self.line(reason))"
    }
  }

  /// The words of a participant, which may contain line ends.
  private static func line(_ words: String) -> String {
    words.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension Situation {
  /// A matcher's reply, after it has answered the earlier queries with the same cursor.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  public func reply(
    of entry: MatcherEntry, options: MatcherOptions = MatcherOptions()
  ) throws(CorpusError) -> SituationReply {
    try replying(entry, options: options).reply
  }

  /// The reply of a matcher; if its rows are right, the first mistake in anything else that it
  /// declares.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  func reply(
    of entry: MatcherEntry, comparedWith right: SituationReply
  ) throws(CorpusError) -> SituationReply {
    let (reply, cursor) = try replying(entry, options: MatcherOptions())
    guard case .rows(let rows) = right, reply == right, let cursor = cursor as? any DeclaringCursor
    else { return reply }
    let oracle = cursor.marksRanges ? try Oracle(corpus: corpus(), profile: profile) : nil
    let finding = Judge(.rows(rows)).declaredFinding(of: query, cursor, rowCount: self.rows.count) {
      row throws(QueryError) in try oracle?.matchedRanges(row: row, for: query)
    }
    return finding.map { $0.isFailure ? .failed($0.text) : .malformed($0.text) } ?? reply
  }

  private func replying(
    _ entry: MatcherEntry, options: MatcherOptions
  ) throws(CorpusError) -> (reply: SituationReply, cursor: (any MatcherCursor)?) {
    if case .unsupported(let reason) = entry.support(profile) { return (.skipped(reason), nil) }
    let folded = try FoldedCorpus(corpus(), profile: profile)
    var cursor: any MatcherCursor
    do { cursor = try entry.build(folded, options).makeAnyCursor() } catch {
      if case .unsupportedCorpus(let reason) = error { return (.skipped(reason), nil) }
      return (SituationReply(error), nil)
    }
    var answer = Answer()
    for query in earlier { _ = try? cursor.answer(query, into: &answer) }
    return (Judge.ask(query, &cursor, into: &answer) ?? SituationReply(answer), cursor)
  }

  /// The right reply.
  ///
  /// Whether a row matches does not depend on its place, so the oracle is asked about each
  /// different row once.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  /// - Complexity: O(bytes) to tell rows apart, and one row test of the oracle for each kind.
  public func oracleReply() throws(CorpusError) -> SituationReply {
    let (distinct, kinds) = distinctRows()
    let oracle = try Oracle(corpus: distinct.corpus(), profile: profile)
    do {
      let right = Set(try oracle.rows(for: query))
      return .rows(kinds.indices.filter { right.contains(kinds[$0]) })
    } catch {
      return .refused(error)
    }
  }

  /// The situation with each different row once, and for every row the index of that row.
  ///
  /// Rows are told apart by bytes, because equal strings can have different bytes.
  private func distinctRows() -> (distinct: Situation, kinds: [Int]) {
    var numbers: [[[UInt8]]: Int] = [:]
    var distinct: [[String]] = []
    let kinds = rows.map { row in
      let bytes = row.map { Array($0.utf8) }
      if let number = numbers[bytes] { return number }
      numbers[bytes] = distinct.count
      distinct.append(row)
      return distinct.count - 1
    }
    return (with { $0.rows = distinct }, kinds)
  }
}
