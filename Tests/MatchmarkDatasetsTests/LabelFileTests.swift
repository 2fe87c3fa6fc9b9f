import MatchmarkCore
import MatchmarkDatasets
import Testing

/// Files of labels.
@Suite("Labels")
struct LabelFileTests {
  @Test("A label is a needle, a row, and a grade that is 1 if it is left out")
  func labels() throws {
    let file = try LabelFile(
      Array("\u{FEFF}a b\tRow, one\r\n\nα\tRow 2\t9\n".utf8), file: "golden.tsv")
    #expect(file.labels.map(\.needle) == ["a b", "α"])
    #expect(file.labels.map(\.row) == ["Row, one", "Row 2"])
    #expect(file.labels.map(\.grade) == [1, 9])
    #expect(file.labels.map(\.line) == [1, 3])
  }

  @Test(
    "A label that cannot be read is refused with its line",
    arguments: [
      ("a\tb\nc\n", "golden.tsv:2: got 1 column, expected 2 or 3"),
      ("a\tb\t1\tc", "golden.tsv:1: got 4 columns"), ("\tb", "golden.tsv:1: got an empty needle"),
      (" \tb", "golden.tsv:1: got an empty needle"), ("a\t", "golden.tsv:1: got an empty row"),
      ("a\tb\t0", "golden.tsv:1: got grade '0', expected a whole number from 1 to 9"),
      ("a\tb\t10", "got grade '10'"), ("a\tb\t1.5", "got grade '1.5'"), ("a\tb\t", "got grade ''"),
      ("a\tb\nx\ty\na\tb\t2", "golden.tsv:3: got the needle and the row of line 1 again"),
      ("", "golden.tsv: got no label"), ("\n\n", "golden.tsv: got no label"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: InputError.self) {
      try LabelFile(Array(text.utf8), file: "golden.tsv")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("Bytes that are not UTF-8, and a needle beyond the limit, are refused with their line")
  func bytes() {
    let latin = #expect(throws: InputError.self) {
      try LabelFile(Array("a\tb\n".utf8) + [0x61, 0xFC, 0x09, 0x62], file: "golden.tsv")
    }
    #expect(latin?.description.contains("golden.tsv:2: got a byte sequence") == true)
    let long = String(repeating: "a", count: SearchLimits.querySizeInBytes + 1)
    let beyond = #expect(throws: InputError.self) {
      try LabelFile(Array("\(long)\tb".utf8), file: "golden.tsv")
    }
    #expect(beyond?.description.contains("golden.tsv:1: got a needle of") == true)
  }
}
