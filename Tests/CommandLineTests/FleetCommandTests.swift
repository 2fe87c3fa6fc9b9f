import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Plans, the work on them, and merging, without a scheduler that hands out units.
@Suite("A fleet", .long)
struct FleetCommandTests {
  private static let hunt = ["--seed", "5", "--rows", "40"]

  /// Makes a plan and does all of its units, or a share of them.
  private static func work(
    _ plan: [String], in folder: borrowing TemporaryFolder, by program: Program = .matchmark,
    shards: [String] = ["1/1"], environment: [String: String] = [:]
  ) throws {
    let planned = try program.run(
      ["fleet", "plan"] + plan + ["-o", "units.jsonl"], in: folder.path)
    try #require(planned.code == 0, "\(planned.text)")
    for (index, shard) in shards.enumerated() {
      let outcome = try program.run(
        ["fleet", "work", "units.jsonl", "--shard", shard, "-o", "parts-\(index + 1)"],
        in: folder.path,
        environment: environment)
      try #require(outcome.code == 0, "\(outcome.text)")
    }
  }

  private static func merge(
    _ parts: [String], in folder: borrowing TemporaryFolder, by program: Program = .matchmark
  ) throws -> ProgramOutcome {
    try program.run(["fleet", "merge"] + parts + ["-o", "fleet"], in: folder.path)
  }

  /// The parts of `fleet.json` that tests read.
  private struct Fleet: Decodable {
    struct Hunt: Decodable {
      let cases: Int
      let answers: Int
    }
    struct Failure: Decodable {
      struct Find: Decodable {
        let number: Int
        let matcher: String
      }
      let kind: String
      let text: String
      let count: Int
      let find: Find?
      let content: String?
      let isReproduced: Bool?
    }
    let verdict: String
    let units: Int
    let done: Int
    let repeated: Int
    let unexamined: Int
    let counts: [String: Int]
    let failures: [Failure]
    let hunt: Hunt?
  }

  private static func fleet(in folder: borrowing TemporaryFolder) throws -> Fleet {
    try JSONDecoder().decode(
      Fleet.self, from: Data(contentsOf: URL(filePath: folder.file("fleet/fleet.json"))))
  }

  /// The result files, unordered.
  private static func files(_ parts: String, in folder: borrowing TemporaryFolder) throws
    -> [String]
  {
    try FileManager.default.subpathsOfDirectory(atPath: folder.file(parts))
      .filter { $0.hasSuffix(".json") }.map { folder.file("\(parts)/\($0)") }
  }

