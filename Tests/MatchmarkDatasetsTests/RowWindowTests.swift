import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkTestSupport
import Testing

@Suite("Rows that are read in pieces")
struct RowWindowTests {
  /// The result of loading a file: its corpus in canonical form, or the error.
  private enum Outcome: Equatable {
    case read([UInt8])
    case refused(DatasetError)
  }

  private struct File {
    let bytes: [UInt8]
    let format: DatasetFormat
    var columns: [Column]?
    var rowSizeLimitInBytes = RowSource.rowSizeLimitInBytes

    func outcome(chunkSizeInBytes: Int) -> Outcome {
      var source = RowSource(name: "f", bytes: bytes)
      source.chunkSizeInBytes = chunkSizeInBytes
      source.rowSizeLimitInBytes = rowSizeLimitInBytes
      do throws(DatasetError) {
        let corpus = try Dataset(name: "c", source: source, format: format)
          .corpus(columns: columns)
        return .read(CanonicalCorpus.bytes(of: corpus))
      } catch {
        return .refused(error)
      }
    }

    /// Loads the file in pieces of every size, and returns the result.
    @discardableResult
    func check(sourceLocation: SourceLocation = #_sourceLocation) -> Outcome {
      let whole = outcome(chunkSizeInBytes: max(1, bytes.count))
      for size in [1, 2, 3, 7, 64] where outcome(chunkSizeInBytes: size) != whole {
        Issue.record(
          "in pieces of \(size): \(String(decoding: bytes.prefix(2_000), as: UTF8.self))",
          sourceLocation: sourceLocation)
      }
      return whole
    }
  }

  private static func csv(_ text: String, columns: [Column]? = nil) -> File {
    File(bytes: Array(text.utf8), format: .csv, columns: columns)
  }

  private static func corpus(_ text: String) throws -> Outcome {
    .read(
      CanonicalCorpus.bytes(
        of: try Dataset(name: "c", file: "f", bytes: Array(text.utf8), format: .csv).corpus()))
  }

