import MatchmarkCore
import MatchmarkTestSupport

extension Attack {
  /// Files and folders of others, where a command removes its own.
  mutating func tryDeletion(_ material: AttackMaterial, _ random: inout SeededGenerator) {
    switch random.below(5) {
    case 0, 1: tryPruning(material, &random)
    case 2:
      program = .faulty
      say(AttackMaterial.findingHunt)
      for name in [material.find.name, "find-1.json", "other.json"] {
        addStranger(at: "here/out/\(name)", &random)
      }
    case 3:
      addStranger(at: "here/reports/baselines/main.json", always: true, &random)
      codes = [1, 64]
      scene.add(.file(material.record), at: "here/record.json")
      say(
        random.pick([
          "baseline delete main", "baseline save main --replace --record record.json",
          "baseline save main --record record.json",
          "baseline save main --replace \(AttackMaterial.baselineArguments)",
        ]))
    default:
      let name = "here/reports/runs/000001-20260101T000000Z-corpus"
      scene.add(.file(material.record), at: "\(name).json")
      let note = random.pick([Self.stranger(at: "\(name).note", &random), .folder, .pipe])
      scene.add(note, at: "\(name).note")
      if case .file = note { scene.yielding.insert("\(name).note") }
      addStranger(at: "here/reports/runs/000002-20260101T000000Z-corpus.json", &random)
      let number = random.pick(["1", "2", "9", "-1", "9223372036854775807"])
      say("report --history --note \(number)=\(random.pick(["", "text"]))")
    }
  }

  /// A run that keeps twenty records and removes older ones.
  private mutating func tryPruning(
    _ material: AttackMaterial, _ random: inout SeededGenerator
  ) {
    for number in 0..<random.below(26) {
      scene.add(
        .file(material.record),
        at: "here/out/runs/000\(100 + number)-20260101T000000Z-corpus.json", yields: true)
    }
    let names = [
      "mine-01.json", "keep.json", "000050-20260101T000000Z-corpus.json", "note.note",
      "000051-20260101T000000Z-corpus.json", "000052-20260101T000000Z-c.json", "record.json",
      "9999999-20260101T000000Z-c.json", "readme.txt",
    ]
    for name in names { addStranger(at: "here/out/runs/\(name)", &random) }
    for number in 10..<10 + random.below(40) {
      scene.add(.text("{\"mine\":\(number)}\n"), at: "here/out/runs/mine-\(number).json")
    }
    for name in ["other.xml", "unfinished/01234567-0-0.json"] {
      addStranger(at: "here/out/\(name)", &random)
      scene.old.insert("here/out/\(name)")
    }
    let more = random.pick(["", "--forks 2", "--force", "--junit-dialect ant"])
    say("run --corpus countries --sessions 1 -e linear-scan -o out \(Self.small) \(more)")
  }

  /// A file of another program where a command writes.
  mutating func tryReplacement(_ material: AttackMaterial, _ random: inout SeededGenerator) {
    let (file, line) = random.pick(Self.writers)
    say(line)
    scene.add(.file(material.record), at: "here/record.json")
    scene.add(.file(material.record), at: "here/r/record.json")
    scene.add(.file(material.record), at: "here/r/runs/000001-20260101T000000Z-corpus.json")
    scene.add(.text("title\nmine\n"), at: "here/rows.csv")
    scene.add(.text(material.hunt.units), at: "here/parts/units.jsonl")
    scene.add(.text(material.hunt.part), at: "here/parts/\(material.hunt.file)")
    scene.add(.text(material.hunt.units), at: "here/units.jsonl")
    scene.places.append("here/made")
    let path = "here/\(file)"
    addStranger(at: path, always: true, &random)
    // A pipe that the user names is an output like any other, which waits for its reader.
    if file.hasPrefix("made/"), scene.things[path] == .pipe {
      scene.add(.text("mine\n"), at: path)
    }
    codes.remove(0)
    // Before `--`, and among the options.
    if random.chance(0.3) {
      arguments.insert("--force", at: 1)
      codes.insert(0)
      switch scene.things[path] {
      case .file: scene.yielding.insert(path)
      case .link(let target) where target.hasSuffix("treasure"):
        scene.yielding.insert("elsewhere/treasure")
      case .link(let target) where target.hasSuffix("nothing"):
        scene.places.append("elsewhere/nothing")
      default: break
      }
    }
  }

  /// Commands that write, each with a file that it writes.
  private static let writers: [(file: String, line: String)] = {
    let run = "run --corpus countries --sessions 1 -e linear-scan -o out \(small)"
    let reports = [
      "x.html", "x.md", "x.csv", "x.json", "x.txt", "my.swift", "a.xml --format junit",
      "b.xml --format xml", "c.json --format github-action-benchmark", "d.json --format bencher",
    ].map { ("made/\($0.prefix { $0 != " " })", "report r -o made/\($0)") }
    return SmallRun.names.map { ("out/\($0)", run) } + reports + [
      ("made/e.html", "report r r -o made/e.html"), ("made/e.md", "report r r -o made/e.md"),
      ("made/h.html", "report --history r -o made/h.html"),
      ("made/rows.jsonl", "data gen titles-3 -o made/rows.jsonl"),
      ("made/rows", "engine requests --corpus titles-3 x --rows made/rows"),
      ("made/p.jsonl", "fleet plan hunt --cases 3 -e linear-scan -o made/p.jsonl"),
      ("out/record.json", "verify --corpus titles-10 --sessions 1 -o out"),
      ("out/conformance.json", "verify --conformance -f K-01 -e linear-scan -o out"),
      ("out/fleet.json", "fleet merge parts -o out"), ("out/report.md", "fleet merge parts -o out"),
      ("made/p.yaml", "query --corpus rows.csv --write-profile made/p.yaml mine"),
      ("made/hunts.jsonl", "hunt --cases 1 -e linear-scan --ledger made/hunts.jsonl"),
      ("out/units.jsonl", "fleet work units.jsonl -o out"),
    ]
  }()

