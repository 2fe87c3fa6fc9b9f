import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("The ledger of hunts", .long)
struct HuntLedgerTests {
  @Test("A hunt adds what it has compared to a ledger, keyed by the sources")
  func ledger() throws {
    let folder = try TemporaryFolder()
    let hunt = [
      "hunt", "--cases", "3", "--no-progress", "-e", "linear-scan", "--ledger", "l.jsonl",
    ]
    let first = try Program.matchmark.run(hunt + ["--seed", "5"], in: folder.path)
    let second = try Program.matchmark.run(hunt + ["--seed", "6"], in: folder.path)
    func total(_ outcome: ProgramOutcome) throws -> Int {
      let text = try #require(
        outcome.output.firstMatch(of: /ledger: (.+) answers compared, \1 of them with/)?.1)
      return try #require(Int(text.filter(\.isNumber)))
    }
    #expect(try total(second) > total(first))
    let lines = try String(contentsOfFile: folder.file("l.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"sources\":\"") })
    #expect(lines[1].contains("\"seed\":6") && lines[1].contains("\"cases\":3"))
    #expect(lines.allSatisfy { $0.contains("\"wrong\":0") })
    let wrong = try Program.faulty.run(
      hunt.dropLast(3) + ["faulty-drops-last-row", "--ledger", "l.jsonl", "--regressions", "f"],
      in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    let all = try String(contentsOfFile: folder.file("l.jsonl"), encoding: .utf8)
    #expect(all.split(separator: "\n").last?.contains("\"wrong\":1") == true, "\(all)")
  }

  @Test("A ledger keeps the answers of each contract apart")
  func contracts() throws {
    let folder = try TemporaryFolder()
    let hunts = [
      ["--cases", "3", "-e", "linear-scan"],
      ["--ranked", "--cases", "40", "-e", "fzf-v2", "--clause", "F2", "--clause", "F7"],
      ["--boxes", "--cases", "30", "-e", "search-box"],
      ["--ranked", "--cases", "40", "-e", "osa", "--corpus", "countries"],
    ]
    let sums = try hunts.map { options in
      let outcome = try Program.matchmark.run(
        ["hunt", "--seed", "5", "--no-progress", "--ledger", "l.jsonl"] + options,
        in: folder.path)
      #expect(outcome.code == 0, "\(outcome.text)")
      return try #require(outcome.lines.first { $0.hasPrefix("ledger") })
    }
    func total(_ index: Int, _ head: String) throws -> Int {
      let sum = try #require(
        sums[index].wholeMatch(of: /(.+): (.+) answers compared, \2 of them with these sources/))
      #expect(sum.1 == head)
      return try #require(Int(sum.2.filter(\.isNumber)))
    }
    _ = try total(0, "ledger")
    let first = try total(1, "ledger of ranking")
    #expect(try total(2, "ledger of late-answers") > 0)
    #expect(try total(3, "ledger of ranking") > first)
    let lines = try String(contentsOfFile: folder.file("l.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    #expect(!lines[0].contains("contract") && !lines[0].contains("clauses"))
    #expect(lines[1].contains(#""clauses":["F2","F7"],"contract":"ranking""#), "\(lines[1])")
    #expect(lines[2].contains(#""contract":"late-answers""#), "\(lines[2])")
    #expect(lines[3].contains(#""contract":"ranking","corpus":"countries""#), "\(lines[3])")
  }

  @Test(
    "A file that is not a ledger, or cannot be written, is refused before the hunt",
    arguments: [
      ("dear diary\n", "l.jsonl:1: not a hunt"), ("{\"seed\":1}\n", "l.jsonl:1: not a hunt"),
      (nil, "cannot add a hunt to 'l.jsonl'"),
    ])
  func foreignLedger(text: String?, complaint: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("l.jsonl")
    if let text {
      try Data(text.utf8).write(to: URL(filePath: path))
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "/proc/nowhere/l.jsonl")
    }
    let outcome = try Program.matchmark.run(
      ["hunt", "--cases", "3", "-e", "linear-scan", "--ledger", "l.jsonl"], in: folder.path)
    #expect(outcome.code == 1 && outcome.output.isEmpty, "\(outcome.text)")
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    if let text { #expect(try FileReader.read(path) == Array(text.utf8)) }
  }

  @Test("The committed ledger of hunts has as many answers as the article says, and none is wrong")
  func committedLedger() throws {
    struct Entry: Decodable {
      let contract: String?
      let answers: Int
      let wrong: Int
    }
    let root = WorkingCopy.root
    let ledger = try String(
      contentsOf: root.appending(path: "reports/hunt/ledger.jsonl"), encoding: .utf8)
    let entries = try ledger.split(separator: "\n").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
    #expect(entries.allSatisfy { $0.wrong == 0 && $0.answers > 0 })
    func sum(of contract: String?) -> Int {
      entries.filter { $0.contract == contract }.reduce(0) { $0 + $1.answers }
    }
    let article = try String(
      contentsOf: root.appending(
        path: "Sources/MatchmarkCore/MatchmarkCore.docc/Hunting.md"), encoding: .utf8)
    let said = try #require(article.firstMatch(of: /more than (\d+) million\s+answers/)?.1)
    #expect(sum(of: nil) > (Int(said) ?? .max) * 1_000_000)
    let ranked = try #require(article.firstMatch(of: /compared ([\d ]+)\s+answers of `fuzzy`/)?.1)
    #expect(sum(of: "ranking") >= Int(ranked.filter(\.isNumber)) ?? .max)
  }
}
