import Foundation
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The reports of a real run, validated against the published schemas.
@Suite("The formats of a report", .long)
struct ReportFormatTests {
  private static let schemas = WorkingCopy.path("Fixtures/schemas")

  /// A folder with the record of a small run over every fixture, with right and wrong matchers.
  private func record() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      [
        "run", "smoke", "-f", "titles-1.", "-e", "linear-scan", "-e", "sorted-prefix", "-e",
        "broken-drops-last-row", "-e", "broken-throws-on-build", "--allow-debug", "--no-progress",
        "-o", "r",
      ], in: folder.path)
    #expect(outcome.code == 2, "\(outcome.errors)")
    return folder
  }

  @Test("A record is valid by the published schema, which describes everything in it")
  func recordSchema() throws {
    let folder = try record()
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/record.schema.json")
    let json = try JSONValue(contentsOf: folder.file("r/record.json"))
    let complaints = schema.complaints(about: json)
    #expect(complaints.isEmpty, "\(complaints.prefix(10))")
    var broken = json
    broken["cells"] = .array([.object(["corpus": .number(1)])])
    broken["formatVersion"] = .number(99)
    #expect(schema.complaints(about: broken).count > 5)
  }

  @Test("The XML result document is valid by its schema, and can be queried with XPath")
  func result() throws {
    let folder = try record()
    let outcome = try Program.matchmark.run(
      ["report", "r", "--format", "xml", "-o", "r.xml"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let document = try XMLDocument(
      Array(Data(contentsOf: URL(filePath: folder.file("r.xml")))))
    let schema = try XMLSchema(
      Array(Data(contentsOf: URL(filePath: "\(Self.schemas)/result.xsd"))))
    #expect(document.verdict(of: schema) == .valid)
    #expect(try document.values("/result/@verdict") == ["wrong"])
    #expect(
      try document.values("//cell[1]/matcher/@status")
        == ["verified", "skipped", "voided", "errored"])
    #expect(try document.count("//counterexample[replay]") > 0)
  }

  @Test("A JUnit report is valid by our schema in both dialects", arguments: ["common", "ant"])
  func dialects(dialect: String) throws {
    let folder = try record()
    let outcome = try Program.matchmark.run(
      ["report", "r", "--format", "junit", "--junit-dialect", dialect, "-o", "j.xml"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let schema = try XMLSchema(
      Array(Data(contentsOf: URL(filePath: "\(Self.schemas)/junit.xsd"))))
    let document = try XMLDocument(
      Array(Data(contentsOf: URL(filePath: folder.file("j.xml")))))
    #expect(document.verdict(of: schema) == .valid)
    #expect(try document.count("//failure[@type='ConformanceFailure']") > 0)
    #expect(try document.count("/testsuites[@tests]") == (dialect == "common" ? 1 : 0))
  }

  @Test("An unknown dialect of JUnit is an error that names it and the two known ones")
  func unknownDialect() throws {
    let outcome = try Program.matchmark.run(["run", "smoke", "--junit-dialect", "maven"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("the value 'maven' is invalid for '--junit-dialect"))
    #expect(outcome.errors.contains("Please provide one of 'common' and 'ant'."))
  }

  @Test("The CSV report is a table with one line for each sample")
  func samples() throws {
    let folder = try record()
    let outcome = try Program.matchmark.run(["report", "r", "--format", "csv"], in: folder.path)
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\r\n")
    #expect(lines.first?.hasPrefix("corpus,corpus_rows,profile,matcher,") == true)
    #expect(lines.count > 100)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("titles-1") })
  }
}
