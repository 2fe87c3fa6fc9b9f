import Foundation
import MatchmarkTestSupport
import Testing

/// The answer to a single query by a matcher that is wrong.
@Suite("A query with a difference")
struct QueryDifferenceTests {
  private func query(_ matcher: String, _ text: String) throws -> ProgramOutcome {
    let folder = try TemporaryFolder()
    let rows = (10..<40).map { "Rose \($0)\n" }.joined()
    try Data("title\nTulip\n\(rows)".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    return try Program.faulty.run(
      ["query", "--corpus", "rows.csv", "--matcher", matcher, "--", text], in: folder.path)
  }

  @Test("A query shows the row that an answer lacks, and shortens the list of matching rows")
  func missing() throws {
    let outcome = try query("faulty-drops-last-row", "rose")
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.lines.first == "  1  Rose 10")
    #expect(outcome.lines[9] == "  10  Rose 19" && outcome.lines[10] == "… 20 more rows")
    #expect(outcome.lines.last == "  missing  30  Rose 39", "\(outcome.output)")
    let right = try query("linear-scan", "rose")
    #expect(right.lines.count == 31, "\(right.output)")
  }

  @Test("A query shows the row that an answer should not have")
  func extra() throws {
    let outcome = try query("faulty-first-term-only", "rose 12")
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.lines.contains("  extra  1  Rose 10"), "\(outcome.output)")
    #expect(outcome.lines.count { $0.hasPrefix("  extra  ") } == 5)
  }
}
