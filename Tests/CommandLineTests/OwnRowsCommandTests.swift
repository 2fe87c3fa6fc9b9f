import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// A person uses the built command on their own file of rows, starting in an empty folder.
@Suite("Your own rows")
struct OwnRowsCommandTests {
  private static let brief = ["--sessions", "2", "--max-time", "0.01", "--allow-debug"]

  private func write(
    _ text: String, as name: String, in folder: borrowing TemporaryFolder
  ) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
  }

  /// The rows with which all matchers answer.
  private func rows(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> Substring {
    let outcome = try Program.matchmark.run(
      ["query", "--json", "-e", "linear-scan"] + arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try #require(outcome.output.firstMatch(of: /"rows":\[([0-9,]*)\]/)).1
  }

  @Test("A file of cities is searched by name, not by time zone")
  func cities() throws {
    let folder = try TemporaryFolder()
    let zones = ["Berlin", "Paris"] + (0..<198).map { "Zone \($0)" }
    let towns = (0..<6_400).map { row in
      let name = row == 7 ? "Berlingen" : "Town \(row)"
      return "\(name),C\(row % 250),Region/\(zones[row % 200])\n"
    }
    try write("name,country,timezone\n" + towns.joined(), as: "cities.csv", in: folder)
    #expect(try rows(["--corpus", "cities.csv", "berl"], in: folder) == "7")
  }

  @Test("An option changes the folding, and a note says when a list has letters that need it")
  func folding() throws {
    let folder = try TemporaryFolder()
    try write("Łódź\nSpider-Man\n장바구니\n", as: "a.txt", in: folder)
    try write("Rose\nDon’t\n", as: "b.txt", in: folder)
    let loose = ["--corpus", "a.txt", "--folding", "loose"]
    #expect(try rows(["--corpus", "a.txt", "lodz"], in: folder) == "")
    #expect(try rows(loose + ["lodz"], in: folder) == "0")
    #expect(try rows(loose + ["spiderman"], in: folder) == "1")
    #expect(try rows(loose + ["장박"], in: folder) == "2")
    let note = "note: rows have letters that folding cd finds only as they are (Ł, 구, 니 and 2 more)"
    func errors(_ arguments: [String]) throws -> String {
      try Program.matchmark.run(["query"] + arguments + ["a"], in: folder.path).errors
    }
    #expect(try errors(["--corpus", "a.txt"]).contains(note + "; to find them by the keys"))
    try write(
      "columns: {title: text}\ntext: {title: contains}\nfolding: cd\n", as: "p.yaml", in: folder)
    #expect(try errors(["--corpus", "a.txt", "--profile", "p.yaml"]).contains(note))
    #expect(try !(errors(loose) + errors(["--corpus", "b.txt"])).contains("add --folding loose"))
    let run = try Program.matchmark.run(
      ["run", "--folding", "loose", "--no-reports", "--no-progress"] + Self.brief, in: folder.path)
    #expect(run.code == 64 && run.errors.contains("got --folding without --corpus"), "\(run.text)")
    let unknown = try Program.matchmark.run(
      ["query", "--corpus", "a.txt", "--folding", "wide", "a"], in: folder.path)
    #expect(unknown.code == 64 && unknown.errors.contains("wide"), "\(unknown.text)")
  }

  @Test("A baseline keeps the folding of its rows, and a check with another one contradicts it")
  func baselineFolding() throws {
    let folder = try TemporaryFolder()
    try write("Łódź\nRose\nTulip\n", as: "a.txt", in: folder)
    let brief = ["-e", "linear-scan", "-e", "inverted-index", "--forks", "1", "--no-progress"]
    func run(_ arguments: [String]) throws -> ProgramOutcome {
      try Program.matchmark.run(arguments + brief + Self.brief, in: folder.path)
    }
    let saved = try run(["baseline", "save", "folded", "--corpus", "a.txt", "--folding", "loose"])
    #expect(saved.code == 0, "\(saved.text)")
    let other = try run(["check", "--baseline", "folded", "--corpus", "a.txt", "--folding", "c"])
    #expect(other.code == 64)
    #expect(
      other.errors.contains("got --folding 'c', but baseline 'folded' measured 'loose'"),
      "\(other.text)")
  }

  @Test("Rows come from standard input, too, and a note says how they were read")
  func standardInput() throws {
    let folder = try TemporaryFolder()
    for (text, format) in [
      ("[{\"t\":\"Rose\"},{\"t\":\"Tulip\"}]", "JSON objects"),
      ("Rose\nTulip\n", "one title to a line"),
      ("id,t\n1,Rose\n2,Tulip\n", "cells between delimiters, with a header"),
      ("id\tt\n1\tRose\n2\tTulip \"x\"\n", "cells between tabs, with a header"),
    ] {
      let outcome = try Program.matchmark.run(
        ["query", "--corpus", "-", "-e", "linear-scan", "tul"], in: folder.path, input: text)
      #expect(outcome.code == 0 && outcome.output.contains("Tulip"), "\(outcome.text)")
      #expect(outcome.errors.contains("note: standard input: read as \(format)\n"))
    }
    let measured = try Program.matchmark.run(
      ["run", "--corpus", "-", "--no-reports", "--no-progress", "--forks", "2"] + Self.brief,
      in: folder.path, input: "Rose\nTulip\n")
    #expect(measured.code == 0 && measured.output.contains("stdin"), "\(measured.text)")
    let session = try Program.matchmark.run(
      ["session", "--corpus", "-"], in: folder.path, input: "type a\n")
    #expect(session.code == 64 && session.errors.contains("got '-' for --corpus, expected a file"))
  }

  @Test("Lists and objects in JSON, and columns without a role, are named in notes")
  func notes() throws {
    let folder = try TemporaryFolder()
    try write(
      "[{\"t\":\"Rose\",\"tags\":[\"red\"],\"by\":{\"n\":1},\"x\":null}]", as: "a.json", in: folder)
    let outcome = try Program.matchmark.run(
      ["query", "--corpus", "a.json", "rose"], in: folder.path)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("note: the lists and objects of 'tags', 'by' are not searched"))
    #expect(outcome.errors.contains("note: column 'x' is not searched: all its cells are empty"))
  }

  @Test("A baseline of a file keeps its delimiter, and a check with another one contradicts it")
  func baselineDelimiter() throws {
    let folder = try TemporaryFolder()
    try write("Rose;1\nTulip;2\nLily;3\n", as: "c.csv", in: folder)
    let brief = ["-e", "linear-scan", "-e", "inverted-index", "--forks", "1", "--no-progress"]
    func run(_ arguments: [String]) throws -> ProgramOutcome {
      try Program.matchmark.run(
        arguments + ["--corpus", "c.csv"] + brief + Self.brief, in: folder.path)
    }
    let saved = try run(["baseline", "save", "x", "--delimiter", ";", "--no-header"])
    #expect(saved.code == 0, "\(saved.text)")
    // Its verdict may be any: so short a measurement is noise.
    let same = try run(["check", "--baseline", "x"])
    #expect([0, 3, 4].contains(same.code), "\(same.text)")
    #expect(same.errors.contains("'column2'"), "\(same.errors)")
    let other = try run(["check", "--baseline", "x", "--delimiter", "|"])
    #expect(other.code == 64)
    #expect(other.errors.contains("got --delimiter '|', but baseline 'x' measured ';'"))
  }

  @Test("Columns that are filters only are named, unless --text names the columns")
  func filters() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { "t\($0),b\($0 % 2),k\($0 % 3)\n" }.joined()
    try write("title,brand,kind\n" + rows, as: "c.csv", in: folder)
    let note =
      "note: columns 'brand', 'kind' are filters and not searched as text; to search them, name "
      + "every text column, for example: --text title --text brand --text kind\n"
    for (options, isNamed) in [([], true), (["--text", "title", "--text", "brand"], false)] {
      let outcome = try Program.matchmark.run(
        ["query", "--corpus", "c.csv", "-e", "linear-scan"] + options + ["b1"], in: folder.path)
      #expect(outcome.errors.contains(note) == isNamed, "\(outcome.errors)")
    }
  }

  @Test(
    "A row of a CSV file with too few cells gives a hint at another delimiter in its first line")
  func raggedHint() throws {
    let folder = try TemporaryFolder()
    try write("name;price\nRose;46,87\n", as: "c.csv", in: folder)
    try write("name,price\nRose\n", as: "d.csv", in: folder)
    for (file, hasHint) in [("c.csv", true), ("d.csv", false)] {
      let outcome = try Program.matchmark.run(["query", "--corpus", file, "x"], in: folder.path)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("pass --delimiter semicolon") == hasHint, "\(outcome.errors)")
    }
  }

  @Test("--delimiter and --no-header say how a file is read, also in a replay")
  func delimiter() throws {
    let folder = try TemporaryFolder()
    try write("Rose;\"a;b\"\nTulip;c\n", as: "c.csv", in: folder)
    let reading = ["--corpus", "c.csv", "--delimiter", ";", "--no-header"]
    #expect(try rows(reading + ["a;b"], in: folder) == "0")
    #expect(try rows(reading + ["--text", "column2", "c"], in: folder) == "1")
    let wrong = try Program.faulty.run(
      ["verify", "--no-progress", "-e", "broken-drops-last-row"] + reading, in: folder.path)
    let again = try #require(
      wrong.output.firstMatch(
        of: /query (--corpus c\.csv --delimiter ';' --no-header --matcher .*) -- (.*)/))
    let query = again.1.replacing("';'", with: ";").split(separator: " ").map(String.init)
    let shown = try Program.faulty.run(["query"] + query + ["--", ""], in: folder.path)
    #expect(shown.code == 2, "\(shown.text)")
    try write("Rose\t\"a\tb\"\n", as: "t.tsv", in: folder)
    #expect(
      try rows(["--corpus", "t.tsv", "--delimiter", "tab", "--no-header", "\"a\tb"], in: folder)
        == "")
    #expect(
      try rows(["--corpus", "t.tsv", "--delimiter", "tab", "--no-header", "a\tb"], in: folder)
        == "0")
  }

  @Test("--text makes only the named columns searchable, also in a replay")
  func text() throws {
    let folder = try TemporaryFolder()
    try write("name,note\nred,blue\nblue,red\nred,red\n", as: "c.csv", in: folder)
    #expect(try rows(["--corpus", "c.csv", "red"], in: folder) == "0,1,2")
    #expect(try rows(["--corpus", "c.csv", "--text", "note", "red"], in: folder) == "1,2")
    #expect(
      try rows(["--corpus", "c.csv", "--text", "note", "--text", "name", "red"], in: folder)
        == "0,1,2")
    let wrong = try Program.faulty.run(
      [
        "verify", "--corpus", "c.csv", "--text", "note", "--no-progress", "-e",
        "broken-drops-last-row",
      ], in: folder.path)
    #expect(wrong.output.contains(" query --corpus c.csv --text note --matcher broken"))
    let few = try Program.matchmark.run(
      ["query", "--corpus", "c.csv", "--json", "--limit", "1", "-e", "linear-scan", "red"],
      in: folder.path)
    #expect(few.output.contains(#"{"count":3,"matcher":"linear-scan","rows":[0]}"#))
    let unknown = try Program.matchmark.run(
      ["query", "--corpus", "c.csv", "--text", "nmae", "x"], in: folder.path)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("'nmae'"), "\(unknown.errors)")
    for misplaced in [["--corpus", "titles-10"], ["--corpus", "c.csv", "--profile", "titles"]] {
      let refused = try Program.matchmark.run(
        ["query", "--text", "title", "x"] + misplaced, in: folder.path)
      #expect(refused.code == 64, "\(refused.text)")
    }
  }

  @Test("A .txt file has one title per line")
  func titles() throws {
    let folder = try TemporaryFolder()
    try write("Red Rose, late\nTulip\n", as: "plants.txt", in: folder)
    #expect(try rows(["--corpus", "plants.txt", "rose, l"], in: folder) == "0")
    try write("", as: "none.txt", in: folder)
    let none = try Program.matchmark.run(
      ["query", "--corpus", "none.txt", "x"], in: folder.path)
    #expect(none.errors.contains("none.txt: got no rows, expected at least one"))
  }

  @Test("Every report names the file that the rows came from")
  func title() throws {
    let folder = try TemporaryFolder()
    try write("Red Rose\nTulip\n", as: "My Plants.txt", in: folder)
    let outcome = try Program.matchmark.run(
      ["run", "--corpus", "My Plants.txt", "--rounds", "2", "--no-progress"] + Self.brief,
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains("\nMy Plants.txt\n"))
    let marks = [
      "report.html": "<title>matchmark: My Plants.txt</title>",
      "report.md": "My Plants.txt`: Every answer is right", "junit.xml": "\"My Plants.txt\"",
      "result.xml": "title=\"My Plants.txt\"",
    ]
    for (name, mark) in marks {
      let text = try String(contentsOfFile: folder.file("reports/\(name)"), encoding: .utf8)
      #expect(text.contains(mark), "\(name)")
    }
  }

  @Test("Each file of rows has a history of its own, under its name")
  func history() throws {
    let folder = try TemporaryFolder()
    try write("Red Rose\nTulip\n", as: "plants.txt", in: folder)
    try write("Heron\nRed Kite\n", as: "birds.txt", in: folder)
    let common = Self.brief + ["--rounds", "2", "--no-progress", "--corpus"]
    for (name, change) in [
      ("plants.txt", "this is the first run of 'plants.txt' in reports/runs"),
      ("birds.txt", "this is the first run of 'birds.txt' with these rows in reports/runs"),
      ("plants.txt", "to the reference: "),
    ] {
      let outcome = try Program.matchmark.run(["run"] + common + [name], in: folder.path)
      #expect(outcome.output.contains(change), "\(outcome.text)")
    }
    let shown = try Program.matchmark.run(["report", "--history"], in: folder.path)
    #expect(shown.output.contains("3 kept runs in 2 series."), "\(shown.output)")
    #expect(shown.output.contains("birds.txt, ratio to linear-scan\n"))
    #expect(shown.output.contains("plants.txt, ratio to linear-scan\n"))
    #expect(!shown.output.contains("inverted-index 0"))
  }

  @Test("Growing corpora of a file are seeded samples, and made-up rows beyond the whole file")
  func growth() throws {
    let folder = try TemporaryFolder()
    try write((0..<300).map { "title \($0)\n" }.joined(), as: "t.txt", in: folder)
    let common = Self.brief + ["--corpus", "t.txt", "--no-progress", "-e", "linear-scan"]
    let stated =
      "Samples of the 300 rows of t.txt, drawn with seed 1; each contains the smaller ones. Beyond "
      + "300 rows, the rows are made up: they resemble these in words, letters, lengths and "
      + "repetitions."
    let outcome = try Program.matchmark.run(
      ["run", "--sizes", "20,60,180,1000", "-o", "r"] + common, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("r/record.json")))))
    #expect(record.cells.map(\.corpus.rowCount) == [20, 60, 180, 1_000])
    #expect(record.suite.why == stated)
  }

  @Test("A run shows what an app would write next to the matchers, without a rank where it differs")
  func appCode() throws {
    let folder = try TemporaryFolder()
    try write("Weißenburg\nÉcole\nParis\n", as: "towns.txt", in: folder)
    try write("weissenburg\nparis\n", as: "log.txt", in: folder)
    let common = ["--corpus", "towns.txt", "--queries", "log.txt", "--json", "--no-progress"]
    let outcome = try Program.matchmark.run(
      ["run", "--no-reports", "--max-time", "0.01", "--allow-debug"] + common, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let cell = try #require(RunRecord(decoding: Array(outcome.output.utf8)).cells.first)
    #expect(cell.keystrokes.map(\.query.text).contains("weissenbu"))
    let appCode = cell.matchers.filter { $0.isAppCode == true }
    #expect(appCode.map(\.id).first == "foundation-filter")
    for matcher in appCode {
      #expect(matcher.status == .skipped && !matcher.isRanked)
      #expect(matcher.answers?.wrongCount ?? 0 > 0, "it misses 'Weißenburg' for 'weiss'")
      #expect(matcher.answers?.figures != nil)
    }
    let named = try Program.matchmark.run(
      ["run", "--no-reports", "--max-time", "0.01", "--allow-debug"] + common + [
        "-e", "linear-scan", "-e", "foundation-filter",
      ], in: folder.path)
    #expect(named.code == 0, "its answers were asked for and are shown")
  }

  @Test(
    "The filter of a web app is timed on one's own rows, and is wrong where it is verified",
    .needs(.node))
  func javaScript() throws {
    let folder = try TemporaryFolder()
    try write("Weißenburg\nÉcole\nParis\n", as: "towns.txt", in: folder)
    try write("weissenburg\n", as: "log.txt", in: folder)
    let common = [
      "--corpus", "towns.txt", "--queries", "log.txt", "--json", "--no-progress",
    ]
    let outcome = try Program.matchmark.run(
      ["run", "--no-reports", "--max-time", "1", "--allow-debug"] + common, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let cell = try #require(RunRecord(decoding: Array(outcome.output.utf8)).cells.first)
    let filter = try #require(cell.matchers.first { $0.id == "javascript-filter" })
    #expect(filter.status == .skipped && filter.answers?.figures != nil)
    #expect(filter.answers?.wrongCount == 8, "from 'weis' to 'weissenburg'")
    #expect(filter.answers?.example?.firstRowText == "Weißenburg")
    let verified = try Program.matchmark.run(
      ["verify", "-e", "javascript-filter"] + common, in: folder.path)
    #expect(verified.code == 2, "\(verified.errors)")
  }

  @Test("A run in which only an app's code took part, and differs, is not green")
  func onlyAppCode() throws {
    let folder = try TemporaryFolder()
    try write("Weißenburg\nÉcole\nParis\n", as: "towns.txt", in: folder)
    try write("STRASSE\nécole\n", as: "log.txt", in: folder)
    let outcome = try Program.matchmark.run(
      ["run", "--no-reports", "--max-time", "0.1", "--allow-debug", "--no-progress"]
        + ["--corpus", "towns.txt", "--queries", "log.txt", "-e", "foundation-filter"],
      in: folder.path)
    #expect(outcome.code == 6, "\(outcome.text)")
    #expect(
      outcome.output.contains("Participants: 1 not judged (an app's code)."),
      "\(outcome.output)")
    #expect(outcome.output.contains("not comparable: No answer was judged, because an app's code "))
    #expect(!outcome.output.contains("Every answer is right"))
  }

  @Test("Queries of one's own are refused without rows, with sessions, or twice on standard input")
  func queryRefusals() throws {
    for (arguments, complaint) in [
      (["--queries", "log.txt"], "got --queries without --corpus"),
      (["--corpus", "countries", "--queries", "q", "--sessions", "2"], "with --sessions"),
      (["--corpus", "-", "--queries", "-"], "expected a file for one of them"),
    ] {
      let outcome = try Program.matchmark.run(["run", "--allow-debug"] + arguments)
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }
  }

  @Test("A query shows what an app's code finds and misses, without judging it")
  func appCodeInQuery() throws {
    let folder = try TemporaryFolder()
    try write("oﬃce\noffer\nParis\n", as: "words.txt", in: folder)
    let arguments = ["query", "--corpus", "words.txt", "-e", "foundation-filter", "ff"]
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.output.contains("foundation-filter is not judged; it finds 1 row. Foundation's"),
      "\(outcome.text)")
    #expect(outcome.output.contains("  missing  0  oﬃce"), "\(outcome.text)")
    let json = try Program.matchmark.run(arguments + ["--json"], in: folder.path)
    #expect(
      json.output.contains(#"{"matcher":"foundation-filter","rows":[1],"skipped":"Foundation's"#),
      "\(json.text)")
    let same = try Program.matchmark.run(arguments.dropLast() + ["par"], in: folder.path)
    #expect(same.output.contains("it finds the same rows."), "\(same.text)")
  }

  @Test("A query says in words what was searched if no row matches, and names who was skipped")
  func noRows() throws {
    let folder = try TemporaryFolder()
    try write("name,year\nÉclair,2018\nTarte,2019\n", as: "cakes.csv", in: folder)
    let arguments = ["query", "--corpus", "cakes.csv", "--text", "name", "pie"]
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("no row matches: every word typed must be anywhere in 'name'"))
    #expect(outcome.output.contains("skipped: sorted-prefix, foundation-filter (to see why"))
    let named = try Program.matchmark.run(arguments + ["-e", "sorted-prefix"], in: folder.path)
    #expect(named.errors.contains("a sorted array cannot find 'name'"), "\(named.text)")
  }
}
