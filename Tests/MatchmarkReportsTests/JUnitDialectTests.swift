import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("JUnit dialects")
struct JUnitDialectTests {
  private static let ids = JUnitDialect.all.map(\.id)

  private func dialect(_ id: String) throws -> JUnitDialect {
    try #require(JUnitDialect.all.first { $0.id == id })
  }

  /// One case with each result, with everything that a case can have.
  private static var small: JUnitReport {
    var failed = JUnitCase(
      name: "two", classname: "a.b", time: .milliseconds(1500),
      result: .failure(type: .conformanceFailure, message: "wrong", details: "row 7"),
      systemOut: "out of two")
    failed.file = "Fixtures/cases/query.json"
    failed.line = 12
    failed.properties = [JUnitProperty("p50_ns", "1234")]
    let skipped = JUnitCase(
      name: "three", classname: "a.b", time: .zero, result: .skipped(reason: "not here"))
    return JUnitReport(
      name: "s", suites: [JUnitFixtures.suite([failed, skipped], name: "s.one")])
  }

  private func written(_ id: String) throws -> String {
    String(
      decoding: try JUnitWriter.render(Self.small, dialect: dialect(id)), as: UTF8.self)
  }

  @Test("ant has no attributes on the root, one element per case, and outputs in the suite")
  func ant() throws {
    #expect(
      try written("ant") == """
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

  @Test("surefire has a suite as root, without host and outputs")
  func surefire() throws {
    #expect(
      try written("surefire") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Made by matchmark. -->
        <testsuite name="s.one" tests="2" failures="1" errors="0" skipped="1" time="1.500">
          <testcase name="two" classname="a.b" time="1.500">
            <failure message="wrong" type="ConformanceFailure">wrong
        row 7</failure>
            <system-out>out of two</system-out>
          </testcase>
          <testcase name="three" classname="a.b" time="0.000">
            <skipped>not here</skipped>
          </testcase>
        </testsuite>

        """)
  }

  @Test("rich is common plus files, lines and properties in the cases")
  func rich() throws {
    let rich = try written("rich")
    #expect(
      rich.contains(
        """
            <testcase name="two" classname="a.b" time="1.500000" \
        file="Fixtures/cases/query.json" line="12">
              <properties>
                <property name="p50_ns" value="1234"/>
              </properties>
              <failure
        """))
    let additions = [
      " file=\"Fixtures/cases/query.json\" line=\"12\"",
      "\n      <properties>\n        <property name=\"p50_ns\" value=\"1234\"/>"
        + "\n      </properties>",
    ]
    let reduced = additions.reduce(rich) { $0.replacing($1, with: "") }
    #expect(try reduced == written("common"))
  }

  @Test(
    "our own schema accepts hostile, plain and empty reports, and rejects what we never write",
    arguments: ids)
  func ownSchema(id: String) throws {
    let schema = try XMLSchema(
      try FileReader.read(WorkingCopy.path("Fixtures/schemas/junit.xsd")))
    let dialect = try dialect(id)
    let plain = JUnitFixtures.report((0..<100).map { JUnitFixtures.passed("\($0)") })
    for report in [JUnitFixtures.hostile, plain, Self.small] {
      for suite in report.suites {
        let single = JUnitReport(name: report.name, suites: [suite])
        let bytes = try JUnitWriter.render(single, dialect: dialect)
        #expect(try XMLDocument(bytes).verdict(of: schema) == .valid)
      }
    }
    let good = try written(id)
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
        Issue.record("\(id): \(verdict) with \(to)")
        continue
      }
    }
  }

  @Test("a report of several suites is not a single document in surefire")
  func severalFiles() throws {
    let suites = [0, 1].map { JUnitFixtures.suite([], name: "s.\($0)") }
    let report = JUnitReport(name: "s", suites: suites)
    #expect(throws: ReportError.severalFiles(dialect: "surefire", count: 2)) {
      try JUnitWriter.render(report, dialect: .surefire)
    }
  }
}

