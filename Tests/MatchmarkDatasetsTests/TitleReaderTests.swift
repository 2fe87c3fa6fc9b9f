import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("A file of titles")
struct TitleReaderTests {
  private func corpus(_ bytes: [UInt8], chunkSize: Int = 1 << 18) throws -> Corpus {
    var source = RowSource(name: "t.txt", bytes: bytes)
    source.chunkSizeInBytes = chunkSize
    return try Dataset(name: "t", source: source, format: .titles).corpus()
  }

  private func titles(_ text: String, chunkSize: Int = 1 << 18) throws -> [String] {
    let corpus = try corpus(Array(text.utf8), chunkSize: chunkSize)
    return (0..<corpus.rowCount).map { corpus.cell(row: $0, column: 0) }
  }

  @Test(
    "A file of titles has one row per line, with its exact text", arguments: [1, 3, 7, 1 << 18])
  func lines(chunkSize: Int) throws {
    let text = "\u{FEFF}Red, \"Rose\"\r\n\n  white \n2018\nlast"
    #expect(
      try titles(text, chunkSize: chunkSize)
        == ["Red, \"Rose\"", "", "  white ", "2018", "last"])
    #expect(try titles("a\n", chunkSize: chunkSize) == ["a"])
    #expect(try titles("", chunkSize: chunkSize) == [])
  }

  @Test("A file of titles has one text column, whatever its lines look like")
  func column() throws {
    let corpus = try corpus(Array("1\n1\n1\n1\n".utf8))
    #expect(corpus.schema.columns.map(\.name) == ["title"])
    #expect(corpus.schema.columns[0].roles == .text)
  }

  @Test("A file of titles with a line that is too long or not UTF-8 is refused")
  func refused() {
    let long = Array("a\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 65_537)
    #expect(
      throws: DatasetError.fieldTooLong(
        column: "title", sizeInBytes: 65_537,
        at: SourcePosition(file: "t.txt", line: 2, column: 1))
    ) { try corpus(long) }
    #expect(throws: DatasetError.self) { try corpus([0x61, 0x0A, 0xFF, 0x0A]) }
  }

  @Test("A file of titles is recognised by the extension txt, whatever its case")
  func ending() {
    #expect(DatasetFormat(endingOf: "list.TXT") == .titles)
  }
}
