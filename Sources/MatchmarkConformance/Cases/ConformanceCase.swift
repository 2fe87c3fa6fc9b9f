public import MatchmarkCore
internal import MatchmarkJSON

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
  /// The checks.
  public let content: CaseContent
}

/// The content of a case.
public enum CaseContent: Sendable {
  /// Queries, each with its answer.
  case checks([CaseCheck])
  /// A typing session: events, each with what is then to be seen.
  case session(CaseScript)
}

extension Situation {
  /// The last query of a case after those before it; nil if the case asks otherwise.
  package init?(_ testCase: ConformanceCase) {
    guard case .checks(let checks) = testCase.content, let last = checks.last,
      checks.allSatisfy({ $0.profile == last.profile })
    else { return nil }
    self.init(
      columns: testCase.corpus.columns, rows: testCase.corpus.rows, profile: last.profile,
      query: last.query, earlier: checks.dropLast().map(\.query))
  }
}

/// A query and its answer.
public struct CaseCheck: Sendable {
  /// The profile with which the corpus is searched.
  public let profile: SearchProfile
  /// The query.
  public let query: SearchQuery
  /// The expected result.
  public let expectation: CaseExpectation
}

/// The expected result of a query.
public enum CaseExpectation: Sendable, Hashable {
  /// Rows, and what the list shows.
  case shown(ExpectedList)
  /// A refusal, by the name of its error.
  case refused(String)
}

/// The expected content of a list.
public struct ExpectedList: Sendable, Hashable {
  /// The matching rows, ascending.
  public let rows: [Int]
  /// The display state.
  public let display: DisplayState
  /// The sections, where the case says.
  public let sections: [Section]?
  /// The marks of each row, by column, where the case says.
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
  /// The profile with which the corpus is searched.
  public let profile: SearchProfile
  /// The settings of the session that differ from the plainest one.
  let settings: JSONValue
  let steps: [CaseStep]

  /// True if any step says which rows are to be seen; else there is nothing to ask a matcher.
  var expectsRows: Bool { steps.contains { $0.expected["keys"] != nil } }
}

/// An event and what is to be seen after it.
struct CaseStep: Sendable {
  /// The event, as trace files spell it.
  let event: JSONValue
  /// The fields of the snapshot that are compared; others may be anything.
  let expected: [String: JSONValue]
}

extension ConformanceCase {
  /// Reads a case; its id is part of every error after it.
  init(
    _ reader: CaseReader, group: String, shared: SharedFixtures
  ) throws(ConformanceError) {
    let required = ["id", "sentence", "clauses", "level", "corpus", "profile"]
    let optional = ["checks", "settings", "steps"]
    let id = try reader.object(required, optional: optional)["id"].string()
    let place = CasePlace(file: reader.place.file, caseID: id)
    let object = try CaseReader(reader.value, of: place).object(required, optional: optional)
    self.id = id
    self.group = group
    sentence = try object["sentence"].string()
    clauses = try object["clauses"].strings()
    level = try object["level"].choice(ConformanceLevel.self)
    corpus = try shared.corpus(object["corpus"], caseID: id)
    content = try Self.content(object, corpus: corpus, level: level, shared: shared)
  }

  private static func content(
    _ object: CaseReader, corpus: CaseCorpus, level: ConformanceLevel, shared: SharedFixtures
  ) throws(ConformanceError) -> CaseContent {
    let profile = try shared.profile(object["profile"])
    guard level == .session else {
      for key in ["settings", "steps"] where object[key].ifPresent != nil {
        throw .unknown("key", key, known: ["checks"], at: object.place)
      }
      let checks = try object["checks"].array()
      guard !checks.isEmpty else { throw object["checks"].wrong("at least one check") }
      return .checks(
        try checks.map { check throws(ConformanceError) in
          try CaseCheck(check, corpus: corpus, profile: profile, shared: shared)
        })
    }
    if object["checks"].ifPresent != nil {
      throw .unknown("key", "checks", known: ["settings", "steps"], at: object.place)
    }
    return .session(try CaseScript(object, profile: profile))
  }
}

extension ConformanceCase {
  /// True if a right subject answers any of it, instead of refusing all of it.
  package var expectsAnswer: Bool {
    guard case .checks(let checks) = content else { return true }
    return checks.contains { if case .shown = $0.expectation { true } else { false } }
  }
}

extension CaseCheck {
  /// True if it gives the expected marks.
  var hasMarks: Bool {
    if case .shown(let list) = expectation { list.marks != nil } else { false }
  }

