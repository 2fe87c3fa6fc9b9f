import DatasetsSupport
import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkSession

extension LimitTrigger {
  static let all = queries + rows + sessions + files + arguments + messages + engines + reports

  static let queries: [LimitTrigger] = [
    .commands("query-size", atLimit: query(letters(4_096)), beyond: query(letters(4_097))),
    .commands("query-terms", atLimit: terms(32), beyond: terms(33)),
    .commands(
      "query-tokens", atLimit: query("x", tokens: 64), beyond: query("x", tokens: 65)),
    .calls(
      "mistyped-name-size",
      atLimit: { NearestName.of(letters(256), among: [letters(256)]) == nil ? "none" : nil },
      beyond: { NearestName.of(letters(257), among: [letters(257)]) == nil ? "none" : nil }),
  ]

  private static func query(_ text: String, tokens: Int = 0) -> Job {
    let filter = (0..<tokens).flatMap { _ in ["--token", "continent=Europe"] }
    return Job(arguments: ["query", "--corpus", "countries", text] + filter)
  }

  /// A profile that is inferred splits at spaces.
  private static func terms(_ count: Int) -> Job {
    Job(
      files: ["rows.csv": Array("title\nx\n".utf8)],
      arguments: [
        "query", "--corpus", "rows.csv", Array(repeating: "x", count: count).joined(separator: " "),
      ])
  }

  static let rows: [LimitTrigger] = [
    .commands("corpus-columns", atLimit: columns(1_024), beyond: columns(1_025)),
    .untried("corpus-rows", "a thousand million rows take more time and memory than a test has"),
    .untried("column-size", "four gigabytes of text take more memory than a test has"),
    .commands("cell-size", atLimit: cell(letters(65_536)), beyond: cell(letters(65_537))),
    .commands("row-size", atLimit: row(1 << 23), beyond: row(1 << 23 + 1)),
    .commands("schema-line-size", atLimit: schema(3 << 20), beyond: schema(3 << 20 + 1)),
    .commands(
      "column-name-size", atLimit: columnName(letters(1_024)), beyond: columnName(letters(1_025))),
    .commands("missing-cells", atLimit: missing(over: 0), beyond: missing(over: 1)),
    .commands("number-digits", atLimit: price(18), beyond: price(19)),
    .calls(
      "facet-values", atLimit: { try isFacet(valueCount: 1_024) },
      beyond: { try isFacet(valueCount: 1_025) }),
    .calls(
      "facet-values-size", atLimit: { try isFacet(valueCount: 64, sizeInBytes: 512) },
      beyond: { try isFacet(valueCount: 64, sizeInBytes: 513) }),
    .calls(
      "scope-titles", atLimit: { try isScope(valueCount: 16) },
      beyond: { try isScope(valueCount: 17) }),
    .calls(
      "repeated-text-size", atLimit: { repeated(cellCount: 256) },
      beyond: { repeated(cellCount: 256, with: 1) }),
  ]

  private static func columns(_ count: Int) -> Job {
    let header = (0..<count).map { "c\($0)" }.joined(separator: ",")
    let row = Array(repeating: "x", count: count).joined(separator: ",")
    return Job(
      files: ["rows.csv": Array("\(header)\n\(row)\n".utf8)],
      arguments: ["query", "--corpus", "rows.csv", "-e", "linear-scan", "x"])
  }

  private static func cell(_ text: String) -> Job {
    Job(
      files: ["rows.csv": Array("title\n\(text)\n".utf8)],
      arguments: ["query", "--corpus", "rows.csv", "-e", "linear-scan", "y"])
  }

  /// A row of this many bytes, including its line end, in the most columns.
  private static func row(_ size: Int) -> Job {
    let header = (0..<1_024).map { "c\($0)" }.joined(separator: ",")
    let cells = Array(repeating: letters(size / 1_024 - 1), count: 1_023) + [""]
    let row = cells.joined(separator: ",")
    return Job(
      files: [
        "rows.csv": Array("\(header)\n\(row)\(letters(size - row.utf8.count - 1))\n".utf8)
      ],
      arguments: ["data", "show", "rows.csv"])
  }

  /// A first line of this many bytes, without its line end.
  private static func schema(_ size: Int) -> Job {
    let start = #"{"version":1,"columns":[{"name":"t","roles":["text"]}"#
    let blanks = String(repeating: " ", count: size - start.utf8.count - 2)
    return Job(
      files: ["rows.jsonl": Array("\(start)\(blanks)]}\n{\"t\":\"x\"}\n".utf8)],
      arguments: ["data", "show", "rows.jsonl"])
  }

  private static func columnName(_ name: String) -> Job {
    Job(
      files: ["rows.csv": Array("\(name)\nx\n".utf8)],
      arguments: ["query", "--corpus", "rows.csv", "-e", "linear-scan", "y"])
  }