  @Test(
    "A fixture corpus read in pieces is the same as read in one piece",
    arguments: FixtureCorpora.all)
  func fixtures(fixture: FixtureCorpus) throws {
    let corpus = try fixture.corpus(inFolder: FixtureFolder.corpora)
    let canonical = CanonicalCorpus.bytes(of: corpus)
    let lines = Array(canonical.drop { $0 != 0x0A }.dropFirst())
    #expect(File(bytes: canonical, format: .json).check() == .read(canonical))
    File(bytes: lines, format: .json, columns: fixture.columns).check()
    let roles = File(bytes: lines, format: .json).check()
    let elements = String(decoding: lines.dropLast(), as: UTF8.self).replacing("\n", with: ",\n")
    let array = Array("[\(elements) ]".utf8)
    #expect(File(bytes: array, format: .json).check() == roles)
    let one = array.map { $0 == 0x0A ? 0x20 : $0 }
    let limited = File(bytes: one, format: .json, rowSizeLimitInBytes: 4_096).check()
    #expect(limited == roles)
    let wrong = one.dropLast(40) + Array("]".utf8)
    guard
      case .refused(.invalidJSON(_, let place)) = File(bytes: Array(wrong), format: .json).check()
    else {
      Issue.record("the end of an array was not missed")
      return
    }
    #expect(place.line == 1 && place.column ?? 0 > 100)
    var cells: [UInt8] = Array(
      (corpus.schema.columns.map(\.name).joined(separator: ";") + "\r\n").utf8)
    for row in 0..<corpus.rowCount {
      let texts = corpus.schema.columns.indices.map { column in
        "\"\(corpus.cell(row: row, column: column).replacing("\"", with: "\"\""))\""
      }
      cells += Array((texts.joined(separator: ";") + "\r\n").utf8)
    }
    let semicolon = DatasetFormat.delimited(DelimitedFormat(delimiter: UInt8(ascii: ";")))
    let outcome = File(bytes: cells, format: semicolon, columns: fixture.columns).check()
    #expect(outcome == .read(canonical))
    File(bytes: cells, format: semicolon).check()
  }

  @Test(
    "A file may be read in pieces that end anywhere, even within a scalar or a quoted cell",
    arguments: [
      "t,n\r\na,1\r\nb,2\r\n", "\u{FEFF}t\né👍e\u{301}\n\u{FEFF}x\n", "t,n\n\"a\n\nb\r\n\",1\nc,2",
      "t\n\"\"\"\n\"\"\"\n", "t\n\"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\"", "\"t\nu\"\na\n",
    ])
  func edges(text: String) throws {
    #expect(Self.csv(text).check() == (try Self.corpus(text)))
  }

  @Test("A broken file is refused at the same position in pieces as in one piece")
  func places() {
    func at(_ line: Int, _ column: Int) -> SourcePosition {
      SourcePosition(file: "f", line: line, column: column)
    }
    func expect(_ error: DatasetError, _ bytes: [UInt8]) {
      #expect(File(bytes: bytes, format: .csv).check() == .refused(error))
    }
    let rows = "t,n\n" + String(repeating: "\"é\nx\",1\n", count: 40)
    expect(.unterminatedQuote(at: at(82, 3)), Array((rows + "é,\"2\n3,4\n").utf8))
    expect(.raggedRow(cellCount: 1, expectedCount: 2, at: at(82, 1)), Array((rows + "a").utf8))
    expect(.strayQuote(at: at(82, 3)), Array((rows + "éa\",1\n").utf8))
    expect(.textAfterQuote(at: at(83, 2)), Array((rows + "\"\n\"b,1\n").utf8))
    let text = Array((rows + "é,1\né").utf8)
    expect(.invalidUTF8(byteOffset: text.count, at: at(83, 2)), text + [0xC3, 0x28, 0x0A])
    expect(.invalidUTF8(byteOffset: text.count, at: at(83, 2)), text + [0xE2, 0x82])
  }

  @Test("A file with several errors is refused for the first, even if read in pieces")
  func first() {
    let bytes = Array("t,n\na\nb,1\n".utf8) + [0xFF]
    #expect(
      File(bytes: bytes, format: .csv).check()
        == .refused(
          .raggedRow(
            cellCount: 1, expectedCount: 2, at: SourcePosition(file: "f", line: 2, column: 1))))
  }

  @Test("A row may be exactly as long as the limit, including its line end")
  func rowSizes() throws {
    func outcome(_ text: String, _ format: DatasetFormat = .csv) -> Outcome {
      File(bytes: Array(text.utf8), format: format, rowSizeLimitInBytes: 12).check()
    }
    func tooLong(_ line: Int) -> Outcome {
      .refused(
        .rowTooLong(limitInBytes: 12, at: SourcePosition(file: "f", line: line, column: 1)))
    }
    for row in ["1234567890a\n", "\"234567\n90\"\n", "123456789012", "\"\n\n\n\n\n\n\n\n\n\n\""] {
      #expect(outcome("t\n\(row)") == (try Self.corpus("t\n\(row)")))
      #expect(outcome("t\n\(row)\n") == tooLong(2) || row.hasSuffix("\n"))
    }
    #expect(outcome("t\na\n123456789012\n") == tooLong(3))
    #expect(outcome("t\na\n\"234567\n901\"\nb\n") == tooLong(3))
    #expect(outcome("t\na\n\"\n\n\n\n\n\n\n\n\n\n\n\n\n") == tooLong(3))
    #expect(outcome("t23456789012\na\n") == tooLong(1))
    #expect(outcome("{\"a\":\"12345\"}\n", .json) == tooLong(1))
    #expect(outcome("{\"a\":12345}\n{\"a\":123456}\n", .json) == tooLong(2))
  }

  @Test("Random bytes give the same rows or the same error in pieces as in one piece")
  func random() {
    var generator = SeededGenerator(seed: 7)
    let csv = ["a", "1", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"", "é", "👍", "\u{FEFF}"]
    let json = [
      "{", "}", "}\n", "\"a\":", "\"b\":", ",", "1", "\"é👍\"", "\"", "\n", "\r\n", "null", " ",
      "{\"a\":1,\"b\":\"x\"}\n", "{\"b\":\"\\u00e9\"}\n", "{}\n", "[",
    ]
    for round in 0..<TestAmount.rowTextCount {
      let isCSV = round % 2 == 0
      var bytes = Array((isCSV ? "a,b\n" : "{\"a\":1,\"b\":2}\n").utf8)
      for _ in 0..<Int.random(in: 0..<24, using: &generator) {
        let pieces = isCSV ? csv : json
        bytes += Array(pieces[Int.random(in: 0..<pieces.count, using: &generator)].utf8)
      }
      if round % 5 == 0 {
        bytes.insert(0xFF, at: Int.random(in: 0...bytes.count, using: &generator))
      }
      let columns = [Column("a", .text), Column("b", .numeric)]
      let file = File(
        bytes: bytes, format: isCSV ? .csv : .json,
        columns: round % 3 == 0 ? columns : nil,
        rowSizeLimitInBytes: round % 4 == 0 ? Int.random(in: 1...40, using: &generator) : 1 << 20)
      file.check()
    }
  }
}