@Suite("Files of JUnit reports")
struct JUnitFileTests {
  private func report(_ suiteCount: Int, caseCount: Int = 10) -> JUnitReport {
    JUnitReport(
      name: "s",
      suites: (0..<suiteCount).map { suite in
        JUnitFixtures.suite(
          (0..<caseCount).map {
            JUnitCase(
              name: "\($0)", classname: "a", time: .zero,
              systemOut: String(repeating: "<", count: 1_000))
          }, name: "s.\(suite)")
      })
  }

  @Test(
    "a report over the limit continues in further files of whole suites, each within the limit")
  func shards() throws {
    let folder = try TemporaryFolder()
    let paths = try JUnitWriter.write(
      report(10), to: folder.file("junit.xml"), fileSizeInBytes: 200_000)
    #expect(paths.map { String($0.dropFirst(folder.path.count + 1)) }.first == "junit.xml")
    #expect(
      try folder.names() == (["junit.xml"] + (2...paths.count).map { "junit-\($0).xml" }).sorted())
    var suites: [String] = []
    for path in paths {
      let bytes = try FileReader.read(path)
      #expect(bytes.count <= 200_000)
      let file = try JUnitFile(bytes)
      #expect(file.isConsistent)
      suites += file.suites.map(\.name)
    }
    #expect(suites == (0..<10).map { "s.\($0)" })
  }

  @Test("a suite that is itself too large is cut, and no case is lost")
  func largeSuite() throws {
    let folder = try TemporaryFolder()
    let paths = try JUnitWriter.write(
      report(1, caseCount: 100), to: folder.file("junit"), fileSizeInBytes: 100_000)
    #expect(try folder.names().contains("junit-2"))
    let files = try paths.map { try JUnitFile(try FileReader.read($0)) }
    #expect(files.allSatisfy { $0.isConsistent && $0.suites.count == 1 })
    #expect(files.reduce(0) { $0 + $1.counted.testCount } == 100)
    #expect(Set(files.flatMap { $0.suites.map(\.name) }).count == files.count)
  }

  @Test("the files of an earlier, larger run are removed, and nothing else")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("junit.xml")
    for name in ["junit-9.xml", "junit-x.xml", "other.xml", "TEST-other.a.xml"] {
      try AtomicFile.write([1], to: folder.file(name))
    }
    try JUnitWriter.write(report(10), to: path, fileSizeInBytes: 200_000)
    #expect(try folder.names().contains("junit-3.xml"))
    try JUnitWriter.write(report(1), to: path, fileSizeInBytes: 200_000)
    let kept = ["TEST-other.a.xml", "junit-9.xml", "junit-x.xml", "junit.xml", "other.xml"]
    #expect(try folder.names() == kept)

    try JUnitWriter.write(report(3), to: folder.path, dialect: .surefire)
    let all = kept + (0..<3).map { "TEST-s.\($0).xml" }
    #expect(try folder.names() == all.sorted())
    try JUnitWriter.write(report(1), to: folder.path, dialect: .surefire)
    #expect(try folder.names() == (kept + ["TEST-s.0.xml"]).sorted())
  }

  @Test("suites with hostile or equal names have their own files")
  func fileNames() throws {
    let folder = try TemporaryFolder()
    let names = [
      "../a", "A", "a", "a/b", "a b", "", ".", "é", String(repeating: "x", count: 5_000),
    ]
    let report = JUnitReport(
      name: "s", suites: names.map { JUnitFixtures.suite([JUnitFixtures.passed("c")], name: $0) })
    let paths = try JUnitWriter.write(report, to: folder.path, dialect: .surefire)
    #expect(Set(paths.map { $0.lowercased() }).count == names.count)
    #expect(try folder.names().count == names.count)
    for path in paths {
      #expect(try JUnitFile(try FileReader.read(path)).counted.testCount == 1)
    }
  }
}
