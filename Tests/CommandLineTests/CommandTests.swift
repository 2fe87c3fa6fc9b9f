import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("Commands")
struct CommandTests {
  static let smallRun = [
    "run", "smoke", "-f", "titles-300", "--allow-debug", "--no-progress", "-o", "reports",
  ]

  @Test("The help names the commands and the exit codes", arguments: [["--help"], ["help"], []])
  func help(arguments: [String]) throws {
    let outcome = try Program.matchmark.run(arguments)
    #expect(outcome.code == 0)
    for word in [
      "run", "query", "verify", "report", "list", "data", "info", "--version", "130", "132",
    ] {
      #expect(outcome.output.contains(word), "\(word)")
    }
    #expect(outcome.errors == "")
  }

  @Test(
    "An unknown name is answered with a suggestion",
    arguments: [
      (["rnu"], "got command 'rnu'", "did you mean 'run'?"),
      (["data", "shwo", "titles-1"], "got command 'shwo'", "did you mean 'show'?"),
      (["verify", "linear-scan"], "got suite 'linear-scan'", "named with -e: -e linear-scan"),
      (["verify", "sqlite-fts5"], "got suite 'sqlite-fts5'", "named with -e: -e sqlite-fts5"),
      (["run", "--rouns", "3"], "unknown option '--rouns'", "Did you mean '--rounds'?"),
      (["smoke", "--", "x"], "no command 'smoke' any more", "'matchmark verify -- PROGRAM'"),
    ])
  func unknownName(_ mistake: (arguments: [String], got: String, advice: String)) throws {
    let outcome = try Program.matchmark.run(mistake.arguments)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("matchmark: "), "\(outcome.errors)")
    #expect(outcome.errors.contains(mistake.got), "\(outcome.errors)")
    #expect(outcome.errors.contains(mistake.advice), "\(outcome.errors)")
  }

  @Test(
    "Shell completion offers matchers, suites, corpora and files of rows",
    arguments: [
      ("--matcher", ["linear-scan", "sqlite-fts5"]), ("positional@0", ["default", "smoke"]),
      ("--corpus", ["titles-10000", "countries", "mine.csv"]),
    ])
  func completion(_ option: String, expected: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["mine.csv", "notes.md"] {
      try Data("a".utf8).write(to: URL(filePath: folder.file(name)))
    }
    let outcome = try Program.matchmark.run(
      ["---completion", "run", "--", option, "1", "0", "run", ""], in: folder.path)
    let offered = outcome.output.split(separator: "\n").map(String.init)
    for name in expected { #expect(offered.contains(name), "\(outcome.output)") }
    #expect(!offered.contains("notes.md"))
    let script = try Program.matchmark.run(["--generate-completion-script", "bash"])
    #expect(script.code == 0)
    #expect(script.output.contains("---completion"))
  }

  @Test(
    "--max-time takes a number of seconds, or a time with a unit",
    arguments: ["3", "3s", "3000ms", "3e6us"])
  func time(_ text: String) throws {
    let outcome = try Program.matchmark.run([
      "run", "--corpus", "countries", "--dry-run", "--allow-debug", "--max-time", text, "-e",
      "linear-scan",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("about 6 s"), "\(outcome.output)")
  }

  @Test("--version prints the versions of program, record format, contract and Unicode tables")
  func version() throws {
    let outcome = try Program.matchmark.run(["--version"])
    #expect(outcome.code == 0)
    #expect(
      outcome.output.wholeMatch(
        of: /matchmark [0-9.]+, record format \d+, specification \d+, Unicode 15\.0\n/) != nil)
  }

  @Test("The info command names the clock, the machine and the project folder")
  func info() throws {
    let outcome = try Program.matchmark.run(["info"])
    #expect(outcome.code == 0)
    for word in ["compiler", "processor", "clock", "a reading costs", WorkingCopy.root.path] {
      #expect(outcome.output.contains(word), "\(word)")
    }
  }

  @Test("The list command names matchers, suites, corpora and profiles, or one kind of them")
  func list() throws {
    let all = try Program.matchmark.run(["list"])
    #expect(all.code == 0)
    for word in ["linear-scan", "foundation-filter", "smoke", "titles-<rows>", "titles-word"] {
      #expect(all.output.contains("  \(word)"), "\(word)")
    }
    #expect(all.output.split(separator: "\n").count <= 60)
    let matchers = try Program.faulty.run(["list", "matchers"])
    #expect(matchers.output.contains("  .index=auto|grams|vocabulary  "))
    #expect(matchers.output.contains("broken-drops-last-row"))
    #expect(!matchers.output.contains("smoke"))
    #expect(try Program.matchmark.run(["list", "everything"]).code == 64)
  }

  @Test("A matcher option overrides the matcher's own choice, and is in the record")
  func matcherOption() throws {
    let outcome = try Program.matchmark.run([
      "run", "--no-reports", "--corpus", "titles-300", "-e", "inverted-index", "--matcher-option",
      "inverted-index.index=vocabulary", "--rounds", "1", "--max-time", "0.01", "--allow-debug",
      "--no-progress", "--json",
    ])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains(#""options":{"index":"vocabulary"}"#))
    #expect(outcome.output.contains(#""structure":"title: vocabulary ("#))
  }

  @Test("Generated rows are the same in a file and on standard output, with the same hash")
  func data() throws {
    let folder = try TemporaryFolder()
    let printed = try Program.matchmark.run(["data", "gen", "places-50"])
    let saved = try Program.matchmark.run(
      ["data", "gen", "places-50", "-o", "places.jsonl"], in: folder.path)
    #expect(printed.code == 0 && saved.code == 0)
    let file = try String(contentsOfFile: folder.file("places.jsonl"), encoding: .utf8)
    #expect(file == printed.output)
    #expect(printed.lines.count == 51)
    let hash = try Program.matchmark.run(["data", "hash", "places-50"]).output
    #expect(hash.wholeMatch(of: /[0-9a-f]{8}-\d+\n/) != nil)
    #expect(hash.hasSuffix("-\(file.utf8.count)\n"))
    #expect(
      try Program.matchmark.run(["data", "hash", "places.jsonl"], in: folder.path).output == hash)
    let shown = try Program.matchmark.run(["data", "show", "places-50", "--rows", "2"]).lines
    #expect(shown.first?.hasPrefix("places-50: 50 rows") == true)
    #expect(
      shown.filter { $0.hasPrefix("0\t") || $0.hasPrefix("1\t") || $0.hasPrefix("2\t") }
        .count == 2)
  }

  @Test("A run writes a readable record and JUnit report, and ends with a recommendation")
  func run() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(Self.smallRun, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try folder.names() == ["reports"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("reports"))
    #expect(
      names.sorted() == [
        "junit.xml", "record.json", "report.html", "report.md", "result.xml", "runs",
      ])
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
    #expect(
      record.cells.map(\.id) == [
        "titles-300.titles", "titles-300.titles-prefix", "titles-300.titles-word",
      ])
    #expect(record.context.commandLine.starts(with: ["matchmark", "run", "smoke"]))
    let junit = try JUnitFile(
      Array(Data(contentsOf: URL(filePath: folder.file("reports/junit.xml")))))
    #expect(junit.isConsistent)
    #expect(junit.suites.map(\.name) == record.cells.map { "smoke.\($0.id)" } + ["smoke.verdict"])
    #expect(junit.counted.failureCount + junit.counted.errorCount == 0)
    #expect(outcome.lines.last?.hasPrefix("Choose ") == true)
  }

  @Test(
    "An option that would change nothing is refused",
    arguments: [
      ["query", "--corpus", "countries", "new", "--no-progress"], ["list", "--details"],
      ["report", "--history", "--no-progress"], ["report", "reports", "--no-progress"],
      ["baseline", "show", "main", "--details"],
    ])
  func idleOption(arguments: [String]) throws {
    let outcome = try Program.matchmark.run(arguments)
    #expect(outcome.code == 64)
    let option = try #require(arguments.last)
    #expect(outcome.errors.contains("unknown option '\(option)'"), "\(outcome.errors)")
  }

  @Test(
    "An option that the given form of a command would ignore is refused",
    arguments: [
      ["verify", "--seed", "1", "--", "true"], ["verify", "-f", "x", "--", "true"],
      ["verify", "--quick", "--conformance"], ["verify", "case.json", "--divergences", "d.yaml"],
      ["run", "--no-reports", "--fresh"], ["report", "--history", "--details"],
    ])
  func ignoredOption(arguments: [String]) throws {
    let outcome = try Program.matchmark.run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("matchmark: got --"), "\(outcome.errors)")
  }

  @Test(
    "The verify command and the fleet units of it refuse --rounds and --max-time",
    arguments: ["--rounds", "--max-time"])
  func verifyMeasuresNothing(option: String) throws {
    let verified = try Program.matchmark.run(["verify", "smoke", option, "3"])
    #expect(verified.code == 64)
    #expect(verified.errors.contains("unknown option '\(option)'"), "\(verified.errors)")
    #expect(try !Program.matchmark.run(["verify", "--help"]).output.contains(option))
    let planned = try Program.matchmark.run([
      "fleet", "plan", "verify", option, "3", "-o", "units.jsonl",
    ])
    #expect(planned.code == 64)
    #expect(planned.errors.contains("only units of run measure"), "\(planned.errors)")
  }

  @Test("A budget is a time with a unit, or a number of seconds below 1")
  func plainSeconds() throws {
    let dryRun = ["run", "smoke", "--dry-run", "--budget"]
    for budget in ["p99=8.33ms", "p99=0.00833", "p99=2s"] {
      #expect(try Program.matchmark.run(dryRun + [budget]).code == 0)
    }
    let outcome = try Program.matchmark.run(dryRun + ["p99=8.33"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("with its unit from 1 second on"), "\(outcome.errors)")
  }

  @Test("A dry run says what would run, and writes nothing")
  func dryRun() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(["run", "smoke", "--dry-run"], in: folder.path)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("smoke: 50 cells, matchers linear-scan, sorted-prefix, "))
    #expect(try folder.names() == [])
  }

  @Test(
    "A debug build refuses to measure without --allow-debug",
    .enabled(if: !Build.isOptimised, "the build is optimised"), arguments: [[], ["--no-reports"]])
  func debugBuild(options: [String]) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(["run", "smoke"] + options, in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("debug build"))
    #expect(outcome.errors.contains("--allow-debug"))
    #expect(try folder.names() == [])
  }

  @Test("A run with --no-reports shows the table and writes no file")
  func measure() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      [
        "run", "--no-reports", "--corpus", "titles-100", "--sessions", "2", "--rounds", "1",
        "--max-time",
        "0.001", "--allow-debug", "--no-progress",
      ], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("linear-scan"))
    #expect(try folder.names() == [])
  }

  @Test("The verify command checks answers, times nothing, and writes files only with -o")
  func verify() throws {
    let folder = try TemporaryFolder()
    let arguments = ["verify", "--corpus", "countries", "--no-progress"]
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("answers checked"))
    #expect(!outcome.output.contains("Choose"))
    #expect(try folder.names() == [])
    #expect(try Program.matchmark.run(arguments + ["-o", "r"], in: folder.path).code == 0)
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("r/record.json")))))
    #expect(record.cells.flatMap(\.matchers).allSatisfy { $0.packedSamples == "" })
  }

  @Test("A query shows the number and text of each row")
  func query() throws {
    let outcome = try Program.matchmark.run([
      "query", "--corpus", "countries", "--token", "continent=Europe", "--scope", "2019", "united",
    ])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("  1  k2 · United Kingdom · Europe · 2019\n"))
    #expect(outcome.output.contains("1 row: oracle, linear-scan, inverted-index"))
  }

  @Test("A query with --json prints one object per line, the oracle's first")
  func queryAsJSON() throws {
    let outcome = try Program.matchmark.run(["query", "--corpus", "countries", "--json", "new"])
    #expect(outcome.code == 0)
    let objects = try outcome.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.first?["matcher"] as? String == "oracle")
    for object in objects {
      #expect(object["rows"] as? [Int] == [6, 7, 11] || object["skipped"] is String)
    }
    #expect(objects.filter { $0["rows"] != nil }.count >= 3)
  }

  @Test("An unknown token value constrains nothing, and a warning suggests the nearest value")
  func unknownValue() throws {
    let outcome = try Program.matchmark.run([
      "query", "--corpus", "countries", "--token", "continent=Europa", "new",
    ])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("3 rows"))
    #expect(outcome.errors.contains("warning: no row has continent 'Europa'"))
    #expect(outcome.errors.contains("did you mean 'Europe'?"))
  }

  @Test(
    "A file of your own needs no profile: an inferred one is shown, and can be saved and reused")
  func ownFile() throws {
    let folder = try TemporaryFolder()
    try Data("name,year\nÉclair,2018\nTarte,2019\nFlan,2018\n".utf8)
      .write(to: URL(filePath: folder.file("cakes.csv")))
    let arguments = [
      "run", "--corpus", "cakes.csv", "--sessions", "2", "--rounds", "1", "--max-time", "0.001",
      "--allow-debug", "--no-progress", "-o", "r",
    ]
    let first = try Program.matchmark.run(
      arguments + ["--write-profile", "cakes.yaml"], in: folder.path)
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.errors.contains("inferred profile"))
    #expect(try folder.names() == ["cakes.csv", "cakes.yaml", "r"])
    // Forks get the same arguments and do not save it again.
    let forked = try Program.matchmark.run(
      arguments + ["--write-profile", "again.yaml", "--forks", "2"], in: folder.path)
    #expect(forked.code == 0, "\(forked.errors)")
    let query = ["query", "--corpus", "cakes.csv", "--json", "eclair"]
    let inferred = try Program.matchmark.run(query, in: folder.path)
    let saved = try Program.matchmark.run(query + ["--profile", "cakes.yaml"], in: folder.path)
    #expect(
      inferred.output.contains(#"{"matcher":"oracle","ranges":[{"name":[[0,7]]}],"rows":[0]}"#))
    #expect(saved.output == inferred.output)
  }

  @Test("Every command that infers a profile shows it on standard error")
  func inferred() throws {
    let folder = try TemporaryFolder()
    try Data("name;year\nTarte;2019\n".utf8).write(to: URL(filePath: folder.file("cakes.CSV")))
    let measure = ["--rounds", "1", "--max-time", "0.001", "--allow-debug", "--no-progress"]
    for command in [
      ["query", "t"], ["verify", "--no-progress"], ["run", "--no-reports"] + measure,
      ["run", "--dry-run"],
    ] {
      let outcome = try Program.matchmark.run(
        [command[0], "--corpus", "cakes.CSV"] + command.dropFirst(), in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("inferred profile"), "\(command)")
      #expect(!outcome.output.contains("inferred profile"))
      #expect(
        outcome.errors.contains(
          "warning: cakes.CSV: got one column, 'name;year', with a semicolon in its name, expected "
            + "a comma"), "\(outcome.errors)")
    }
  }

  @Test("A dry run saves no profile, and lists the cells with --details")
  func dryRunOfRows() throws {
    let folder = try TemporaryFolder()
    try Data("name\nTarte\n".utf8).write(to: URL(filePath: folder.file("cakes.csv")))
    let outcome = try Program.matchmark.run(
      ["run", "--corpus", "cakes.csv", "--dry-run", "--details", "--write-profile", "cakes.yaml"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.dropFirst() == ["  cakes.inferred"])
    #expect(try folder.names() == ["cakes.csv"])
    let short = try Program.matchmark.run(
      ["run", "--corpus", "cakes.csv", "--dry-run"], in: folder.path)
    #expect(short.lines.count == 1)
  }

  @Test("Output outside a terminal has no colour unless colour is requested")
  func colour() throws {
    let query = ["query", "--corpus", "countries", "new"]
    let escape = "\u{1B}["
    #expect(try !Program.matchmark.run(query).output.contains(escape))
    #expect(try !Program.matchmark.run(query + ["--color", "never"]).output.contains(escape))
    #expect(try Program.matchmark.run(query + ["--color", "always"]).output.contains(escape))
    let environment = ["NO_COLOR": "1"]
    #expect(try !Program.matchmark.run(query, environment: environment).output.contains(escape))
    #expect(
      try Program.matchmark.run(query + ["--colour", "always"], environment: environment)
        .output.contains(escape))
    #expect(try Program.matchmark.run(query + ["--color", "pink"]).code == 64)
  }
}
