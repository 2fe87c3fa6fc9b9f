import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("The recommendation")
struct ChoiceTests {
  private typealias Fixtures = RecordFixtures

  /// The reference takes `time` at each size, the other matcher a quarter of it.
  private func record(_ times: [(rowCount: Int, time: Int)]) -> RunRecord {
    Fixtures.record(
      times.map { size in
        Fixtures.cell(
          [
            Fixtures.measured("linear-scan", time: size.time, ratio: 1),
            Fixtures.measured("fast", time: size.time / 4, ratio: 0.25, indexSize: 400),
          ], rowCount: size.rowCount)
      })
  }

  private func chosen(_ record: RunRecord) -> Choice? { Choice.all(record).first }

  @Test("The simplest matcher is recommended for as many rows as stay within a frame at 120 Hz")
  func limited() throws {
    let choice = try #require(
      chosen(record([(100_000, 9_000_000), (1_000, 80_000), (10_000, 800_000)])))
    #expect(choice.simplest?.rowCount == 10_000)
    #expect(choice.isLimited)
    #expect(
      choice.description
        == "Choose linear-scan for contains, up to about 92 000 rows: "
        + "worst p99 800 µs at 10 000 rows, "
        + "0.50 index bytes per corpus byte. Beyond that, fast: 0.25 of its time, "
        + "worst p99 2.25 ms at 100 000 rows, 4.00 index bytes per corpus byte.")
  }

  @Test("A matcher that always suffices is recommended up to the largest size measured")
  func unlimited() throws {
    let choice = try #require(chosen(record([(1_000, 80_000)])))
    #expect(!choice.isLimited)
    #expect(
      choice.description.hasPrefix(
        "Choose linear-scan for contains, up to 1 000 rows (the largest size measured): "))
  }

  @Test("Only the faster matcher is recommended if the simplest one never suffices")
  func never() throws {
    let choice = try #require(chosen(record([(1_000, 9_000_000)])))
    #expect(choice.simplest == nil)
    #expect(
      choice.description.hasPrefix("Choose fast for contains: worst p99 2.25 ms at 1 000 rows"))
  }

  @Test("The slowest cell of a size decides a recommendation, not the mean of its cells")
  func worstCell() throws {
    let slow = Fixtures.cell(
      [Fixtures.measured("linear-scan", time: 9_000_000, ratio: 1)], profile: .titlesPrefix)
    let fast = Fixtures.cell([Fixtures.measured("linear-scan", time: 1_000, ratio: 1)])
    #expect(chosen(Fixtures.record([fast]))?.reach?.reach.rowCount == 1_000)
    var both = slow
    both.profile.name = "titles-too"
    both.profile.textFields = fast.profile.textFields
    #expect(chosen(Fixtures.record([fast, both]))?.reach == nil)
    #expect(
      chosen(Fixtures.record([fast, both]))?.description.hasPrefix(
        "Only linear-scan was measured for contains: over one frame at 120 Hz, worst p99 9.00 ms")
        == true)
  }

  @Test("The simplest matcher is recommended even over one frame if nothing is clearly faster")
  func slowEverywhere() throws {
    let cell = Fixtures.cell([
      Fixtures.measured("linear-scan", time: 9_000_000, ratio: 1),
      Fixtures.measured("other", time: 9_900_000, ratio: 1.1),
    ])
    let choice = try #require(chosen(Fixtures.record([cell])))
    #expect(
      choice.description.hasPrefix(
        "Choose linear-scan for contains, over one frame at 120 Hz, but nothing else is clearly "
          + "faster: worst p99 9.00 ms"))
  }

  /// Two matchers: the first has the lower ratio, and the second the lower p99.
  private func quarrel(first: String, second: String) throws -> RunRecord {
    var even = Fixtures.measured(second, time: 600, ratio: 0.6)
    var spiky = Fixtures.measured(first, time: 500, ratio: 0.5)
    spiky.figures?.typed.p99OfMedians = 2_000
    even.figures?.typed.p99OfMedians = 700
    let linear = Fixtures.measured("linear-scan", time: 1_000, ratio: 1)
    return Fixtures.record([Fixtures.cell([linear, spiky, even])])
  }

  @Test("The matcher with the lowest tail is marked as the fastest and recommended")
  func tails() throws {
    let record = try quarrel(first: "spiky", second: "even")
    #expect(chosen(record)?.beyond?.matcher == "even")
    let document = Document(record)
    for details in [false, true] {
      let lines = TerminalRenderer(
        document, style: TextStyle(isColoured: false), details: details, width: 100
      ).lines()
      let marked = lines.filter { $0.hasPrefix("▸") }
      #expect(marked.count == 1 && marked[0].contains(" even "), "\(lines)")
    }
  }

  @Test("A matcher is within a frame only if its tail is, whatever its median")
  func frames() throws {
    for (tail, words) in [
      (20_400_000.0, "500 ns p50, 20.4 ms p99, 2.4 frames at 120 Hz"),
      (8_000_000, "500 ns p50, 8.00 ms p99, within a frame at 120 Hz"),
    ] {
      var mine = Fixtures.measured("mine", time: 500, ratio: 0.5)
      mine.figures?.typed.p99OfMedians = tail
      var record = Fixtures.record([
        Fixtures.cell([Fixtures.measured("linear-scan", time: 1_000, ratio: 1), mine])
      ])
      record.ownParticipants = ["mine"]
      #expect(ownLine(of: record).contains(words))
      record.cells[0].matchers[1].figures?.typed.p99OfMedians = nil
      record.cells[0].matchers[1].figures?.typed.maximumOfMedians = tail
      let few = words.replacing(" p99", with: " slowest")
      #expect(ownLine(of: record).contains(few))
    }
  }

  private func ownLine(of record: RunRecord) -> String {
    Document(record).ownLines.first?.first ?? ""
  }

  @Test("A slower matcher is never recommended for larger sizes")
  func slower() throws {
    let choice = try #require(
      chosen(
        Fixtures.record([
          Fixtures.cell([
            Fixtures.measured("linear-scan", time: 1_000, ratio: 1),
            Fixtures.measured("slow", time: 4_000, ratio: 4),
          ])
        ])))
    #expect(choice.beyond == nil)
    #expect(choice.description.hasSuffix("index bytes per corpus byte."))
  }

  @Test(
    "A matcher that is wrong, inexact, sampled or incomplete is never recommended",
    arguments: ["voided", "inexact", "sampled", "declined", "missing elsewhere"])
  func unranked(flaw: String) throws {
    var other = Fixtures.measured("fast", time: 10, ratio: 0.01, isExact: flaw != "inexact")
    if flaw == "voided" { other.status = .voided }
    if flaw == "sampled" { other.isSampled = true }
    if flaw == "declined" { other.declinedCount = 1 }
    let linear = Fixtures.measured("linear-scan", time: 1_000, ratio: 1)
    var cells = [Fixtures.cell([linear, other])]
    if flaw == "missing elsewhere" {
      var cell = Fixtures.cell([linear])
      cell.profile.name = "titles-too"
      cells.append(cell)
    }
    let choice = try #require(chosen(Fixtures.record(cells)))
    #expect(choice.simplest?.matcher == "linear-scan")
    #expect(choice.beyond == nil)
  }

  @Test("A record without times has no recommendation")
  func nothing() {
    #expect(Choice.all(Fixtures.record([])).isEmpty)
    let skipped = Fixtures.cell([Fixtures.matcher("a", .skipped, reason: "")])
    #expect(Choice.all(Fixtures.record([skipped])).isEmpty)
  }

  @Test("Each match mode has a recommendation of its own")
  func modes() {
    let cells = [SearchProfile.titles, .titlesPrefix, .titlesWord].map { profile in
      var sorted = Fixtures.measured("sorted-prefix", time: 100, ratio: 0.1)
      if profile.name == "titles" {
        sorted = Fixtures.matcher("sorted-prefix", .skipped, reason: "")
      }
      return Fixtures.cell(
        [
          Fixtures.measured("linear-scan", time: 1_000, ratio: 1), sorted,
          Fixtures.measured("inverted-index", time: 500, ratio: 0.5),
        ], profile: profile)
    }
    let choices = Choice.all(Fixtures.record(cells))
    #expect(choices.map(\.mode) == ["contains", "prefix", "word prefix"])
    #expect(
      choices.map(\.beyond?.matcher) == ["inverted-index", "sorted-prefix", "sorted-prefix"])
    let lines = TerminalRenderer(
      Document(Fixtures.record(cells)), style: TextStyle(isColoured: false)
    ).lines().suffix(3)
    #expect(Array(lines) == choices.map(\.description))
  }

  @Test("A matcher within the noise of the simplest one is not recommended")
  func doubt() throws {
    for (bounds, noise, isChosen) in [
      ((0.8, 0.95), 1.02, true), ((0.7, 1.1), 1.02, false), ((0.8, 0.95), 1.2, false),
    ] {
      var fast = Fixtures.measured("fast", time: 900, ratio: 0.9)
      fast.figures?.ratioInterval = Fixtures.interval(0.9, bounds.0, bounds.1)
      var cell = Fixtures.cell([Fixtures.measured("linear-scan", time: 1_000, ratio: 1), fast])
      cell.noise = NoiseRecord(
        matcher: "linear-scan", ratio: Fixtures.interval(1, 1 / noise, noise), packedSamples: "")
      let record = Fixtures.record([cell])
      let choice = try #require(chosen(record))
      #expect((choice.beyond != nil) == isChosen)
      let warnings = Warnings.about(record.context, record.cells, reference: "linear-scan")
      let isInDoubt = warnings.contains { $0.hasPrefix("fast on") }
      #expect(!isInDoubt || choice.beyond == nil)
      #expect(choice.simplest?.matcher == "linear-scan")
    }
  }

  @Test("A corpus without rows does not affect a recommendation")
  func noRows() {
    let empty = Fixtures.cell(
      [Fixtures.measured("linear-scan", time: 10, ratio: 1)], rowCount: 0)
    #expect(Choice.all(Fixtures.record([empty])).isEmpty)
    let slow = Fixtures.cell(
      [Fixtures.measured("linear-scan", time: 9_000_000, ratio: 1)], rowCount: 1_000)
    let lines = Choice.all(Fixtures.record([empty, slow])).map(\.description)
    #expect(lines.count == 1 && !lines[0].contains(" 0 rows"))
  }

  @Test("Your own participant has a line of its own, and an element in XML")
  func own() throws {
    var mine = Fixtures.measured("mine", time: 500, ratio: 0.5)
    mine.figures?.ratioInterval = Fixtures.interval(0.5, 0.45, 0.55)
    let linear = Fixtures.measured("linear-scan", time: 1_000, ratio: 1)
    let wrong = Fixtures.matcher("mine", .voided, reason: "w", wrong: [Fixtures.counterexample(0)])
    var record = Fixtures.record([
      Fixtures.cell([linear, mine]), Fixtures.cell([linear, wrong], rowCount: 10),
    ])
    record.ownParticipants = ["mine"]
    let document = Document(record)
    // Its line is part of the verdict; see the tests of own lines.
    #expect(!document.choiceLines.flatMap(\.self).contains { $0.hasPrefix("mine") })
    #expect(document.ownLines.count == 1)
    let json = try RunRecord(decoding: try RecordRendering(record).bytes(.json))
    #expect(json.choice == document.choiceLines.flatMap(\.self))
    let xml = try XMLDocument(try ResultReport(record).render())
    #expect(try xml.values("//own/@matcher") == ["mine"])
    #expect(try xml.values("//own/@ratio") == ["0.500000"])
    #expect(try xml.values("//own/@wrong") == ["1"])
    #expect(try xml.values("//choice/@mode") == ["contains"])
  }
}