  /// Links that lead out of the folders that a command writes into.
  mutating func tryLink(_ material: AttackMaterial, _ random: inout SeededGenerator) throws {
    let run = "run --corpus countries --sessions 1 -e linear-scan -o out \(Self.small)"
    scene.add(.file(material.record), at: "here/record.json")
    scene.add(.text(material.hunt.units), at: "here/units.jsonl")
    scene.add(.text(material.hunt.units), at: "here/parts/units.jsonl")
    scene.add(.text(material.hunt.part), at: "here/parts/\(material.hunt.file)")
    scene.add(.text(material.verify.units), at: "here/cells/units.jsonl")
    scene.add(.text(material.verify.part), at: "here/cells/\(material.verify.file)")
    let folder = String(material.hunt.file.prefix { $0 != "/" })
    let (place, line) = random.pick(
      [
        ("out/runs", run), ("out/unfinished", "\(run) --forks 2"),
        ("out/smoke", "run smoke exact -f K-01 -e linear-scan -o out \(Self.small)"),
        ("out/finds", "fleet merge parts -o out"), ("out/smoke", "fleet merge cells -o out"),
        ("out/report.md", "fleet merge parts -o out"),
        ("out/fleet.json", "fleet merge parts -o out"),
        ("out/\(folder)", "fleet work units.jsonl -o out"),
        ("out/units.jsonl", "fleet work units.jsonl -o out"),
        ("out/\(material.hunt.file)", "fleet work units.jsonl -o out"),
        ("reports/baselines", "baseline save main --record record.json"),
        ("reports/baselines/main.json", "baseline save main --record record.json --replace"),
        ("reports/baselines/main.json", "baseline delete main"),
        ("reports/check", "check --baseline main \(Self.small) --forks 1"),
        ("reports/runs", "report --history --note 1=text"),
        ("out/report.html", "report record.json -o out/report.html"),
        ("out/\(material.find.name)", AttackMaterial.findingHunt),
        ("out/titles-0.jsonl", "verify -o out --"),
      ] + SmallRun.names.map { ("out/\($0)", run) })
    if line.hasPrefix("check") {
      scene.add(.text(material.baseline), at: "here/reports/baselines/main.json")
    }
    if line == AttackMaterial.findingHunt { program = .faulty }
    say(line)
    if line.hasPrefix("verify -o out --") {
      arguments += [try Program.matchmark.path, "engine", "serve", "--matcher", "linear-scan"]
    }
    let path = "here/\(place)"
    let isFile = place.contains(".")
    let target = random.pick(
      isFile
        ? ["elsewhere/treasure", "elsewhere/main.json", "elsewhere/nothing", "elsewhere/folder"]
        : ["elsewhere", "elsewhere/folder", "elsewhere/nothing", "elsewhere/treasure"])
    scene.add(AttackScene.link(from: path, to: target), at: path)
    if isFile, random.chance(0.2) {
      // It writes through a link to a file, but never into a linked folder.
      arguments.insert("--force", at: 1)
      scene.yielding.insert(target)
      scene.places.append("elsewhere/nothing")
    }
  }
}

extension Attack {
  /// Something of another program, as it may be at a path.
  static func stranger(at path: String, _ random: inout SeededGenerator) -> Thing {
    switch random.below(8) {
    case 0: .folder
    case 1:
      AttackScene.link(
        from: path,
        to: random.pick(["elsewhere/treasure", "elsewhere/folder", "elsewhere/nothing", path]))
    case 2: .pipe
    case 3: .file(random.pick(foreign), mode: 0o400)
    default: .file(random.pick(foreign))
    }
  }

  /// Adds it, or nothing; a folder has a file.
  mutating func addStranger(
    at path: String, always: Bool = false, _ random: inout SeededGenerator
  ) {
    guard always || random.chance(0.6) else { return }
    let thing = Self.stranger(at: path, &random)
    scene.add(thing, at: path)
    if thing == .folder { scene.add(.text("kept"), at: "\(path)/kept") }
  }

  /// Files that begin like those of matchmark, or like nothing.
  private static let foreign: [[UInt8]] = [
    "{\"mine\":1}\n", "<html><body>mine</body></html>\n", "<?xml version=\"1.0\"?>\n<mine/>\n",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mine\"/>\n",
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>mine</title>",
    "## Mine\n\ntext\n", "import Foundation\nprint(1)\n", "{\"code\":404,\"message\":\"mine\"}\n",
    "{\"complaint\":\"mine\"}\n", "{\"seconds\":3}\n", "{\"arguments\":[1]}\n", "{\"cells\":[]}\n",
    "{\"cells\":[\n{}\n]}\n", "{\"answers\":42}\n", "{\n  \"schemaVersion\" : 1\n}\n",
    "{\"version\":1}\n", "a,b\n1,2\n", "corpus,corpus_rows\n",
    "[\n  {\n    \"extra\" : 1\n  }\n]\n",
    "{\n  \"p50\" : 1\n}\n", "\u{0}\u{1}\u{2}", " ", "mine: true\n",
  ].map { Array($0.utf8) }
}
