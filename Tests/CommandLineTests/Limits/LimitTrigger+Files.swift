import Foundation
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkTestSupport

extension LimitTrigger {
  /// Files that are judged by size; at the limit, if that is small, they are wrong in another way.
  static let files: [LimitTrigger] = [
    .commands(
      "rows-file-size", atLimit: nil,
      beyond: hole("rows.csv", 1 << 34 + 1, "query", "--corpus", "rows.csv", "x")),
    .commands(
      "record-file-size", atLimit: nil,
      beyond: hole("record.json", 1 << 26 + 1, "report", "record.json")),
    .commands(
      "cases-file-size", atLimit: hole("case.json", 1 << 24, "reproduce", "case.json"),
      beyond: hole("case.json", 1 << 24 + 1, "reproduce", "case.json")),
    .commands(
      "traces-file-size", atLimit: hole("trace.jsonl", 1 << 24, "session", "trace.jsonl"),
      beyond: hole("trace.jsonl", 1 << 24 + 1, "session", "trace.jsonl")),
    .commands(
      "settings-file-size",
      atLimit: hole("settings.json", 1 << 20, "session", "--settings", "settings.json"),
      beyond: hole("settings.json", 1 << 20 + 1, "session", "--settings", "settings.json")),
    .commands(
      "yaml-file-size", atLimit: hole("suite.yaml", 1 << 20, "run", "suite.yaml", "--dry-run"),
      beyond: hole("suite.yaml", 1 << 20 + 1, "run", "suite.yaml", "--dry-run")),
    .commands(
      "entries-file-size", atLimit: nil,
      beyond: hole(
        "hunts.jsonl", 1 << 24 + 1, "hunt", "--cases", "1", "-e", "linear-scan", "--ledger",
        "hunts.jsonl")),
    .commands(
      "record-number", atLimit: record(number: "9007199254740991"),
      beyond: record(number: "9007199254740992")),
    .commands(
      // Eight of the largest numbers are eight short of the sum.
      "record-sum", atLimit: numbers(adding: 8), beyond: numbers(adding: 80)),
    .commands("json-nesting", atLimit: nested(128), beyond: nested(129)),
    .commands(
      "json-values", atLimit: values(JSONBounds.valueLimit),
      beyond: values(JSONBounds.valueLimit + 1)),
    .commands(
      "stream-size", atLimit: nil,
      beyond: Job(links: ["rows.csv": "/dev/zero"], arguments: ["data", "show", "rows.csv"])),
    .commands("yaml-aliases", atLimit: aliases(40), beyond: aliases(41)),
    .commands("yaml-keys", atLimit: keys(3), beyond: keys(4)),
    .calls(
      "kept-records", atLimit: { try keptRecords(before: 19) },
      beyond: { try keptRecords(before: 20) }),
  ]

  private static func hole(_ name: String, _ size: Int, _ arguments: String...) -> Job {
    Job(holes: [name: size], arguments: arguments)
  }

  private static func record(number: String) -> Job {
    Job(
      files: ["record.json": Array("{\"formatVersion\": \(number)}".utf8)],
      arguments: ["report", "record.json"])
  }

  /// A record whose numbers are eight of the largest ones, and one more.
  private static func numbers(adding last: Int) -> Job {
    let numbers = Array(repeating: "9007199254740991", count: 8) + ["\(last)"]
    return Job(
      files: ["record.json": Array("[\(numbers.joined(separator: ","))]".utf8)],
      arguments: ["report", "record.json"])
  }

  /// A record of nothing but lists; at the limit it is wrong in another way.
  private static func nested(_ depth: Int) -> Job {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    return Job(files: ["record.json": Array(text.utf8)], arguments: ["report", "record.json"])
  }

  /// A list of this many values.
  private static func values(_ count: Int) -> Job {
    let text = "[" + String(repeating: "0,", count: count - 2) + "0]"
    return Job(files: ["record.json": Array(text.utf8)], arguments: ["report", "record.json"])
  }