@Suite("The summary of parity")
struct ParitySummaryTests {
  @Test("The summary counts each state of a matcher separately")
  func states() {
    let summary = ParitySummary(RecordFixtures.mixed)
    #expect(
      MatcherStatus.allCases.map { summary.count($0) } == [2, 1, 1, 1])
    // Three keystrokes of each matcher that answered, including the voided one.
    #expect(summary.checkedAnswers == 9)
    #expect(!summary.isSampled)
  }

  @Test("Wrong or failing matchers make a run wrong, and a run without an answer is not right")
  func right() {
    func verdict(_ status: MatcherStatus) -> Verdict {
      RecordFixtures.record([
        RecordFixtures.cell([RecordFixtures.matcher("a", status, reason: nil)])
      ]).verdict
    }
    #expect(MatcherStatus.allCases.map(verdict) == [.right, .wrong, .notComparable, .wrong])
  }

  @Test("Each matcher without a rank is listed with its own cells")
  func unranked() {
    func cell(_ rowCount: Int, sampled: [String], others: [String]) -> CellRecord {
      RecordFixtures.cell(
        (sampled + others).map { id in
          var matcher = RecordFixtures.measured(id, time: 1_000, ratio: 1)
          matcher.isSampled = sampled.contains(id)
          return matcher
        }, rowCount: rowCount)
    }
    let record = RecordFixtures.record([
      cell(1_000, sampled: ["slow"], others: ["fast"]),
      cell(10_000, sampled: ["slow", "fast", "late"], others: []),
    ])
    let counts = Unranked.all(of: record).flatMap { entry in
      entry.matchers.map { "\($0) \(entry.kind.rawValue) \(entry.cells.count)" }
    }
    #expect(
      counts.sorted()
        == ["fast sampled 1", "late missing 1", "late sampled 1", "slow sampled 2"])
  }

  @Test("The answers of an engine that failed later are counted")
  func failedLater() {
    var matcher = RecordFixtures.matcher("a", .errored, reason: "crashed")
    var tally = AnswerTally()
    tally.checkedCount = 2
    matcher.answers = tally
    let record = RecordFixtures.record([RecordFixtures.cell([matcher])])
    #expect(ParitySummary(record).checkedAnswers == 2)
  }

  @Test("Declined keystrokes are not counted as checked, and a sampled oracle is mentioned")
  func sampled() {
    var matcher = RecordFixtures.matcher("linear-scan", time: 1, ratio: nil)
    matcher.declinedCount = 1
    let summary = ParitySummary(
      RecordFixtures.record([RecordFixtures.cell([matcher], oracleCount: 2)]))
    #expect(summary.checkedAnswers == 2)
    #expect(summary.isSampled)
  }
}