  fileprivate init(
    _ reader: CaseReader, corpus: CaseCorpus, profile: SearchProfile, shared: SharedFixtures
  ) throws(ConformanceError) {
    let object = try reader.object(["query", "expected"], optional: ["profile"])
    self.profile =
      try object["profile"].ifPresent.map { reader throws(ConformanceError) in
        try shared.profile(reader)
      } ?? profile
    query = try SearchQuery(object["query"])
    expectation = try CaseExpectation(object["expected"], corpus: corpus)
  }
}

extension SearchQuery {
  fileprivate init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object(["text", "tokens", "scope"])
    let tokens = try object["tokens"].repeatable().map { token, times throws(ConformanceError) in
      let object = try token.object(["facet", "value"])
      let token = SearchToken(
        facet: try object["facet"].string(), value: try object["value"].string())
      return Array(repeating: token, count: times ?? 1)
    }.flatMap(\.self)
    self.init(
      try object["text"].text(), tokens: tokens,
      scope: try object["scope"].optionalString())
  }
}

extension CaseExpectation {
  fileprivate init(_ reader: CaseReader, corpus: CaseCorpus) throws(ConformanceError) {
    if reader["error"].ifPresent != nil {
      let error = try reader.object(["error"])["error"]
      let name = try error.string()
      guard RefusalName.all.contains(name) else {
        throw .unknown("error", name, known: RefusalName.all, at: error.place)
      }
      self = .refused(name)
      return
    }
    let object = try reader.object(["rows", "keys", "display"], optional: ["sections", "marks"])
    self = .shown(
      ExpectedList(
        rows: try corpus.rows(object),
        display: try object["display"].choice(DisplayState.self),
        sections: try object["sections"].ifPresent?.array().map {
          section throws(ConformanceError) in
          let object = try section.object(["title", "rows", "keys"])
          return Section(
            title: try object["title"].optionalString(), rows: try corpus.rows(object))
        },
        marks: try object["marks"].ifPresent.map { marks throws(ConformanceError) in
          try corpus.marks(marks, of: try corpus.rows(object))
        }))
  }
}

extension CaseCorpus {
  /// The rows that `rows` lists and `keys` calls by name: ascending, the same in both.
  ///
  /// Repeated row numbers count up from the first one; repeated keys are numbered from 1.
  fileprivate func rows(_ object: CaseReader) throws(ConformanceError) -> [Int] {
    let numbers = object["rows"]
    let listed = try numbers.repeatable().map { row, times throws(ConformanceError) in
      let first = try row.index()
      guard first < rows.count else { return [first] }
      return Array(first..<first + (times ?? 1))
    }.flatMap(\.self)
    guard listed.allSatisfy(rows.indices.contains), zip(listed, listed.dropFirst()).allSatisfy(<)
    else { throw numbers.wrong("rows of the corpus, ascending") }
    let names = try object["keys"].repeatable().map { key, times throws(ConformanceError) in
      let key = try key.string()
      return times.map { (0..<$0).map { key + String($0 + 1) } } ?? [key]
    }.flatMap(\.self)
    guard names == listed.map(key) else {
      throw object["keys"].wrong("the keys of the rows: \(listed.map(key))")
    }
    return listed
  }

  /// The marks of rows: for each key the ranges of each column.
  fileprivate func marks(
    _ reader: CaseReader, of rows: [Int]
  ) throws(ConformanceError) -> [Int: [MarkedField]] {
    let object = try reader.object([], optional: rows.map(key))
    var marks: [Int: [MarkedField]] = [:]
    for row in rows {
      guard let marked = object[key(row)].ifPresent else { continue }
      let fields = try marked.object([], optional: columns.map(\.name))
      for (column, name) in columns.map(\.name).enumerated() {
        guard let ranges = fields[name].ifPresent else { continue }
        marks[row, default: []].append(
          MarkedField(
            column: column,
            ranges: try ranges.array().map { range throws(ConformanceError) in
              let ends = try range.array().map { end throws(ConformanceError) in try end.index() }
              guard ends.count == 2, ends[0] < ends[1] else {
                throw range.wrong("two UTF-8 offsets, the second one larger")
              }
              return ends[0]..<ends[1]
            }))
      }
    }
    return marks
  }
}

extension CaseScript {
  fileprivate init(_ object: CaseReader, profile: SearchProfile) throws(ConformanceError) {
    self.profile = profile
    settings = try object["settings"].ifPresent?.object() ?? [:]
    steps = try object["steps"].array().map { step throws(ConformanceError) in
      let step = try step.object(["event", "expected"])
      return CaseStep(
        event: try step["event"].object(),
        expected: try step["expected"].object([], optional: SessionDriver.fieldNames)
          .object().values)
    }
    guard !steps.isEmpty else { throw object["steps"].wrong("at least one step") }
  }
}
