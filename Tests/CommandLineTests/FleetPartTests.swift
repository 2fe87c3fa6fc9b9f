import Foundation
import MatchmarkTestSupport
import Testing

/// Files in a folder of results, as a stranger or an accident may have left them.
@Suite("A part of a fleet's work", .long)
struct FleetPartTests {
  /// A plan of one unit, whose result is in `parts`.
  private struct Worked {
    let path: String
    let file: String
    let part: String

    init(_ plan: [String], in folder: borrowing TemporaryFolder) throws {
      path = folder.path
      let planned = try Program.matchmark.run(
        ["fleet", "plan"] + plan + ["-e", "linear-scan", "-o", "units.jsonl"], in: path)
      try #require(planned.code == 0, "\(planned.text)")
      let worked = try Program.matchmark.run(
        ["fleet", "work", "units.jsonl", "-o", "parts"], in: path)
      try #require(worked.code == 0, "\(worked.text)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: "\(path)/parts")
      let name = try #require(names.first { $0.hasSuffix(".json") })
      file = "\(path)/parts/\(name)"
      part = try String(contentsOfFile: file, encoding: .utf8)
    }

    func merge() throws -> ProgramOutcome {
      try Program.matchmark.run(["fleet", "merge", "parts", "-o", "fleet"], in: path)
    }

    /// Merges with a changed part, then puts the old one back.
    func merge(_ changed: String) throws -> ProgramOutcome {
      try changed.write(toFile: file, atomically: true, encoding: .utf8)
      defer { try? part.write(toFile: file, atomically: true, encoding: .utf8) }
      return try merge()
    }

    /// Requires that a part with each of the changes is no result.
    func refuses(_ changes: [(old: String, new: String)]) throws {
      #expect(try merge().code == 0)
      for (old, new) in changes {
        let changed = part.replacing(try Regex(old), with: new)
        #expect(changed != part, "nothing matches \(old)")
        let outcome = try merge(changed)
        #expect(outcome.code == 5, "\(old) as \(new): \(outcome.code) \(outcome.text)")
        #expect(outcome.output.contains("missing"), "\(old) as \(new): \(outcome.output)")
      }
      #expect(try merge().code == 0)
    }
  }

  private static let hunt = ["hunt", "--cases", "2", "--seed", "5", "--rows", "20", "--first", "3"]
  private static let verify = ["verify", "smoke", "-f", "titles-1.titles"]

  /// Values that no count has.
  private static let hostile = ["9223372036854775807", "-9223372036854775808", "-1"]

