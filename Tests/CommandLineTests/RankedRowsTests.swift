import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// One's own rows in the order of a specification.
@Suite("Ranked rows")
struct RankedRowsTests {
  private static let rows = """
    title,price
    Open Folder,1
    Open File,2
    Close Window,3
    Find in Files,4
    Türkçe Köşe,5
    """

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(rows.utf8).write(to: URL(fileURLWithPath: folder.file("commands.csv")))
    return folder
  }

  private static let ranked = ["--corpus", "commands.csv", "--rank", "fzf-v2"]

  @Test("A run ranks one's own rows, checks the order, times it, and recommends the ranker")
  func run() throws {
    let folder = try Self.folder()
    // Few sessions, so that no build is too slow for a round, and the choice is made.
    let outcome = try Program.matchmark.run(
      ["run", "--allow-debug"] + Self.ranked
        + ["--sessions", "4", "--max-time", "0.2", "--no-progress"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.errors.contains(
        "inferred profile: rows whose 'title' has the letters typed in order, the best first as "
          + "fzf-v2@0.74 ranks them\n"), "\(outcome.errors)")
    #expect(outcome.output.contains(" against the oracle (a naive search)"), "\(outcome.output)")
    #expect(outcome.output.contains("Every answer is right."), "\(outcome.output)")
    #expect(
      outcome.output.contains("Only fuzzy was measured for a list in the order of fzf-v2@0.74: "))
    #expect(!outcome.output.contains("linear-scan"), "\(outcome.output)")
  }

  @Test("A query shows the rows in their order, the best first")
  func query() throws {
    let folder = try Self.folder()
    let outcome = try Program.matchmark.run(["query"] + Self.ranked + ["fi"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.lines == [
        "  1  Open File · 2", "  3  Find in Files · 4", "2 rows: oracle, fuzzy agree",
      ], "\(outcome.output)")
    let json = try Program.matchmark.run(
      ["query", "--json"] + Self.ranked + ["kose"], in: folder.path)
    #expect(json.lines.contains(#"{"matcher":"fuzzy","rows":[4]}"#), "\(json.output)")
  }

  @Test("Of several columns, the first one with phrases is ranked, or else the first one")
  func title() throws {
    let folder = try TemporaryFolder()
    let files = [
      ("codes.csv", "code,name\nus,United States\nde,Germany\nfr,France\n", "un", "0  us · United"),
      ("words.csv", "name,latin\noak,Quercus\nelm,Ulmus\n", "ul", "no row matches"),
    ]
    for (name, rows, needle, expected) in files {
      try Data(rows.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      let outcome = try Program.matchmark.run(
        ["query", "--rank", "fzf-v2", "--corpus", name, needle], in: folder.path)
      #expect(outcome.code == 0, "\(outcome.text)")
      #expect(outcome.output.contains(expected), "\(outcome.text)")
    }
  }

  @Test("A query explains why a row is not the first: bonuses, matrix, and the key that decides")
  func explained() throws {
    let folder = try Self.folder()
    let query = ["query"] + Self.ranked + ["of"]
    let outcome = try Program.matchmark.run(query + ["--explain", "0"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.output.contains(
        """

        row 0, number 2 of 2, score 56: Open Folder
          “of”: score 56, the greatest number in the last line
                      O    p    e    n    ␣    F
            bonus    10    0    0    0   10   10
            o       *36   33   32   31   30   29
            f                                *56

        row 1, number 1 of 2, score 56: Open File
        """), "\(outcome.output)")
    let equal = try Program.matchmark.run(
      query + ["--explain", "0", "--explain", "1"], in: folder.path)
    #expect(
      equal.output.contains(
        "row 1 comes before row 0, because of the length\n  score: 56 and 56, equal\n"
          + "  length: 9 and 11, the shorter row first\n"), "\(equal.output)")
    let absent = try Program.matchmark.run(query + ["--explain", "2"], in: folder.path)
    #expect(
      absent.output.contains(
        "row 2, which is not found: Close Window\n  “of” is missing: the row has no “f” after “o”"),
      "\(absent.output)")
    for (arguments, code, complaint) in [
      (query + ["--explain", "9"], 64, "got row 9, expected one of 5 rows from 0"),
      (query + ["--explain", "0", "--json"], 64, "got --explain with --json"),
      (
        query + ["--explain", "0", "--explain", "1", "--explain", "2"], 64,
        "got 3 rows to --explain, expected one or two"
      ),
      (
        ["query", "--corpus", "commands.csv", "of", "--explain", "0"], 64,
        "got --explain, expected --rank fzf-v2 with it"
      ),
    ] as [([String], Int32, String)] {
      let refused = try Program.matchmark.run(arguments, in: folder.path)
      #expect(refused.code == code, "\(refused.text)")
      #expect(refused.errors.contains(complaint), "\(refused.errors)")
    }
  }

  @Test("A ranker with another order is wrong, with the place and the row that belongs there")
  func wrong() throws {
    let folder = try Self.folder()
    let id = "faulty-orders-ties-backwards"
    let outcome = try Program.faulty.run(
      ["verify"] + Self.ranked + ["-e", id, "--no-progress"], in: folder.path)
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.output.contains(" stands at place 1, expected row "), "\(outcome.output)")
    let replay = try #require(
      outcome.lines.first { $0.contains(" query --corpus commands.csv --rank fzf-v2 ") })
    #expect(replay.contains(id))
  }

  @Test("Matchers of sets are skipped where rows are ranked, and rankers where they are not")
  func others() throws {
    let folder = try Self.folder()
    let set = try Program.matchmark.run(
      ["verify"] + Self.ranked + ["-e", "linear-scan"], in: folder.path)
    #expect(set.code == 6, "\(set.text)")
    #expect(set.errors.contains("it finds a set of rows, and the profile ranks them"))
    let ranker = try Program.matchmark.run(
      ["verify", "--corpus", "commands.csv", "-e", "fuzzy"], in: folder.path)
    #expect(ranker.code == 6, "\(ranker.text)")
    #expect(ranker.errors.contains("it ranks rows, and the profile asks for a set of them"))
    let undeclared = try Program.faulty.run(
      ["verify"] + Self.ranked + ["-e", "faulty-cuts-rows"], in: folder.path)
    #expect(undeclared.code == 6, "\(undeclared.text)")
    #expect(
      undeclared.errors.contains("it declares no order, and the profile asks for fzf-v2@0.74"))
  }

  @Test("A query shows the rows of a ranker that names no order, and does not judge them")
  func unjudged() throws {
    let folder = try Self.folder()
    let query = ["query"] + Self.ranked + ["-e", "faulty-cuts-rows"]
    let outcome = try Program.faulty.run(query + ["Open"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.lines == [
        "  1  Open File · 2", "  0  Open Folder · 1", "2 rows: oracle",
        "faulty-cuts-rows has an order of its own, which is not judged:", "  0  Open Folder · 1",
        "  1  Open File · 2",
      ], "\(outcome.output)")
    let json = try Program.faulty.run(query + ["--json", "Open"], in: folder.path)
    #expect(json.lines.contains { $0.hasPrefix(#"{"matcher":"faulty-cuts-rows","rows":[0,1],"#) })
    // One that names another order is skipped, as before.
    let other = try Program.matchmark.run(
      ["query", "--corpus", "commands.csv", "--rank", "osa", "-e", "fuzzy", "Open"],
      in: folder.path)
    #expect(other.code == 6, "\(other.text)")
    let reason = "it declares the order fzf-v2@0.74, and the profile asks for osa"
    #expect(other.errors.contains(reason), "\(other.errors)")
  }

  @Test("A run times a ranker that names no order and compares what one sees first, unjudged")
  func ownOrder() throws {
    let folder = try Self.folder()
    let run = ["run", "--allow-debug"] + Self.ranked + ["--max-time", "0.1", "--no-progress"]
    let id = "faulty-cuts-rows"
    let outcome = try Program.faulty.run(run + ["-e", "fuzzy", "-e", id], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    for text in [
      "Every answer is right, except those of \(id) (an order of its own).",
      "Participants: 1 right, 1 not judged (an order of its own).",
      "‡ \(id) has an order of its own, and its time has no rank: next to fzf-v2@0.74, ",
    ] {
      #expect(outcome.output.contains(text), "\(outcome.output)")
    }
    let tops = /next to fzf-v2@0\.74, [1-9]\d* of \d+ answers begins? with another row, and \d+ ha/
    #expect(outcome.output.contains(tops), "\(outcome.output)")
    #expect(!outcome.output.contains("skipped:"), "\(outcome.output)")
    // Alone, it leaves nothing that could be right.
    let alone = try Program.faulty.run(run + ["-e", id], in: folder.path)
    #expect(alone.code == 6, "\(alone.text)")
    let reason = "no answer was judged, because a ranker that names no order is held to none"
    #expect(alone.output.lowercased().contains(reason), "\(alone.output)")
  }

  @Test("The order comes from a profile, too, which a query writes")
  func profile() throws {
    let folder = try Self.folder()
    let written = try Program.matchmark.run(
      ["query"] + Self.ranked + ["of", "--write-profile", "rows.yaml"], in: folder.path)
    #expect(written.code == 0, "\(written.text)")
    let outcome = try Program.matchmark.run(
      ["query", "--corpus", "commands.csv", "--profile", "rows.yaml", "of"], in: folder.path)
    #expect(outcome.lines == written.lines && outcome.lines.count == 3, "\(outcome.text)")
    for (yaml, complaint) in [
      ("text: {title: contains, price: contains}", "got 2 text fields, expected one"),
      ("text: {title: contains}\nfacets: [price]", "got numeric, facets, scope or sections"),
      ("text: {title: contains}\nnumeric: [price]", "got numeric, facets, scope or sections"),
      ("text: {title: contains}\nterms: phrase", "got 'terms' with 'rank', expected none"),
      ("text: {title: contains}\ntrim: none", "got 'trim' with 'rank', expected none"),
    ] {
      try Data("\(yaml)\nrank: fzf-v2@0.74\n".utf8)
        .write(to: URL(fileURLWithPath: folder.file("other.yaml")))
      let refused = try Program.matchmark.run(
        ["query", "--corpus", "commands.csv", "--profile", "other.yaml", "of"], in: folder.path)
      #expect(refused.code == 1, "\(refused.text)")
      #expect(refused.errors.contains(complaint), "\(refused.errors)")
    }
  }

  @Test("A ranked search takes no filters, and commands of sets refuse a profile that ranks")
  func sets() throws {
    let ranked = ["--corpus", "countries", "--rank", "fzf-v2"]
    for (arguments, code, complaint) in [
      (["query"] + ranked + ["--token", "continent=Europe", "u"], 64, "continent"),
      (["query"] + ranked + ["--scope", "2018", "u"], 64, "2018"),
      (["session"] + ranked, 64, "got a profile that ranks rows, expected one that finds sets"),
      (["session", "--rank", "fzf-v2"], 64, "or --rank without --corpus"),
      (
        ["engine", "requests"] + ranked + ["--rows", "rows.jsonl"], 64,
        "got a profile that ranks rows, expected one that finds sets"
      ),
      (
        ["check", "--allow-debug", "--against", try Program.matchmark.path] + ranked, 6,
        "got a profile that ranks rows, expected one that finds sets: --against and --exact"
      ),
      (
        ["query", "--folding", "cd"] + ranked + ["u"], 64,
        "got --folding with a search in the order fzf-v2, expected one of them"
      ),
    ] as [([String], Int32, String)] {
      let folder = try TemporaryFolder()
      let refused = try Program.matchmark.run(arguments, in: folder.path)
      #expect(refused.code == code, "\(arguments): \(refused.text)")
      #expect(refused.errors.contains(complaint), "\(arguments): \(refused.errors)")
    }
  }

  @Test("Ranked rows are measured in forks, and a baseline of them keeps the order")
  func forks() throws {
    let rankers = ["-e", "fuzzy", "-e", "faulty-scores-no-number"]
    let folder = try TemporaryFolder()
    let saved = try Program.faulty.run(
      ["baseline", "save", "main", "--corpus", "titles-30", "--rank", "fzf-v2"] + rankers
        + ["--allow-debug", "--forks", "2", "--rounds", "2", "--max-time", "0.05"], in: folder.path)
    #expect(saved.code == 0, "\(saved.text)")
    #expect(saved.output.contains(" Participants: 2 right."), "\(saved.output)")
    let shown = try Program.faulty.run(["baseline", "show", "main"], in: folder.path)
    #expect(shown.output.contains(" --rank=fzf-v2 "), "\(shown.text)")
    #expect(shown.output.contains("reference      fuzzy"), "\(shown.text)")
    let check = try Program.faulty.run(
      ["check", "--baseline", "main", "--allow-debug", "--rounds", "2", "--max-time", "0.05"]
        + ["--floor", "90%"], in: folder.path)
    #expect(check.code == 0 || check.code == 6, "\(check.text)")
    #expect(check.output.contains(" answers checked"), "\(check.text)")
    #expect(!check.text.contains("asks for a set of them"), "\(check.text)")
  }

  @Test("Growing lists are ranked, and an unknown order or one for a suite is refused")
  func options() throws {
    let growing = try Program.matchmark.run([
      "verify", "--corpus", "titles", "--sizes", "20,40", "--rank", "fzf-v2", "--no-progress",
    ])
    #expect(growing.code == 0, "\(growing.text)")
    #expect(growing.output.contains("Participants on 2 cells"), "\(growing.output)")
    for (arguments, complaint) in [
      (["verify", "--corpus", "countries", "--rank", "fzf"], "got 'fzf', expected one of fzf-v2"),
      (["verify", "smoke", "--rank", "fzf-v2"], "got --rank without --corpus"),
    ] {
      let refused = try Program.matchmark.run(arguments)
      #expect(refused.code == 64, "\(refused.text)")
      #expect(refused.errors.contains(complaint), "\(refused.errors)")
    }
  }
}