@Suite("Quantities")
struct QuantityFormatTests {
  @Test(
    "Times are shown with three digits and a unit",
    arguments: [
      (0, "0 ns"), (1, "1 ns"), (312, "312 ns"), (999, "999 ns"), (999.6, "1.00 µs"),
      (1_000, "1.00 µs"), (4_021, "4.02 µs"), (40_210, "40.2 µs"), (402_100, "402 µs"),
      (999_600, "1.00 ms"), (1_310_000, "1.31 ms"), (2e9, "2.00 s"), (1.5e12, "1500 s"),
    ] as [(Double, String)])
  func times(nanoseconds: Double, text: String) {
    #expect(QuantityFormat.time(nanoseconds) == text)
  }

  @Test(
    "Sizes in bytes are shown in binary units",
    arguments: [
      (0, "0 B"), (912, "912 B"), (1_023, "1023 B"), (1_024, "1.00 KiB"), (4_096, "4.00 KiB"),
      (1_258_291, "1.20 MiB"), (1 << 34, "16.0 GiB"),
    ])
  func sizes(bytes: Int, text: String) {
    #expect(QuantityFormat.size(bytes) == text)
  }

  @Test(
    "Ratios have three digits, and small ones three decimals",
    arguments: [
      (0, "0.000"), (0.0344, "0.034"), (0.0996, "0.100"), (0.25, "0.25"), (1, "1.00"),
      (9.994, "9.99"), (9.996, "10.0"), (12.34, "12.3"), (123.4, "123"),
    ] as [(Double, String)])
  func ratios(value: Double, text: String) {
    #expect(QuantityFormat.ratio(value) == text)
  }

  @Test(
    "Counts are shown in groups of three digits",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1 000"), (-12_345, "-12 345"), (100_000, "100 000"),
      (1_234_567, "1 234 567"),
    ])
  func counts(value: Int, text: String) {
    #expect(QuantityFormat.count(value) == text)
  }

  @Test("Counts of rows use the right singular or plural")
  func rows() {
    #expect(
      [0, 1, 2, 1_000].map(QuantityFormat.rows) == ["0 rows", "1 row", "2 rows", "1 000 rows"])
  }

  @Test(
    "Fixed-point numbers are rounded, negative ones included, and undefined ones are dashes",
    arguments: [
      (1.005, 2, "1.00"), (0.125, 2, "0.13"), (-0.001, 2, "0.00"), (-1.5, 1, "-1.5"),
      (2.5, 0, "3"), (.nan, 2, "–"), (.infinity, 2, "–"), (0.05, 1, "0.1"), (7, 3, "7.000"),
    ] as [(Double, Int, String)])
  func fixed(value: Double, digits: Int, text: String) {
    #expect(QuantityFormat.fixed(value, digits: digits) == text)
  }
}
