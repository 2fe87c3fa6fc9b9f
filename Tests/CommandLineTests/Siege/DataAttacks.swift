import Foundation
import MatchmarkCore
import MatchmarkTestSupport

extension Attack {
  /// A baseline that asks for much, for files, or for nothing that can be computed.
  mutating func tryBaseline(
    _ material: AttackMaterial, _ random: inout SeededGenerator
  ) throws {
    var text = material.baseline
    for _ in 0...random.below(2) { Self.damageBaseline(&text, &random) }
    let path = random.pick(["here/main.json", "here/reports/baselines/main.json"])
    let name = path == "here/main.json" ? "main.json" : "main"
    scene.add(.text(text), at: path)
    if name == "main", random.chance(0.2) {
      scene.add(
        random.pick([.pipe, .folder, AttackScene.link(from: path, to: "elsewhere/secret.env")]),
        at: path)
    }
    scene.add(.text(material.baseline), at: "here/base.json")
    let check = "check --baseline \(name) --allow-debug --no-progress"
    say(
      random.pick([
        check, "\(check) --forks 1", "\(check) --forks 1 --rounds 1 --max-time 0.001",
        "\(check) --create-missing --forks 1", "\(check) --forks 1 --rounds 1 --corpus titles-3",
        "baseline show \(name)", "baseline list", "report base.json \(name)",
        "baseline list --baseline-folder .", "report \(name)", "report \(name) base.json",
      ]))
  }

