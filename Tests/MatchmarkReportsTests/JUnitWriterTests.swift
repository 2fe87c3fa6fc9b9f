import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Writing JUnit reports")
struct JUnitWriterTests {
  @Test("A small JUnit report has exactly the expected bytes")
  func golden() throws {
    var suite = JUnitFixtures.suite([
      JUnitCase(
        name: "one", classname: "a.b", time: .microseconds(1_234_000), systemOut: "p50=1us"),
      JUnitCase(
        name: "two", classname: "a.b", time: .microseconds(1_500_000),
        result: .failure(
          type: .benchmarkRegression, message: "ratio 1.31 > limit", details: "Decode.swift:42")),
      JUnitCase(
        name: "three", classname: "a.b", time: .zero, result: .skipped(reason: "not installed")),
    ])
    suite.properties = [JUnitProperty("one.p50_ns", "1234")]
    let bytes = try JUnitWriter.render(JUnitReport(name: "bench", suites: [suite]))
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- Made by matchmark. -->
      <testsuites name="bench" tests="3" failures="1" errors="0" time="2.734">
        <testsuite name="typing.books.contains" tests="3" failures="1" errors="0" skipped="1" \
      time="2.734" timestamp="2025-11-20T23:59:59" hostname="ci-1" id="0" package="typing">
          <properties>
            <property name="one.p50_ns" value="1234"/>
          </properties>
          <testcase name="one" classname="a.b" time="1.234000">
            <system-out>p50=1us</system-out>
          </testcase>
          <testcase name="two" classname="a.b" time="1.500000">
            <failure message="ratio 1.31 &gt; limit" type="BenchmarkRegression">\
      ratio 1.31 &gt; limit
      Decode.swift:42</failure>
          </testcase>
          <testcase name="three" classname="a.b" time="0.000000">
            <skipped message="not installed">not installed</skipped>
          </testcase>
          <system-out></system-out>
          <system-err></system-err>
        </testsuite>
      </testsuites>

      """
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("Hostile texts give a well-formed JUnit file whose counts match its cases")
  func hostile() throws {
    let bytes = try JUnitWriter.render(JUnitFixtures.hostile)
    let file = try JUnitFile(bytes)
    let caseCount = JUnitFixtures.hostileTexts.count
    #expect(file.isConsistent)
    #expect(file.counted.testCount == 2 * caseCount)
    #expect(file.stated?.testCount == 2 * caseCount)
    #expect(file.suites.allSatisfy { $0.stated == $0.counted })
    for forbidden in ["<!", "\r", "\u{1B}", "\u{FFFE}", "hostname=\"\""] {
      let text = String(decoding: bytes, as: UTF8.self)
        .replacing("<!-- Made by matchmark. -->", with: "")
      #expect(!text.contains(forbidden))
    }
  }

  @Test(
    "Every JUnit case has a name of one line that is unique in its suite, in both dialects",
    arguments: JUnitDialect.allCases)
  func uniqueNames(dialect: JUnitDialect) throws {
    let bytes = try JUnitWriter.render(JUnitFixtures.hostile, dialect: dialect)
    var seen: Set<[String]> = []
    var suite = 0
    for event in try readAll(bytes) {
      guard case .start(let element, let attributes) = event else { continue }
      if element == "testsuite" { suite += 1 }
      guard element == "testcase" else { continue }
      let name = try #require(attributes["name"])
      #expect(!name.isEmpty && !name.contains { $0.isNewline })
      #expect(name.utf8.count <= 1024 + 8)
      #expect(seen.insert(["\(suite)", name]).inserted)
    }
    #expect(seen.count == 2 * JUnitFixtures.hostileTexts.count)
  }

  @Test("Equal names of JUnit cases are numbered, around names that already have a number")
  func numbering() throws {
    let names = ["a", "a", " a\n", "a #2", "b", "a", "c", "c #2", "c"]
    let cases = names.map { JUnitFixtures.passed($0) } + [JUnitFixtures.passed("a", in: "other")]
    let written = try caseNames(JUnitFixtures.report(cases))
    #expect(written == ["a", "a #2", "a #3", "a #2 #2", "b", "a #4", "c", "c #2", "c #3", "a #5"])
  }

  @Test(
    "A JUnit suite ends at 20 000 cases and continues in another, with names numbered anew",
    .timeLimit(.minutes(15)))
  func manyCases() throws {
    let cases = Array(repeating: JUnitFixtures.passed("a"), count: 20_001)
    let bytes = try JUnitWriter.render(JUnitFixtures.report(cases))
    let file = try JUnitFile(bytes)
    #expect(file.isConsistent)
    #expect(file.suites.map(\.name) == ["typing.books.contains", "typing.books.contains #2"])
    #expect(file.suites.map(\.counted.testCount) == [20_000, 1])
    let written = try caseNames(JUnitFixtures.report(cases))
    #expect(Set(written).count == 20_000)
    #expect(written[19_999] == "a #20000")
    #expect(written[20_000] == "a")
  }

  @Test("JUnit suites with equal names are numbered")
  func suiteNames() throws {
    let suite = JUnitFixtures.suite([JUnitFixtures.passed("a")], name: "b")
    let bytes = try JUnitWriter.render(JUnitReport(name: "r", suites: [suite, suite, suite]))
    #expect(try JUnitFile(bytes).suites.map(\.name) == ["b", "b #2", "b #3"])
  }

  @Test("Long texts in JUnit are truncated after a whole character, with a note")
  func caps() throws {
    let line = String(repeating: "漢", count: 1_000_000)
    let block = String(repeating: "0123456789abcdé\n", count: 60_000)
    let testCase = JUnitCase(
      name: line, classname: line, time: .zero,
      result: .error(type: .harnessError, message: line, details: block), systemOut: block)
    let bytes = try JUnitWriter.render(JUnitFixtures.report([testCase]))
    #expect(bytes.count < 150_000)
    let events = try readAll(bytes)
    for case .start("testcase", let attributes) in events {
      #expect(attributes["name"] == String(repeating: "漢", count: 340) + "…")
    }
    let outputs = events.compactMap { event in
      if case .text(let text) = event, text.contains("bytes left out]") { text } else { nil }
    }
    #expect(outputs.count == 2)
    #expect(outputs.allSatisfy { $0.utf8.count <= 65_536 + 1025 && !$0.contains("\u{FFFD}") })
  }

  @Test("Empty texts in JUnit get a placeholder, and negative times are zero")
  func fallbacks() throws {
    var suite = JUnitFixtures.suite([
      JUnitCase(name: " ", classname: "", time: .seconds(-1), result: .skipped(reason: "\n"))
    ])
    suite.name = ""
    suite.hostname = "\t"
    let bytes = try JUnitWriter.render(JUnitReport(name: "", suites: [suite]))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<testsuites name=\"matchmark\""))
    #expect(text.contains("<testsuite name=\"suite 0\""))
    #expect(text.contains("hostname=\"localhost\""))
    #expect(text.contains("<testcase name=\"unnamed\" classname=\"suite 0\" time=\"0.000000\">"))
    #expect(text.contains("<skipped message=\"no reason given\">no reason given</skipped>"))
  }

  @Test(
    "JUnit timestamps are in UTC, without a zone",
    arguments: [
      ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00"),
      ("2000-02-29T01:00:00+01:00", "2000-02-29T00:00:00"),
      ("2025-11-20T23:59:59Z", "2025-11-20T23:59:59"), ("yesterday", "1970-01-01T00:00:00"),
    ])
  func timestamps(startedAt: String, expected: String) throws {
    var report = JUnitFixtures.report([JUnitFixtures.passed("a")])
    report.suites[0].startedAt = startedAt
    let text = String(decoding: try JUnitWriter.render(report), as: UTF8.self)
    #expect(text.contains("timestamp=\"\(expected)\""))
  }

  @Test(
    "JUnit times are rounded to a fixed number of decimals",
    arguments: [
      (Duration.nanoseconds(499), "0.000000"), (.nanoseconds(500), "0.000001"),
      (.nanoseconds(999_999_500), "1.000000"), (.seconds(86_400), "86400.000000"),
      (.nanoseconds(-1), "0.000000"),
    ])
  func times(time: Duration, expected: String) throws {
    let testCase = JUnitCase(name: "a", classname: "b", time: time)
    let bytes = try JUnitWriter.render(JUnitFixtures.report([testCase]))
    #expect(String(decoding: bytes, as: UTF8.self).contains("time=\"\(expected)\"/>"))
  }

  @Test("Writing JUnit to a full disk is an error, and an old file is replaced as a whole")
  func refusals() throws {
    let report = JUnitFixtures.hostile
    let full = #expect(throws: FileError.self) { try JUnitWriter.write(report, to: "/dev/full") }
    #expect(full?.description == "cannot write '/dev/full': No space left on device")

    let folder = try TemporaryFolder()
    let path = folder.file("junit.xml")
    try JUnitWriter.write(JUnitReport(name: "old", suites: []), to: path)
    try JUnitWriter.write(report, to: path)
    let written = try FileReader.read(path)
    let rendered = try JUnitWriter.render(report)
    #expect(written == rendered)
  }

  private func caseNames(_ report: JUnitReport) throws -> [String] {
    try readAll(try JUnitWriter.render(report)).compactMap { event in
      guard case .start("testcase", let attributes) = event else { return nil }
      return attributes["name"]
    }
  }
}
