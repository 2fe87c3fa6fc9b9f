import Foundation
import MatchmarkTestSupport
import Testing

/// Numbers in options and suites, over the whole range that a person can write.
@Suite("Numbers out of range", .timeLimit(.minutes(15)))
struct NumberRangeTests {
  private static let numbers = [
    "nan", "-nan", "inf", "-inf", "1e308", "-1e308", "1e19", "1e25", "9e18", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "-9223372036854775808", "-0", "0x1p1023",
    "4.9e-324", "", " 1", "1\u{301}", "1e", "١",
  ].every(TestAmount.strangeNumberStride)

  private static let run = ["run", "--corpus", "countries", "--dry-run", "--allow-debug"]

  private static let options: [(option: String, command: [String])] = [
    ("--sessions", run), ("--rounds", run), ("--max-time", run), ("--pace-time", run),
    ("--timeout", run), ("--forks", run), ("--budget", run),
    ("--floor", ["check", "--baseline", "x", "--allow-debug"]),
    ("--sizes", ["run", "--corpus", "titles", "--dry-run", "--allow-debug"]),
    ("--limit", ["query", "--corpus", "countries", "new"]),
    ("--rows", ["data", "show", "countries"]),
    ("--repeat", ["engine", "requests", "--corpus", "countries", "--rows", "rows.jsonl", "new"]),
    ("--time", ["hunt", "--cases", "1"]), ("--cases", ["hunt", "--time", "1ms"]),
    ("--first", ["hunt", "--cases", "1", "-e", "linear-scan", "--rows", "2"]),
    ("--rows", ["hunt", "--cases", "1", "-e", "linear-scan"]),
    ("--workers", ["hunt", "--cases", "1", "-e", "linear-scan", "--rows", "2"]),
    ("--timeout", ["verify", "--", "true"]),
  ]

  @Test("A number of any size in an option is accepted or refused with its range, without a crash")
  func options() throws {
    let folder = try TemporaryFolder()
    for (option, command) in Self.options {
      for number in Self.numbers {
        let argument = option == "--budget" ? "p99=\(number)ms" : number
        let text = option == "--time" ? number + "s" : argument
        let outcome = try Program.matchmark.run(command + ["\(option)=\(text)"], in: folder.path)
        #expect(outcome.code < 100, "\(command) \(option)=\(text): \(outcome.errors)")
        guard outcome.code == 64, outcome.errors.contains("invalid") else { continue }
        #expect(outcome.errors.contains("got \(option) \(text)"), "\(outcome.errors)")
        #expect(
          outcome.errors.contains(", expected a") || outcome.errors.contains("expected a figure"),
          "\(outcome.errors)")
      }
    }
  }

  @Test(
    "A number in an option that is not in plain decimal notation is refused",
    arguments: [
      "--max-time=0x10", "--max-time=0x1p2s", "--seed=-0", "--seed=+1", "--rounds=+1",
      "--sessions=0x10", "--timeout=0x10", "--budget=p99=0x1ms", "--forks=+2",
    ])
  func notation(option: String) throws {
    let outcome = try Program.matchmark.run(Self.run + [option])
    #expect(outcome.code == 64, "\(outcome.text)")
    #expect(outcome.errors.contains("expected a"), "\(outcome.errors)")
  }

  @Test("A number out of range in a suite is an error with its position and the permitted range")
  func settings() throws {
    let folder = try TemporaryFolder()
    for key in [
      "rounds", "maximum-rounds", "warm-up-rounds", "sampled-rounds", "cell-seconds",
      "round-seconds", "target-width", "oracle-row-tests", "oracle-share",
      "sample-microseconds", "seed", "sessions", "budget",
    ] {
      for number in Self.numbers.filter({ !$0.isEmpty }) {
        var suite = "why: x\nmatchers: [linear-scan]\n"
        var cell = "{apps: countries, sessions: 1}"
        switch key {
        case "seed": suite += "seed: \(number)\n"
        case "sessions": cell = "{apps: countries, sessions: \(number)}"
        case "budget": suite += "budget: {p99: \(number)s}\n"
        default: suite += "effort: {\(key): \(number)}\n"
        }
        suite += "cells: [\(cell)]\n"
        try Data(suite.utf8).write(to: URL(filePath: folder.file("suite.yaml")))
        let outcome = try Program.matchmark.run(
          ["run", "suite.yaml", "--dry-run", "--allow-debug"], in: folder.path)
        #expect([0, 1].contains(outcome.code), "\(key): \(number): \(outcome.errors)")
        guard outcome.code == 1 else { continue }
        #expect(outcome.errors.contains("expected a"), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("matchmark: suite.yaml:"), "\(outcome.errors)")
      }
    }
  }
}
