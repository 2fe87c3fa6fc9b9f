import Foundation
import MatchmarkTestSupport
import Testing

/// One's own rows in the order of each ranker, which is held to the laws of ranking.
@Suite("An order of one's own")
struct OwnOrderTests {
  private static let rows = """
    title
    Open File
    Open
    Open Folder
    Find in Files
    Close Window
    """

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(rows.utf8).write(to: URL(fileURLWithPath: folder.file("commands.csv")))
    return folder
  }

  private static let ranked = ["--corpus", "commands.csv", "--rank", "own"]
  /// A ranker that names no order and breaks no law on these rows.
  private static let lawful = "faulty-loses-letters-that-fold-to-two"

  @Test("A run times each ranker in its own order with a rank, and says what it was held to")
  func run() throws {
    let folder = try Self.folder()
    let outcome = try Program.faulty.run(
      ["run", "--allow-debug"] + Self.ranked
        + ["-e", "fuzzy", "-e", Self.lawful, "--max-time", "0.2", "--no-progress", "-o", "report"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.errors.contains(
        "inferred profile: rows found in 'title', the best first in each ranker's own order\n"),
      "\(outcome.errors)")
    let grounds =
      /answers checked, [1-9]\d* of them held to the laws of ranking, and each asked for twice/
    #expect(outcome.output.contains(grounds), "\(outcome.output)")
    #expect(outcome.output.contains("No answer breaks a law of ranking."), "\(outcome.output)")
    #expect(outcome.output.contains("Participants: 2 right."), "\(outcome.output)")
    #expect(!outcome.output.contains("oracle"), "\(outcome.output)")
    #expect(!outcome.output.contains("no rank"), "\(outcome.output)")
    let record = try String(
      contentsOf: URL(fileURLWithPath: folder.file("report/record.json")), encoding: .utf8)
    #expect(record.contains(#""lawCount""#))
  }

  @Test(
    "A ranker that breaks a law is wrong, by the clause, and the command shown repeats it",
    arguments: [
      ("faulty-keeps-the-last-needle", "F2"), ("faulty-compares-parts", "F7"),
      ("faulty-cuts-needles", "F8"), ("faulty-scores-in-seven-bits", "F14"),
    ])
  func broken(id: String, clause: String) throws {
    let folder = try Self.folder()
    let outcome = try Program.faulty.run(
      ["verify"] + Self.ranked + ["-e", id, "--no-progress"], in: folder.path)
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.output.contains("it breaks \(clause): "), "\(outcome.output)")
    let replay = try #require(
      outcome.lines.first { $0.contains("show it: ") },
      "\(outcome.output)")
    let command = try #require(replay.split(separator: "show it: ").last)
    let again = try Child.paste(command, in: folder.path)
    #expect(again.code == 2, "\(again.text)")
    #expect(again.output.contains("in its own order; it breaks \(clause): "), "\(again.output)")
    // The smallest rows that show it stand below.
    #expect(again.output.contains("\n  row 0: \""), "\(again.output)")
  }

  @Test("Rows that do not exist or come twice are no answer")
  func malformed() throws {
    let folder = try Self.folder()
    for (id, reason) in [
      ("faulty-gives-a-row-twice", " twice"),
      ("faulty-adds-a-row", "expected one of 5 rows from 0"),
    ] {
      let outcome = try Program.faulty.run(
        ["verify"] + Self.ranked + ["-e", id, "--no-progress"], in: folder.path)
      #expect(outcome.code == 2, "\(outcome.text)")
      #expect(outcome.text.contains(reason), "\(outcome.text)")
    }
  }

  @Test("A ranker that breaks a law is not timed")
  func untimed() throws {
    let folder = try Self.folder()
    let outcome = try Program.faulty.run(
      ["run", "--allow-debug"] + Self.ranked
        + ["-e", "fuzzy", "-e", "faulty-compares-parts", "--max-time", "0.1", "--no-progress"],
      in: folder.path)
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.output.contains("Participants: 1 right, 1 wrong."), "\(outcome.output)")
    #expect(outcome.output.contains("not timed; --time-wrong times"), "\(outcome.output)")
  }

  @Test("A query shows the rows of each ranker in its own order")
  func query() throws {
    let folder = try Self.folder()
    let query = ["query"] + Self.ranked + ["-e", "fuzzy", "-e", Self.lawful]
    let outcome = try Program.faulty.run(query + ["Open"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.lines == [
        "fuzzy: 3 rows in its own order", "  1  Open", "  0  Open File", "  2  Open Folder",
        "\(Self.lawful): 1 row in its own order", "  1  Open",
      ], "\(outcome.output)")
    let json = try Program.faulty.run(query + ["--json", "Open"], in: folder.path)
    #expect(json.lines.first == #"{"matcher":"fuzzy","rows":[1,0,2]}"#, "\(json.output)")
    let refused = try Program.faulty.run(query + ["--explain", "0", "open"], in: folder.path)
    #expect(refused.code == 64, "\(refused.text)")
    #expect(refused.errors.contains("only that order has a matrix"), "\(refused.errors)")
    let folded = try Program.faulty.run(query + ["--folding", "cd", "Open"], in: folder.path)
    #expect(folded.code == 64, "\(folded.text)")
    #expect(folded.errors.contains("each ranker declares which letters"), "\(folded.errors)")
    let two = try Program.faulty.run(
      query + ["--text", "title", "--text", "keys", "Open"], in: folder.path)
    #expect(two.code == 64, "\(two.text)")
    #expect(two.errors.contains("got 2 columns with --text, expected one"), "\(two.errors)")
  }

  @Test("A profile says it, too")
  func profile() throws {
    let folder = try Self.folder()
    try Data("text: {title: contains}\nrank: own\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("rows.yaml")))
    let outcome = try Program.faulty.run(
      ["verify", "--corpus", "commands.csv", "--profile", "rows.yaml", "-e", Self.lawful],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains(" held to the laws of ranking"), "\(outcome.output)")
  }
}
