import Foundation
import MatchmarkCore
import MatchmarkTestSupport

extension Attack {
  /// Chooses a command line whose files are damaged, with strange options.
  mutating func damageInput(
    _ material: AttackMaterial, _ random: inout SeededGenerator
  ) throws {
    var damage = Damage(seed: seed)
    for word in random.pick(AttackCommand.all) {
      if word == "<input>" {
        input = damage.damage(try Seed.of(["request", "trace", "typed"], &random))
      } else if let kinds = AttackCommand.kinds[word] {
        let bytes = word == "record.json" ? material.record : try Seed.of(kinds, &random)
        scene.add(.file(damage.damage(bytes)), at: "here/\(word)")
        arguments.append(word)
      } else {
        arguments.append(word)
      }
    }
    for _ in 0..<random.below(3) { arguments += Self.option(&random) }
  }

  /// An option that the command may or may not have, with a value of any kind.
  private static func option(_ random: inout SeededGenerator) -> [String] {
    let name = random.pick(AttackCommand.options)
    if AttackCommand.flags.contains(name) { return [name] }
    let value = random.pick(Damage.hostile).prefix(2_000)
    // An argument ends at a zero byte.
    return [name, String(decoding: value.filter { $0 != 0 }, as: UTF8.self)]
  }
}

/// The bytes that an attack starts from.
private enum Seed {
  /// One of the fuzzing seeds of these kinds.
  static func of(_ kinds: [String], _ random: inout SeededGenerator) throws -> [UInt8] {
    let paths = try kinds.sorted().flatMap { kind in
      try FileManager.default.contentsOfDirectory(atPath: WorkingCopy.path("Fixtures/fuzz/\(kind)"))
        .sorted().map { "Fixtures/fuzz/\(kind)/\($0)" }
    }
    return Array(try Data(contentsOf: WorkingCopy.root.appending(path: random.pick(paths))))
  }
}

/// The command lines under attack; the name of a file stands for a damaged one.
enum AttackCommand {
  static let all: [[String]] = [
    ["report", "record.json"], ["report", "record.json", "-o", "out.txt"],
    ["report", "record.json", "record.json"], ["report", "record.json", "-e", "linear-scan"],
    ["baseline", "show", "record.json"], ["baseline", "save", "main", "--record", "record.json"],
    ["baseline", "delete", "record.json"], ["baseline", "list", "--baseline-folder", "."],
    ["verify", "case.json"], ["session", "--app", "countries", "trace.jsonl"],
    ["session", "--app", "plans", "--settings", "settings.json", "trace.jsonl"],
    ["session", "--app", "products", "--json", "<input>"], ["session", "<input>"],
    ["query", "--corpus", "rows.csv", "a"], ["query", "--corpus", "rows.jsonl", "a"],
    ["query", "--corpus", "rows.csv", "--profile", "profile.yaml", "--token", "a=b", "a"],
    ["data", "hash", "rows.csv"], ["data", "show", "rows.jsonl"],
    ["engine", "requests", "--corpus", "rows.csv", "a"],
    ["engine", "serve", "-e", "linear-scan", "<input>"],
    ["verify", "--corpus", "rows.csv"] + small, ["run", "--corpus", "rows.jsonl"] + small,
    ["run", "suite.yaml", "--dry-run"], ["run", "suite.yaml"] + small,
    ["run", "--corpus", "countries", "--engine-file", "engines.yaml"] + small,
    ["run", "--corpus", "countries", "--divergences", "engines.yaml"] + small,
    ["run", "--corpus", "countries"] + small,
    ["check", "--corpus", "countries", "--baseline", "record.json"] + small,
    ["hunt", "--cases", "2", "--regressions", "out"],
    ["run", "--corpus", "identifiers", "--sizes", "10,40"] + small,
  ]

  private static let small = [
    "--sessions", "1", "--rounds", "1", "--max-time", "0.001", "--no-progress", "-o", "out",
  ]

  /// The fuzzing seeds from which each file starts.
  static let kinds: [String: [String]] = [
    "record.json": ["record"], "case.json": ["cases"], "trace.jsonl": ["trace"],
    "settings.json": ["typed", "trace"], "rows.csv": ["csv"], "rows.jsonl": ["json-lines"],
    "profile.yaml": ["profile"], "suite.yaml": ["suite"], "engines.yaml": ["engines"],
  ]

  static let flags: Set<String> = [
    "--json", "--details", "--quick", "--strict", "--exact", "--create-missing",
    "--conformance", "--fail-fast",
  ]

  /// All except those that name a file to write or a program to run.
  static let options =
    flags.sorted() + [
      "--budget", "--cases", "--color", "--corpus", "--filter", "--first", "--floor", "--forks",
      "--format", "--junit-dialect", "--limit", "--matcher", "--matcher-option", "--max-time",
      "--note", "--delimiter", "--no-header", "--delivery", "--pace", "--pace-time", "--profile",
      "--repeat", "--require",
      "--rounds", "--scope", "--seed", "--sessions", "--sizes", "--targets", "--time", "--timeout",
      "--token", "--want", "--workers",
    ]
}
