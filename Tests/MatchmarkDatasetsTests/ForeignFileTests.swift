import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import Testing

/// Files as other programs write them, which are refused with a hint.
@Suite("Files of other programs")
struct ForeignFileTests {
  private func load(_ bytes: [UInt8], _ format: DatasetFormat) -> DatasetError? {
    #expect(throws: DatasetError.self) {
      try Dataset(name: "rows", file: "rows", bytes: bytes, format: format).corpus()
    }
  }

  @Test(
    "A UTF-16 file, with or without a byte-order mark, is refused with a command to convert it",
    arguments: [false, true], [DatasetFormat.csv, .titles, .json])
  func utf16(isBigEndian: Bool, format: DatasetFormat) {
    for text in ["\u{FEFF}title\nRosé\n", "title\nRose\n"] {
      let bytes = text.utf16.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isBigEndian ? pair.reversed() : pair
      }
      let error = load(bytes, format)
      #expect(error == .utf16("rows"), "\(text.debugDescription)")
      #expect(error?.description.contains("iconv -f UTF-16 -t UTF-8") == true)
    }
  }

  @Test("A carriage return as a line end is refused at its place, with a command to convert it")
  func carriageReturns() {
    let place = SourcePosition(file: "rows", line: 2, column: 5)
    for (text, format) in [
      ("title\nRose\rTulip\r", DatasetFormat.titles), ("title\nRose\rTulip\r", .csv),
      ("a\tb\nRose\rTulip\tx", .tsv),
    ] {
      let error = load(Array(text.utf8), format)
      #expect(error == .loneCarriageReturn(at: place), "\(text.debugDescription)")
      #expect(error?.description.contains("tr '\\r' '\\n'") == true)
    }
  }

  @Test(
    "A `sep=` line for spreadsheets is refused, and the error quotes it",
    arguments: ["sep=,", "sep=;", "sep=\t"])
  func separatorLine(line: String) {
    for end in ["\n", "\r\n"] {
      let error = load(Array("\(line)\(end)title\(end)Rose".utf8), .csv)
      #expect(error == .separatorLine(line, at: SourcePosition(file: "rows", line: 1, column: 1)))
    }
  }
}
