import Foundation
import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("A clock that is set back")
struct ClockTests {
  @Test("A clock that is set back changes neither which run was last nor which records are kept")
  func history() throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let runs = folder.file("r/runs")
    let first = try #require(try FileManager.default.contentsOfDirectory(atPath: runs).first)
    #expect(first.hasPrefix("000001-"))
    // Twenty runs from a time when the clock was ahead; the last is the one to compare with.
    var record = try RunRecord(decoding: try FileReader.read("\(runs)/\(first)"))
    for number in 2...21 {
      let day = number == 21 ? "10" : "\(30 - number / 3)"
      record.context.startedAt = "2099-01-\(day)T00:00:00Z"
      try AtomicFile.write(
        try record.encoded(), to: "\(runs)/0000\(number / 10)\(number % 10)-2099-corpus.json",
        replacing: .own)
    }
    let outcome = try Program.matchmark.run(
      SmallRun.arguments + ["-e", "inverted-index"], in: folder.path)
    #expect(outcome.code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: runs).sorted()
    #expect(names.count == 20)
    #expect(names.first == "000003-2099-corpus.json")
    #expect(try #require(names.last).hasPrefix("000022-20"))
    let kept = try RunRecord(decoding: try FileReader.read("\(runs)/\(names.last ?? "")"))
    #expect(kept.context.startedAt < "2099")
    #expect(outcome.output.contains("2099-01-10"))
  }
}

@Suite("Locales and time zones")
struct LocaleTests {
  /// Locales need not be installed: the code that reads them sees the variables anyway.
  private static let places = [
    ["LC_ALL": "C", "TZ": "UTC"], ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"],
    ["LC_ALL": "de_DE.UTF-8", "TZ": "America/St_Johns"],
  ].map { $0.merging(["LANG": $0["LC_ALL"] ?? "", "LANGUAGE": $0["LC_ALL"] ?? ""]) { $1 } }

  private static let record = Result {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    return try FileReader.read(folder.file("r/record.json"))
  }

  private static let commands = [
    ["report", "record.json"], ["query", "--corpus", "countries", "I"],
  ]
  private static let heavyCommands =
    ["junit", "xml", "html", "markdown", "csv", "json"].map {
      ["report", "record.json", "--format", $0]
    } + [
      ["data", "gen", "places-1000"], ["verify", "--conformance", "-f", "TITLE"],
      ["verify", "--corpus", "people-1000", "--no-progress"],
    ]

  @Test(
    "A locale name that is too long for the system's library changes no exit code",
    arguments: ["abcdefghijkl", "abcdefghijkl_US.UTF-8", String(repeating: "a", count: 300)])
  func longNames(name: String) throws {
    let folder = try TemporaryFolder()
    let verify = ["verify", "--corpus", "countries", "--sessions", "1", "-e", "linear-scan"]
    for variable in ["LANG", "LC_ALL"] {
      let outcome = try Program.matchmark.run(
        verify + ["--no-progress", "-o", "r"], in: folder.path, environment: [variable: name])
      #expect(outcome.code == 0, "\(outcome.text)")
    }
  }

  @Test(
    "The locale and the time zone change no byte of any report or answer",
    arguments: commands + TestAmount.first(0, of: heavyCommands))
  func bytes(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(try Self.record.get(), to: folder.file("record.json"), replacing: .own)
    let outputs = try Self.places.map { place in
      let outcome = try Program.matchmark.run(arguments, in: folder.path, environment: place)
      #expect(outcome.code == 0)
      return outcome.output
    }
    #expect(!outputs[0].isEmpty)
    #expect(Set(outputs).count == 1)
  }

  @Test("A run records its start time in UTC, whatever the time zone")
  func universalTime() throws {
    let folder = try TemporaryFolder()
    let before = Date().addingTimeInterval(-1)
    let outcome = try Program.matchmark.run(
      SmallRun.arguments, in: folder.path, environment: Self.places[1])
    #expect(outcome.code == 0)
    let text = try ReportSet(folder.file("r")).record.context.startedAt
    let started = try Date(text, strategy: .iso8601)
    #expect((before...Date()).contains(started))
  }
}
