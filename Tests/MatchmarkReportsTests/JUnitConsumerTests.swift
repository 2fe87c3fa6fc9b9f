import Foundation
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Other programs read our files, in both dialects.
///
/// If a program is not installed, its test is skipped by name.
@Suite("JUnit reports in other tools")
struct JUnitConsumerTests {
  private static let python = Python.with("xml.etree.ElementTree")

  @Test(
    "Python's expat reads the hostile JUnit report with every name and count",
    .needs(.python3), arguments: JUnitDialect.allCases)
  func expat(dialect: JUnitDialect) throws {
    let program = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      for suite in root:
          cases = list(suite.iter("testcase"))
          keys = [(case.get("classname"), case.get("name")) for case in cases]
          assert len(keys) == len(set(keys)) == int(suite.get("tests"))
          for kind, count in (("failure", "failures"), ("error", "errors"), ("skipped",) * 2):
              assert int(suite.get(count)) == len(list(suite.iter(kind))), kind
          for case in cases:
              results = [e for e in case if e.tag in ("failure", "error", "skipped")]
              assert len(results) <= 1 and len(list(case.iter("system-out"))) <= 1
              for failure in results:
                  if failure.get("message"):
                      assert failure.text.split("\\n")[0] == failure.get("message")
      total = len(list(root.iter("testcase")))
      assert int(root.get("tests", total)) == total
      print(total)
      """
    let folder = try TemporaryFolder()
    let path = folder.file("junit.xml")
    try JUnitWriter.write(JUnitFixtures.hostile, to: path, dialect: dialect)
    let outcome = try Child.run([try #require(Self.python), "-c", program, path])
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output == "\(JUnitFixtures.hostileTexts.count * 2)\n")
  }

  private static let parser = Python.with("junitparser")

  @Test(
    "The package junitparser reads the hostile JUnit report with the right counts",
    .needs(.junitparser),
    arguments: JUnitDialect.allCases)
  func junitparser(dialect: JUnitDialect) throws {
    let program = """
      import sys
      from junitparser import JUnitXml
      cases = results = 0
      for suite in JUnitXml.fromfile(sys.argv[1]):
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
    let path = folder.file("junit.xml")
    try JUnitWriter.write(JUnitFixtures.hostile, to: path, dialect: dialect)
    let python = try #require(Self.parser)
    let outcome = try Child.run([python, "-c", program, path])
    #expect(outcome.code == 0, "\(outcome.text)")
    let passed = JUnitFixtures.hostile.suites.flatMap { $0.cases.filter { $0.result == .passed } }
    let count = JUnitFixtures.hostileTexts.count * 2
    #expect(outcome.output == "\(count) \(count - passed.count)\n")
  }

  /// The schemas that a dialect claims to follow.
  private static func claims(_ dialect: JUnitDialect) -> Set<String> {
    let jenkins: Set = ["jenkins-junit-10", "jenkins-junit-10-lenient"]
    return switch dialect {
    case .common: jenkins
    case .ant: jenkins.union(["dtkit-junit-4", "ant-junit"])
    }
  }

  /// The folder of foreign schemas, which the project does not contain.
  private static let schemaFolder = ProcessInfo.processInfo.environment["MATCHMARK_JUNIT_SCHEMAS"]

  @Test(
    "The schemas that a JUnit dialect claims accept its output, and other schemas do not",
    .enabled(if: schemaFolder != nil, "MATCHMARK_JUNIT_SCHEMAS names no folder of schemas"),
    arguments: JUnitDialect.allCases)
  func schemas(dialect: JUnitDialect) throws {
    let schemas = try #require(Self.schemaFolder)
    let folder = try TemporaryFolder()
    let path = folder.file("junit.xml")
    try JUnitWriter.write(JUnitFixtures.hostile, to: path, dialect: dialect)
    let names = try FileManager.default.contentsOfDirectory(atPath: schemas)
      .filter { $0.hasSuffix(".xsd") }
    #expect(names.count >= 7)
    let document = try XMLDocument(try FileReader.read(path))
    for name in names {
      let schema = try XMLSchema(try FileReader.read("\(schemas)/\(name)"))
      let isClaimed = Self.claims(dialect).contains(String(name.dropLast(4)))
      let verdict = document.verdict(of: schema)
      #expect((verdict == .valid) == isClaimed, "\(dialect), \(name): \(verdict)")
    }
  }
}
