import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("The JSON loader")
struct JSONLoaderTests {
  private static let columns = [Column("title", .text), Column("price", .numeric)]

  private func load(
    _ text: String, _ columns: [Column]? = columns
  ) throws(DatasetError) -> Corpus {
    try Dataset(name: "c", file: "c.jsonl", bytes: Array(text.utf8), format: .json)
      .corpus(columns: columns)
  }

  private func rows(_ corpus: Corpus) -> [[String]] {
    (0..<corpus.rowCount).map { row in
      corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    }
  }

  private func at(_ line: Int, _ column: Int) -> SourcePosition {
    SourcePosition(file: "c.jsonl", line: line, column: column)
  }

  @Test("JSON Lines may have keys in any order, and null or a missing key is an empty cell")
  func cells() throws {
    let text = """
      {"title":"Rose","price":24.990}
      {"price":"1","title":"\\u00e9\\n"}
      {"title":null}\r
      { }
      """
    #expect(
      try rows(load(text)) == [["Rose", "24.990"], ["é\n", "1"], ["", ""], ["", ""]])
  }

  @Test("The JSON Lines loader keeps the text of numbers and booleans")
  func literals() throws {
    let text = #"{"a":1e5,"b":-0.50,"c":true,"d":false}"#
    #expect(try rows(load(text, nil)) == [["1e5", "-0.50", "true", "false"]])
  }

  @Test("JSON has every key as a column: first the mapped ones, then in order of appearance")
  func columnNames() throws {
    #expect(try load("", Self.columns).rowCount == 0)
    #expect(
      try load(#"{"b":"x","a":"y"}"#, nil).schema.columns.map(\.name) == ["b", "a"])
    let later = try load("{\"a\":\"x\"}\n{\"b\":\"y\"}\n{}\n{\"c\":\"w\",\"a\":\"z\"}", nil)
    #expect(later.schema.columns.map(\.name) == ["a", "b", "c"])
    #expect(rows(later) == [["x", "", ""], ["", "y", ""], ["", "", ""], ["z", "", "w"]])
    #expect(throws: DatasetError.emptyColumnName(at: at(2, 2))) {
      try load("{\"a\":\"x\"}\n{\"\":\"y\"}", nil)
    }
    let mapped = try load(#"{"id":7,"price":1.5,"title":"Rose"}"#)
    #expect(mapped.schema.columns.map(\.name) == ["title", "price", "id"])
    #expect(mapped.schema.columns.map(\.roles) == [.text, .numeric, []])
    for text in ["", "{}", "[]", "[{}]", #"{"a":[1]}"#] {
      #expect(throws: DatasetError.noKeys("c.jsonl")) { try load(text, nil) }
    }
    #expect(throws: DatasetError.emptyColumnName(at: at(1, 2))) { try load(#"{"":1}"#, nil) }
  }

  @Test("JSON without a mapped key, or with a repeated key, is refused")
  func keys() {
    for text in ["{\"title\":\"a\"}\n{\"cost\":\"1\"}", #"{"title":"a","cost":1,"price":[1]}"#] {
      #expect(
        throws: DatasetError.missingColumn("price", known: ["title", "cost"], file: "c.jsonl")
      ) { try load(text) }
    }
    #expect(throws: DatasetError.duplicateKey("title", at: at(1, 14))) {
      try load(#"{"title":"a","title":"b","price":1}"#)
    }
    for second in ["2", "[2]", "{}"] {
      #expect(throws: DatasetError.duplicateKey("a", at: at(1, 8))) {
        try load("{\"a\":1,\"a\":\(second)}", nil)
      }
      #expect(throws: DatasetError.duplicateKey("a", at: at(2, 14 + second.count))) {
        try load("{\"a\":1}\n{\"a\":[],\"b\":\(second),\"a\":1}", nil)
      }
    }
  }

  @Test(
    "A list or object in JSON is an empty cell, and its key is named",
    arguments: ["[]", "[1,{\"a\":[\"]\",2]}]", "{}", "{\"a\":1,\"b\":{\"c\":\"}\"}}"])
  func nesting(value: String) throws {
    let text = "{\"price\":1}\n{\"title\":\"é\",\"price\":\(value),\"tags\":\(value)}"
    let data = Dataset(name: "c", file: "c.jsonl", bytes: Array(text.utf8), format: .json)
    for columns in [Self.columns, nil] {
      let loaded = try data.rows(columns: columns)
      #expect(loaded.nestedKeys == ["price", "tags"])
      #expect(Set(loaded.corpus.schema.columns.map(\.name)) == ["title", "price"])
      let rows = rows(loaded.corpus).map(Set.init)
      #expect(rows == [["", "1"], ["é", ""]])
    }
  }

  @Test("A named text column of JSON stays where it is in the file, and does not stand for a key")
  func namedText() throws {
    func load(_ text: String, _ names: [String]) throws -> Corpus {
      try Dataset(name: "c", file: "c.jsonl", bytes: Array(text.utf8), format: .json)
        .corpus(text: names)
    }
    let text = "{\"a\":\"x\",\"b\":\"y\"}\n{\"b\":\"z\"}"
    let columns = try load(text, ["b"]).schema.columns
    #expect(columns.map(\.name) == ["a", "b"])
    #expect(columns.map { $0.roles.contains(.text) } == [false, true])
    #expect(throws: DatasetError.noKeys("c.jsonl")) { try load("{}", ["b"]) }
    #expect(throws: DatasetError.missingColumn("c", known: ["a", "b"], file: "c.jsonl")) {
      try load(text, ["c"])
    }
  }

  @Test("A null is an empty cell, and its key is named once")
  func nulls() throws {
    let text = "{\"a\":\"x\",\"b\":null}\n{\"a\":null,\"b\":null,\"c\":1}"
    let data = Dataset(name: "c", file: "c.jsonl", bytes: Array(text.utf8), format: .json)
    let loaded = try data.rows()
    #expect(loaded.nullKeys == ["b", "a"])
    #expect(rows(loaded.corpus) == [["x", "", ""], ["", "", "1"]])
  }

  @Test(
    "An object around a list of objects is refused, with the key of the list",
    arguments: [
      (#"{"total":1,"data":[{"title":"x"}]}"#, "data"),
      ("{\n \"total\": 1,\n \"data\": [\n {\"title\": \"x\"}]\n}\n", "data"),
      ("{\n \"title\": \"x\",\n \"price\": 1}", nil),
    ] as [(String, String?)])
  func wrapped(text: String, key: String?) {
    let error = DatasetError.wrappedList("c.jsonl", key: key)
    #expect(throws: error) { try load(text, nil) }
    #expect(error.description.contains("expected an array of objects, or one object to a line"))
    #expect(error.description.contains("jq '.[\"data\"]'") == (key != nil))
  }

  @Test("One flat object, or one with a list of texts, is a row")
  func oneObject() throws {
    #expect(try rows(load(#"{"title":"x","price":1,"tags":["a"]}"# + "\n")) == [["x", "1"]])
    let two = "{\"title\":\"x\",\"of\":[{\"a\":1}]}\n{\"title\":\"y\",\"price\":2}"
    #expect(try rows(load(two)) == [["x", ""], ["y", "2"]])
  }

  @Test("JSON with more keys than columns may be is refused, whether they have lists or texts")
  func tooManyKeys() {
    for value in ["1", "[]"] {
      let pairs = (0...SearchLimits.columnCount).map { "\"k\($0)\":\(value)" }
      let text = "{\"title\":\"x\"}\n{\(pairs.joined(separator: ","))}"
      #expect(throws: DatasetError.corpus(.tooManyColumns, file: "c.jsonl")) {
        try load(text, nil)
      }
    }
  }

  @Test("A list in JSON that is nested deeper than 128 is refused where it becomes too deep")
  func depth() throws {
    let text = "{\"title\":\(String(repeating: "[", count: 129))"
    #expect(
      throws: DatasetError.invalidJSON(
        "got values nested deeper than 128, expected no deeper", at: at(1, 138))
    ) { try load(text) }
  }

  @Test(
    "An array of objects has the rows of its objects, whatever its lines",
    arguments: [
      #"[{"title":"a, ]","price":1},{"price":2,"title":"\"b"}]"#,
      "\u{FEFF} [\n  {\n \"title\": \"a, ]\",\n\"price\": 1 }\r\n,\n"
        + "{\"price\":2,\"title\":\"\\\"b\", \"tags\": [1, {\"x\": [2, 3]}]}\n]\n",
    ])
  func array(text: String) throws {
    #expect(try rows(load(text)) == [["a, ]", "1"], ["\"b", "2"]])
    #expect(try rows(load(text, nil)) == [["a, ]", "1"], ["\"b", "2"]])
    #expect(try load("[]").rowCount == 0)
  }

  @Test(
    "An array of objects with a mistake is refused with its line and column",
    arguments: [
      ("[\n{\"title\":\"a\"}\n{}]", (3, 1)), ("[{},\n 7]", (2, 2)), ("[{},\n]", (2, 1)),
      ("[{}]\n,", (2, 1)), ("[{},{\n\"title\":\"a\nb\"}]", (2, 9)), ("[{}", (1, 4)),
      ("[{},", (1, 5)),
    ])
  func wrongArray(text: String, place: (line: Int, column: Int)) {
    let error = #expect(throws: DatasetError.self) { try load(text) }
    guard case .invalidJSON(_, let position) = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
    #expect(position == at(place.line, place.column), "\(text)")
  }

  @Test(
    "A line of JSON Lines that is not an object is refused",
    arguments: [
      ("[]", 1), ("", 1), (#"{"title":"a"},"#, 14), (#"{"title" "a"}"#, 10),
      (#"{"title":.5}"#, 10), (#"{"title":"a"#, 10),
    ])
  func invalidJSON(line: String, column: Int) {
    let error = #expect(throws: DatasetError.self) { try load("{}\n\(line)\n{}") }
    guard case .invalidJSON(_, let position) = error else {
      Issue.record("\(line): \(String(describing: error))")
      return
    }
    #expect(position == at(2, column))
  }

  @Test("A mistake after a new key is refused with its position, like any other")
  func mistakeAfterNewKey() throws {
    let text = #"{"a":1}\#n{"a":2,"b":3,x}"#
    let error = #expect(throws: DatasetError.self) { try load(text, nil) }
    guard case .invalidJSON(_, let position) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(position == at(2, 14))
  }

  @Test(
    "A numeric value in JSON Lines that is not a decimal is refused",
    arguments: ["-1", "1e5", "true", "\"x\""])
  func numbers(value: String) {
    let cell = value.filter { $0 != "\"" }
    #expect(throws: DatasetError.notANumber(column: "price", cell: cell, at: at(1, 14))) {
      try load("{\"title\":\"é\",\"price\":\(value)}")
    }
  }
}
