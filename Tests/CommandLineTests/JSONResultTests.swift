import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("Results for programs", .long)
struct JSONResultTests {
  private static let schemas = WorkingCopy.path("Fixtures/schemas")

  private func json(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> JSONValue {
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
    #expect(outcome.output.hasSuffix("}\n") && outcome.output.count { $0 == "\n" } <= 10)
    return try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
  }

  @Test("Lists and a shown baseline are valid by their JSON schemas")
  func lists() throws {
    let folder = try TemporaryFolder()
    _ = try SmallRecord.write(to: folder)
    let saved = try Program.matchmark.run(
      ["baseline", "save", "main", "--record", "record.json"], in: folder.path)
    #expect(saved.code == 0, "\(saved.errors)")
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/list.schema.json")
    let all = try json(["list", "--json"], in: folder)
    let baselines = try json(["baseline", "list", "--json"], in: folder)
    for value in [all, baselines] { #expect(schema.complaints(about: value) == []) }
    #expect(all["matchers"]?.items?.contains { $0["name"]?.text == "linear-scan" } == true)
    #expect(baselines["baselines"]?.items?.compactMap { $0["name"]?.text } == ["main"])
    let shown = try json(["baseline", "show", "main", "--json"], in: folder)
    let baseline = try JSONSchema(contentsOf: "\(Self.schemas)/baseline.schema.json")
    #expect(baseline.complaints(about: shown) == [])
    let reference = try SmallRecord.read().suite.reference
    #expect(shown["conditions"]?["reference"]?.text == reference)
  }

  @Test("Each JSON line of a query and of a session is valid by its schema")
  func lines() throws {
    // One answers, one must decline; with all matchers, their number would depend on a trait.
    let matchers = ["-e", "linear-scan", "-e", "sorted-prefix", "-e", "foundation-filter"]
    let query = try Program.matchmark.run(
      ["query", "--corpus", "world", "united", "--limit", "2", "--json"] + matchers)
    let session = try Program.matchmark.run(
      ["session", "--corpus", "world", "--json"], input: "type united\ntap row 0\nno such thing\n")
    let ranked = try Program.faulty.run(
      ["query", "--corpus", "world", "--rank", "fzf-v2", "e", "--json"]
        + ["-e", "faulty-orders-ties-backwards", "-e", "faulty-cuts-rows"])
    #expect(ranked.output.contains(#""differs":"#) && ranked.output.contains(#""skipped":"#))
    for (name, outcome, count) in [
      ("query", query, 4), ("query", ranked, 3), ("session", session, 4),
    ] {
      #expect(outcome.lines.count == count, "\(outcome.text)")
      let schema = try JSONSchema(contentsOf: "\(Self.schemas)/\(name).schema.json")
      for line in outcome.lines {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
        #expect(schema.complaints(about: value) == [], "\(line)")
      }
    }
  }

  @Test("The JSON sum of a fleet's results is valid by its schema")
  func fleet() throws {
    let folder = try TemporaryFolder()
    let plan = [
      "fleet", "plan", "hunt", "--seed", "7", "--cases", "3", "--rows", "20", "-e", "linear-scan",
      "-o", "units.jsonl",
    ]
    for arguments in [plan, ["fleet", "work", "units.jsonl", "-o", "parts"]] {
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let merged = try json(["fleet", "merge", "parts", "-o", "merged", "--json"], in: folder)
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/fleet.schema.json")
    #expect(schema.complaints(about: merged) == [])
    #expect(merged["hunt"]?["cases"]?.number == 3)
  }

  @Test("A run with --json prints the record and nothing else")
  func runAsJSON() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(CommandTests.smallRun + ["--json"], in: folder.path)
    #expect(outcome.code == 0)
    #expect(
      try Data(contentsOf: URL(filePath: folder.file("reports/record.json")))
        == Data(outcome.output.utf8))
  }

  @Test("The record of ranked rows, wrong ones included, is valid by its schema")
  func ranked() throws {
    let outcome = try Program.faulty.run([
      "verify", "--corpus", "titles-50", "--rank", "fzf-v2", "-e", "fuzzy", "-e",
      "faulty-orders-ties-backwards", "--no-progress", "--json",
    ])
    #expect(outcome.code == 2, "\(outcome.errors)")
    let record = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/record.schema.json")
    #expect(schema.complaints(about: record) == [])
    #expect(record["cells"]?.items?.first?["profile"]?["rank"]?.text == "fzf-v2@0.74")
  }

  @Test("A check with --json prints only its record, valid by its schema")
  func check() throws {
    let folder = try TemporaryFolder()
    let options = [
      "--corpus", "titles-50", "--sessions", "1", "-e", "inverted-index", "--rounds", "2",
      "--max-time", "0.01", "--forks", "1", "--allow-debug", "--no-progress",
    ]
    let created = try json(
      ["check", "--baseline", "main", "--create-missing", "--json"] + options, in: folder)
    let checked = try json(
      ["check", "--baseline", "main", "--json", "--allow-debug", "--no-progress"], in: folder)
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/record.schema.json")
    for value in [created, checked] { #expect(schema.complaints(about: value) == []) }
    #expect(checked["gate"]?["subject"]?.text == "main")
    #expect(checked["ending"]?["verdict"]?.text == "right")
  }

  /// A command whose result has a schema of its own.
  struct Shown: CustomTestStringConvertible {
    let schema: String
    let arguments: [String]
    /// A required key with this number of items.
    let key: String
    let count: Int

    /// The names that the arguments begin with.
    var command: String {
      arguments[0] == "data" ? arguments.prefix(2).joined(separator: " ") : arguments[0]
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "Each command with --json-verdict prints only its valid result and then its verdict",
    arguments: [
      Shown(schema: "info", arguments: ["info", "--json"], key: "commandLine", count: 4),
      Shown(
        schema: "data", arguments: ["data", "show", "countries", "--rows", "2", "--json"],
        key: "rows",
        count: 2),
      Shown(
        schema: "data", arguments: ["data", "hash", "countries", "--json"], key: "rows", count: 0),
      Shown(
        schema: "report",
        arguments: ["report", "record.json", "-e", "linear-scan", "--format", "json"],
        key: "matchers", count: 2),
      Shown(
        schema: "report", arguments: ["report", "record.json", "record.json", "--format", "json"],
        key: "comparisons", count: 1),
      Shown(
        schema: "hunt",
        arguments: [
          "hunt", "--cases", "3", "--seed", "1", "-e", "linear-scan", "--rows", "20", "--json",
        ],
        key: "answering", count: 1),
      Shown(
        schema: "hunt",
        arguments: [
          "hunt", "--ranked", "--cases", "200", "--seed", "1", "-e", "fuzzy", "--json",
        ],
        key: "answering", count: 1),
      Shown(
        schema: "quality",
        arguments: ["quality", "--corpus", "countries", "--needles", "3", "--json"],
        key: "participants", count: 1),
      Shown(
        schema: "conformance", arguments: ["verify", "cases.json", "-e", "linear-scan", "--json"],
        key: "subjects", count: 4),
      Shown(
        schema: "record",
        arguments: [
          "run", "--corpus", "titles", "--sizes", "20,40", "--sessions", "2", "-e", "linear-scan",
          "--max-time", "0.01", "--no-reports", "--allow-debug", "--no-progress", "--json",
        ], key: "cells", count: 2),
      Shown(
        schema: "history", arguments: ["report", "--history", "--format", "json"], key: "series",
        count: 2),
    ])
  func results(_ shown: Shown) throws {
    let folder = try HistoryCommandTests.folder()
    _ = try SmallRecord.write(to: folder)
    let regressions = WorkingCopy.path("Fixtures/regressions")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: regressions).sorted()
        .first { $0.hasSuffix(".json") })
    try FileManager.default.copyItem(
      atPath: "\(regressions)/\(file)", toPath: folder.file("cases.json"))
    let outcome = try Program.matchmark.run(
      shown.arguments + ["--json-verdict"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let verdict = try #require(outcome.lines.last)
    #expect(
      verdict == #"{"command":"\#(shown.command)","exitCode":0,"verdict":"right"}"#)
    let result = outcome.lines.dropLast().joined(separator: "\n")
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(result.utf8))
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/\(shown.schema).schema.json")
    #expect(schema.complaints(about: value) == [])
    #expect(value[shown.key]?.items?.count == shown.count, "\(result.prefix(2_000))")
  }

  @Test(
    "A step-by-step check prints a valid object, and --json-verdict covers failing commands too")
  func failures() throws {
    let folder = try TemporaryFolder()
    let program = try Program.matchmark.path
    let smoke = try json(
      ["verify", "--json", "--", program, "engine", "serve", "--matcher", "linear-scan"], in: folder
    )
    let schema = try JSONSchema(contentsOf: "\(Self.schemas)/steps.schema.json")
    #expect(schema.complaints(about: smoke) == [])
    #expect(smoke["wrongCount"]?.number == 0 && (smoke["answerCount"]?.number ?? 0) > 0)
    let verdicts = try JSONSchema(contentsOf: "\(Self.schemas)/verdict.schema.json")
    for (arguments, code, word) in [
      (["report", "missing.json"], Int32(1), "could-not-run"), (["report"], 64, "usage"),
      (["check", "--baseline", "none", "--allow-debug"], 6, "not-comparable"),
    ] {
      let outcome = try Program.matchmark.run(arguments + ["--json-verdict"], in: folder.path)
      #expect(outcome.code == code && outcome.lines.count == 1, "\(outcome.text)")
      let value = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
      #expect(verdicts.complaints(about: value) == [])
      #expect(!outcome.errors.contains("--json-verdict"), "\(outcome.errors)")
      #expect(value["verdict"]?.text == word && value["exitCode"]?.number == Double(code))
    }
    let silent = try Program.matchmark.run(["report", "missing.json"], in: folder.path)
    #expect(silent.output == "")
  }
}
