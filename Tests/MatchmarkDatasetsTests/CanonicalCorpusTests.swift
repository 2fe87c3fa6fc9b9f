import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("A canonical corpus")
struct CanonicalCorpusTests {
  private func small() throws -> Corpus {
    let schema = try Schema([
      Column("title", .text), Column("kind", .facet, declaredValues: ["b", "a"]),
      Column("year", [.numeric, .scope]), Column("price", .numeric), Column("note", []),
    ])
    var builder = CorpusBuilder(name: "small", schema: schema)
    try builder.append(["a \"b\" \\ \n\u{1}é/", "c", "02018", "025.00", ""])
    try builder.append(["", "", "", "", "x"])
    return builder.finish()
  }

  private static let smallText = #"""
    {"version":1,"columns":[{"name":"title","roles":["text"]},\#
    {"name":"kind","roles":["facet"],"values":["b","a","c"]},\#
    {"name":"year","roles":["numeric","scope"],"values":["02018"]},\#
    {"name":"price","roles":["numeric"]},{"name":"note","roles":[]}]}
    {"title":"a \"b\" \\ \n\u0001é/","kind":"c","year":"02018","price":"25","note":""}
    {"title":"","kind":"","year":"","price":"","note":"x"}

    """#

  private func read(_ text: String) throws(DatasetError) -> Corpus {
    try CanonicalCorpus.read(RowSource(name: "c.jsonl", bytes: Array(text.utf8)), name: "c")
  }

  @Test("A canonical corpus is its schema, then one row per line, with as few escapes as possible")
  func bytes() throws {
    let bytes = CanonicalCorpus.bytes(of: try small())
    #expect(String(decoding: bytes, as: UTF8.self) == Self.smallText)
  }

  @Test("A canonical corpus is written in chunks that add up to the whole")
  func chunks() throws {
    let corpus = try #require(CorpusGenerator.named("titles")).corpus(rowCount: 2_000, seed: 1)
    var chunks: [[UInt8]] = []
    CanonicalCorpus.write(corpus) { chunks.append($0) }
    #expect(chunks.count > 1)
    #expect(Array(chunks.joined()) == CanonicalCorpus.bytes(of: corpus))
  }

  @Test("The identity of a corpus is the checksum of its canonical bytes")
  func identity() throws {
    var checksum = Checksum()
    checksum.update(Array(Self.smallText.utf8))
    #expect(CorpusIdentity(of: try small()).description == checksum.identity)
  }

  @Test(
    "A canonical corpus reads back as a corpus of the same identity",
    arguments: ["people", "identifiers"])
  func roundTrip(generator: String) throws {
    let corpus = try #require(CorpusGenerator.named(generator)).corpus(rowCount: 300, seed: 7)
    for corpus in [corpus, try small()] {
      let bytes = CanonicalCorpus.bytes(of: corpus)
      let copy = try CanonicalCorpus.read(
        RowSource(name: "c.jsonl", bytes: bytes), name: "copy")
      #expect(CorpusIdentity(of: copy) == CorpusIdentity(of: corpus))
      #expect(copy.rowCount == corpus.rowCount)
    }
  }

  @Test("A corpus written as given keeps the text of numbers and only the declared values")
  func asGiven() throws {
    let columns = [
      Column("title", .text), Column("year", .numeric),
      Column("kind", .facet, declaredValues: ["never"]),
    ]
    let text = "title,year,kind\nA,02,x\nB,,y\nC,2.50,x\n"
    let corpus = try Dataset(name: "c", file: "c.csv", bytes: Array(text.utf8), format: .csv)
      .corpus(columns: columns)
    var bytes: [UInt8] = []
    CanonicalCorpus.write(corpus, isAsGiven: true) { bytes += $0 }
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.contains(#""values":["never"]"#) && written.contains(#""year":"02""#))
    let copy = try read(written)
    #expect(CorpusIdentity(of: copy) == CorpusIdentity(of: corpus))
    #expect(copy.schema.columns.map(\.declaredValues) == [[], [], ["never"]])
    #expect((0..<3).map { copy.cell(row: $0, column: 1) } == ["02", "", "2.50"])
    #expect(copy.knownValues(of: "kind") == corpus.knownValues(of: "kind"))
  }

  @Test("A canonical corpus read as JSON Lines with mapped columns has the same rows")
  func jsonLines() throws {
    let corpus = try small()
    let bytes = CanonicalCorpus.bytes(of: corpus)
    let rows = Array(bytes.drop { $0 != 0x0A }.dropFirst())
    let columns = corpus.schema.columns.map { column in
      Column(
        column.name, column.roles, declaredValues: corpus.knownValues(of: column.name) ?? [])
    }
    let copy = try Dataset(name: "copy", file: "c.jsonl", bytes: rows, format: .json)
      .corpus(columns: columns)
    #expect(CorpusIdentity(of: copy) == CorpusIdentity(of: corpus))
  }

  @Test("Mapped columns override the roles that a canonical corpus declares")
  func mapped() throws {
    let corpus = try small()
    let bytes = CanonicalCorpus.bytes(of: corpus)
    let name = corpus.schema.columns[1].name
    let file = Dataset(name: "copy", file: "c.jsonl", bytes: bytes, format: .json)
    let copy = try file.corpus(columns: [Column(name, .text)])
    #expect(copy.rowCount == corpus.rowCount)
    #expect(copy.schema.columns.map(\.name) == corpus.schema.columns.map(\.name))
    #expect(copy.schema.columns.filter { !$0.roles.isEmpty }.map(\.name) == [name])
    #expect(
      throws: DatasetError.missingColumn(
        "none", known: corpus.schema.columns.map(\.name), file: "c.jsonl")
    ) {
      try file.corpus(columns: [Column("none", .text)])
    }
  }

  @Test("A mapping without values leaves those that the first line of a canonical file states")
  func statedValues() throws {
    let columns = #"{"name":"t","roles":["text"]},{"name":"k","roles":["facet"],"values":"#
    let text =
      "{\"version\":1,\"columns\":[\(columns)"
      + #"["tree","herb"]}]}"# + "\n" + #"{"t":"Rose","k":"herb"}"#
    let file = Dataset(name: "c", file: "c.jsonl", bytes: Array(text.utf8), format: .json)
    let mapped = try file.corpus(columns: [Column("t", .text), Column("k", .facet)])
    #expect(mapped.knownValues(of: "k") == ["tree", "herb"])
    let other = [Column("t", .text), Column("k", .facet, declaredValues: ["moss"])]
    #expect(try file.corpus(columns: other).knownValues(of: "k") == ["moss", "herb"])
  }

  @Test("A row of a canonical file with a list or object, or with another key, is refused")
  func strictRows() {
    let schema = #"{"version":1,"columns":[{"name":"t","roles":["text"]}]}"# + "\n"
    let place = SourcePosition(file: "c.jsonl", line: 2, column: 6)
    for value in ["[]", "{}"] {
      let message =
        "got an array or object as a value, expected a string, number, boolean or null"
      #expect(throws: DatasetError.invalidJSON(message, at: place)) {
        try read("\(schema){\"t\":\(value)}\n")
      }
    }
    #expect(throws: DatasetError.self) { try read("\(schema){\"u\":1}\n") }
  }

  @Test("A canonical corpus whose first line is not a schema is refused")
  func brokenSchema() {
    #expect(throws: DatasetError.emptyFile("c.jsonl")) { try read("") }
    #expect(throws: DatasetError.unknownVersion(2, file: "c.jsonl")) {
      try read("{\"version\":2,\"columns\":[]}\n")
    }
    for line in ["{}", "x", #"{"version":1,"columns":[{"name":"a","roles":["king"]}]}"#] {
      let error = #expect(throws: DatasetError.self) { try read(line + "\n") }
      #expect(error?.description.hasPrefix("c.jsonl:1:1: ") == true)
    }
    #expect(
      throws: DatasetError.invalidJSON(
        "the first line is not a schema: version: got nothing, expected a whole number",
        at: SourcePosition(file: "c.jsonl", line: 1, column: 1))
    ) {
      try read("{}\n")
    }
    #expect(
      throws: DatasetError.invalidJSON(
        "the first line is not a schema: columns[0]: got key 'type', "
          + "expected one of name, roles, values",
        at: SourcePosition(file: "c.jsonl", line: 1, column: 1))
    ) {
      try read(#"{"version":1,"columns":[{"name":"a","roles":[],"type":"text"}]}"# + "\n")
    }
    #expect(throws: DatasetError.corpus(.noColumns, file: "c.jsonl")) {
      try read("{\"version\":1,\"columns\":[]}\n")
    }
  }
}
