import MatchmarkCore
import Testing

@Suite struct CorpusTests {
  static let schema = [
    Column("title", .text), Column("year", [.numeric, .scope]),
    Column("kind", .facet, declaredValues: ["rose", "", "tulip", "rose"]),
  ]

  @Test func aCorpusGivesBackTheCellsItWasGiven() throws {
    let corpus = try corpus([
      ["Ginger", "2007", "spice"], ["", "", ""], ["é\u{0}😀", "007.0", "rose"],
    ])
    #expect(corpus.rowCount == 3)
    #expect(corpus.cell(row: 0, column: 0) == "Ginger")
    #expect(corpus.cell(row: 1, column: 2).isEmpty)
    #expect(Array(corpus.cell(row: 2, column: 0).utf8) == Array("é\u{0}😀".utf8))
    #expect(corpus.cell(row: 2, column: 1) == "007.0")
    #expect(corpus.sizeInBytes == "Ginger2007spiceé\u{0}😀007.0rose".utf8.count)
  }

  @Test func knownValuesAreTheDeclaredOnesThenThoseOfTheRows() throws {
    let corpus = try corpus([["a", "2007", "spice"], ["b", "", "tulip"], ["c", "1997", "spice"]])
    #expect(corpus.knownValues(of: "kind") == ["rose", "tulip", "spice"])
    #expect(corpus.knownValues(of: "year") == ["2007", "1997"])
    #expect(corpus.knownValues(of: "title") == nil)
    #expect(corpus.knownValues(of: "price") == nil)
  }

  @Test func facetValuesAreComparedByteForByte() throws {
    let corpus = try corpus([["a", "", "\u{E9}"], ["b", "", "e\u{301}"]])
    #expect(corpus.knownValues(of: "kind")?.count == 4)
  }

  @Test func plainStringsMakeACorpusOfTitles() throws {
    let corpus = try Corpus(titles: ["a", "b"])
    #expect(corpus.rowCount == 2)
    #expect(corpus.schema.columns == [Column("title", .text)])
    #expect(try Corpus(titles: []).rowCount == 0)
  }

  @Test func aSchemaNeedsColumnsWithNamesOfTheirOwn() {
    #expect(throws: CorpusError.noColumns) { try Schema([]) }
    #expect(throws: CorpusError.duplicateColumn("a")) {
      try Schema([Column("a", .text), Column("b", .text), Column("a", .facet)])
    }
  }

  @Test func aSchemaFindsColumnsByNameAndRole() throws {
    let schema = try Schema(Self.schema)
    #expect(schema.index(of: "kind") == 2)
    #expect(schema.index(of: "Kind") == nil)
    #expect(schema.names(with: .scope) == ["year"])
    #expect(ColumnRoles([.numeric, .scope]).names == ["numeric", "scope"])
  }

  @Test(arguments: [[], ["a"], ["a", "1", "b", "c"]])
  func aRowMustHaveOneCellForEachColumn(row: [String]) throws {
    let expected = CorpusError.raggedRow(row: 1, cellCount: row.count, expectedCount: 3)
    #expect(throws: expected) { try corpus([["a", "1", "b"], row]) }
  }

  @Test(arguments: ["x", "1.", "-1", "1 ", "1,5", "1e3", "1234567890123456789"])
  func aNumericCellMustBeADecimal(cell: String) {
    #expect(throws: CorpusError.notANumber(row: 1, column: "year", cell: cell)) {
      try corpus([["a", "1", "b"], ["a", cell, "b"]])
    }
  }

  @Test func aFieldMayHaveExactlyTheBytesOfTheLimit() throws {
    let limit = SearchLimits.fieldSizeInBytes
    let longest = String(repeating: "é", count: limit / 2)
    #expect(try Corpus(titles: [longest]).cell(row: 0, column: 0) == longest)
    let error = CorpusError.fieldTooLong(row: 1, column: "title", sizeInBytes: limit + 1)
    #expect(throws: error) { try Corpus(titles: ["a", longest + "x"]) }
  }

  @Test(arguments: [
    (CorpusError.noColumns, "at least one"),
    (.duplicateColumn("kind"), "'kind'"),
    (.raggedRow(row: 3, cellCount: 1, expectedCount: 2), "row 3: got 1 cells, expected 2"),
    (.fieldTooLong(row: 3, column: "title", sizeInBytes: 70_000), "70000 bytes"),
    (.notANumber(row: 3, column: "year", cell: "x"), "row 3, column 'year': got 'x'"),
    (.tooLarge("rows"), "too large: rows"),
    (.unknownColumn("a", known: ["b", "c"]), "'a', expected one of b, c"),
    (.missingRole(column: "a", role: "text"), "'text'"),
  ])
  func messagesSayWhatWasGotAndWhatWasExpected(error: CorpusError, part: String) {
    #expect(error.description.contains(part))
  }

  private func corpus(_ rows: [[String]]) throws -> Corpus {
    var builder = CorpusBuilder(name: "test", schema: try Schema(Self.schema))
    for row in rows { try builder.append(row) }
    return builder.finish()
  }
}
