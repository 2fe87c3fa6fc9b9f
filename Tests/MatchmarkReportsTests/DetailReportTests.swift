import MatchmarkRecord
import MatchmarkReports
import Testing

@Suite("Every figure")
struct DetailReportTests {
  private typealias Fixtures = RecordFixtures

  /// The tables of the section.
  private func tables(_ change: (inout CellRecord) -> Void) throws -> [ReportTable] {
    var record = Fixtures.mixed
    change(&record.cells[0])
    let block = Document(record).sections.flatMap(\.blocks).first { $0.id == "figures" }
    return try #require(block).tables
  }

  private func texts(_ table: ReportTable, _ title: String) throws -> [String] {
    let index = try #require(table.columns.firstIndex { $0.title == title }, "\(title)")
    return table.rows.map { $0[index] }
  }

  @Test("The reason to stop measuring is next to the widest interval, and never contradicts it")
  func stops() throws {
    let caption = "Why measuring stopped"
    #expect(try !tables { _ in }.contains { $0.caption == caption })
    let found = try tables { cell in
      cell.stop = StopRecord(reason: .width, widestInterval: 0.02, targetWidth: 0.05)
      cell.matchers[1].figures?.ratioInterval = Fixtures.interval(0.25, 0.2, 0.338)
      cell.matchers[1].isSampled = true
    }.first { $0.caption == caption }
    let table = try #require(found)
    #expect(
      try texts(table, "because") == ["more rounds would not narrow any interval enough to matter"])
    #expect(try texts(table, "widest by rounds") == ["2.0 %"])
    #expect(try texts(table, "widest of all") == ["69.0 %"])
    #expect(try texts(table, "left out") == ["asked a sample for a few rounds: fast"])
    for (reason, words) in [
      (StopRecord.Reason.time, "the time limit was reached"),
      (.rounds, "the limit of rounds in a record was reached"),
    ] {
      let table = try #require(
        try tables {
          $0.stop = StopRecord(reason: reason, widestInterval: nil, targetWidth: 0.05)
        }.first { $0.caption == caption })
      #expect(try texts(table, "because") == [words])
    }
  }

  @Test("A tail that contains batch means is marked, and one of single keystrokes is not")
  func means() throws {
    for (share, mark) in [(0.0, ""), (0.2, "~")] {
      let table = try #require(try tables { $0.matchers[1].figures?.batchedShare = share }.first)
      let row = try #require(try texts(table, "matcher").firstIndex(of: "fast"))
      #expect(try texts(table, "max")[row] == "500 ns" + mark)
      #expect(try texts(table, "p50")[row] == "500 ns")
    }
  }
}
