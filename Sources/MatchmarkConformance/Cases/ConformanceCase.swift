public import MatchmarkCore

/// One case of the conformance suite: a sentence about behaviour, and checks of it.
public struct ConformanceCase: Sendable, Identifiable {
  /// The id, such as `K-01`; unique in the suite.
  public let id: String
  /// The behaviour, as a sentence.
  public let sentence: String
  /// The clauses that would be broken if the case failed.
  public let clauses: [String]
  /// The level it counts for.
  public let level: ConformanceLevel
  /// The group, which is the name of its file without `.json`.
  public let group: String
  /// The rows.
  public let corpus: CaseCorpus
  /// What is checked.
  public let content: CaseContent
}

/// What a case checks.
public enum CaseContent: Sendable {
  /// Queries, each with its answer.
  case checks([CaseCheck])
  /// A typing session: events, each with what is then to be seen.
  case session(CaseScript)
}

/// A query and its answer.
public struct CaseCheck: Sendable {
  /// How the corpus is searched.
  public let profile: SearchProfile
  /// What is asked.
  public let query: SearchQuery
  /// What must come.
  public let expectation: CaseExpectation
}

/// What must come of a query.
public enum CaseExpectation: Sendable, Hashable {
  /// Rows, and what the list shows.
  case shown(ExpectedList)
  /// A refusal, by the name of its error.
  case refused(String)
}

/// What a list must show.
public struct ExpectedList: Sendable, Hashable {
  /// Returns the matching rows, ascending.
  public let rows: [Int]
  /// The display state.
  public let display: DisplayState
  /// The sections, where the case says.
  public let sections: [Section]?
  /// What the list marks of each row, by column, where the case says.
  public var marks: [Int: [MarkedField]]?
}

/// The rows of a case, and the column by which people call them.
public struct CaseCorpus: Sendable, Hashable {
  /// The name, where several cases share it.
  public let name: String
  /// The columns.
  public let columns: [Column]
  /// The cells, row by row.
  public let rows: [[String]]
  /// The readable key of each row, such as `k7`.
  public let keys: [String]

  /// The corpus.
  ///
  /// - Throws: ``CorpusError``; some cases are about that.
  public func corpus() throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: name, schema: try Schema(columns))
    for row in rows { try builder.append(row) }
    return builder.finish()
  }

  /// The key of a row, its number where it has none.
  func key(_ row: Int) -> String { keys.indices.contains(row) ? keys[row] : "row \(row)" }
}

/// A typing session of a case.
public struct CaseScript: Sendable {
  /// How the corpus is searched.
  public let profile: SearchProfile
  /// The settings of the session that differ from the plainest one.
  let settings: [String: JSONValue]
  let steps: [CaseStep]

  /// Whether any step says which rows are to be seen; else there is nothing to ask a matcher.
  var expectsRows: Bool { steps.contains { $0.expected["keys"] != nil } }
}

/// An event and what is to be seen after it.
struct CaseStep: Sendable {
  /// The event, as trace files spell it.
  let event: [String: JSONValue]
  /// The fields of the snapshot that are compared; others may be anything.
  let expected: [String: JSONValue]
}
