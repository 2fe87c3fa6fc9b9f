import MatchmarkCore
import MatchmarkTestSupport

extension Attack {
  /// Folders that another process uses: scratch folders of other containers, and reports.
  mutating func tryNamespace(_ material: AttackMaterial, _ random: inout SeededGenerator) {
    let scratch = "tmp/matchmark-scratch-"
    // No process has this number; in another container, one may have it.
    let gone = "4194399"
    for (name, isHeld) in [("\(gone)-held", true), ("\(gone)-free", false)] {
      scene.add(.text("kept"), at: "\(scratch)\(name)/rows.jsonl")
      if isHeld { scene.held.append(scratch + name) } else { scene.yielding.insert(scratch + name) }
    }
    for name in ["1-running", "\(gone)-a-b", "\(gone)", "x-y", "0-z", "-1-z", "\(gone)0000000-z"] {
      scene.add(.text("kept"), at: "\(scratch)\(name)/kept")
    }
    scene.add(.text("kept"), at: "\(scratch)\(gone)-file")
    let link = "\(scratch)\(gone)-link"
    scene.add(AttackScene.link(from: link, to: "elsewhere/folder"), at: link)
    scene.add(.text(material.verify.units), at: "here/units.jsonl")
    switch random.below(4) {
    case 0: say("fleet work units.jsonl -o out")
    case 1: say("run --corpus titles-3 -e linear-scan --forks 2 -o out \(Self.small)")
    case 2:
      say("run --corpus titles-3 -e linear-scan -o out \(Self.small)")
      scene.add(.text("kept"), at: "here/out/kept")
      scene.held.append("here/out")
      codes = [1]
    default:
      say(
        "run --corpus titles-3 -e linear-scan --engine-file engines.yaml -e mine -o out "
          + Self.small
      )
      scene.add(
        .text(
          "engines:\n  - {id: mine, summary: mine, command: [sh, -c, exit], "
            + "version: [echo, '1'], install: none}\n"
        ), at: "here/engines.yaml")
    }
  }

  /// Engines that leave their process group, fork, and write without end.
  mutating func tryGroup(_ random: inout SeededGenerator) throws {
    let good = "exec '\(try Program.matchmark.path)' engine serve --matcher linear-scan"
    // What keeps the output open is waited for until the time is over.
    let isQuiet = random.chance(0.7)
    let sleep = isQuiet ? "sleep 1000 >/dev/null 2>&1 &" : "sleep 1000 &"
    var faults = [
      "\(sleep) \(good)", "(\(sleep) \(sleep) sleep 1001) >/dev/null 2>&1 & \(good)",
      "trap '' TERM INT HUP; \(sleep) \(good)", "yes", "yes >&2", "\(sleep) exit 3",
      "sleep 1000", "yes & \(good)", "yes >&2 & \(good)", "kill -STOP $$",
      "exec <&- >&- 2>&-; sleep 1000",
    ]
    if let python = Self.python {
      let join =
        "import os, sys; os.setpgid(0, os.getpgid(os.getppid())); "
        + "os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])"
      for fault in [good, "exec sleep 1000", "exec yes"] {
        let line = fault.replacing("'", with: #"'"'"'"#)
        faults.append("\(sleep) exec \(python) -c \"\(join)\" '\(line)'")
      }
    }
    let version = random.pick([
      "echo 1.0", "yes 1.0", "sleep 1000 & echo 1.0", "sleep 1000", "exit 1",
    ])
    scene.add(.text(random.pick(faults)), at: "here/engine.sh")
    scene.add(.text(version), at: "here/version.sh")
    scene.add(
      .text(
        "engines:\n  - id: mine\n    command: [sh, engine.sh]\n    version: [sh, version.sh]\n"
          + "    summary: mine\n    install: none\n"), at: "here/engines.yaml")
    var lines = [
      "run --corpus titles-3 --engine-file engines.yaml -e linear-scan -e mine --timeout 1 -o out "
        + Self.small,
      "verify --corpus titles-3 --engine-file engines.yaml -e mine --timeout 1 -o out",
      "list --engines --engine-file engines.yaml",
      "query --corpus titles-3 --engine-file engines.yaml -e mine --timeout 1 a",
    ]
    if isQuiet { lines.append("verify --timeout 1 -o out -- sh engine.sh") }
    say(random.pick(lines))
  }

  private static let python = Python.with("os")
}
