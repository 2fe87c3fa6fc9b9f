import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// The files that a command replaces and removes: only those that matchmark wrote.
@Suite("Files of other programs", .long)
struct OwnFileCommandTests {
  private static let foreign = Array("{\"mine\":1}\n<p>mine</p>\n".utf8)
  /// The same, and texts that begin as files of matchmark do.
  private static let others =
    [foreign]
    + [
      #"{"code":"DE","name":"Germany"}"#, #"{"seconds":1,"unit":"h"}"#, #"{"complaint":"loud"}"#,
      #"{"version":1,"columns":["a"]}"#, #"{"cells":[1]}"#, #"{"answers":[42]}"#, "## Mine\n",
    ].map { Array($0.utf8) }

  /// Every command that writes a file, with the file; `r` has the reports of a run.
  private static let writers: [(file: String, arguments: [String])] = {
    let run = SmallRun.names.map { (file: "r/\($0)", arguments: SmallRun.arguments) }
    let reports = [
      "x.html", "x.md", "x.csv", "x.json", "x.txt", "my.swift --format text",
      "a.xml --format junit", "b.xml --format xml", "c.json --format github-action-benchmark",
      "d.json --format bencher",
    ].map { "report r -o \($0)" }
    let others = [
      "report r r -o e.html", "report r -e linear-scan -o e.txt",
      "report r -e linear-scan -o e.json",
      "report --history r -o h.html", "report --history r -o h.json",
      "data gen titles-3 -o rows.jsonl", "engine requests --corpus titles-3 x --rows rows",
      "fleet plan hunt --cases 3 -e linear-scan -o units.jsonl",
    ]
    let named = (reports + others).map { line -> (file: String, arguments: [String]) in
      let words = line.split(separator: " ").map(String.init)
      let place = words.firstIndex { $0 == "-o" || $0 == "--rows" } ?? 0
      return (file: words[place + 1], arguments: words)
    }
    let folders: [(String, String)] = [
      ("v/record.json", "verify --corpus titles-10 --sessions 1 -o v"),
      ("k/conformance.json", "verify --conformance -f K-01 -e linear-scan -o k"),
      ("s/titles-0.jsonl", "verify -o s -- ./matchmark engine serve --matcher linear-scan"),
    ]
    return run + named
      + folders.map { (file: $0.0, arguments: $0.1.split(separator: " ").map(String.init)) }
  }()