  /// Rows without a key, this many of them over the limit; each lacks 1 024 cells.
  private static func missing(over surplus: Int) -> Job {
    let first = "{" + (0..<1_024).map { "\"c\($0)\":1" }.joined(separator: ",") + "}\n"
    let count = (first.utf8.count + (1 << 22)) / (1_024 - "{}\n".utf8.count) + surplus
    return Job(
      files: ["rows.jsonl": Array((first + String(repeating: "{}\n", count: count)).utf8)],
      arguments: ["data", "show", "rows.jsonl"])
  }

  private static func price(_ digits: Int) -> Job {
    let number = String(repeating: "1", count: digits)
    return Job(
      files: [
        "rows.csv": Array("price,title\n\(number),x\n".utf8),
        "p.yaml": Array(
          "columns: {title: text, price: numeric}\ntext: {title: contains}\nnumeric: price\n".utf8),
      ],
      arguments: ["query", "--corpus", "rows.csv", "--profile", "p.yaml", "x"])
  }

  private static func corpus(_ cells: [String]) throws -> Corpus {
    let text = "title,value\n" + cells.enumerated().map { "t\($0),\($1)\n" }.joined()
    return try Dataset(name: "c", file: "c.csv", bytes: Array(text.utf8), format: .csv).corpus()
  }

  private static func isFacet(valueCount: Int, sizeInBytes: Int = 0) throws -> String? {
    let corpus = try corpus(
      (0..<(valueCount > 64 ? 16 : 4) * valueCount).map { row in
        let value = "v\(row % valueCount)"
        return value + letters(max(0, sizeInBytes - value.utf8.count))
      })
    return corpus.schema.columns[1].roles.contains(.facet) ? nil : "no facet"
  }

  private static func isScope(valueCount: Int) throws -> String? {
    let corpus = try corpus((0..<4 * valueCount).map { "\($0 % valueCount)" })
    return InferredProfile.profile(for: corpus).scope == nil ? "no scope" : nil
  }

  /// A file whose repeated texts come to 64 KiB for each cell, plus some more.
  private static func repeated(cellCount: Int, with more: Int = 0) -> String? {
    let cells = (0..<cellCount).map { _ in #"[{"repeat":"a","times":65536}]"# }
    let json = """
      {"group": "g", "cases": [{
        "id": "Z-1", "sentence": "s", "clauses": ["Q2"], "level": "text",
        "corpus": {"key": "key", "columns": [{"name": "key", "roles": ["text"]}],
          "rows": [\(cells.joined(separator: ","))]},
        "profile": "none", "checks": [{"repeat": "a", "times": \(more)}]}]}
      """
    let said = complaint {
      _ = try ConformanceSuite.load(with: [CaseFile(name: "case.json", bytes: Array(json.utf8))])
    }
    // The invalid profile comes later.
    return said?.contains("repeated texts") == true ? said : nil
  }
}

// MARK: - Search fields and traces

extension LimitTrigger {
  static let sessions: [LimitTrigger] = [
    .commands(
      "field-text-size", atLimit: replay([.type(letters(4_096))]),
      beyond: replay([.type(letters(4_096)), .type("x")])),
    .commands(
      "field-tokens", atLimit: replay(tokens(64)), beyond: replay(tokens(65))),
    .calls("undo-steps", atLimit: { try undone(100) }, beyond: { try undone(101) }),
    .commands("trace-line-size", atLimit: line(262_144), beyond: line(262_145)),
    .commands("trace-nesting", atLimit: nested(32), beyond: nested(33)),
  ]

  private static func replay(_ events: [SessionEvent]) -> Job {
    let bytes = TraceFile.encode([Trace(name: "t", events: [.activate(by: .user)] + events)])
    return Job(files: ["trace.jsonl": bytes], arguments: ["session", "trace.jsonl", "--json"])
  }

  private static func tokens(_ count: Int) -> [SessionEvent] {
    (0..<count).map { _ in .insertToken(FieldToken(facet: "continent", value: "Europe"), at: nil) }
  }

  /// Types letters and undoes them; nil if all can be undone.
  private static func undone(_ count: Int) throws -> String? {
    var session = SearchSession()
    _ = try session.apply(.activate(by: .user))
    for _ in 0..<count { _ = try session.apply(.type("x")) }
    for _ in 0..<count { _ = try session.apply(.undo) }
    return session.text.isEmpty ? nil : session.text
  }

  /// A second line of this many bytes, including its line feed.
  private static func line(_ size: Int) -> Job {
    let frame = "{\"trace\":\"\"}\n".utf8.count
    let text = "{\"trace\":\"t\"}\n{\"trace\":\"\(letters(size - frame))\"}\n"
    return Job(files: ["trace.jsonl": Array(text.utf8)], arguments: ["session", "trace.jsonl"])
  }

  private static func nested(_ depth: Int) -> Job {
    let start = #"{"event":"set-suggestions","suggestions":[{"title":"a","represented":"#
    let inner = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
    let text = "{\"trace\":\"t\"}\n\(start)\(inner)}]}\n"
    return Job(files: ["trace.jsonl": Array(text.utf8)], arguments: ["session", "trace.jsonl"])
  }
}
