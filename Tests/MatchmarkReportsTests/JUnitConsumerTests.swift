import Foundation
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// What other programs make of our files.
///
/// A program that is not installed skips its test, by name.
@Suite("JUnit reports in other hands")
struct JUnitConsumerTests {
  @Test(
    "expat, by python3, reads the hostile report and every name in it",
    .enabled(if: Tool.hasPython))
  func expat() throws {
    let program = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      cases = list(root.iter("testcase"))
      assert int(root.get("tests")) == len(cases), (root.get("tests"), len(cases))
      assert int(root.get("failures")) == len(list(root.iter("failure")))
      assert int(root.get("errors")) == len(list(root.iter("error")))
      for suite in root:
          keys = [(case.get("classname"), case.get("name")) for case in suite.iter("testcase")]
          assert len(keys) == len(set(keys)) == int(suite.get("tests"))
      for case in cases:
          assert len(case) <= 2 and (len(case) < 2 or case[1].tag == "system-out")
          for fault in list(case)[:1]:
              if fault.tag != "system-out":
                  assert fault.text.split("\\n")[0] == fault.get("message")
      print(len(cases))
      """
    let folder = try TemporaryFolder()
    try JUnitWriter.write(JUnitFixtures.hostile, to: folder.file("junit.xml"))
    let (status, output) = try Tool.run(["python3", "-c", program, folder.file("junit.xml")])
    #expect(status == 0, "\(output)")
    #expect(output == "\(JUnitFixtures.hostileTexts.count * 2)\n")
  }

  @Test(
    "both Jenkins schemas accept the hostile report, an empty one and a plain one",
    .enabled(if: Tool.schemaFolder != nil && Tool.schemaValidator != nil),
    arguments: ["jenkins-junit-10.xsd", "jenkins-junit-10-lenient.xsd"])
  func schemas(schema: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("junit.xml")
    let validator = try #require(Tool.schemaValidator)
    let schema = try #require(Tool.schemaFolder) + "/" + schema
    let plain = JUnitFixtures.report((0..<100).map { JUnitFixtures.passed("\($0)") })
    let empty = JUnitReport(name: "empty", suites: [])
    for report in [JUnitFixtures.hostile, plain, empty] {
      try JUnitWriter.write(report, to: path)
      let (status, output) = try Tool.run(validator.command(schema, path))
      #expect(status == 0, "\(output)")
    }
    // The validator must be able to say no.
    try AtomicFile.write(Array("<testsuites skipped=\"1\"/>".utf8), to: path)
    let (status, _) = try Tool.run(validator.command(schema, path))
    #expect(status != 0)
  }
}

/// Programs that may be installed.
private enum Tool {
  /// What checks a file against a schema.
  enum SchemaValidator: CaseIterable {
    case xmllint
    case lxml
    case xmlschema

    func command(_ schema: String, _ file: String) -> [String] {
      switch self {
      case .xmllint:
        ["xmllint", "--noout", "--nonet", "--schema", schema, file]
      case .lxml:
        [
          "python3", "-c",
          """
          import sys
          from lxml import etree
          etree.XMLSchema(etree.parse(sys.argv[1])).assertValid(etree.parse(sys.argv[2]))
          """, schema, file,
        ]
      case .xmlschema:
        [
          "python3", "-c",
          "import sys, xmlschema; xmlschema.XMLSchema(sys.argv[1]).validate(sys.argv[2])",
          schema, file,
        ]
      }
    }

    var probe: [String] {
      switch self {
      case .xmllint: ["xmllint", "--version"]
      case .lxml: ["python3", "-c", "import lxml"]
      case .xmlschema: ["python3", "-c", "import xmlschema"]
      }
    }
  }

  static let hasPython = succeeds(["python3", "-c", "import xml.etree.ElementTree"])
  static let schemaFolder = ProcessInfo.processInfo.environment["MATCHMARK_JUNIT_SCHEMAS"]
  static let schemaValidator = SchemaValidator.allCases.first { succeeds($0.probe) }

  static func succeeds(_ command: [String]) -> Bool { (try? run(command).status) == 0 }

  /// Runs a command and gives its exit status and all that it printed.
  static func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
