import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// A run as a comment on a change.
@Suite("The Markdown comment")
struct MarkdownCommentTests {
  private typealias Fixtures = RecordFixtures

  private static func lines(_ record: RunRecord) throws -> [Substring] {
    let bytes = try RecordRendering(record).bytes(.comment)
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  private static func finding(_ verdict: GateVerdict, _ cell: Int) -> GateFinding {
    GateFinding(
      cell: "titles-\(cell).titles", matcher: "fast", verdict: verdict,
      ratio: RecordFixtures.interval(1.1, 1.05, 1.15), floor: 0.03)
  }

  private static func record(_ verdicts: [GateVerdict]) -> RunRecord {
    var record = Fixtures.record([
      Fixtures.cell([Fixtures.matcher("linear-scan", time: 2_000, ratio: 1)])
    ])
    record.gate = GateRecord(
      form: .baseline, subject: "main", floor: 0.03,
      findings: verdicts.enumerated().map { finding($1, $0) })
    return record
  }

  @Test("A comment lists what changed, slower before faster, and only counts what is the same")
  func changes() throws {
    let lines = try Self.lines(Self.record([.same, .faster, .same, .slower]))
    #expect(lines[0].hasPrefix("## ❌ Every answer is right, but 1 comparison is slower"))
    #expect(lines.contains("New to old: 1 slower, 1 faster, 2 same."))
    let rows = lines.filter { $0.hasPrefix("| `") }
    #expect(rows.map { $0.prefix(11) } == ["| `slower` ", "| `faster` "])
  }

  @Test(
    "A comment says how long a keystroke took before and now, in all and in the slowest twentieth")
  func times() throws {
    var record = Self.record([.slower, .slower])
    record.gate?.findings[0].earlierNanoseconds = 200_000
    record.gate?.findings[1].figure = GateFigure.tail.rawValue
    let rows = try Self.lines(record).filter { $0.hasPrefix("| `slower` ") }
    #expect(rows[0].contains("| time | 220 µs, was 200 µs | 1.100 "), "\(rows)")
    #expect(rows[1].contains("| time, slowest 5 % | – |"), "\(rows)")
  }

  @Test("A comment has no check mark if no figure could be compared")
  func undecided() throws {
    for verdict in [GateVerdict.alone, .inconclusive] {
      #expect(try Self.lines(Self.record([verdict]))[0].hasPrefix("## ⚖️ Every answer is right, "))
      #expect(try Self.lines(Self.record([verdict, .same]))[0].hasPrefix("## ✅ "))
    }
  }

  @Test("A comment on an unchanged build has no table")
  func unchanged() throws {
    let lines = try Self.lines(Self.record([.same, .same]))
    #expect(lines[0] == "## ✅ Every answer is right, and nothing is slower.")
    #expect(lines.contains("New to old: 2 same."))
    #expect(!lines.contains { $0.hasPrefix("|") })
  }

  @Test("A comment on a run without a gate has the recommendation instead")
  func withoutGate() throws {
    var record = Self.record([])
    record.gate = nil
    let lines = try Self.lines(record)
    #expect(lines.contains { $0.contains("linear-scan") && $0.hasPrefix("- ") })
  }

  @Test("A comment keeps its limit of lines, whatever happened, and says how much it leaves out")
  func limit() throws {
    let wrong = (0..<40).map { index in
      Fixtures.matcher(
        "wrong-\(index)", .voided, reason: nil,
        wrong: (0..<12).map { Fixtures.counterexample($0 % 3, row: $0) })
    }
    var record = Fixtures.record([Fixtures.cell(wrong)])
    record.gate = Self.record(Array(repeating: .slower, count: 50)).gate
    record.warnings = (0..<30).map { "warning \($0)" }
    let lines = try Self.lines(record)
    #expect(lines.count <= MarkdownComment.lineLimit)
    #expect(lines.last == "<!-- Made by matchmark. -->")
    #expect(lines[0].hasPrefix("## ❌ "))
    #expect(lines.contains("44 more are in the report."))
    #expect(lines.contains("> 28 more are in the report."))
  }

  @Test("Texts of a record stay plain text in a comment", arguments: HostileText.all)
  func hostile(text: HostileText) throws {
    let page = try Self.lines(text.record).dropLast().joined(separator: "\n")
    for sign in ["<script", "<img", "</style", "](", "@you", "#1 ", ":tada:", "<!--", "*bold*"] {
      #expect(!page.contains(sign), "\(sign)")
    }
  }
}
