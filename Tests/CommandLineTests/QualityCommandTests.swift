import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Comparisons of rankers by labels and by typed rows on the command line.
@Suite("quality")
struct QualityCommandTests {
  private static let commands = """
    Open File
    Open Folder
    Open Settings
    Open Keyboard Shortcuts
    Close Editor
    Close All Editors
    Save File
    Save All
    Toggle Terminal
    """
  private static let golden = "settings\tOpen Settings\t3\nterm\tToggle Terminal\nsall\tSave All\n"

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try commands.write(toFile: folder.file("commands.txt"), atomically: true, encoding: .utf8)
    try golden.write(toFile: folder.file("golden.tsv"), atomically: true, encoding: .utf8)
    return folder
  }

  private static let labelled =
    ["quality", "--no-progress", "--corpus", "commands.txt", "--labels", "golden.tsv"]

  @Test("A list of commands with labels has figures, and reports that contain them")
  func labelled() throws {
    let folder = try Self.folder()
    let outcome = try Program.matchmark.run(Self.labelled + ["-o", "reports"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains("A wanted row is first for 100 % of 3 needles."))
    for name in ["quality.json", "junit.xml", "report.html", "report.md"] {
      #expect(FileManager.default.fileExists(atPath: folder.file("reports/\(name)")), "\(name)")
    }
    // The same command replaces its own files.
    let again = try Program.matchmark.run(Self.labelled + ["-o", "reports"], in: folder.path)
    #expect(again.code == 0, "\(again.text)")
    let same = try Program.matchmark.run(
      Self.labelled + ["--against", "reports/quality.json"], in: folder.path)
    #expect(same.code == 0, "\(same.text)")
    let fewer = try Program.matchmark.run(
      Self.labelled + ["--needles", "2", "--against", "reports/quality.json"], in: folder.path)
    #expect(fewer.code == 0, "\(fewer.text)")
    #expect(fewer.output.contains("2 needles are also in the earlier record."), "\(fewer.text)")
    let other = try Program.matchmark.run(
      ["quality", "--no-progress", "--corpus", "countries", "--against", "reports/quality.json"],
      in: folder.path)
    #expect(other.code == 6, "\(other.text)")
    let unknown = try Program.matchmark.run(
      Self.labelled + ["-e", "osa", "--against", "reports/quality.json"], in: folder.path)
    #expect(unknown.code == 6, "\(unknown.text)")
    #expect(unknown.errors.contains("has no ranker 'osa'"), "\(unknown.text)")
  }

  @Test("A second column to rank is refused")
  func columns() throws {
    let folder = try TemporaryFolder()
    try Data("name,keys\nRose,ro\n".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    let outcome = try Program.matchmark.run(
      ["quality", "--corpus", "rows.csv", "--text", "name", "--text", "keys"], in: folder.path)
    #expect(outcome.code == 64, "\(outcome.text)")
    #expect(outcome.errors.contains("got 2 columns with --text, expected one"), "\(outcome.text)")
  }

  @Test("A figure that misses its bound fails the command, by name")
  func bounds() throws {
    let folder = try Self.folder()
    let kept = try Program.matchmark.run(
      Self.labelled + ["--min", "success@1=1", "--max", "keys-to-5=9"], in: folder.path)
    #expect(kept.code == 0, "\(kept.text)")
    let missed = try Program.matchmark.run(
      Self.labelled + ["-e", "osa", "--min", "success@1=0.5"], in: folder.path)
    #expect(missed.code == 3, "\(missed.text)")
    #expect(
      missed.output.contains("osa has success@1 0.0000, expected at least 0.5000."),
      "\(missed.text)")
  }

  @Test("A ranker that became worse fails the command")
  func worse() throws {
    let folder = try Self.folder()
    let first = try Program.matchmark.run(
      Self.labelled + ["-e", "fuzzy", "-o", "reports"], in: folder.path)
    #expect(first.code == 0, "\(first.text)")
    let path = folder.file("reports/quality.json")
    let record = try String(contentsOfFile: path, encoding: .utf8)
    try record.replacing("\"id\" : \"fuzzy\"", with: "\"id\" : \"osa\"")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let worse = try Program.matchmark.run(
      Self.labelled + ["-e", "osa", "--against", "reports/quality.json"], in: folder.path)
    #expect(worse.code == 3, "\(worse.text)")
    #expect(worse.output.contains("osa is worse in success@1: -1.00."), "\(worse.text)")
    let moved = /osa +settings +Open Settings +1 +not on the page +down/
    #expect(worse.output.contains(moved), "\(worse.text)")
  }

  @Test("One wanted row that is further down fails --strict, and the JUnit report with it")
  func strict() throws {
    let folder = try Self.folder()
    let run = Self.labelled + ["-e", "fuzzy", "-o", "reports"]
    let first = try Program.matchmark.run(run, in: folder.path)
    #expect(first.code == 0, "\(first.text)")
    // A row that 'term' finds before the wanted one.
    let longer = "Term\n\(Self.commands)"
    try longer.write(toFile: folder.file("commands.txt"), atomically: true, encoding: .utf8)
    let against = ["--against", "base/quality.json"]
    try FileManager.default.moveItem(
      atPath: folder.file("reports"), toPath: folder.file("base"))
    let loose = try Program.matchmark.run(run + against, in: folder.path)
    #expect(loose.code == 0, "\(loose.text)")
    let moved = "The wanted row is further down for 1 needle: 'term'. With --strict, that fails."
    #expect(loose.output.contains(moved), "\(loose.text)")
    let strict = try Program.matchmark.run(run + against + ["--strict"], in: folder.path)
    #expect(strict.code == 3, "\(strict.text)")
    #expect(
      strict.output.contains("The wanted row is further down for 1 needle: 'term'."),
      "\(strict.text)")
    let junit = try String(contentsOfFile: folder.file("reports/junit.xml"), encoding: .utf8)
    #expect(junit.contains("failures=\"1\""), "\(junit)")
  }

  @Test("Without labels, rows are typed, and typing errors cost what the table says")
  func knownItems() throws {
    let outcome = try Program.matchmark.run(
      ["quality", "--no-progress", "--corpus", "countries", "--needles", "20", "-e", "fuzzy"]
        + ["-e", "osa", "--json"])
    #expect(outcome.code == 0, "\(outcome.text)")
    let record = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let members = try #require(record as? [String: Any])
    let needles = try #require(members["needles"] as? [[String: Any]])
    #expect(needles.filter { $0["isTyped"] as? Bool == true }.count == 7)
    #expect(Set(needles.compactMap { $0["stratum"] as? String }).count == 5)
    let participants = try #require(members["participants"] as? [[String: Any]])
    #expect(participants.map { $0["id"] as? String } == ["fuzzy", "osa"])
    let again = try Program.matchmark.run(
      ["quality", "--no-progress", "--corpus", "countries", "--needles", "20", "--details"]
        + ["-e", "fuzzy", "-e", "osa"])
    #expect(again.output.contains("rank lost by an error"), "\(again.output)")
    #expect(again.output.contains("swapped letters"), "\(again.output)")
  }

  @Test("Wrong usage is refused with what was expected")
  func refused() throws {
    let folder = try Self.folder()
    try "x\tNo Such Row\n".write(
      toFile: folder.file("other.tsv"), atomically: true, encoding: .utf8)
    for (arguments, code, message) in [
      ([], 64, "got neither --corpus nor --labels"),
      (["--labels", "golden.tsv"], 64, "expected --corpus with a file of labels"),
      (["--corpus", "commands.txt", "--labels", "places"], 64, "which have rows of their own"),
      (["--corpus", "commands.txt", "--min", "success=1"], 64, "expected a figure and a number"),
      (["--corpus", "commands.txt", "--needles", "0"], 64, "--needles"),
      (["--corpus", "commands.txt", "--strict"], 64, "expected --against with it"),
      (["--corpus", "commands.txt", "-e", "fuzz"], 64, "did you mean 'fuzzy'?"),
      (["--corpus", "commands.txt", "--labels", "other.tsv"], 1, "other.tsv:1: got row"),
      (["--corpus", "commands.txt", "--labels", "absent.tsv"], 1, "absent.tsv"),
      (["--corpus", "commands.txt", "--against", "golden.tsv"], 1, "not a record of quality"),
    ] {
      let outcome = try Program.matchmark.run(
        ["quality", "--no-progress"] + arguments, in: folder.path)
      #expect(outcome.code == Int32(code), "\(arguments): \(outcome.text)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.text)")
    }
  }
}