  @Test("A fleet result of a hunt counts as missing if it contradicts its unit or itself")
  func hunts() throws {
    let codes = ["null", "1", "2", "3", "4", "5", "6", "64", "-1", "133"]
    let counts = ["cases", "answers", "wrong", "forms"].flatMap { key in
      Self.hostile.map { ("\"\(key)\":\\d+", "\"\(key)\":\($0)") }
    }
    let folder = try TemporaryFolder()
    try Worked(Self.hunt, in: folder).refuses(
      codes.map { ("\"code\":0", "\"code\":\($0)") } + counts + [
        (#""hunt":\{.*?\},"#, ""), (#""cases":2"#, #""cases":0"#), (#""cases":2"#, #""cases":1"#),
        (#""wrong":0"#, #""wrong":1"#), (#""wrong":0"#, #""wrong":5"#),
        (#""seed":5"#, #""seed":6"#), (#""first":3"#, #""first":4"#),
        (#""rows":20"#, #""rows":21"#), (#""matchers":\["linear-scan"\]"#, #""matchers":[]"#),
        (#""matchers":\["linear-scan"\]"#, #""matchers":["inverted-index"]"#),
        (#""sources":".*?""#, #""sources":"0-0""#), (#""seconds":"#, #""seconds":-"#),
        (#""seconds":[0-9.]+"#, #""seconds":1e300"#), (#""code":0"#, #""code":0,"record":"{}""#),
        (#""forms":\d+"#, #""forms":1"#), (#""wrong":0"#, #""wrong":0,"idle":["nobody"]"#),
        (#""askedFor":\["linear-scan"\]"#, #""askedFor":[]"#),
        (#""wrong":0"#, #""wrong":0,"find":{"number":3,"matcher":"x","text":"","options":[]}"#),
      ])
  }

  @Test("A fleet needs no matcher to reproduce a find about what all matchers share")
  func shared() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    // The oracle is wrong about this case, because the case is.
    let name = "faulty-and-within-facet-3a95f1e6.json"
    let right = try String(
      contentsOfFile: WorkingCopy.path("Fixtures/regressions/\(name)"), encoding: .utf8)
    let wrong = right.replacing(
      #""rows": [0], "display": "results", "keys": ["r0"]"#,
      with: #""rows": [], "display": "results", "keys": []"#)
    let content = String(decoding: try JSONEncoder().encode(wrong), as: UTF8.self)
    for subject in ["oracle", "matched-ranges", "folding"] {
      let find =
        #""find":{"number":4,"matcher":"\#(subject)","text":"t","options":[],"file":"f.json"}"#
      let part = worked.part.replacing(#""code":0"#, with: #""code":2,"find":\#(content)"#)
        .replacing(#""wrong":0"#, with: #""wrong":1,\#(find)"#)
      let outcome = try worked.merge(part)
      #expect(outcome.code == 2, "\(subject): \(outcome.text)")
      let fleet = try String(contentsOfFile: folder.file("fleet/fleet.json"), encoding: .utf8)
      #expect(fleet.contains(#""isReproduced" : true"#), "\(subject): \(fleet)")
    }
  }

  @Test("A fleet result of a suite counts as missing if it contradicts its unit or itself")
  func cells() throws {
    let codes = ["null", "1", "2", "3", "4", "5", "6", "64", "-1", "139"]
    let folder = try TemporaryFolder()
    try Worked(Self.verify, in: folder).refuses(
      codes.map { ("\"code\":0", "\"code\":\($0)") } + [
        (#""record":".*?[^\\]","#, ""),
        (#"\\"matchers\\":\[.*?\],\\"needs"#, #"\"matchers\":[],\"needs"#),
        (#"\\"id\\":\\"linear-scan"#, #"\"id\":\"inverted-index"#),
        (#"\\"seed\\":1"#, #"\"seed\":2"#), (#"\\"kind\\":\\"verify"#, #"\"kind\":\"run"#),
        (#"\\"name\\":\\"smoke"#, #"\"name\":\"default"#),
        (#"\\"specificationVersion\\":1"#, #"\"specificationVersion\":2"#),
        (#"\\"verdict\\":\\"right"#, #"\"verdict\":\"wrong"#),
        (#"\\"identity\\":\\"5c64ff5b"#, #"\"identity\":\"5c64ff5c"#),
        (#"\\"status\\":\\"verified"#, #"\"status\":\"voided"#),
      ])
  }

  @Test("A fleet result that contradicts its unit is produced again by the next worker")
  func again() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    try worked.part.replacing(#""cases":2"#, with: #""cases":1"#)
      .write(toFile: worked.file, atomically: true, encoding: .utf8)
    let outcome = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "-o", "parts"], in: worked.path)
    #expect(outcome.output == "1 units done\n", "\(outcome.text)")
    #expect(try worked.merge().code == 0)
  }

  @Test("A pipe in place of a fleet's result, plan or events is refused, not waited for")
  func pipes() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    func piped(_ path: String, _ code: Int32, _ arguments: [String]) throws {
      let old = "\(worked.path)/old"
      let isThere = FileManager.default.fileExists(atPath: path)
      if isThere { try FileManager.default.moveItem(atPath: path, toPath: old) }
      #expect(unsafe mkfifo(path, 0o600) == 0)
      let outcome = try Program.matchmark.run(arguments, in: worked.path)
      #expect(outcome.code == code, "\(path): \(outcome.text)")
      #expect(outcome.text.contains("got a pipe"), "\(path): \(outcome.text)")
      try FileManager.default.removeItem(atPath: path)
      if isThere { try FileManager.default.moveItem(atPath: old, toPath: path) }
    }
    let merge = ["fleet", "merge", "parts", "-o", "fleet"]
    try piped(worked.file, 5, merge)
    try piped("\(worked.path)/parts/events.json", 1, merge)
    try piped("\(worked.path)/parts/units.jsonl", 1, merge)
    try piped(
      "\(worked.path)/parts/units.jsonl", 1, ["fleet", "work", "units.jsonl", "-o", "parts"])
    try piped("\(worked.path)/units.jsonl", 1, ["fleet", "work", "units.jsonl", "-o", "parts"])
    try piped("\(worked.path)/units.jsonl", 1, ["fleet", "work", "units.jsonl", "-o", "others"])
    try piped("\(worked.path)/units.jsonl", 1, ["fleet", "work", "units.jsonl", "-o", "-"])
  }

  @Test(
    "A link in place of a folder of fleet results is refused, and nothing is written through it")
  func linked() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    let subfolder = (worked.file as NSString).deletingLastPathComponent
    try FileManager.default.moveItem(atPath: subfolder, toPath: folder.file("elsewhere"))
    try FileManager.default.removeItem(
      atPath: folder.file("elsewhere/\((worked.file as NSString).lastPathComponent)"))
    try FileManager.default.createSymbolicLink(
      atPath: subfolder, withDestinationPath: folder.file("elsewhere"))
    let outcome = try Program.matchmark.run(
      ["fleet", "work", "units.jsonl", "-o", "parts"], in: worked.path)
    #expect(outcome.code == 1 && outcome.errors.contains("is a link, expected a folder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere")) == [])
  }

  @Test("Fleet work needs a plan or a link to one, and otherwise creates nothing")
  func plans() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    try "title\nx\n".write(toFile: folder.file("rows.csv"), atomically: true, encoding: .utf8)
    try "".write(toFile: folder.file("empty.jsonl"), atomically: true, encoding: .utf8)
    for other in [".", "..", "rows.csv", "nothing.jsonl", "empty.jsonl"] {
      let outcome = try Program.matchmark.run(
        ["fleet", "work", other, "-o", "others"], in: worked.path)
      #expect(outcome.code == (other == "empty.jsonl" ? 64 : 1), "\(other): \(outcome.text)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("others")), "\(other)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.jsonl"), withDestinationPath: "units.jsonl")
    let linked = ["fleet", "work", "link.jsonl", "-o", "linked"]
    #expect(try Program.matchmark.run(linked, in: worked.path).code == 0)
    let facts = try FileManager.default.attributesOfItem(atPath: folder.file("linked/units.jsonl"))
    #expect(facts[.type] as? FileAttributeType == .typeRegular)
    let merge = ["fleet", "merge", "linked", "-o", "fleet"]
    #expect(try Program.matchmark.run(merge, in: worked.path).code == 0)
  }

  @Test(
    "An unreadable plan in a folder of fleet results is reported as a reading error",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    let plan = "\(worked.path)/parts/units.jsonl"
    try FileManager.default.removeItem(atPath: plan)
    try FileManager.default.createSymbolicLink(
      atPath: plan, withDestinationPath: "/proc/self/mem")
    for arguments in [
      ["fleet", "work", "units.jsonl", "-o", "parts"], ["fleet", "merge", "parts", "-o", "fleet"],
    ] {
      let outcome = try Program.matchmark.run(arguments, in: worked.path)
      #expect(outcome.code == 1, "\(arguments): \(outcome.text)")
      #expect(outcome.errors.contains("parts/units.jsonl': Input/output error"), "\(outcome.text)")
    }
  }

  @Test("A unit of fleet work with an invalid suite, corpus identity or time is refused")
  func units() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.verify, in: folder)
    let plan = try String(contentsOfFile: "\(worked.path)/units.jsonl", encoding: .utf8)
    let odd: [(String, String)] = [
      (plan.replacing("\"smoke\"", with: "\"--help\""), "got the suite '--help'"),
      (plan.replacing("\"smoke\"", with: "\"-h\""), "got the suite '-h'"),
      (plan.replacing("5c64ff5b-594", with: "../../x"), "got the corpus '../../x'"),
      (plan.replacing("\"seconds\":3600", with: "\"seconds\":9000000000"), "seconds"),
    ]
    for (text, complaint) in odd {
      #expect(text != plan)
      let outcome = try Program.matchmark.run(["fleet", "work", "-", "-o", "-"], input: text)
      #expect(outcome.code == 1 && outcome.errors.contains(complaint), "\(outcome.text)")
    }
  }

  @Test("Impossible counts in a fleet's units or events, or in the ledger of hunts, are refused")
  func numbers() throws {
    let folder = try TemporaryFolder()
    let worked = try Worked(Self.hunt, in: folder)
    let plan = try String(contentsOfFile: "\(worked.path)/units.jsonl", encoding: .utf8)
    for first in ["0", "3", "1000000000000"] {
      let text = plan.replacing(#""count":2"#, with: #""count":9223372036854775807"#)
        .replacing(#""first":3"#, with: #""first":\#(first)"#)
      let outcome = try Program.matchmark.run(["fleet", "work", "-", "-o", "-"], input: text)
      #expect(outcome.code == 1 && outcome.errors.contains("not a unit"), "\(outcome.text)")
    }
    let events = "\(worked.path)/parts/events.json"
    for number in Self.hostile {
      try #"{"done x":\#(number)}"#.write(toFile: events, atomically: true, encoding: .utf8)
      let outcome = try worked.merge()
      #expect(outcome.code == 1 && outcome.errors.contains("events"), "\(outcome.text)")
    }
    let ledger = ["--no-progress", "--ledger", "hunts.jsonl", "-e", "linear-scan"]
    let line = try #require(worked.part.firstMatch(of: /"hunt":(\{.*?\})/)?.1)
    let largest = "9007199254740991"
    for number in Self.hostile + [largest] {
      let entry = line.replacing(try Regex(#""answers":\d+"#), with: "\"answers\":\(number)") + "\n"
      try (entry + entry).write(
        toFile: "\(worked.path)/hunts.jsonl", atomically: true, encoding: .utf8)
      let outcome = try Program.matchmark.run(Self.hunt + ledger, in: worked.path)
      #expect(outcome.code == 1 && outcome.errors.contains("hunts.jsonl"), "\(outcome.text)")
    }
  }
}