  private static func damageBaseline(_ text: inout String, _ random: inout SeededGenerator) {
    switch random.below(5) {
    case 0, 1:
      let count = 1 + random.below(3)
      let words = (0..<count).map { _ in random.pick(askedFor) }
      let kept = random.chance(0.5) ? "\"--corpus=titles-3\",\"--sessions=1\"," : ""
      text.replace(
        #/"arguments":\[[^\]]*\]/#,
        with: "\"arguments\":[\(kept)\(words.map { "\"\($0)\"" }.joined(separator: ","))]")
    case 2: text.replace(#/"queries":\[[^\]]*\]/#, with: "\"queries\":\(random.pick(queries))")
    case 3:
      let key = random.pick([
        "keystrokeCount", "indexSizeInBytes", "p50", "referenceNanoseconds", "rowCount", "start",
        "specificationVersion", "formatVersion",
      ])
      if let pattern = try? Regex("\"\(key)\":[0-9.]+") {
        text.replace(pattern, with: "\"\(key)\":\(random.pick(numbers))", maxReplacements: 1)
      }
    default:
      let key = random.pick(["id", "name", "suite", "tool", "hostClass", "reference", "outcome"])
      if let pattern = try? Regex("\"\(key)\":\"[^\"]*\"") {
        text.replace(pattern, with: "\"\(key)\":\"\(random.pick(names))\"", maxReplacements: 1)
      }
    }
  }

  /// Words of a JSON text that a baseline may claim to have been measured with.
  private static let askedFor = [
    "--corpus=../elsewhere/secret.env", "--corpus=../elsewhere/secret.env\\u0000.csv",
    "--corpus=../elsewhere/secret.env\\u0000titles-3", "--corpus=titles-100000000",
    "--corpus=titles-1000001", "--corpus=titles-9223372036854775807", "--corpus=/dev/zero",
    "--corpus=/dev/stdin", "--corpus=-", "--profile=../elsewhere/secret.env",
    "--profile=/dev/zero", "--text=../elsewhere/secret.env", "--rounds=1000000000",
    "--rounds=1001", "--rounds=-1", "--max-time=1000000", "--max-time=61s", "--max-time=nan",
    "--sessions=100000", "--sessions=0", "--forks=1000", "--forks=101", "--forks=x",
    "--seed=18446744073709551615", "--seed=-1", "--engine-file=../elsewhere/secret.env",
    "--output=../elsewhere", "-o=../elsewhere", "../elsewhere/secret.env", "/etc/passwd",
    "--matcher=$(touch owned)", "--engine=nothing", "--filter=\\u001b[2J", "--force",
    "--delivery=rows", "--quick", "--regressions=../elsewhere", "--against=..", "--", "smoke",
  ]

  private static let queries = [
    "[]", "[3,2,1]", "[1,1,1]", "[1,2,9007199254740991]", "[-1,2,3]", "[1,2,9223372036854775807]",
    "[0,1,2]", "[1]", "null", "[1,2,3,4]", "[1,2,1e308]",
  ]

  static let numbers = [
    "0", "-0", "-1", "5e-324", "1e-320", "1e308", "1e400", "9007199254740991", "9007199254740992",
    "72057594037927936", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "null", "\"1\"", "0.5", "[]",
  ]

  static let names = [
    "../../x", "/", "", ".", "..", "\\u0000", "\\n::error::x", "\\r\\n::error::x", "\\u001b[31m",
    "\\u009b31m", "\\u202e", "\\u2028::error::x", "\\ud83c\\udff4\\udb40\\udc67", "$(touch owned)",
    "`touch owned`", "--force", "</script><script>", "|", String(repeating: "n", count: 70_000),
  ]

  /// A plan that is none, or not one that can be done.
  mutating func tryUnits(_ material: AttackMaterial, _ random: inout SeededGenerator) {
    let fleet = random.chance(0.5) ? material.hunt : material.verify
    scene.places = ["here/out"]
    codes = [1, 6, 64]
    let path = "here/units.jsonl"
    var plan = "units.jsonl"
    switch random.below(8) {
    case 0:
      plan = random.pick([".", "..", "/etc", "/", "../elsewhere", "../elsewhere/secret.env"])
    case 1: scene.add(.pipe, at: path)
    case 2:
      scene.add(AttackScene.link(from: path, to: random.pick(["elsewhere", path])), at: path)
    case 3:
      // A link to a plan is followed.
      codes = [0]
      scene.add(.text(fleet.units), at: "here/other.jsonl")
      scene.add(.link("other.jsonl"), at: path)
    case 4:
      scene.add(.text(fleet.units), at: path)
      addStranger(at: "here/out/units.jsonl", always: true, &random)
    default: scene.add(.text(Self.damagedUnits(fleet.units, &random)), at: path)
    }
    say("fleet work \(plan) -o \(random.pick(["out", "-", "out"]))")
    if codes != [0], random.chance(0.2) { say("fleet work \(plan) -o out --shard 1/1") }
    // Without the folder, that in it is no obstacle.
    if scene.things["here/out/units.jsonl"] != nil { arguments[3] = "out" }
  }

  private static func damagedUnits(_ units: String, _ random: inout SeededGenerator) -> String {
    let isHunt = units.contains("\"cases\"")
    let huge = [
      "9223372036854775807", "9223372036854775808", "-1", "1e300", "0.5", "null", "\"1\"",
    ]
    var changes: [(String, String)] = [
      ("--matcher=", "--engine-file="), ("--matcher=", "--output="), ("--matcher=", "--force"),
      ("\"contract\":1", "\"contract\":2"), ("\"sources\":\"", "\"sources\":\"0"), ("}", ""),
      ("{", "{ "), ("\n", ""), ("\n", String(repeating: " ", count: 70_000) + "\n"),
      (isHunt ? "\"kind\":\"hunt\"" : "\"kind\":\"verify\"", "\"kind\":\"init\""),
    ]
    changes += huge.map { ("\"seconds\":3600", "\"seconds\":\($0)") }
    changes += names.map { ("\"kind\":\"", "\"kind\":\"\($0)") }
    if isHunt {
      for (key, value) in [("count", 2), ("first", 3), ("rows", 20), ("seed", 5)] {
        // Any 64 bits are a seed.
        let numbers = huge.filter { key != "seed" || !$0.hasPrefix("92") }
        changes += numbers.map { ("\"\(key)\":\(value)", "\"\(key)\":\($0)") }
      }
    } else {
      for name in names + ["--help", "-h", "../../x", "/etc/passwd"] {
        changes += [
          ("\"suite\":\"smoke\"", "\"suite\":\"\(name)\""),
          ("\"corpus\":\"", "\"corpus\":\"\(name)x"),
        ]
      }
    }
    let (old, new) = random.pick(changes)
    // Without a change, nothing would be wrong.
    let changed = units.replacing(old, with: new, maxReplacements: 1)
    return changed == units ? "" : changed
  }

  /// A part that contradicts its unit or itself, or that is no part.
  mutating func tryPart(_ material: AttackMaterial, _ random: inout SeededGenerator) {
    let isHunt = random.chance(0.5)
    let fleet = isHunt ? material.hunt : material.verify
    let path = "here/parts/\(fleet.file)"
    scene.places = ["here/out"]
    scene.add(.text(fleet.units), at: "here/parts/units.jsonl")
    scene.add(.text(fleet.part), at: path)
    say("fleet merge parts -o out")
    // Whatever is wrong, the result is never right.
    codes = [1, 2, 5, 6, 64]
    switch random.below(8) {
    case 0:
      scene.add(
        random.pick([
          .pipe, .folder, AttackScene.link(from: path, to: "elsewhere/treasure"),
          AttackScene.link(from: path, to: path), .file([]),
        ]), at: path)
    case 1:
      scene.add(
        random.pick([.pipe, .folder, .text("{\"done x\":\(random.pick(Self.sums))}\n")]),
        at: "here/parts/events.json")
    case 2:
      scene.add(
        random.pick([.pipe, .folder, .file([]), .text(Self.damagedUnits(fleet.units, &random))]),
        at: "here/parts/units.jsonl")
    case 3:
      say("fleet merge parts others -o out")
      scene.add(.text(random.pick([fleet.units + "\n", "", "x"])), at: "here/others/units.jsonl")
    default: scene.add(.text(Self.damagedPart(fleet.part, isHunt, &random)), at: path)
    }
  }

  /// Numbers that no count can be.
  private static let sums = [
    "9223372036854775807", "-9223372036854775808", "-1", "1e300", "0.5", "\"1\"",
  ]

  private static func damagedPart(
    _ part: String, _ isHunt: Bool, _ random: inout SeededGenerator
  ) -> String {
    var changes = [
      (#""code":0"#, "null"), (#""code":0"#, "1"), (#""code":0"#, "2"), (#""code":0"#, "5"),
      (#""code":0"#, "6"), (#""code":0"#, "64"), (#""code":0"#, "-1"), (#""code":0"#, "139"),
      (#""code":0"#, "256"),
    ].map { ($0.0, #""code":\#($0.1)"#) }
    changes += sums.map { ("\"code\":0", "\"code\":\($0)") }
    changes += ["-", "1e300", "\""].map { (#""seconds":[0-9.e-]+"#, "\"seconds\":\($0)") }
    changes += names.map { (#""unit":""#, "\"unit\":\"\($0)") }
    if isHunt {
      for key in ["cases", "answers", "wrong", "forms", "first", "rows"] {
        changes += sums.map { ("\"\(key)\":\\d+", "\"\(key)\":\($0)") }
      }
      changes += [
        (#""hunt":\{.*?\},"#, ""), (#""cases":2"#, #""cases":0"#), (#""cases":2"#, #""cases":1"#),
        (#""wrong":0"#, #""wrong":5"#), (#""seed":5"#, #""seed":6"#),
        (#""first":3"#, #""first":4"#), (#""forms":\d+"#, #""forms":1"#),
        (#""matchers":\["linear-scan"\]"#, #""matchers":[]"#),
        (#""sources":".*?""#, #""sources":"0-0""#), (#""code":0"#, #""code":0,"record":"{}""#),
      ]
    } else {
      changes += [
        (#""record":".*?[^\\]","#, ""), (#"\\"seed\\":1"#, #"\"seed\":2"#),
        (#"\\"matchers\\":\[.*?\],\\"prof"#, #"\"matchers\":[],\"prof"#),
        (#"\\"id\\":\\"linear-scan"#, #"\"id\":\"inverted-index"#),
        (#"\\"kind\\":\\"verify"#, #"\"kind\":\"run"#),
        (#"\\"name\\":\\"smoke"#, #"\"name\":\"default"#),
        (#"\\"specificationVersion\\":1"#, #"\"specificationVersion\":2"#),
        (#"\\"identity\\":\\"5c64ff5b"#, #"\"identity\":\"5c64ff5c"#),
        (#"\\"status\\":\\"verified"#, #"\"status\":\"voided"#),
      ]
    }
    let (old, new) = random.pick(changes)
    guard let pattern = try? Regex(old) else { return "" }
    // Without a match, nothing would be wrong.
    let changed = part.replacing(pattern, with: new, maxReplacements: 1)
    return changed == part ? "" : changed
  }
}
