import MatchmarkDatasets
import MatchmarkSession
import Testing

@Suite("A log of queries")
struct QueryLogTests {
  private func log(_ text: String) throws -> QueryLog {
    try QueryLog(Array(text.utf8), file: "q.txt")
  }

  @Test("Each line is typed key by key in a session that it names, and empty lines are ignored")
  func sessions() throws {
    let traces = try log("\u{FEFF}né\r\n\n a b\n").traces
    #expect(traces.map(\.name) == ["line-00001", "line-00003"])
    #expect(
      traces.map(\.events) == [
        [.activate(by: .user), .type("n"), .type("é"), .cancel],
        [.activate(by: .user), .type(" "), .type("a"), .type(" "), .type("b"), .cancel],
      ])
  }

  @Test(
    "A log without queries, with a query that is too long or with bytes beyond UTF-8 is refused",
    arguments: [
      (Array("\n\r\n".utf8), "q.txt: got no query, expected one on each line"),
      (Array("a\n".utf8) + Array(repeating: 0x61, count: 5_000), "q.txt:2: got a query of 5000 "),
      (
        [0x61, 0x0A, 0x61, 0xE9, 0x0A],
        "q.txt:2: got a byte sequence that is not UTF-8 at byte 1 of the line, expected "
          + "UTF-8; convert"
      ),
      (
        Array(String(repeating: "a\n", count: 10_001).utf8),
        "q.txt: got more than 10000 queries, expected no more; a sample will do: shuf "
      ),
    ])
  func refusals(bytes: [UInt8], complaint: String) throws {
    let error = #expect(throws: InputError.self) { try QueryLog(bytes, file: "q.txt") }
    #expect(error?.description.contains(complaint) == true, "\(String(describing: error))")
  }
}
