import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// A baseline determines what a check measures.
@Suite("Baselines that describe themselves", .long)
struct ReplayTests {
  private static let asked = [
    "--corpus", "titles-100", "--sessions", "2", "--seed", "7", "-e", "linear-scan", "-e",
    "inverted-index", "--rounds", "2", "--max-time", "0.01", "--forks", "2",
  ]
  private static let quiet = ["--allow-debug", "--no-progress"]
  private static let check = ["check", "--baseline", "main"] + quiet

  private static func bytes(_ folder: borrowing TemporaryFolder, _ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.file(name)))
  }

  private static func record(
    _ folder: borrowing TemporaryFolder, _ place: String
  ) throws -> RunRecord {
    try RunRecord(decoding: Array(try bytes(folder, "\(place)/record.json")))
  }

  /// A folder with the saved baseline `main`.
  private static func saved() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let saved = try Program.matchmark.run(
      ["baseline", "save", "main"] + asked + quiet, in: folder.path)
    try #require(saved.code == 0, "\(saved.errors)")
    return folder
  }

  /// Replaces the arguments in the baseline; nil removes the key.
  private static func rewrite(
    _ folder: borrowing TemporaryFolder, _ arguments: [String]?
  ) throws {
    let path = folder.file("reports/baselines/main.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let words = try arguments.map {
      "\"arguments\":\(String(decoding: try JSONEncoder().encode($0), as: UTF8.self)),"
    }
    try text.replacing(/"arguments":\[[^\]]*\],/, with: words ?? "")
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test("A check measures what its baseline measured, and leaves the reports of a run alone")
  func replayed() throws {
    let folder = try Self.saved()
    let run = try Program.matchmark.run(["run"] + Self.asked + Self.quiet, in: folder.path)
    #expect(run.code == 0, "\(run.errors)")
    let before = try Self.bytes(folder, "reports/record.json")
    let check = try Program.matchmark.run(Self.check, in: folder.path)
    #expect(check.code == 0, "\(check.text)")
    #expect(check.output.contains("reports: reports/check/record.json"))
    #expect(try Self.bytes(folder, "reports/record.json") == before)
    let record = try Self.record(folder, "reports/check")
    #expect(record.suite.seed == 7 && record.cells.map(\.id) == ["titles-100.titles"])
    #expect(record.cells[0].matchers.map(\.id) == ["linear-scan", "inverted-index"])
    #expect([2, 4, 6].contains(record.gate?.findings.first?.forkCount ?? 0))
    let elsewhere = try Program.matchmark.run(
      Self.check + ["--forks", "1", "-o", "out"], in: folder.path)
    #expect(elsewhere.code == 0, "\(elsewhere.text)")
    #expect(try Self.record(folder, "out").gate?.findings.first?.forkCount == 1)
    // A record is a baseline, too, and contains the same.
    let own = try Program.matchmark.run(
      ["check", "--baseline", "out/record.json", "-o", "out"] + Self.quiet, in: folder.path)
    #expect(own.code == 0, "\(own.text)")
    #expect(try Self.record(folder, "out").suite.seed == 7)
  }

  @Test("A check that contradicts its baseline is refused with both values and what to leave out")
  func contradiction() throws {
    let folder = try Self.saved()
    for (arguments, asked, kept) in [
      (["smoke"], "suite 'smoke'", "'titles-100'"),
      (["--corpus", "titles-90"], "--corpus 'titles-90'", "'titles-100'"),
      (["--seed", "8"], "--seed '8'", "'7'"), (["--sessions", "3"], "--sessions '3'", "'2'"),
    ] {
      let outcome = try Program.matchmark.run(Self.check + arguments, in: folder.path)
      #expect(outcome.code == 64)
      #expect(
        outcome.errors.contains("got \(asked), but baseline 'main' measured \(kept); leave it out"),
        "\(outcome.errors)")
    }
    let same = try Program.matchmark.run(
      Self.check + ["--corpus", "titles-100", "-f", "nothing"], in: folder.path)
    #expect(same.code == 64)
    #expect(
      same.errors.contains(
        "got -f 'nothing'; 'run --dry-run --details' lists the cells; baseline 'main' asks for "
          + "--corpus=titles-100 --sessions=2"), "\(same.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("reports/check")))
    try Self.rewrite(folder, ["--corpus=titles-100", "--matcher=my-engine"])
    let unknown = try Program.matchmark.run(Self.check, in: folder.path)
    #expect(unknown.code == 64)
    #expect(
      unknown.errors.contains(
        "; baseline 'main' asks for --corpus=titles-100 --matcher=my-engine; if that is an engine "
          + "of yours, add its --engine-file"), "\(unknown.errors)")
  }

  @Test("A check names in one line the matchers that its baseline lacks, and compares the rest")
  func leftOut() throws {
    let folder = try Self.saved()
    // This is as if a matcher had been added to the program since.
    try Self.rewrite(folder, ["--corpus=titles-100", "--sessions=2", "--seed=7", "--forks=1"])
    let short = ["--rounds", "2", "--max-time", "0.01"]
    let check = try Program.matchmark.run(Self.check + short, in: folder.path)
    #expect(check.code == 0, "\(check.text)")
    let list = try Program.matchmark.run(["list", "--json"])
    let all = try JSONDecoder().decode(JSONValue.self, from: Data(list.output.utf8))
    // Options are listed as well, each after its matcher and a dot.
    let others = try #require(all["matchers"]?.items).compactMap { $0["name"]?.text }
      .filter { !$0.contains(".") && !["linear-scan", "inverted-index"].contains($0) }
    #expect(others.count > 1)
    #expect(
      check.errors.contains(
        "not in the baseline 'main', so not measured: \(others.joined(separator: ", "))\n"),
      "\(check.errors)")
    // Given by name, it takes part, and there is nothing to compare it with.
    let named = try Program.matchmark.run(
      Self.check + short + ["-e", "foundation-filter"], in: folder.path)
    #expect(named.code == 6, "\(named.text)")
    #expect(named.output.contains("missing in the earlier run"))
    #expect(named.errors.contains("baseline save main"))
    #expect(named.errors.contains("--seed=7 --forks=1 --replace"), "\(named.errors)")
  }

  @Test("A baseline from an older version can still be compared with")
  func earlier() throws {
    let folder = try Self.saved()
    try Self.rewrite(folder, nil)
    let check = try Program.matchmark.run(Self.check + Self.asked, in: folder.path)
    #expect(check.code == 0, "\(check.text)")
  }

  @Test("A foreign baseline cannot make a check write a file, read a secret or start a program")
  func hostile() throws {
    let folder = try Self.saved()
    let engines = "engines:\n  - id: evil\n    command: [touch, started]\n    summary: none\n"
    try Data(engines.utf8).write(to: URL(filePath: folder.file("engines.yaml")))
    let words = [
      "--corpus=titles-100", "--sessions=2", "--seed=7", "--matcher=linear-scan",
      "--matcher=inverted-index", "--rounds=2", "--max-time=0.01", "--forks=1",
    ]
    try Self.rewrite(
      folder,
      words + [
        "--output=evil", "-oevil", "-o", "--write-profile=evil", "--engine-file=engines.yaml",
        "--require=evil", "--against=./evil", "--fork-record=evil", "--fork-number=0", "--help",
        "--divergences=evil", "--baseline-folder=evil",
      ])
    let check = try Program.matchmark.run(Self.check, in: folder.path)
    #expect(check.code == 0, "\(check.text)")
    #expect(Set(try folder.names()) == ["reports", "engines.yaml"])
    try Data("secret\n".utf8).write(to: URL(filePath: folder.file("secret.env")))
    #expect(unsafe mkfifo(folder.file("pipe.csv"), 0o600) == 0)
    let more = words.filter { !$0.hasPrefix("--corpus") && !$0.hasPrefix("--rounds") }
    for word in [
      "--rounds=1e99", "--forks=-1", "--corpus=nowhere", "smoke\u{1B}[2J", "--engine=evil",
      "--corpus=secret.env\u{0}.txt", "--corpus=pipe.csv", "--corpus=titles-100000000",
      "--rounds=1000000000", "--max-time=1000000", "--max-time=100000s",
      "--sessions=100000", "--forks=1000",
      "--profile=secret.env\u{0}.yaml", "./secret.env\u{0}.yaml", "secret.yaml",
      "--queries=secret.env", "--sizes=1000001", "--sizes=90x,20x",
    ] {
      let others = word.hasPrefix("--corpus") || word.hasPrefix("--rounds") ? more : words
      try Self.rewrite(folder, others + [word])
      let outcome = try Program.matchmark.run(Self.check, in: folder.path)
      #expect(outcome.code == 64, "\(word): \(outcome.text)")
      #expect(outcome.errors.contains("baseline 'main' "), "\(outcome.errors)")
      #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("secret\n"))
    }
    #expect(Set(try folder.names()) == ["reports", "engines.yaml", "secret.env", "pipe.csv"])
  }

  @Test(
    "A baseline may ask neither for a file of queries nor for lists of any length",
    arguments: [
      ("--queries=log.txt", "asks for --queries=log.txt, expected a name"),
      ("--sizes=90x,20x", "asks for --sizes=90x,20x, expected at most 100;"),
      ("--sizes=1000001", "asks for --sizes=1000001, expected at most 1 000 000;"),
    ])
  func excess(word: String, complaint: String) throws {
    let folder = try Self.saved()
    try Self.rewrite(folder, ["--corpus=titles-100", "--forks=1", word])
    let outcome = try Program.matchmark.run(Self.check, in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("baseline 'main' \(complaint)"), "\(outcome.errors)")
  }

  @Test("A baseline of rows from a file needs the same rows on the command line of a check")
  func ownRows() throws {
    let folder = try TemporaryFolder()
    let rows = ["rose", "lily", "iris", "tulip", "aster"].joined(separator: "\n") + "\n"
    try Data(rows.utf8).write(to: URL(filePath: folder.file("rows.txt")))
    let more = Self.asked.dropFirst(2)
    let saved = try Program.matchmark.run(
      ["baseline", "save", "main", "--corpus", "./rows.txt"] + more + Self.quiet, in: folder.path)
    #expect(saved.code == 0, "\(saved.errors)")
    let text = String(
      decoding: try Self.bytes(folder, "reports/baselines/main.json"), as: UTF8.self)
    #expect(!text.contains("rows.txt"))
    let bare = try Program.matchmark.run(Self.check, in: folder.path)
    #expect(bare.code == 64, "\(bare.text)")
    #expect(
      bare.errors.contains("baseline 'main' measured a file of rows, expected the same one here"))
    let same = try Program.matchmark.run(Self.check + ["--corpus", "rows.txt"], in: folder.path)
    #expect(same.code == 0, "\(same.text)")
    try FileManager.default.removeItem(atPath: folder.file("reports/check"))
    try Data((rows + "violet\n").utf8).write(to: URL(filePath: folder.file("rows.txt")))
    try Data(rows.utf8).write(to: URL(filePath: folder.file("others.txt")))
    for file in ["rows.txt", "others.txt"] {
      let other = try Program.matchmark.run(Self.check + ["--corpus", file], in: folder.path)
      #expect(other.code == 6, "\(other.text)")
      #expect(other.errors.contains("baseline 'main'"), "\(other.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("reports/check")))
  }

  @Test("A baseline is overwritten only with --replace, and stays as it is otherwise")
  func replacing() throws {
    let folder = try Self.saved()
    let path = "reports/baselines/main.json"
    let before = try Self.bytes(folder, path)
    let save = ["baseline", "save", "main", "--corpus", "titles-90"] + Self.quiet
    let refused = try Program.matchmark.run(save, in: folder.path)
    #expect(refused.code == 64)
    #expect(
      refused.errors
        == "matchmark: baseline 'main' already exists (\(path)); --replace overwrites it\n")
    #expect(try Self.bytes(folder, path) == before)
    let replaced = try Program.matchmark.run(
      ["baseline", "save", "main", "--replace"] + Self.asked.map { $0 == "7" ? "8" : $0 }
        + Self.quiet, in: folder.path)
    #expect(replaced.code == 0, "\(replaced.errors)")
    #expect(try Self.bytes(folder, path) != before)
  }
}