  private static func edit(_ file: String, _ change: (String) throws -> String) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try change(text).write(toFile: file, atomically: true, encoding: .utf8)
  }

  @Test("A fleet hunts the same in shards as in one process, resumes, and never passes with a gap")
  func sums() throws {
    let folder = try TemporaryFolder()
    let chosen = Self.hunt + ["-e", "linear-scan", "--cases", "40"]
    try Self.work(
      ["hunt", "--unit-cases", "9"] + chosen, in: folder, shards: ["1/2", "2/2"])
    let alone = try Program.matchmark.run(
      ["hunt", "--no-progress", "--ledger", "one.jsonl"] + chosen, in: folder.path)
    #expect(alone.code == 0)
    struct Entry: Decodable {
      let cases: Int
      let answers: Int
    }
    let one = try JSONDecoder().decode(
      Entry.self, from: Data(contentsOf: URL(filePath: folder.file("one.jsonl"))))
    let merged = try Self.merge(["parts-1", "parts-2"], in: folder)
    #expect(merged.code == 0, "\(merged.text)")
    let whole = try Self.fleet(in: folder)
    #expect(whole.verdict == "right" && whole.units == 5 && whole.done == 5)
    #expect(whole.hunt?.cases == one.cases && whole.hunt?.answers == one.answers)

    // Only one shard has a gap.
    let gap = try Self.merge(["parts-1"], in: folder)
    #expect(gap.code == 5, "\(gap.text)")
    let part = try Self.fleet(in: folder)
    #expect(part.verdict == "incomplete" && part.counts == ["missing": 2])
    let junit = try String(contentsOfFile: folder.file("fleet/junit.xml"), encoding: .utf8)
    #expect(junit.contains("missing: cases 9 to 17"))

    // A truncated result does not count: that unit, and only that, is done again.
    let file = try #require(try Self.files("parts-1", in: folder).first)
    try Self.edit(file) { String($0.prefix($0.count / 2)) }
    let cut = try Self.merge(["parts-1", "parts-2"], in: folder)
    #expect(cut.code == 5, "\(cut.text)")
    #expect(try Self.fleet(in: folder).failures.map(\.text).joined().contains("not a result"))
    let again = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "--shard", "1/2", "-o", "parts-1"], in: folder.path)
    #expect(again.output == "1 units done, 2 done before\n")
    #expect(try Self.merge(["parts-1", "parts-2"], in: folder).code == 0)
  }

  @Test("A fault that a fleet finds twice is one find, with the lowest case, and is reproduced")
  func finds() throws {
    let folder = try TemporaryFolder()
    // These cases find the fault in four units, and twice with the same smallest rows.
    let chosen =
      Self.hunt + ["-e", "faulty-drops-last-row", "--first", "1080", "--cases", "40"]
    try Self.work(["hunt", "--unit-cases", "10"] + chosen, in: folder, by: .faulty)
    let alone = try Program.faulty.run(
      ["hunt", "--no-progress", "--workers", "1", "--regressions", "one"] + chosen,
      in: folder.path)
    #expect(alone.code == 2)
    let merged = try Self.merge(["parts-1"], in: folder, by: .faulty)
    #expect(merged.code == 2, "\(merged.text)")
    let fleet = try Self.fleet(in: folder)
    let found = try #require(fleet.failures.first)
    #expect(fleet.failures.map(\.count).reduce(0, +) == 4 && found.count == 2, "\(merged.text)")
    #expect(found.isReproduced == true && found.find?.matcher == "faulty-drops-last-row")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("one"))
    let lowest = try String(contentsOfFile: folder.file("one/\(names[0])"), encoding: .utf8)
    #expect(names.count == 1 && found.content == lowest)
    // The rest of a unit after a find is not examined, and the output says so.
    #expect(fleet.hunt.map { $0.cases + fleet.unexamined } == 40)
  }

  @Test("A matcher counts as silent in a fleet only if it declines every unit")
  func silence() throws {
    func merged(_ matchers: [String], cases: Int) throws -> (ProgramOutcome, Fleet) {
      let folder = try TemporaryFolder()
      let plan = ["hunt", "--cases", "\(cases)", "--unit-cases", "1", "--seed", "1"]
      try Self.work(plan + matchers.flatMap { ["-e", $0] }, in: folder, by: .faulty)
      let parts = try Self.files("parts-1", in: folder).map {
        try String(contentsOfFile: $0, encoding: .utf8)
      }
      // A unit in which a matcher is silent ends with 6, and that is its result.
      #expect(parts.contains { $0.contains(#""code":6"#) })
      return (try Self.merge(["parts-1"], in: folder, by: .faulty), try Self.fleet(in: folder))
    }
    let (some, answered) = try merged(["linear-scan", "sorted-prefix"], cases: 12)
    #expect(some.code == 0 && answered.verdict == "right", "\(some.text)")
    #expect(answered.done == 12 && answered.counts == [:])
    let (never, silent) = try merged(["linear-scan", "broken-declines-all"], cases: 2)
    #expect(never.code == 6 && silent.verdict == "not-comparable", "\(never.text)")
    #expect(never.output.contains("broken-declines-all answered nothing"), "\(never.text)")
    let (outcome, summary) = try merged(["broken-declines-all"], cases: 2)
    #expect(outcome.code == 6 && summary.verdict == "not-comparable", "\(outcome.text)")
  }

  @Test("A crash in a unit of fleet work becomes the result of that unit")
  func crash() throws {
    let folder = try TemporaryFolder()
    try Self.work(
      ["hunt", "--cases", "21", "--unit-cases", "20", "-e", "linear-scan"] + Self.hunt, in: folder,
      by: .faulty)
    let plan = folder.file("units.jsonl")
    try FileManager.default.removeItem(atPath: folder.file("parts-1"))
    try Self.edit(plan) { text in
      let lines = text.split(separator: "\n")
      return lines[0].replacing("=linear-scan", with: "=broken-crashes") + "\n"
    }
    let outcome = try Program.faulty.run(
      ["fleet", "work", "units.jsonl", "-o", "parts-1"], in: folder.path,
      environment: ["MATCHMARK_CRASHING": "answering", "SWIFT_BACKTRACE": "enable=no"])
    #expect(outcome.code == 0 && outcome.output == "1 units done\n", "\(outcome.text)")
    let merged = try Self.merge(["parts-1"], in: folder, by: .faulty)
    #expect(merged.code == 2, "\(merged.text)")
    let failures = try Self.fleet(in: folder).failures
    #expect(failures.map(\.kind) == ["crashed"], "\(failures)")
    #expect(failures.allSatisfy { $0.text.contains("broken-crashes crashed") }, "\(failures)")
  }

  @Test("A fleet worker refuses other sources, other files, altered units and invalid shards")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let planned = try Program.matchmark.run(
      ["fleet", "plan", "hunt", "--cases", "2", "-e", "linear-scan", "-o", "units.jsonl"],
      in: folder.path)
    #expect(planned.code == 0)
    let line = try String(contentsOfFile: folder.file("units.jsonl"), encoding: .utf8)
    let sources = try #require(line.firstMatch(of: /"sources":"(.*?)"/)?.1)
    let odd: [(String, Int32, String)] = [
      (line.replacing(sources, with: "0-0"), 6, "got a unit of the sources 0-0"),
      (line.replacing("\"contract\":1", with: "\"contract\":2"), 6, "and contract 2, expected"),
      (line.replacing("--matcher", with: "--engine-file"), 1, "got the option '--engine-file="),
      (line.replacing("--matcher=", with: ""), 1, "got the option 'linear-scan'"),
      (line.replacing("linear-scan", with: "--ledger"), 1, "has no result"),
      (line.replacing(":{\"count\"", with: ": {\"count\""), 1, "got it in another form"),
      (String(line.dropLast(9)), 1, "ends within a line"), ("{}\n", 1, "not a unit"),
      (
        line.replacing("\"kind\":\"hunt\"", with: "\"kind\":\"walk\"") + "\n", 1,
        "kind: got 'walk', expected a word that is known here"
      ),
      (
        #"{"arguments":[],"cell":{"corpus":"","name":"a","suite":"../a"},"contract":1,"#
          + #""kind":"verify","seconds":1,"sources":"0"}"# + "\n", 1, "got the suite '../a'"
      ),
    ]
    for (text, code, complaint) in odd {
      let outcome = try Program.matchmark.run(["fleet", "work", "-", "-o", "-"], input: text)
      #expect(outcome.code == code && outcome.errors.contains(complaint), "\(outcome.text)")
    }
    #expect(
      try Program.matchmark.run(["fleet", "work", "units.jsonl", "-o", "parts"], in: folder.path)
        .code == 0)
    try Self.edit(folder.file("units.jsonl")) { $0 + $0 }
    let other = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "-o", "parts"], in: folder.path)
    #expect(other.code == 6 && other.errors.contains("with others than those of"))
    for shard in ["0/1", "3/2", "1", "a/b", "+1/2", "1/+2", "-0/2", "1/"] {
      let outcome = try Program.matchmark.run(["fleet", "work", "-", "-o", "-", "--shard=\(shard)"])
      #expect(outcome.code == 64 && outcome.errors.contains("expected K/N"), "\(outcome.text)")
    }
    // A full disk gives no result.
    let full = try Program.matchmark.run(
      ["fleet", "work", "-", "-o", "-"], output: "/dev/full", input: line)
    #expect(full.code == 1 && full.errors.contains("standard output"), "\(full.errors)")
  }

  private static let cells = ["-f", "titles-1.titles", "-e", "linear-scan"]

  @Test("A fleet verifies cells as one process does, and requires two runs of a cell to agree")
  func verification() throws {
    let folder = try TemporaryFolder()
    try Self.work(["verify", "smoke"] + Self.cells, in: folder, shards: ["1/1", "1/1"])
    let merged = try Self.merge(["parts-1", "parts-2"], in: folder)
    #expect(merged.code == 0, "\(merged.text)")
    #expect(try Self.fleet(in: folder).repeated == 1)
    let alone = try Program.matchmark.run(
      ["verify", "smoke", "--no-progress", "-o", "one"] + Self.cells, in: folder.path)
    #expect(alone.code == 0)
    func counts(_ path: String) throws -> [[String]] {
      let record = try String(contentsOfFile: folder.file(path), encoding: .utf8)
      return try ["matchCount", "checkedCount", "wrongCount", "status", "workloadIdentity"].map {
        key in
        record.matches(of: try Regex("\"\(key)\":([^,}]*)")).map { String(record[$0.range]) }
      }
    }
    #expect(try counts("fleet/smoke/record.json") == counts("one/record.json"))
    let file = try #require(try Self.files("parts-2", in: folder).first)
    try Self.edit(file) { $0.replacing(#"\"wrongCount\":0"#, with: #"\"wrongCount\":1"#) }
    let torn = try Self.merge(["parts-1", "parts-2"], in: folder)
    #expect(torn.code == 2, "\(torn.text)")
    #expect(try Self.fleet(in: folder).counts == ["contradictory": 1])
  }

  /// The parts of a run's record that tests read.
  private struct Timed: Decodable {
    struct Cell: Decodable {
      struct Matcher: Decodable {
        struct Figures: Decodable {
          let forkCount: Int?
          let roundCount: Int
        }
        let figures: Figures?
      }
      struct Noise: Decodable {
        let packedSamples: String
      }
      let matchers: [Matcher]
      let noise: Noise?
    }
    let cells: [Cell]

    var processes: [Int?] { cells.flatMap(\.matchers).map { $0.figures?.forkCount } }
    var rounds: [Int?] { cells.flatMap(\.matchers).map { $0.figures?.roundCount } }
  }

  @Test(
    "Fleet results of equal machines are merged as replicates, and others shown side by side",
    .enabled(if: Build.isOptimised))
  func machines() throws {
    let folder = try TemporaryFolder()
    let quick = ["--rounds", "10", "--max-time", "10ms"]
    try Self.work(["run", "smoke"] + Self.cells + quick, in: folder)
    let folders = (1...4).map { "parts-\($0)" }
    for copy in folders.dropFirst() {
      try FileManager.default.copyItem(atPath: folder.file("parts-1"), toPath: folder.file(copy))
    }
    func edit(_ parts: String, _ key: String, _ value: String) throws {
      let file = try #require(try Self.files(parts, in: folder).first)
      try Self.edit(file) { text in
        text.replacing(try Regex("\"\(key)\":\".*?\""), with: "\"\(key)\":\"\(value)\"")
      }
    }
    func records() throws -> [Timed] {
      try (1...2).compactMap { number in
        let path = folder.file("fleet/machine-\(number)/record.json")
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try JSONDecoder().decode(Timed.self, from: Data(contentsOf: URL(filePath: path)))
      }
    }
    // Another name means an equal machine; a copy of a result is not a second one.
    try edit("parts-2", "name", "other")
    let equal = try Self.merge(["parts-1", "parts-2", "parts-3"], in: folder)
    #expect(equal.code == 0 && equal.output.contains("other"), "\(equal.text)")
    let replicates = try records()
    #expect(replicates.map(\.processes) == [[2]], "\(replicates)")
    #expect(try Self.fleet(in: folder).repeated == 1)

    // Another processor is another machine, with a record of its own.
    try edit("parts-4", "processor", "another processor")
    let merged = try Self.merge(folders, in: folder)
    #expect(merged.code == 0, "\(merged.text)")
    let sides = try records()
    #expect(Set(sides.map(\.processes)) == [[1], [2]], "\(sides)")
    let rounds = sides.compactMap { $0.rounds[0] }.sorted()
    #expect(rounds.count == 2 && rounds[1] == 2 * rounds[0], "\(sides)")
    #expect(sides.allSatisfy { $0.cells.allSatisfy { $0.noise != nil } })
    let page = try String(contentsOfFile: folder.file("fleet/report.md"), encoding: .utf8)
    #expect(page.contains("machine-1") && page.contains("machine-2"), "\(page)")

    try edit("parts-2", "binary", "0-0")
    let mixed = try Self.merge(["parts-1", "parts-2"], in: folder)
    #expect(mixed.code == 6 && mixed.errors.contains("copy one program to all"), "\(mixed.text)")
  }

  @Test(
    "A machine measures one fleet unit at a time, and a file in the lock's place blocks nothing",
    .enabled(if: Build.isOptimised, "a debug build refuses to measure"))
  func alone() throws {
    let folder = try TemporaryFolder()
    let unit = ["run", "smoke", "--rounds", "10", "--max-time", "10ms", "--unit-time", "1"]
    let planned = try Program.matchmark.run(
      ["fleet", "plan"] + unit + Self.cells + ["-o", "units.jsonl"], in: folder.path)
    #expect(planned.code == 0, "\(planned.text)")
    let claim = try FolderClaim(folder.file("matchmark-measuring-\(NSUserName())"))
    let held = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "-o", "parts"], in: folder.path,
      environment: ["TMPDIR": folder.path])
    #expect(held.code == 1 && held.errors.contains("another unit measured on"), "\(held.text)")
    withExtendedLifetime(claim) {}

    // A file in the place of the folder that is claimed: another folder is claimed.
    let obstructed = try TemporaryFolder()
    try Data().write(to: URL(filePath: obstructed.file("matchmark-measuring-\(NSUserName())")))
    _ = try Program.matchmark.run(
      ["fleet", "plan"] + unit.dropLast(2) + Self.cells + ["-o", "long.jsonl"], in: folder.path)
    let worked = try Program.matchmark.run(
      ["fleet", "work", "long.jsonl", "-o", "parts-2"], in: folder.path,
      environment: ["TMPDIR": obstructed.path])
    #expect(worked.code == 0, "\(worked.text)")
    #expect(try obstructed.names().contains("matchmark-measuring-\(NSUserName())-2"))
  }

  @Test("A fleet worker finishes a unit from standard input before the next one arrives")
  func stream() throws {
    let folder = try TemporaryFolder()
    let units = ["--cases", "2", "--unit-cases", "1", "-e", "linear-scan"] + Self.hunt
    let planned = try Program.matchmark.run(
      ["fleet", "plan", "hunt", "-o", "units.jsonl"] + units, in: folder.path)
    #expect(planned.code == 0, "\(planned.text)")
    // The second unit is available once the first has a result.
    let outcome = try Child.paste(
      """
      mkfifo gate
      { head -n 1 units.jsonl; read line <gate; tail -n 1 units.jsonl; } |
      '\(Program.matchmark.path)' fleet work - -o - |
      { read first; echo >gate; echo "$first"; cat; }
      """, in: folder.path)
    #expect(outcome.code == 0 && outcome.lines.count == 2, "\(outcome.text)")
  }
}
