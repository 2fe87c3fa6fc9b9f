import Foundation
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The ledger of known disagreements, in the whole command.
@Suite("The ledger in a run")
struct LedgerCommandTests {
  private static let wrong = "broken-drops-last-row"

  private static func entry(
    _ subject: String, engine: String = wrong, expires: String = "9999-12-31"
  ) -> String {
    """
      - engine: \(engine)
        \(subject)
        reason: It drops a row, on purpose.
        link: https://example.org
        expires: \(expires)

    """
  }

  /// A corpus of one row, on which two texts are typed.
  private static func run(
    _ arguments: [String], ledger entries: [String], in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    try Data("title\nx\n".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    try Data(("divergences:\n" + entries.joined()).utf8)
      .write(to: URL(filePath: folder.file("ledger.yaml")))
    return try Program.faulty.run(
      arguments + ["--divergences", "ledger.yaml"], in: folder.path)
  }

  private static func verify(_ engine: String) -> [String] {
    [
      "verify", "--corpus", "rows.csv", "--no-progress", "-o", "r", "-e", "linear-scan", "-e",
      engine,
    ]
  }

  /// Every query of the corpus that has an answer, from which the double drops a row.
  private static func texts(in folder: borrowing TemporaryFolder) throws -> [String] {
    let outcome = try run(verify(wrong), ledger: [entry("clause: X4")], in: folder)
    #expect(outcome.code == 2)
    let junit = try String(contentsOfFile: folder.file("r/junit.xml"), encoding: .utf8)
    let queries = junit.matches(of: #/(?:message="|\n)[“](.*?)[”] does not find row/#)
    return Array(Set(queries.map { String($0.1) }))
  }

  private static func entries(_ texts: [String]) -> [String] {
    texts.map { entry("query: {text: \($0.debugDescription), profile: inferred}") }
  }

  @Test("A run passes if the ledger covers its disagreements, and says so")
  func applied() throws {
    let folder = try TemporaryFolder()
    let texts = try Self.texts(in: folder)
    #expect(!texts.isEmpty)
    let outcome = try Self.run(
      Self.verify(Self.wrong), ledger: Self.entries(texts), in: folder)
    #expect(outcome.code == 0, "\(outcome.output)")
    #expect(
      outcome.output.contains("† diverges as the ledger expects: broken-drops-last-row"))
    #expect(outcome.output.contains(/broken-drops-last-row +"x" under/))
    #expect(outcome.output.contains("applied "))
    let junit = try JUnitFile(
      Array(Data(contentsOf: URL(filePath: folder.file("r/junit.xml")))))
    #expect(junit.suites.map(\.name).suffix(2) == ["corpus.ledger", "corpus.verdict"])
    #expect(junit.counted.failureCount == 0)
  }

  /// Compares the build with itself, first with a ledger of what is wrong, then with another one.
  static func compare(_ options: [String]) throws -> (
    covered: ProgramOutcome, other: ProgramOutcome
  ) {
    let folder = try TemporaryFolder()
    let check =
      ["check", "--against", try Program.faulty.path, "--corpus", "rows.csv", "-e", wrong]
      + ["--no-progress", "--floor", "500%"] + options
    let covered = try run(check, ledger: entries(try texts(in: folder)), in: folder)
    let other = entry("query: {text: nothing-like-it, profile: inferred}")
    return (covered, try run(check, ledger: [other], in: folder))
  }

  @Test("The ledger covers what it names when two builds are compared")
  func compared() throws {
    let (covered, other) = try Self.compare([
      "--allow-debug", "--forks", "2", "--rounds", "2", "--max-time", "0.01",
    ])
    #expect(covered.code == 0, "\(covered.text)")
    #expect(other.code == 2, "\(other.text)")
  }

  @Test("A ledger entry whose disagreement is gone fails the run as stale")
  func stale() throws {
    let folder = try TemporaryFolder()
    let texts = try Self.texts(in: folder)
    let entries = texts.map {
      Self.entry(
        "query: {text: \($0.debugDescription), profile: inferred}", engine: "linear-scan")
    }
    let outcome = try Self.run(Self.verify("inverted-index"), ledger: entries, in: folder)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("stale, it no longer diverges: remove the entry"))
    let junit = try JUnitFile(
      Array(Data(contentsOf: URL(filePath: folder.file("r/junit.xml")))))
    // One for each entry, plus the verdict.
    #expect(junit.counted.failureCount == texts.count + 1)
  }

  @Test("An expired ledger entry fails the run")
  func expired() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.run(
      Self.verify("inverted-index"),
      ledger: [Self.entry("clause: X4", engine: "inverted-index", expires: "2000-01-01")],
      in: folder)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("expired on 2000-01-01: It drops a row, on purpose."))
  }

  @Test(
    "A ledger entry about a clause applies to conformance cases, and can become stale there too")
  func clauses() throws {
    let folder = try TemporaryFolder()
    let cases = ["verify", "--conformance", "-f", "K-08", "-e", Self.wrong]
    #expect(try Self.run(cases, ledger: [Self.entry("clause: S1")], in: folder).code == 2)
    let covered = try Self.run(cases, ledger: [Self.entry("clause: Q2")], in: folder)
    #expect(covered.code == 0, "\(covered.output)")
    #expect(covered.output.contains(/broken-drops-last-row +clause Q2 +applied/))
    let right = ["verify", "--conformance", "-e", "linear-scan"]
    let stale = try Self.run(
      right, ledger: [Self.entry("clause: Q2", engine: "linear-scan")], in: folder)
    #expect(stale.code == 2)
    #expect(stale.output.contains(/linear-scan +clause Q2 +stale/))
    let partial = try Self.run(
      right + ["-f", "K-08"], ledger: [Self.entry("clause: Q2", engine: "linear-scan")],
      in: folder)
    #expect(partial.code == 0)
    #expect(partial.output.contains(/linear-scan +clause Q2 +not-asked/))
  }
}
