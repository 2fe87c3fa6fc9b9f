import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Hunts for broken laws of ranking on the command line.
@Suite("A hunt among rankers")
struct RankedHuntTests {
  private static let options = ["hunt", "--ranked", "--no-progress", "--seed", "5"]

  @Test("The naive rankers break no law of ranking")
  func nothingFound() throws {
    let outcome = try Program.matchmark.run(Self.options + ["--cases", "300"])
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.lines.first == "hunting with seed 5: fzf-v2, fzy-1.0, osa, prefix-osa, fuzzy")
    #expect(outcome.lines.last?.hasPrefix("0 disagreements: 300 cases") == true)
  }

  @Test("A broken law is shrunk and stored, found again by both printed commands, and kept once")
  func found() throws {
    let folder = try TemporaryFolder()
    let id = "faulty-scores-by-the-size-of-the-list"
    let hunt = Self.options + ["--cases", "300", "-e", id, "--regressions", "finds"]
    let outcome = try Program.faulty.run(hunt, in: folder.path)
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.output.contains("\(id) breaks F3: Other rows change"))
    #expect(outcome.output.contains("\n  clauses: F3\n"))
    let file = try #require(outcome.value(of: "stored"))
    let replay = try #require(outcome.value(of: "replay"))
    #expect(replay.hasSuffix(" verify \(file) -e \(id)"))
    let again = try Child.paste(replay, in: folder.path)
    #expect(again.code == 2, "\(again.text)")
    #expect(again.output.contains("  \(id): wrong, \(id) breaks F3"))
    // The same find replaces its file, which is ours.
    let second = try Program.faulty.run(hunt, in: folder.path)
    #expect(second.value(of: "stored") == file, "\(second.text)")
    let hunted = try #require(outcome.value(of: "again"))
    let numbered = try Child.paste("\(hunted) --regressions more", in: folder.path)
    #expect(numbered.code == 2)
    // Those who obey the law are right in the same case.
    let right = try Program.matchmark.run(["verify", file], in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.output.contains("  fzf-v2: right"))
    // One that is asked for and has no part in the case is not right.
    let idle = try Program.matchmark.run(["verify", file, "-e", "linear-scan"], in: folder.path)
    #expect(idle.code == 6, "\(idle.text)")
  }

  @Test("A hunt for one clause finds what breaks it, though another clause is broken, too")
  func oneClause() throws {
    let folder = try TemporaryFolder()
    let id = "faulty-keeps-accents"
    let hunt = Self.options + ["--cases", "2000", "-e", id, "--regressions", "finds", "--clause"]
    for clause in ["F14", "F9"] {
      let outcome = try Program.faulty.run(hunt + [clause], in: folder.path)
      #expect(outcome.code == 2, "\(outcome.text)")
      #expect(outcome.output.contains("\n  clauses: \(clause)\n"), "\(outcome.output)")
      let again = try #require(outcome.value(of: "again"))
      #expect(again.contains(" --ranked --clause \(clause) -e \(id)"), "\(again)")
    }
  }

  @Test("A hunt draws its lists from one's own rows, also when a find is asked again")
  func ownRows() throws {
    let folder = try TemporaryFolder()
    try Data("id,name\n1,Zebra crossing\n2,Zebra\n3,Quagga\n4,Zebu\n5,Żubr\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("animals.csv")))
    let hunt = Self.options + ["--cases", "200", "--corpus", "animals.csv"]
    let right = try Program.matchmark.run(hunt + ["-e", "fuzzy"], in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    let held = "fuzzy was held to F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F14, F15"
    #expect(right.output.contains("\n\(held)\n"), "\(right.output)")
    let drawn = "drawing lists from 'name' of 5 rows in animals.csv\n"
    #expect(right.output.contains(drawn), "\(right.output)")
    let wrong = try Program.faulty.run(
      hunt + ["-e", "faulty-orders-ties-backwards", "--regressions", "finds"], in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    // The find has the fewest rows that show it, each as it is in the file.
    struct Finds: Decodable {
      let cases: [Find]
      struct Find: Decodable { let rows: [String] }
    }
    let file = folder.file(try #require(wrong.value(of: "stored")))
    let find = try #require(
      try JSONDecoder().decode(Finds.self, from: try Data(contentsOf: URL(filePath: file))).cases
        .first)
    let animals: Set = ["Zebra crossing", "Zebra", "Quagga", "Zebu", "Żubr"]
    #expect(find.rows.count == 2 && animals.isSuperset(of: find.rows), "\(find.rows)")
    let again = try #require(wrong.value(of: "again"))
    #expect(again.contains(" --ranked --corpus animals.csv "), "\(again)")
    #expect(try Child.paste("\(again) --regressions more", in: folder.path).code == 2)
    try Data("name\n".utf8).write(to: URL(fileURLWithPath: folder.file("none.csv")))
    for (arguments, code, complaint) in [
      (["--ranked", "--corpus", "none.csv"], 1, "none.csv"),
      (["--ranked", "--corpus", "missing.csv"], 1, "missing.csv"),
      (["--corpus", "animals.csv"], 64, "got --corpus without --ranked"),
    ] as [([String], Int32, String)] {
      let refused = try Program.matchmark.run(
        ["hunt", "--cases", "1"] + arguments, in: folder.path)
      #expect(refused.code == code, "\(refused.text)")
      #expect(refused.errors.contains(complaint), "\(refused.errors)")
    }
  }

  @Test("A hunt for a clause to which a ranker is not held is not right")
  func undeclared() throws {
    let hunt = Self.options + ["--cases", "30", "--clause"]
    let edits = try Program.matchmark.run(hunt + ["F12", "-e", "fuzzy"])
    #expect(edits.code == 6, "\(edits.text)")
    #expect(edits.errors.contains("fuzzy"), "\(edits.errors)")
    let both = try Program.matchmark.run(hunt + ["F12"])
    #expect(both.code == 0, "\(both.text)")
    #expect(both.output.contains("\nosa was held to F12\n"), "\(both.output)")
    #expect(both.errors.contains("warning: fuzzy answered nothing"), "\(both.errors)")
  }

  @Test("A ranker that is asked for cases of matching answers none of them, which is not right")
  func idle() throws {
    let cases = WorkingCopy.path("Fixtures/cases/numbers.json")
    let outcome = try Program.matchmark.run(["verify", cases, "-e", "fzf-v2"])
    #expect(outcome.code == 6, "\(outcome.text)")
    #expect(outcome.errors.contains("fzf-v2 was asked for and answers none of these cases"))
  }

  @Test("Rankers are named by their own ids, and options that would change nothing are refused")
  func names() throws {
    let unknown = try Program.matchmark.run(Self.options + ["-e", "fzf-v3"])
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("got ranker 'fzf-v3', expected one of fzf-v2, fzy-1.0"))
    let clause = try Program.matchmark.run(Self.options + ["--clause", "F99"])
    #expect(clause.code == 64)
    #expect(clause.errors.contains("got --clause F99, expected one of F1, F2, "), "\(clause.text)")
    let matching = try Program.matchmark.run(["hunt", "--clause", "F7", "--cases", "1"])
    #expect(matching.code == 64)
    #expect(matching.errors.contains("got --clause alone"), "\(matching.text)")
    for (options, complaint) in [
      (["--coverage"], "got --coverage with --ranked"),
      (["--rows", "201"], "got --rows 201 with --ranked, expected at most 200"),
    ] {
      let refused = try Program.matchmark.run(Self.options + options)
      #expect(refused.code == 64, "\(refused.text)")
      #expect(refused.errors.contains(complaint), "\(refused.errors)")
    }
    let option = try Program.matchmark.run(
      Self.options + ["--matcher-option", "linear-scan.kernel=swift"])
    #expect(option.code == 64)
    #expect(option.errors.contains("got --matcher-option with --ranked"), "\(option.errors)")
  }
}

/// Engines that rank, over the protocol.
@Suite("A hunt among engines that rank")
struct RankedEngineTests {
  /// Ranks rows that contain the needle by their length, with the fault that its argument names.
  private static let palette = #"""
    import json, sys, zlib
    fault, asked, rows, last, hits = sys.argv[1], 0, [], "", set()
    hello = {"protocol": 1, "name": "palette", "version": "1", "language": "Python",
             "build": "interpreted", "clock": "none", "resolution_ns": 0}
    if fault == "sets":
        hello["capabilities"] = {"wants": ["rows"]}
    else:
        hello |= {"contract": "ranked", "rules": {"blanks": "letters", "infix": True}}
    if fault == "claims":
        hello["rules"] |= {"spec": "fzf-v2@0.74", "blanks": "terms"}
    if fault == "differs":
        hello["rules"] |= {"spec": "fzf-v2@0.74"}
    if fault == "unknown":
        hello["rules"] |= {"narrow": True}
    if fault == "torn":
        hello["rules"] |= {"case": "respect", "folding": "cd"}

    def load(request):
        global rows, last
        last = ""
        if fault == "loads nothing":
            sys.exit(3)
        with open(request["rows"], "rb") as file:
            data = file.read()
        rows = [json.loads(line)["text"] for line in data.split(b"\n")[1:-1]]
        return {"rows": len(rows), "hash": f"{zlib.crc32(data):08x}-{len(data)}"}

    def query(request):
        global asked, last, hits
        asked += 1
        needle, limit = request["text"].strip(" "), request["limit"]
        if fault == "declines":
            return {"id": request["id"], "skipped": "no needle today"}
        if fault == "ends" and asked > 20:
            sys.exit(3)
        found = [row for row, text in enumerate(rows) if needle in text]
        found.sort(key=lambda row: (len(rows[row].strip(" ")), row))
        if fault == "narrows":
            found = [row for row in found if len(needle) <= len(last) or row in hits]
            last, hits = needle, set(found)
        if fault == "tires" and len(rows) > 200 and asked > 60:
            found = found[1:]
        found += [99] if fault == "outside" else []
        start = 1 if fault == "skips" and limit else 0
        found = found[start:start + limit] if limit else found
        reply = {"id": request["id"], "elapsed_ns": [1] * request["repeat"], "ids": found}
        return reply | ({"scores": []} if fault == "unscored" and found else {})

    steps = {"hello": lambda _: hello, "load": load, "query": query, "bye": lambda _: {},
             "build": lambda _: {"elapsed_ns": 1, "index_bytes": 0}}
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"type": request["type"]} | steps[request["type"]](request)), flush=True)
        if request["type"] == "bye":
            break

    """#

  private static func write(_ fault: String, to folder: borrowing TemporaryFolder) throws {
    try Self.palette.write(toFile: folder.file("palette.py"), atomically: true, encoding: .utf8)
    try EngineFixture.write(
      [("palette", ["python3", folder.file("palette.py"), fault])], to: folder)
  }

  private static let engine = ["-e", "palette", "--engine-file", "engines.yaml"]
  private static let hunt =
    ["hunt", "--ranked", "--no-progress", "--seed", "5", "--cases", "60"] + engine

  /// Runs `fuzzy` and an engine with a fault on a short list.
  private static func run(_ fault: String, rank: String) throws -> ProgramOutcome {
    let folder = try TemporaryFolder()
    try write(fault, to: folder)
    return try Program.matchmark.run(
      ["run", "--allow-debug", "--corpus", "titles-30", "--rank", rank, "-e", "fuzzy"]
        + ["--max-time", "0.1", "--sessions", "3", "--no-progress"] + engine, in: folder.path)
  }

  @Test("A ranker that remembers is accused of that, not of what comes of it", .needs(.python3))
  func remembers() throws {
    let folder = try TemporaryFolder()
    try Self.write("narrows", to: folder)
    let hunt = try Program.matchmark.run(Self.hunt + ["--regressions", "finds"], in: folder.path)
    #expect(hunt.code == 2, "\(hunt.text)")
    #expect(hunt.output.contains("palette breaks F2: "), "\(hunt.text)")
    // A law is asked over few rows, so only the same keystroke asked again shows this.
    try Self.write("tires", to: folder)
    let verified = try Program.matchmark.run(
      ["verify", "--corpus", "titles-300", "--rank", "own", "--sessions", "10", "--no-progress"]
        + Self.engine, in: folder.path)
    #expect(verified.code == 2, "\(verified.text)")
    #expect(verified.output.contains("it answers otherwise than before: "), "\(verified.text)")
  }

  @Test("An engine that ranks is held to the laws, and a find is asked again", .needs(.python3))
  func found() throws {
    let folder = try TemporaryFolder()
    try Self.write("none", to: folder)
    let right = try Program.matchmark.run(Self.hunt, in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.lines.first == "hunting with seed 5: palette")
    try Self.write("skips", to: folder)
    let wrong = try Program.matchmark.run(
      Self.hunt + ["--regressions", "finds"], in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.output.contains("palette breaks F4: The answer with a limit"), "\(wrong.text)")
    let again = try #require(wrong.value(of: "again"))
    #expect(try Child.paste("\(again) --regressions more", in: folder.path).code == 2)
    let replay = try #require(wrong.value(of: "replay"))
    #expect(try Child.paste(replay, in: folder.path).code == 2)
    try Self.write("none", to: folder)
    let mended = try Child.paste(replay, in: folder.path)
    #expect(mended.code == 0, "\(mended.text)")
    #expect(mended.output.contains("  palette: right"))
    // An engine that is added to the others ranks, too.
    let file = try #require(wrong.value(of: "stored"))
    let added = try Program.matchmark.run(
      ["verify", file, "--engine", "palette", "--engine-file", "engines.yaml"], in: folder.path)
    #expect(added.code == 0, "\(added.text)")
    #expect(added.output.contains("  palette: right") && added.output.contains("  fzf-v2: right"))
    let both = try Program.matchmark.run(
      ["verify", file, "-e", "fuzzy", "--engine", "palette", "--engine-file", "engines.yaml"],
      in: folder.path)
    #expect(both.code == 0, "\(both.text)")
    #expect(both.output.contains("  palette: right") && both.output.contains("  fuzzy: right"))
    #expect(!both.output.contains("fzf-v2"), "\(both.output)")
  }

  @Test("A run times an engine that names no order, and fails if the engine does", .needs(.python3))
  func ownOrder() throws {
    let outcome = try Self.run("none", rank: "fzf-v2")
    #expect(outcome.code == 0, "\(outcome.text)")
    let line = "palette: an order of its own; next to fzf-v2@0.74, "
    let own = try #require(outcome.lines.first { $0.hasPrefix(line) }, "\(outcome.output)")
    #expect(own.contains(" p50, ") && own.contains(" times as long as fuzzy"), "\(own)")
    #expect(outcome.output.contains("  1 not judged\n"), "\(outcome.output)")
    for fault in ["ends", "loads nothing"] {
      let failed = try Self.run(fault, rank: "fzf-v2")
      #expect(failed.code == 5, "\(fault): \(failed.text)")
    }
  }

  @Test(
    "A run ranks an engine in its own order by its time, and holds it to the laws", .needs(.python3)
  )
  func heldToLaws() throws {
    let outcome = try Self.run("none", rank: "own")
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains(" of them held to the laws of ranking"), "\(outcome.output)")
    #expect(outcome.output.contains(/palette: repeats \d+ answers and breaks no clause/))
    for (fault, code, reason) in [
      ("skips", 2, "it breaks F4: "), ("ends", 5, "\npalette: gave 10 answers, failed on "),
      ("loads nothing", 5, "exited in load"),
    ] as [(String, Int32, String)] {
      let failed = try Self.run(fault, rank: "own")
      #expect(failed.code == code, "\(fault): \(failed.text)")
      #expect(failed.text.contains(reason), "\(fault): \(failed.text)")
    }
  }

  @Test(
    "An engine that does not rank as it should ends the hunt with the reason", .needs(.python3),
    arguments: [
      ("ends", 5, "palette fails\n  exited in query"),
      ("declines", 6, "palette answers none of 60 cases"),
      ("unscored", 5, "got 0 for key 'scores'"),
      ("sets", 64, "which answers with sets of rows, expected one that ranks: "),
      ("unknown", 5, "'narrow'"),
      ("differs", 5, "the spec fzf-v2@0.74 and another rule for 'blanks'"),
      ("torn", 5, "letterCase respect and a folding that ignores case"),
    ] as [(String, Int32, String)])
  func failures(fault: String, code: Int32, reason: String) throws {
    let folder = try TemporaryFolder()
    try Self.write(fault, to: folder)
    let outcome = try Program.matchmark.run(Self.hunt, in: folder.path)
    #expect(outcome.code == code, "\(outcome.text)")
    #expect(outcome.text.contains(reason), "\(outcome.text)")
  }

  @Test(
    "An engine takes part where rows are ranked if it names the order, and is held to it",
    .needs(.python3))
  func rankedRows() throws {
    let folder = try TemporaryFolder()
    let verify = ["verify", "--corpus", "titles-30", "--rank", "fzf-v2", "--no-progress"]
    try Self.write("claims", to: folder)
    let wrong = try Program.matchmark.run(verify + Self.engine, in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.output.contains(" stands at place "), "\(wrong.output)")
    // Its answers are not shrunk as if they were sets.
    let report = try Program.matchmark.run(
      ["run", "--allow-debug", "--max-time", "0.1", "-o", "reports"] + verify.dropFirst()
        + Self.engine,
      in: folder.path)
    #expect(report.code == 2, "\(report.text)")
    let page = try String(contentsOfFile: folder.file("reports/report.md"), encoding: .utf8)
    #expect(page.contains(" stands at place ") && !page.contains("smallest rows and query"))
    try Self.write("none", to: folder)
    let undeclared = try Program.matchmark.run(verify + Self.engine, in: folder.path)
    #expect(undeclared.code == 6, "\(undeclared.text)")
    #expect(
      undeclared.text.contains("it declares no order, and the profile asks for fzf-v2@0.74"))
    let shown = try Program.matchmark.run(
      ["query", "--corpus", "titles-30", "--rank", "fzf-v2", "e"] + Self.engine, in: folder.path)
    #expect(shown.code == 0, "\(shown.text)")
    #expect(shown.output.contains("palette has an order of its own"), "\(shown.output)")
  }

  @Test("The check step by step asks an engine that ranks for its order", .needs(.python3))
  func steps() throws {
    let folder = try TemporaryFolder()
    try Self.write("none", to: folder)
    let program = ["python3", folder.file("palette.py")]
    let right = try Program.matchmark.run(["verify", "--"] + program + ["none"], in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.output.contains("  ok       hello: palette 1, which ranks\n"), "\(right.output)")
    #expect(right.output.contains("  ok       query, at most two rows: 2 rows, row 0 first\n"))
    #expect(right.output.contains("8 of 8 answers compared; "), "\(right.output)")
    let next = try #require(right.lines.last)
    #expect(next.hasPrefix("next: "), "\(right.output)")
    #expect(next.hasSuffix(" hunt --ranked --time 10s --engine-file engines.yaml -e palette"))
    let outside = try Program.matchmark.run(
      ["verify", "--"] + program + ["outside"], in: folder.path)
    #expect(outside.code == 2, "\(outside.text)")
    #expect(outside.output.contains("got row 99, expected one of 8 rows from 0"))
    let line = try #require(
      outside.lines.first { $0.hasPrefix("           reproduce: ") }?.dropFirst(22))
    #expect(try Child.paste(String(line), in: folder.path).output.contains("99"))
  }

  @Test(
    "An engine that ranks is not asked for sets of rows, and the reason is said", .needs(.python3))
  func matching() throws {
    let folder = try TemporaryFolder()
    try Self.write("none", to: folder)
    let outcome = try Program.matchmark.run(
      ["verify", "--corpus", "titles-10", "--no-progress"] + Self.engine, in: folder.path)
    #expect(outcome.code == 6, "\(outcome.text)")
    let reason = "it ranks rows, and the profile asks for a set of them"
    #expect(outcome.text.contains(reason), "\(outcome.text)")
  }
}
