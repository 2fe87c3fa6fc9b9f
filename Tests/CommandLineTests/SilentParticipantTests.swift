import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// The closure `mine` declares the folding c, but the rows are searched with the folding cd.
@Suite("A participant that was asked for and answers nothing", .long)
struct SilentParticipantTests {
  private static let rows = Dishes.options
  private static let both = ["-e", "mine", "-e", "linear-scan"]
  private static let brief = ["--rounds", "2", "--max-time", "0.01", "--allow-debug"]
  private static let quiet = ["--no-progress"]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Dishes.write(to: folder)
    try EngineFixture.write([("absent", ["absent-program"])], to: folder)
    return folder
  }

  @Test(
    "A silent participant makes every command exit with 6, with advice on what to declare",
    arguments: [
      ["verify"] + rows + both + quiet, ["verify"] + rows + quiet,
      ["run"] + rows + both + brief + quiet, ["run", "--no-reports"] + rows + both + brief + quiet,
      ["baseline", "save", "main", "--forks", "2"] + rows + both + brief + quiet,
      ["query", "creme"] + rows + both, ["query", "creme"] + rows,
      ["verify", "-e", "mine"] + rows + quiet, ["run", "-e", "mine"] + rows + brief + quiet,
      ["run", "--no-reports", "-e", "mine"] + rows + brief + quiet,
      ["query", "creme", "-e", "mine"] + rows,
      ["verify", "--conformance", "-f", "P-01", "-e", "mine"] + quiet,
      ["run", "--sizes", "2,4"] + rows + both + brief + quiet,
    ])
  func commands(arguments: [String]) throws {
    let folder = try Self.folder()
    let outcome = try Program.faulty.run(
      arguments, in: folder.path, environment: ["MATCHMARK_CLOSURE": "c"])
    #expect(outcome.code == 6, "\(outcome.text)")
    #expect(
      outcome.text.contains(
        "its closure declares the folding c, not cd (if it can do that, declare "
          + "folding: .caseAndDiacriticInsensitive, or nil for any)"), "\(outcome.text)")
    #expect(!outcome.text.contains("Every answer is right"))
  }

  @Test("A silent participant makes a hunt and the conformance cases exit with 6, and is named")
  func cases() throws {
    let folder = try Self.folder()
    let environment = ["MATCHMARK_CLOSURE": "c"]
    let hunt = try Program.faulty.run(
      ["hunt", "--seed", "1", "--cases", "1", "--no-progress"] + Self.both, in: folder.path,
      environment: environment)
    #expect(hunt.code == 6, "\(hunt.text)")
    #expect(hunt.errors.contains("mine was asked for and answered nothing in 1 case"))
    let cases = try Program.faulty.run(
      ["verify", "--conformance", "-f", "P-01", "-o", "out", "--json"] + Self.both,
      in: folder.path, environment: environment)
    #expect(cases.code == 6, "\(cases.text)")
    #expect(cases.output.contains("\"verdict\":\"not-comparable\""))
    for name in ["junit.xml", "report.html", "report.md"] {
      let text = try String(contentsOfFile: folder.file("out/\(name)"), encoding: .utf8)
      #expect(text.contains("mine answered nothing"), "\(name)")
    }
  }

  @Test(
    "An engine that declines every query makes a hunt and the conformance cases exit with 6",
    arguments: [
      ["verify", "--conformance", "-f", "Q3"],
      ["hunt", "--seed", "1", "--cases", "9", "--rows", "9"],
    ])
  func engine(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let faulty = try Program.faultyEngine.path
    try EngineFixture.write([("own", [faulty, "decline-query"])], to: folder)
    for others in [[], ["-e", "linear-scan"]] {
      let outcome = try Program.matchmark.run(
        arguments + ["--engine-file", "engines.yaml", "-e", "own", "--no-progress"] + others,
        in: folder.path)
      #expect(outcome.code == 6, "\(arguments) \(others): \(outcome.text)")
      #expect(outcome.text.contains(/own (was asked for and )?answer/), "\(outcome.text)")
    }
  }

  @Test("A participant may decline some cells, and does no harm if nobody asked for it")
  func optional() throws {
    let folder = try Self.folder()
    let named = try Program.matchmark.run(
      ["verify", "smoke", "-e", "sorted-prefix", "-e", "linear-scan"] + Self.quiet,
      in: folder.path)
    #expect(named.code == 0, "\(named.text)")
    let all = try Program.matchmark.run(
      ["verify", "-e", "all"] + Self.rows + Self.quiet, in: folder.path)
    #expect(all.code == 0, "\(all.text)")
    #expect(all.output.contains("skipped"))
  }

  @Test(
    "An engine that was asked for but is not installed makes a command exit with 5",
    arguments: ["-e", "--engine", "--require"])
  func absence(option: String) throws {
    let folder = try Self.folder()
    let absent = ["--engine-file", "engines.yaml", option, "absent"]
    let base = ["-e", "linear-scan"] + absent
    for arguments in [
      ["verify"] + Self.rows + base + Self.quiet,
      ["run"] + Self.rows + base + Self.brief + Self.quiet,
      ["verify", "--conformance", "-f", "K-01"] + base,
    ] {
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 5, "\(arguments): \(outcome.text)")
      #expect(outcome.text.contains("pip install absent"))
    }
    guard option != "--require" else { return }
    let query = try Program.matchmark.run(["query", "creme"] + Self.rows + base, in: folder.path)
    #expect(query.code == 5, "\(query.text)")
  }
}
