import MatchmarkCore
import MatchmarkDatasets
import Synchronization
import Testing

@Suite("A file that changes while it is read")
struct ChangedFileTests {
  /// A source that becomes another file as soon as it has been read to its end.
  private final class Changing: Sendable {
    private let contents: [[UInt8]]
    private let isRead = Mutex(false)

    init(_ before: String, _ after: String) { contents = [Array(before.utf8), Array(after.utf8)] }

    var source: RowSource {
      var source = RowSource(name: "f", sizeInBytes: contents[0].count) { offset, count in
        let bytes = self.isRead.withLock { isRead in
          let bytes = self.contents[isRead ? 1 : 0]
          if offset >= bytes.count { isRead = true }
          return bytes
        }
        return Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
      }
      source.chunkSizeInBytes = 16
      return source
    }
  }

  private static let rows = "title,year\n" + (0..<20).map { "t\($0),\(2000 + $0)\n" }.joined()

  @Test(
    "A file that changes while it is read is refused, whatever changed",
    arguments: [
      rows.replacing("t19", with: "x19"), rows.replacing("2019", with: "year"),
      rows.replacing("t19", with: "t,19"), rows.replacing("t19", with: "\"t19"),
      rows + "a,1\n", String(rows.dropLast(8)), String(rows.prefix(32)), "",
      rows.replacing("t18,2018\nt19,2019", with: "t19,2019\nt18,2018"),
    ], [nil, [Column("title", .text), Column("year", .numeric)]])
  func changed(after: String, columns: [Column]?) {
    let file = Changing(Self.rows, after)
    #expect(throws: DatasetError.changedFile("f")) {
      try Dataset(name: "c", source: file.source, format: .csv).corpus(columns: columns)
    }
  }

  @Test("A file that does not change while it is read is loaded")
  func unchanged() throws {
    let file = Changing(Self.rows, Self.rows)
    let corpus = try Dataset(name: "c", source: file.source, format: .csv).corpus()
    #expect(corpus.rowCount == 20)
  }
}
