import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("The CSV loader")
struct CSVLoaderTests {
  private static let columns = [Column("title", .text), Column("price", .numeric)]

  private func load(
    _ bytes: [UInt8], _ columns: [Column]? = columns, delimiter: Character = ","
  ) throws(DatasetError) -> Corpus {
    let format = DatasetFormat.delimited(DelimitedFormat(delimiter: delimiter.asciiValue ?? 0))
    return try Dataset(name: "c", file: "c.csv", bytes: bytes, format: format)
      .corpus(columns: columns)
  }

  private func load(
    _ text: String, _ columns: [Column]? = columns, delimiter: Character = ","
  ) throws(DatasetError) -> Corpus {
    try load(Array(text.utf8), columns, delimiter: delimiter)
  }

  private func rows(_ corpus: Corpus) -> [[String]] {
    (0..<corpus.rowCount).map { row in
      corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    }
  }

  private func at(_ line: Int, _ column: Int) -> SourcePosition {
    SourcePosition(file: "c.csv", line: line, column: column)
  }

  private func expect(
    _ error: DatasetError, from text: String, _ columns: [Column]? = columns,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) { try load(text, columns) }
  }

  @Test("A CSV file may end its lines with LF or CR LF, and needs no line end after the last")
  func lineEnds() throws {
    let expected = [["Rose", "24.99"], ["Tulip", ""]]
    #expect(try rows(load("title,price\nRose,24.99\nTulip,\n")) == expected)
    #expect(try rows(load("title,price\r\nRose,24.99\r\nTulip,\r\n")) == expected)
    #expect(try rows(load("title,price\nRose,24.99\nTulip,")) == expected)
    #expect(try rows(load("title,price")).isEmpty)
    #expect(try rows(load("title,price\r\n")).isEmpty)
  }

  @Test("The CSV loader unquotes cells and trims nothing")
  func quotes() throws {
    let text = "title,price\n\" a \"\"b\"\",\nc\"\"\",\"1\"\n \t x ,\"\"\n\"x\ry\",\n"
    #expect(try rows(load(text)) == [[" a \"b\",\nc\"", "1"], [" \t x ", ""], ["x\ry", ""]])
  }

  @Test(
    "Cells are read as they were written, whichever are quoted and however lines end",
    arguments: UInt64(1)...8)
  func randomCells(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "cells")
    let pieces = ["a", "é", "1", " ", ",", "\"", "\r\n", "\n", "Straße, 5", "x\ty"]
    let count = 1 + random.below(4)
    let header = (0..<count).map { "c\($0)" }
    var (text, written) = (header.joined(separator: ",") + "\n", [[String]]())
    for _ in 0..<300 {
      let row = header.map { _ in
        (0..<random.below(4)).map { _ in random.pick(pieces) }.joined()
      }
      let cells = row.map { cell in
        let mustQuote = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        return mustQuote || count == 1 || random.below(4) == 0
          ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
      }
      text += cells.joined(separator: ",") + (random.below(2) == 0 ? "\n" : "\r\n")
      written.append(row)
    }
    let columns = header.map { Column($0, .text) }
    #expect(rows(try load(text, columns)) == written)
  }

  @Test("The CSV loader drops the byte-order mark and accepts another delimiter")
  func byteOrderMark() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("title;price\n\"a;b\";1\nc,d;2".utf8)
    #expect(try rows(load(bytes, delimiter: ";")) == [["a;b", "1"], ["c,d", "2"]])
    #expect(try rows(load("title\tprice\na\t1", delimiter: "\t")) == [["a", "1"]])
  }

  @Test("In a TSV file, a quotation mark is text")
  func tabs() throws {
    let text = "title\tprice\n\"a\"b\t1\n\"\t\n12\" \"disc\"\t2\r\n"
    let corpus = try Dataset(name: "c", file: "c.tsv", bytes: Array(text.utf8), format: .tsv)
      .corpus(columns: Self.columns)
    #expect(rows(corpus) == [["\"a\"b", "1"], ["\"", ""], ["12\" \"disc\"", "2"]])
  }

  @Test("Without a header, the columns are numbered, and the first record is a row")
  func noHeader() throws {
    let format = DatasetFormat.delimited(DelimitedFormat(hasHeader: false))
    func corpus(_ text: String) throws -> Corpus {
      try Dataset(name: "c", file: "c.csv", bytes: Array(text.utf8), format: format).corpus()
    }
    let found = try corpus("\u{FEFF}Rose,\"1\n2\"\nTulip,x\n")
    #expect(found.schema.columns.map(\.name) == ["column1", "column2"])
    #expect(rows(found) == [["Rose", "1\n2"], ["Tulip", "x"]])
    #expect(throws: DatasetError.raggedRow(cellCount: 1, expectedCount: 2, at: at(2, 1))) {
      try corpus("a,b\nc\n")
    }
    #expect(throws: DatasetError.emptyFile("c.csv")) { try corpus("") }
  }

  @Test("The CSV loader keeps the order of columns, and gives unmapped ones no role")
  func mapping() throws {
    let corpus = try load("id,price,title\n7,1.5,Rose\n", [Column("title", .text)])
    #expect(corpus.schema.columns.map(\.name) == ["id", "price", "title"])
    #expect(corpus.schema.columns.map(\.roles) == [[], [], .text])
  }

  @Test("The error about a mapped column that a CSV file lacks names the known columns")
  func missingColumn() {
    let error = DatasetError.missingColumn("price", known: ["title", "cost"], file: "c.csv")
    expect(error, from: "title,cost\n")
    #expect(error.description == "c.csv: no column 'price', expected one of title, cost")
    let list = DatasetError.missingColumn("title,cost", known: ["title", "cost"], file: "c.csv")
    #expect(list.description.hasSuffix("; repeat the option for several columns"))
  }

  @Test("A CSV header that has no columns, or empty or repeated names, is refused")
  func headers() {
    expect(.emptyFile("c.csv"), from: "")
    expect(.emptyFile("c.csv"), from: "\u{FEFF}")
    expect(.emptyColumnName(at: at(1, 1)), from: "\na\n")
    expect(.emptyColumnName(at: at(1, 7)), from: "title,,price\n")
    expect(.duplicateColumnName("title", at: at(1, 7)), from: "title,title\n")
  }

  @Test("A CSV row with too few or too many cells, and a blank line, are refused")
  func ragged() {
    let ragged = { DatasetError.raggedRow(cellCount: $0, expectedCount: 2, at: self.at($1, 1)) }
    expect(ragged(1, 3), from: "title,price\na,1\nb\n")
    expect(ragged(3, 2), from: "title,price\na,1,\n")
    expect(ragged(0, 3), from: "title,price\na,1\n\n")
    expect(ragged(0, 2), from: "title,price\r\n\r\na,1")
    expect(
      .raggedRow(cellCount: 0, expectedCount: 1, at: at(2, 1)), from: "title\n\na\n",
      [Column("title", .text)])
    // A line end within quotation marks counts as a line, not as a row.
    expect(ragged(1, 4), from: "title,price\n\"a\nb\",1\nc\n")
  }

  @Test("A CSV file with quotation marks that do not enclose a cell is refused")
  func brokenQuotes() {
    expect(.unterminatedQuote(at: at(3, 3)), from: "title,price\na,1\né,\"2\n3,4\n")
    expect(.strayQuote(at: at(2, 3)), from: "title,price\n5é\" pipe,1\n")
    expect(.textAfterQuote(at: at(2, 4)), from: "title,price\n\"a\"b,1\n")
    expect(.textAfterQuote(at: at(2, 4)), from: "title,price\n\"a\"\rb,1\n")
  }

  @Test(
    "A numeric CSV cell that is not a decimal is refused",
    arguments: ["5a", "-1", "1e3", " 1", "1,5"])
  func numbers(cell: String) {
    expect(
      .notANumber(column: "price", cell: cell, at: at(3, 3)),
      from: "title,price\na,1\né,\"\(cell)\"\n")
  }

  @Test("A CSV cell of 65 536 bytes is accepted, and a longer one is refused")
  func longCells() throws {
    let longest = String(repeating: "x", count: 65_536)
    #expect(try load("title,price\n\(longest),1").rowCount == 1)
    expect(
      .fieldTooLong(column: "title", sizeInBytes: 65_537, at: at(2, 1)),
      from: "title,price\n\(longest)x,1")
  }

  @Test("The error about invalid UTF-8 in a CSV file names the byte, line and column")
  func invalidUTF8() {
    let bytes = Array("title,price\né👍".utf8) + [0xC3, 0x28]
    #expect(throws: DatasetError.invalidUTF8(byteOffset: 18, at: at(2, 3))) { try load(bytes) }
    #expect(throws: DatasetError.invalidUTF8(byteOffset: 0, at: at(1, 1))) { try load([0xFF]) }
    #expect(throws: DatasetError.invalidUTF8(byteOffset: 1, at: at(1, 2))) {
      try load(Array("a".utf8) + [0xE2, 0x82])
    }
  }

  @Test("An error about a CSV file begins with the position")
  func messages() {
    let error = #expect(throws: DatasetError.self) { try load("title,price\na,x\n") }
    #expect(error?.description.hasPrefix("c.csv:2:3: column 'price': got 'x', expected") == true)
  }

  @Test("The extension of a data file decides its format")
  func files() throws {
    #expect(DatasetFormat.endings == [".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".txt"])
    #expect(DatasetFormat(endingOf: "c.XLS") == nil && DatasetFormat(endingOf: "c.TSV") == .tsv)
    #expect(try FixtureFolder.dataset("plans.csv").corpus().rowCount == 8)
  }
}
