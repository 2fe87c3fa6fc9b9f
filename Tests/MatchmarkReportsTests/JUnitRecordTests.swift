import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("The JUnit report of a record")
struct JUnitRecordTests {
  private typealias Fixtures = RecordFixtures

  private func cases(_ record: RunRecord) throws -> [JUnitCase] {
    try #require(JUnitReport(record).suites.first).cases.map { $0 }
  }

  @Test("A cell is a JUnit suite, a matcher is a class, and an event class is a case")
  func names() throws {
    let report = JUnitReport(Fixtures.mixed)
    #expect(report.name == "small")
    let suite = try #require(report.suites.first)
    #expect(suite.name == "small.titles-1000.titles")
    #expect(suite.package == "small")
    #expect(suite.hostname == "ci-1")
    let cases = suite.cases.map { $0 }
    #expect(
      cases.prefix(3).map(\.name)
        == ["first-key", "later-key", "browse"].map {
          "parity: \($0), linear-scan on titles-1000.titles"
        })
    #expect(
      Set(cases.map(\.classname))
        == Set(
          ["linear-scan", "fast", "wrong", "shy", "broken"].map { "small.titles-1000.titles.\($0)" }
        ))
    #expect(cases.count == 15)
  }

  @Test("No two cases of a JUnit report have the same name")
  func distinctNames() throws {
    var everything = Fixtures.everything
    // A gate has one finding about each figure of a matcher; the fixture has one of each verdict.
    everything.gate?.findings = Array(Fixtures.gate.findings.prefix(1))
    for record in [Fixtures.mixed, everything] {
      let names = JUnitReport(record).suites.flatMap(\.cases).map(\.name)
      #expect(Set(names).count == names.count, "\(names)")
      #expect(!names.isEmpty)
    }
  }

  @Test("The counts in a JUnit file match its cases, and each state is a result of its own")
  func counts() throws {
    let file = try JUnitFile(JUnitWriter.render(JUnitReport(Fixtures.mixed)))
    #expect(file.isConsistent)
    #expect(file.counted.testCount == 16)
    // It is wrong in two of three event classes, and therefore in the run.
    #expect(file.counted.failureCount == 3)
    #expect(file.counted.errorCount == 3)
    #expect(file.counted.skippedCount == 3)
  }

  @Test("A wrong event class fails in JUnit with query, difference, row and replay command")
  func failure() throws {
    let failed = try #require(
      cases(Fixtures.mixed).first {
        $0.classname.hasSuffix(".wrong") && $0.name.hasPrefix("parity: later-key, ")
      })
    guard case .failure(let type, let message, let details) = failed.result else {
      Issue.record("got \(failed.result)")
      return
    }
    #expect(type == .conformanceFailure)
    #expect(
      message
        == #"“ro\u{1B}” [kind=herb] in 2010 does not find row 4, “it's” (1 missing, 0 extra)"#)
    #expect(
      details == """
          row 4: "it\\'s\\u{1B}[31m"
          \(Fixtures.replayLine)
        """)
  }

  @Test("JUnit skips a kind of keystroke if no answer to it was checked")
  func unchecked() throws {
    var wrong = Fixtures.matcher(
      "wrong", .voided, reason: nil, wrong: [Fixtures.counterexample(0)])
    wrong.wallSeconds = ["first-key": 0.25]
    var right = Fixtures.matcher("right", time: 5, ratio: 1)
    right.wallSeconds["browse"] = nil
    let results = try cases(Fixtures.record([Fixtures.cell([wrong, right])])).map { item in
      let matcher = item.classname.split(separator: ".").last ?? ""
      return "\(matcher) \(item.name.prefix { $0 != "," }) \(item.result)"
    }
    let reason = "skipped(reason: \"no keystroke of this kind was checked\")"
    #expect(results.count { $0.hasSuffix(reason) } == 3, "\(results)")
    #expect(results.contains("right parity: browse \(reason)"), "\(results)")
    #expect(results.contains("wrong parity: later-key \(reason)"), "\(results)")
  }

  @Test(
    "A wrong answer is a sentence with the typed text and the row, whatever the difference",
    arguments: [
      ("row 4 is missing (2 missing, 1 extra)", "does not find row 4, “it's” (2 missing, 1 extra)"),
      (
        "row 4 should not match (0 missing, 1 extra); right when asked alone",
        "finds row 4, “it's”, which should not match (0 missing, 1 extra); right when asked alone"
      ),
      ("got the count 3", "is answered wrongly: got the count 3; row 4 is “it's”"),
      // The row that the text names is another one.
      ("row 41 is missing", "is answered wrongly: row 41 is missing; row 4 is “it's”"),
    ])
  func sentence(difference: String, sentence: String) {
    var example = Fixtures.counterexample(1)
    example.difference = difference
    #expect(example.sentence.hasSuffix(" in 2010 \(sentence)"), "\(example.sentence)")
  }

  @Test("A JUnit case shows at most ten wrong queries")
  func limit() throws {
    let wrong = Fixtures.matcher(
      "wrong", .voided, reason: nil, wrong: (0..<12).map { Fixtures.counterexample(0, row: $0) })
    let first = try #require(cases(Fixtures.record([Fixtures.cell([wrong])])).first)
    guard case .failure(_, _, let details) = first.result else {
      Issue.record("got \(first.result)")
      return
    }
    #expect(details.matches(of: /row \d+: "/).count == 10)
    // The message names the query of the first one.
    #expect(details.matches(of: #/\n\S+ does not find row /#).count == 9)
  }

  @Test("Skipped and errored matchers say why in JUnit, and neither pass nor fail")
  func otherStates() throws {
    let cases = try cases(Fixtures.mixed)
    for testCase in cases where testCase.classname.hasSuffix(".shy") {
      #expect(testCase.result == .skipped(reason: "not this profile"))
    }
    for testCase in cases where testCase.classname.hasSuffix(".broken") {
      #expect(
        testCase.result == .error(type: .harnessError, message: "fell over", details: ""))
    }
  }

  @Test("The output of a JUnit case never repeats the message of its result")
  func once() {
    var record = Fixtures.mixed
    record.targets = Fixtures.targets
    let cases = JUnitReport(record).suites.flatMap { $0.cases.map { $0 } }
    let told = cases.filter { $0.result.message != nil }
    #expect(told.contains { $0.name == "verdict" } && told.count > 3)
    for testCase in told {
      #expect(testCase.systemOut != testCase.result.message, "\(testCase.name)")
      if case .failure(_, let message, let details) = testCase.result {
        #expect(details != message, "\(testCase.name)")
      }
    }
  }

  @Test("A passed JUnit case has the wall time of its event class, and shows its figures")
  func passed() throws {
    let testCase = try #require(cases(Fixtures.mixed).first { $0.classname.hasSuffix(".fast") })
    #expect(testCase.result == .passed)
    #expect(testCase.time == .milliseconds(250))
    #expect(
      testCase.systemOut
        == "p50_of_medians=500ns max_of_medians=500ns ratio=0.50 to linear-scan keystrokes=1 "
        + "rounds=1")
  }

  @Test("JUnit properties have the figures of right matchers only, with times as integers")
  func properties() throws {
    let suite = try #require(JUnitReport(Fixtures.mixed).suites.first)
    let values = Dictionary(uniqueKeysWithValues: suite.properties.map { ($0.name, $0.value) })
    let cell = Fixtures.mixed.cells[0].id
    #expect(values["\(cell).corpus.identity"] == "abc-1")
    #expect(values["\(cell).workload.identity"] == "def-2")
    #expect(values["\(cell).verification.by_oracle"] == "3")
    #expect(values["\(cell).fast.p50_ns"] == "500")
    #expect(values["\(cell).fast.max_of_medians_ns"] == "500")
    // Two keystrokes have no p99.
    #expect(values["\(cell).fast.p99_ns"] == nil)
    #expect(values["\(cell).fast.rank"] == "1" && values["\(cell).linear-scan.rank"] == "2")
    #expect(values["\(cell).fast.ratio"] == "0.250000")
    #expect(values["\(cell).fast.keystrokes"] == "2")
    #expect(values["\(cell).fast.index_bytes"] == "400")
    #expect(values["\(cell).wrong.status"] == "voided")
    #expect(values["\(cell).wrong.p50_ns"] == nil)
  }

  @Test("No property name occurs twice in a JUnit report, not even in another suite")
  func uniqueProperties() {
    var other = Fixtures.mixed.cells[0]
    other.corpus.name = "other"
    let report = JUnitReport(Fixtures.record([Fixtures.mixed.cells[0], other]))
    let names = report.suites.flatMap(\.properties).map(\.name)
    #expect(names.count > 20 && Set(names).count == names.count)
  }

  @Test("The times of all JUnit cases add up to the duration of the run")
  func times() throws {
    var record = Fixtures.mixed
    record.context.durationInSeconds = 81
    let times = JUnitReport(record).suites.flatMap { suite in
      (0..<suite.cases.count).map { suite.cases[$0].time }
    }
    #expect(times.reduce(.zero, +) == .seconds(81))
  }

  @Test("The names of JUnit cases do not depend on figures")
  func stableNames() throws {
    let other = Fixtures.record([
      Fixtures.cell([Fixtures.matcher("linear-scan", time: 9, ratio: 0.5)])
    ])
    let names = try cases(other).map(\.name)
    #expect(try cases(Fixtures.mixed).prefix(3).map(\.name) == names)
  }
}