  private static func prepared() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    for name in ["v", "k", "s"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("matchmark"), withDestinationPath: try Program.matchmark.path)
    return folder
  }

  private static func write(_ path: String) throws {
    try Data(foreign).write(to: URL(filePath: path))
  }

  @Test("A foreign file is replaced only with --force, and the error names the file and the reason")
  func refused() throws {
    let folder = try Self.prepared()
    for (place, (file, arguments)) in Self.writers.enumerated() {
      let path = folder.file(file)
      let foreign = Self.others[place % Self.others.count]
      try Data(foreign).write(to: URL(filePath: path))
      let refused = try Program.matchmark.run(arguments, in: folder.path)
      #expect(refused.code == 1, "\(arguments): \(refused.text)")
      let complaint =
        "\(file)': matchmark did not write it; name another place, move it away, or replace it "
        + "with --force\n"
      #expect(refused.errors.contains("cannot replace '"), "\(arguments): \(refused.errors)")
      #expect(refused.errors.hasSuffix(complaint), "\(arguments): \(refused.errors)")
      #expect(try FileReader.read(path) == foreign, "\(arguments)")
      // The option comes before what follows `--`.
      let forced = try Program.matchmark.run(["--force"] + arguments, in: folder.path)
      #expect(forced.code == 0, "\(arguments): \(forced.text)")
      #expect(try FileReader.read(path) != foreign, "\(arguments)")
      // Its own file is replaced without a word.
      let again = try Program.matchmark.run(arguments, in: folder.path)
      #expect(again.code == 0, "\(arguments): \(again.text)")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("A run refuses to replace a foreign file before anything is measured")
  func early() throws {
    let folder = try Self.prepared()
    try Self.write(folder.file("r/report.md"))
    let run = try Program.matchmark.run(
      SmallRun.arguments.filter { $0 != "--no-progress" } + ["--rounds", "1000000000"],
      in: folder.path)
    #expect(run.code == 1 && !run.errors.contains("[1/1]"), "\(run.errors)")
  }

  @Test("A link in place of a report is refused, and the file that it leads to stays untouched")
  func links() throws {
    let folder = try Self.prepared()
    for (file, arguments) in Self.writers {
      let path = folder.file(file)
      let kept = try? FileReader.read(path)
      try? FileManager.default.removeItem(atPath: path)
      try Self.write(folder.file("secret"))
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.file("secret"))
      let refused = try Program.matchmark.run(arguments, in: folder.path)
      #expect(refused.code == 1, "\(arguments): \(refused.text)")
      #expect(refused.errors.contains("it is a link, which may lead elsewhere"))
      #expect(try FileReader.read(folder.file("secret")) == Self.foreign, "\(arguments)")
      try FileManager.default.removeItem(atPath: path)
      if let kept { try AtomicFile.write(kept, to: path, replacing: .own) }
    }
  }

  @Test("A pipe in place of an output is an error if no process reads it, not an endless wait")
  func pipes() throws {
    let folder = try Self.prepared()
    func replaceByPipe(_ path: String) throws {
      try? FileManager.default.removeItem(atPath: folder.file(path))
      try #require(unsafe mkfifo(folder.file(path), 0o600) == 0)
    }
    let hunt = [
      "hunt", "--cases", "40", "--seed", "5", "-e", "broken-drops-last-row", "--workers", "1",
      "--no-progress", "--regressions", "out",
    ]
    try #require(try Program.faulty.run(hunt, in: folder.path).code == 2)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) {
      try replaceByPipe("out/\(name)")
    }
    let found = try Program.faulty.run(hunt, in: folder.path)
    #expect(found.code == 2 && found.errors.contains("no process reads from it"), "\(found.text)")
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("r/runs")).first)
    try replaceByPipe("r/runs/\(kept.dropLast(5)).note")
    try replaceByPipe("s/titles-0.jsonl")
    for arguments in [
      ["report", "--history", "r", "--note", "1=x"],
      ["verify", "-o", "s", "--", "./matchmark", "engine", "serve", "--matcher", "linear-scan"],
    ] {
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 1, "\(outcome.text)")
      #expect(outcome.errors.contains("no process reads from it"), "\(outcome.errors)")
    }
  }

  @Test("Foreign files in runs/ stay, whatever their names, when a run removes its oldest records")
  func runs() throws {
    let folder = try Self.prepared()
    let runs = folder.file("r/runs")
    let first = try #require(try FileManager.default.contentsOfDirectory(atPath: runs).first)
    let record = try FileReader.read("\(runs)/\(first)")
    // More records than are kept, and older than all others.
    for number in 100..<125 {
      try Data(record).write(to: URL(filePath: "\(runs)/000\(number)-20260101T000000Z-c.json"))
    }
    for number in 10..<40 { try Self.write("\(runs)/mine-\(number).json") }
    try Self.write("\(runs)/000050-20260101T000000Z-c.json")
    try FileManager.default.createDirectory(
      atPath: "\(runs)/000051-20260101T000000Z-c.json", withIntermediateDirectories: false)
    try FileManager.default.createDirectory(
      atPath: "\(runs)/keep.json", withIntermediateDirectories: false)
    try Self.write("\(runs)/keep.json/kept")
    try Data(record).write(to: URL(filePath: folder.file("record-elsewhere")))
    try FileManager.default.createSymbolicLink(
      atPath: "\(runs)/000052-20260101T000000Z-c.json",
      withDestinationPath: folder.file("record-elsewhere"))
    try SmallRun.run(in: folder)
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: runs))
    #expect(names.count { $0.hasPrefix("mine-") } == 30)
    for name in ["keep.json"] + (50...52).map({ "0000\($0)-20260101T000000Z-c.json" }) {
      #expect(names.contains(name), "\(name)")
    }
    #expect(FileManager.default.fileExists(atPath: "\(runs)/keep.json/kept"))
    #expect(FileManager.default.fileExists(atPath: folder.file("record-elsewhere")))
    #expect(
      !names.contains("000100-20260101T000000Z-c.json") && names.contains("\(first)") == false)
  }

  @Test(
    "A link in place of a folder of reports is refused, and files elsewhere stay untouched",
    arguments: ["runs", "unfinished"])
  func linkedFolders(part: String) throws {
    let folder = try Self.prepared()
    try? FileManager.default.removeItem(atPath: folder.file("r/\(part)"))
    try FileManager.default.createDirectory(
      atPath: folder.file("elsewhere"), withIntermediateDirectories: false)
    for number in 10..<40 {
      try Self.write(folder.file("elsewhere/0000\(number)-20260101T000000Z-c.json"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("r/\(part)"), withDestinationPath: folder.file("elsewhere"))
    let run = try Program.matchmark.run(SmallRun.arguments + ["--force"], in: folder.path)
    #expect(run.code == 1, "\(run.text)")
    #expect(run.errors.contains("'r/\(part)' is a link, expected a folder"), "\(run.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere"))
    #expect(left.count == 30)
  }

  @Test(
    "A link in place of a default output folder is refused, and nothing is written elsewhere",
    arguments: ["check", "baselines"])
  func linkedDefaults(name: String) throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    let what = name == "check" ? AttackMaterial.baselineArguments : "--record r/record.json"
    let save = "baseline save main \(what)".split(separator: " ").map(String.init)
    if name == "check" { #expect(try Program.matchmark.run(save, in: folder.path).code == 0) }
    for place in ["elsewhere", "reports"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(place), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("reports/\(name)"), withDestinationPath: folder.file("elsewhere"))
    let check = ["check", "--baseline", "main", "--forks", "1"] + SmallRun.measuring
    let outcome = try Program.matchmark.run(name == "check" ? check : save, in: folder.path)
    #expect(outcome.code == 1, "\(outcome.text)")
    #expect(outcome.errors.contains("'reports/\(name)' is a link, expected a folder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("elsewhere")) == [])
  }

  @Test("A hunt does not replace a foreign file that has the name of its find")
  func finds() throws {
    let folder = try TemporaryFolder()
    let hunt = [
      "hunt", "--cases", "40", "--seed", "5", "-e", "broken-drops-last-row", "--regressions", "f",
      "--workers", "1", "--no-progress",
    ]
    let found = try Program.faulty.run(hunt, in: folder.path)
    #expect(found.code == 2, "\(found.text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("f"))
    let name = try #require(names.first)
    #expect(try Program.faulty.run(hunt, in: folder.path).code == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("f")) == names)
    try Self.write(folder.file("f/\(name)"))
    let again = try Program.faulty.run(hunt, in: folder.path)
    #expect(again.code == 2 && again.errors.contains("cannot replace 'f/\(name)'"))
    #expect(try FileReader.read(folder.file("f/\(name)")) == Self.foreign)
  }

  @Test("A link in place of a note and a foreign file in place of a kept cell stay as they are")
  func parts() throws {
    let folder = try Self.prepared()
    let runs = try FileManager.default.contentsOfDirectory(atPath: folder.file("r/runs"))
    let note = folder.file("r/runs/\(try #require(runs.first).dropLast(5)).note")
    try FileManager.default.createSymbolicLink(
      atPath: note, withDestinationPath: folder.file("r/record.json"))
    for note in ["1=text", "1="] {
      let noted = try Program.matchmark.run(
        ["report", "--history", "r", "--note", note], in: folder.path)
      #expect(noted.code == 1, "\(noted.text)")
    }
    #expect(FileKind.isLink(at: note))
    let cell = folder.file("r/unfinished/01234567-0-0.json")
    try FileManager.default.createDirectory(
      atPath: folder.file("r/unfinished"), withIntermediateDirectories: false)
    try Self.write(cell)
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 0)]
    try FileManager.default.setAttributes(old, ofItemAtPath: cell)
    let two = SmallRun.arguments + ["--forks", "2"]
    #expect(try Program.matchmark.run(two, in: folder.path).code == 0)
    #expect(try FileReader.read(cell) == Self.foreign)
  }
}