  private static func keys(_ count: Int) -> Job {
    let keys = (0..<count).map { "[\($0)]: x" }.joined(separator: ", ")
    return Job(
      files: ["suite.yaml": Array("why: {\(keys)}\n".utf8)],
      arguments: ["run", "suite.yaml", "--dry-run"])
  }

  private static func aliases(_ count: Int) -> Job {
    let list = Array(repeating: "*a", count: count).joined(separator: ", ")
    return Job(
      files: ["suite.yaml": Array("why: &a x\nmatchers: [\(list)]\n".utf8)],
      arguments: ["run", "suite.yaml", "--dry-run"])
  }

  /// Runs once with this many kept records; nil if all of them stay.
  private static func keptRecords(before count: Int) throws -> String? {
    let folder = try TemporaryFolder()
    let runs = folder.file("reports/runs")
    try FileManager.default.createDirectory(atPath: runs, withIntermediateDirectories: true)
    let record = Data(try SmallRecord.read().encoded())
    for number in 0..<count {
      try record.write(to: URL(filePath: "\(runs)/\(100_001 + number)-20000101T000000Z-a.json"))
    }
    _ = try Program.matchmark.run(
      [
        "run", "--corpus", "titles-1", "-e", "linear-scan", "--rounds", "1", "--sessions",
        "1", "--max-time", "0.01", "--allow-debug", "--no-progress",
      ], in: folder.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: runs)
    return names.count == count + 1 ? nil : "\(names.count) of \(count + 1) are kept"
  }
}

// MARK: - Arguments and messages

extension LimitTrigger {
  static let arguments: [LimitTrigger] = [
    .commands(
      "generated-rows", atLimit: generated(100_000_000),
      beyond: Job(arguments: ["query", "--corpus", "titles-100000001", "x"])),
    .commands(
      "forks", atLimit: Job(arguments: ["run", "smoke", "--forks", "1000", "--dry-run"]),
      beyond: Job(arguments: ["run", "smoke", "--forks", "1001", "--dry-run"])),
    .commands(
      "hunt-workers", atLimit: hunt("--workers", 256), beyond: hunt("--workers", 257)),
    .commands(
      "hunt-first", atLimit: hunt("--first", 1_000_000_000_000),
      beyond: hunt("--first", 1_000_000_000_001)),
    .commands("hunt-rows", atLimit: hunt("--rows", 1_000_000), beyond: hunt("--rows", 1_000_001)),
    .commands("typed-line-size", atLimit: typed(262_144), beyond: typed(262_145)),
    .calls(
      "message-size", atLimit: { try message(sizeInBytes: 16_384) },
      beyond: { try message(sizeInBytes: 16_385) }),
  ]

  private static func generated(_ rows: Int) -> Job {
    let text = """
      why: x
      matchers: [linear-scan]
      cells:
        - {generators: titles, rows: [\(rows)], profiles: titles}

      """
    return Job(
      files: ["suite.yaml": Array(text.utf8)], arguments: ["run", "suite.yaml", "--dry-run"])
  }

  private static func hunt(_ option: String, _ value: Int) -> Job {
    Job(
      arguments: [
        "hunt", option, "\(value)", "--cases", "1", "--seed", "1", "-e", "linear-scan",
        "--no-progress",
      ])
  }

  private static func typed(_ size: Int) -> Job {
    Job(input: letters(size) + "\n", arguments: ["session", "--app", "plans"])
  }

  /// A message of this many bytes after its line's start; nil if all of it is shown.
  private static func message(sizeInBytes: Int) throws -> String? {
    func said(_ count: Int) throws -> String {
      try Program.matchmark.run(["query", "--corpus", letters(count), "x"]).errors
    }
    let frame = try said(1_000).utf8.count - 1_001
    let text = try said(sizeInBytes - frame)
    return text.contains("bytes left out") ? text : nil
  }
}
