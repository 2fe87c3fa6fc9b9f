import Foundation
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Other programs read our files, in every dialect.
///
/// If a program is not installed, its test is skipped by name.
@Suite("JUnit reports in other tools")
struct JUnitConsumerTests {
  /// Writes the files of a report into a folder.
  private func write(
    _ report: JUnitReport, _ dialect: JUnitDialect, to folder: borrowing TemporaryFolder
  ) throws -> [String] {
    let path = dialect.rootIsSuite ? folder.path : folder.file("junit.xml")
    return try JUnitWriter.write(report, to: path, dialect: dialect)
  }

  private static let ids = JUnitDialect.all.map(\.id)

  private func dialect(_ id: String) throws -> JUnitDialect {
    try #require(JUnitDialect.all.first { $0.id == id })
  }

  private static let python = Python.with("xml.etree.ElementTree")

  @Test(
    "expat, in python3, reads the hostile report with every name and count",
    .needs(.python3), arguments: ids)
  func expat(id: String) throws {
    let program = """
      import sys, xml.etree.ElementTree as tree
      total = 0
      for path in sys.argv[1:]:
          root = tree.parse(path).getroot()
          suites = [root] if root.tag == "testsuite" else list(root)
          for suite in suites:
              cases = list(suite.iter("testcase"))
              total += len(cases)
              keys = [(case.get("classname"), case.get("name")) for case in cases]
              assert len(keys) == len(set(keys)) == int(suite.get("tests"))
              for kind, count in (("failure", "failures"), ("error", "errors"), ("skipped",) * 2):
                  assert int(suite.get(count)) == len(list(suite.iter(kind))), kind
              for case in cases:
                  results = [e for e in case if e.tag in ("failure", "error", "skipped")]
                  assert len(results) <= 1 and len(list(case.iter("system-out"))) <= 1
                  for fault in results:
                      if fault.get("message"):
                          assert fault.text.split("\\n")[0] == fault.get("message")
          if root.get("tests"):
              assert int(root.get("tests")) == len(list(root.iter("testcase")))
      print(total)
      """
    let folder = try TemporaryFolder()
    let files = try write(JUnitFixtures.hostile, dialect(id), to: folder)
    let outcome = try Child.run([try #require(Self.python), "-c", program] + files)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output == "\(JUnitFixtures.hostileTexts.count * 2)\n")
  }

  private static let parser = Python.with("junitparser")

  @Test(
    "junitparser gets the right counts, and reads every name and message back",
    .needs(.junitparser),
    arguments: ids)
  func junitparser(id: String) throws {
    let program = """
      import sys
      from junitparser import JUnitXml, TestSuite
      cases = results = 0
      for path in sys.argv[1:]:
          xml = JUnitXml.fromfile(path)
          for suite in [xml] if isinstance(xml, TestSuite) else xml:
              stated = (suite.tests, suite.failures, suite.errors, suite.skipped)
              suite.update_statistics()
              assert stated == (suite.tests, suite.failures, suite.errors, suite.skipped), stated
              for case in suite:
                  assert case.name and case.classname and case.time >= 0
                  cases += 1
                  results += len(case.result)
      print(cases, results)
      """
    let folder = try TemporaryFolder()
    let files = try write(JUnitFixtures.hostile, dialect(id), to: folder)
    let python = try #require(Self.parser)
    let outcome = try Child.run([python, "-c", program] + files)
    #expect(outcome.code == 0, "\(outcome.text)")
    let passed = JUnitFixtures.hostile.suites.flatMap { $0.cases.filter { $0.result == .passed } }
    let count = JUnitFixtures.hostileTexts.count * 2
    #expect(outcome.output == "\(count) \(count - passed.count)\n")
  }

  /// The schemas that a dialect claims to follow.
  private static let claims: [String: Set<String>] = [
    "common": ["jenkins-junit-10", "jenkins-junit-10-lenient"],
    "ant": ["jenkins-junit-10", "jenkins-junit-10-lenient", "dtkit-junit-4", "ant-junit"],
    "surefire": [
      "jenkins-junit-10", "jenkins-junit-10-lenient", "dtkit-junit-4", "surefire-test-report",
      "surefire-test-report-3.0", "surefire-test-report-legacy",
    ],
    "rich": [],
  ]

  /// The folder of foreign schemas, which the project does not contain.
  private static let schemaFolder = ProcessInfo.processInfo.environment["MATCHMARK_JUNIT_SCHEMAS"]

  @Test(
    "the schemas that a dialect claims accept its output, and others do not",
    .enabled(if: schemaFolder != nil, "MATCHMARK_JUNIT_SCHEMAS names no folder of schemas"),
    arguments: ids)
  func schemas(id: String) throws {
    let schemas = try #require(Self.schemaFolder)
    let folder = try TemporaryFolder()
    let files = try write(JUnitFixtures.hostile, dialect(id), to: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: schemas)
      .filter { $0.hasSuffix(".xsd") }
    #expect(names.count >= 7)
    for name in names {
      let schema = try XMLSchema(try FileReader.read("\(schemas)/\(name)"))
      let isClaimed = Self.claims[id]?.contains(String(name.dropLast(4))) ?? false
      for file in files {
        let document = try XMLDocument(try FileReader.read(file))
        let verdict = document.verdict(of: schema)
        #expect((verdict == .valid) == isClaimed, "\(id), \(name): \(verdict)")
      }
    }
  }
}
