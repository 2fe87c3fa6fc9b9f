import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("JUnit dialects")
struct JUnitDialectTests {
  /// One case with each result, with everything that a case can have.
  private static var small: JUnitReport {
    let failed = JUnitCase(
      name: "two", classname: "a.b", time: .milliseconds(1500),
      result: .failure(type: .conformanceFailure, message: "wrong", details: "row 7"),
      systemOut: "out of two")
    let skipped = JUnitCase(
      name: "three", classname: "a.b", time: .zero, result: .skipped(reason: "not here"))
    return JUnitReport(
      name: "s", suites: [JUnitFixtures.suite([failed, skipped], name: "s.one")])
  }

  @Test("The Ant dialect of JUnit has no root attributes, and puts outputs into the suite")
  func ant() throws {
    let bytes = try JUnitWriter.render(Self.small, dialect: .ant)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Made by matchmark. -->
        <testsuites>
          <testsuite name="s.one" tests="2" failures="1" errors="0" skipped="1" time="1.500" \
        timestamp="2025-11-20T23:59:59" hostname="ci-1" id="0" package="typing">
            <properties>
              <property name="cases" value="2"/>
            </properties>
            <testcase name="two" classname="a.b" time="1.500000">
              <failure message="wrong" type="ConformanceFailure">wrong
        row 7</failure>
            </testcase>
            <testcase name="three" classname="a.b" time="0.000000">
              <skipped>not here</skipped>
            </testcase>
            <system-out>two: out of two
        </system-out>
            <system-err></system-err>
          </testsuite>
        </testsuites>

        """)
  }

  @Test(
    "Our JUnit schema accepts hostile, plain and empty reports, and rejects malformed ones",
    arguments: JUnitDialect.allCases)
  func ownSchema(dialect: JUnitDialect) throws {
    let schema = try XMLSchema(
      try FileReader.read(WorkingCopy.path("Fixtures/schemas/junit.xsd")))
    let plain = JUnitFixtures.report((0..<100).map { JUnitFixtures.passed("\($0)") })
    let empty = JUnitReport(name: "empty", suites: [])
    for report in [JUnitFixtures.hostile, plain, Self.small, JUnitFixtures.report([]), empty] {
      let bytes = try JUnitWriter.render(report, dialect: dialect)
      #expect(try XMLDocument(bytes).verdict(of: schema) == .valid)
    }
    let good = String(
      decoding: try JUnitWriter.render(Self.small, dialect: dialect), as: UTF8.self)
    for (from, to) in [
      ("time=\"1.5", "time=\"1,5"), ("type=\"Conf", "type=\"conf"),
      ("tests=\"2\"", "tests=\"2.0\""),
      ("name=\"three\"", "name=\"two\""), ("name=\"three\"", "name=\" three\""),
      ("<testcase", "<testsuite"),
      ("</failure>", "</failure><error message=\"a\" type=\"Timeout\"/>"),
    ] {
      let bad = good.replacing(from, with: to)
        .replacing(to == "<testsuite" ? "</testcase>" : "\u{0}", with: "</testsuite>")
      let verdict = try XMLDocument(Array(bad.utf8)).verdict(of: schema)
      guard case .invalid = verdict else {
        Issue.record("\(dialect): \(verdict) with \(to)")
        continue
      }
    }
  }
}
