import MatchmarkRecord
import MatchmarkReports
import Testing

@Suite("The report for a terminal")
struct TerminalReportTests {
  private typealias Fixtures = RecordFixtures

  private func lines(_ record: RunRecord, isColoured: Bool = false) -> [String] {
    TerminalRenderer(Document(record), style: TextStyle(isColoured: isColoured)).lines()
  }

  @Test("The terminal report has exactly the expected text for one matcher of each kind")
  func golden() {
    #expect(
      lines(Fixtures.mixed).joined(separator: "\n") == """
        Time per keystroke by corpus size
        Time per keystroke (page): p50 / p99 over n keystrokes, each the median of its rounds. \
        Ratio: the geometric mean of the time divided by that of linear-scan, with its 95 % \
        interval, at the largest size. Index: bytes per corpus byte.
          titles, profile titles (contains, c, phrase)
          matcher      1 000 rows, n 2, p50 / max  ratio  index
          linear-scan           2.00 µs / 2.00 µs   1.00   0.50
        ▸ fast                    500 ns / 500 ns   0.25   4.00
          wrong                            VOIDED      –      –
          broken                          ERRORED      –      –
          ▸ fastest at the largest size

        Voided, skipped, missing
        Every matcher without a rank or without all figures, and the reason. A wrong answer voids \
        the matcher's times on that corpus.
          voided: wrong on titles-1000.titles: answered wrongly
          errored: broken on titles-1000.titles: fell over
          skipped: shy on titles-1000.titles: not this profile

        Counterexamples
        The query, how the answer differed, and the command that repeats it.
        voided: wrong on titles-1000.titles
          query    “ro\\u{1B}” [kind=herb] in 2010
          differs  row 4 is missing (1 missing, 0 extra)
          row      4: “it's”
          replay   \(Fixtures.replayLine)

        voided: wrong on titles-1000.titles
          query    “”
          differs  row 4 is missing (1 missing, 0 extra)
          row      4: “it's”
          replay   ./matchmark query --corpus titles-1000 --profile titles --matcher wrong -- ''

        measured 2026-01-02T03:04:05Z by matchmark on an unknown processor, 2 cores
        warning: the machine was busy
        9 answers checked, each against the oracle (a naive search). Participants: 2 right, \
        1 wrong, 1 skipped, 1 failed.
        wrong: 1 matcher answered wrongly, 1 matcher failed.
          wrong on titles-1000.titles: “ro\\u{1B}” [kind=herb] in 2010 does not find row 4, \
        “it's” (1 missing, 0 extra)
            show it: \(Fixtures.replayLine)
          broken on titles-1000.titles: fell over
        Choose linear-scan for contains, up to 1 000 rows (the largest size measured): slowest \
        keystroke 2.00 µs at 1 000 rows, 0.50 index bytes per corpus byte. Beyond that, fast: \
        0.25 of its time, slowest keystroke 500 ns at 1 000 rows, 4.00 index bytes per corpus byte.
        """)
  }

  @Test("Sizes of one family and profile are columns in the terminal, in ascending order")
  func columns() throws {
    let record = Fixtures.record(
      [100_000, 1, 1_000].map {
        Fixtures.cell([Fixtures.matcher("linear-scan", time: $0 * 10, ratio: 1)], rowCount: $0)
      })
    let lines = lines(record)
    let head = try #require(lines.first { $0.contains("1 row, ") })
    let row = try #require(lines.first { $0.hasPrefix("  linear-scan") })
    #expect(
      head.split(separator: "  ").map { $0.trimmingPrefix(" ") }
        == [
          "matcher", "1 row, n 2, p50 / max", "1 000 rows, n 2, p50 / max",
          "100 000 rows, n 2, p50 / max", "ratio", "index",
        ])
    #expect(
      row == "  linear-scan          10 ns / 10 ns           10.0 µs / 10."
        + "0 µs             1.00 ms / 1.00 ms   1.00   0.50")
    #expect(head.count == row.count)
  }

  @Test("A matcher voided at the largest size has no ratio, whatever smaller sizes say")
  func voidedLater() throws {
    let record = Fixtures.record([
      Fixtures.cell([Fixtures.matcher("fast", time: 5, ratio: 0.5)], rowCount: 10),
      Fixtures.cell(
        [Fixtures.matcher("fast", .voided, reason: nil, wrong: [Fixtures.counterexample(0)])],
        rowCount: 20),
    ])
    let row = try #require(lines(record).first { $0.hasPrefix("  fast") })
    #expect(row == "  fast                 5 ns / 5 ns   VOIDED")
  }

  @Test("An inexact matcher is shown with its times and the reason, but without a ratio")
  func inexact() throws {
    let lines = lines(
      Fixtures.record([
        Fixtures.cell([
          Fixtures.matcher("linear-scan", time: 20, ratio: 1),
          Fixtures.matcher("loose", time: 2, ratio: 0.1, isExact: false),
        ])
      ]))
    #expect(lines.contains("  loose                       2 ns / 2 ns      –   0.50"))
    #expect(
      lines.contains(
        "  inexact: loose on titles-1000.titles: answers a superset, and is checked as such"))
  }

  @Test("A sampled matcher is marked, and declined keystrokes are shown with their reason")
  func marks() {
    var sampled = Fixtures.matcher("slow", time: 30, ratio: nil)
    sampled.isSampled = true
    sampled.declinedCount = 2
    sampled.reason = "declined: too long"
    let lines = lines(Fixtures.record([Fixtures.cell([sampled])]))
    #expect(lines.contains("  slow                 30 ns / 30 ns*   0.50"))
    #expect(
      lines.contains(
        "  * asked a seeded sample of the keystrokes (more with --max-time): slow"
      ))
    #expect(lines.contains("  declined: slow on titles-1000.titles: declined: too long"))
  }

  @Test("A remark about several matchers is printed once, with their names")
  func sharedNotes() {
    let slow = ["slower", "slowest"].map { name in
      var matcher = Fixtures.matcher(name, time: 30, ratio: nil)
      matcher.isSampled = true
      matcher.figures?.overBudget.at120Hertz = name.count - 4
      return matcher
    }
    let lines = lines(Fixtures.record([Fixtures.cell(slow)]))
    #expect(
      lines.contains(
        "  * asked a seeded sample of the keystrokes (more with --max-time): slower, slowest"
      ))
    #expect(
      lines.contains("  samples over a frame at 120 Hz (8.33 ms): slower 2 of 2, slowest 3 of 2"))
  }

  @Test("One line of the terminal report has the time, program, revision and machine of a run")
  func origin() {
    var record = Fixtures.record([Fixtures.cell([Fixtures.matcher("a", time: 1, ratio: 1)])])
    record.context.revision = "0123456789abcdef"
    record.context.build.isOptimised = false
    record.context.host.processor = "Quick 1"
    let line = "measured 2026-01-02T03:04:05Z by matchmark (01234567), a debug build, on Quick 1"
    #expect(lines(record).contains(line + ", 2 cores"))
  }

  @Test("A run that only checked answers has no legend of times and no recommendation")
  func unmeasured() {
    let matcher = Fixtures.matcher("linear-scan", .verified, reason: nil)
    let lines = lines(Fixtures.record([Fixtures.cell([matcher], oracleCount: 1)]))
    #expect(lines.contains { $0.hasPrefix("  linear-scan       right") })
    #expect(!lines.contains { $0.contains("Time per keystroke") })
    #expect(
      lines.suffix(2) == [
        "3 answers checked, 33 % against the oracle (a naive search) and the rest by the agreement "
          + "of all matchers. Participants: 1 right.", "right: Every answer is right.",
      ])
  }

  @Test("A coloured terminal report differs from a plain one only in its colours")
  func colours() {
    let plain = lines(Fixtures.mixed).joined(separator: "\n")
    let coloured = lines(Fixtures.mixed, isColoured: true).joined(separator: "\n")
    #expect(coloured != plain)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(!plain.contains("\u{1B}"))
  }

  private func interval(_ lower: Double, _ ratio: Double, _ upper: Double) -> RatioInterval {
    RatioInterval(ratio: ratio, lower: lower, upper: upper, confidence: 0.95, standardError: 0)
  }

  @Test("A ratio has its interval in the terminal, and the noise of the reference is stated")
  func intervals() {
    var fast = Fixtures.matcher("fast", time: 5, ratio: 0.5)
    fast.figures?.ratioInterval = interval(0.48, 0.501, 0.52)
    var cell = Fixtures.cell([Fixtures.matcher("linear-scan", time: 20, ratio: 1), fast])
    cell.noise = NoiseRecord(
      matcher: "linear-scan", ratio: interval(0.997, 1.0012, 1.005), packedSamples: "")
    let lines = lines(Fixtures.record([cell]))
    #expect(lines.contains { $0.contains("fast") && $0.contains("0.501 [0.480, 0.520]") })
    #expect(
      lines.contains("  noise: linear-scan against itself 1.0012 [0.9970, 1.0050] at 1 000 rows"))
  }

  @Test("A matcher that caches answers is named, and paced times are next to warm ones")
  func memoryAndPace() throws {
    var quick = Fixtures.matcher("quick", time: 5, ratio: 0.5)
    quick.figures?.repeatedToUnseen = 0.01
    let typed = try #require(quick.figures?.typed)
    quick.figures?.paced = PacedFigures(paced: typed, warm: typed, packedSamples: "")
    let lines = lines(Fixtures.record([Fixtures.cell([quick])]))
    #expect(
      lines.contains {
        $0.hasSuffix(": remembers answers: a repeated query is not matched again")
      })
    for way in ["warm", "paced"] {
      #expect(lines.contains { $0.contains("quick") && $0.contains("  \(way)") })
    }
  }
}

@Suite("Intervals in words")
struct IntervalFormatTests {
  @Test(
    "A ratio has as many digits as the width of its interval justifies",
    arguments: [
      ([0.0266, 0.0271, 0.0276], "0.0271 [0.0266, 0.0276]"), ([1, 1, 1], "1.00"),
      ([0.9, 1.004, 1.2], "1.00 [0.90, 1.20]"), ([70.1, 71.5, 73.2], "71.5 [70.1, 73.2]"),
      ([100, 120, 150], "120 [100, 150]"),
      ([0.99961, 1.00009, 1.00058], "1.00009 [0.99961, 1.00058]"),
      ([0.0361, 3.02, 249.3], "3.0 [0.036, 249]"), ([0.02, 0.084, 0.32], "0.084 [0.020, 0.32]"),
    ])
  func text(bounds: [Double], expected: String) {
    #expect(
      IntervalFormat.text(
        RatioInterval(
          ratio: bounds[1], lower: bounds[0], upper: bounds[2], confidence: 0.95,
          standardError: 0)) == expected)
  }
}
