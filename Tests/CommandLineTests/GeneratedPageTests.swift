import Foundation
import MatchmarkTestSupport
import Testing

/// The documentation pages that `matchmark-dev` generates.
@Suite("Generated pages")
struct GeneratedPageTests {
  @Test(
    "Each generated page matches the committed one",
    arguments: [
      ["Clauses.md", "clauses"], ["Faults.md", "faults"], ["GateStudy.md", "gate-study"],
    ])
  func committed(page: [String]) throws {
    let outcome = try Program.development.run(["page"] + page.dropFirst())
    #expect(outcome.code == 0, "\(outcome.errors)")
    let path = WorkingCopy.path("Sources/MatchmarkCore/MatchmarkCore.docc/\(page[0])")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == outcome.output,
      "write it anew: ./scripts/dev page \(page[1]) …")
  }

  @Test("The matchmark command cannot generate documentation pages")
  func noCommand() throws {
    let record = WorkingCopy.path("reports/frontier")
    for arguments in [["list", "clauses", "--page"], ["report", record, "--page"]] {
      let outcome = try Program.matchmark.run(arguments)
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains("unknown option '--page'"), "\(outcome.errors)")
    }
    #expect(try Program.matchmark.run(["selftest", "gate"]).code == 64)
  }
}
