import Foundation
import MatchmarkTestSupport
import Testing

/// `scripts/pipeline`, which actions, templates and new projects call, in a project with two
/// commits and with a command that logs its arguments.
@Suite("A pipeline of your own")
struct PipelineTests {
  @Test("The pipeline checks an engine against that of the base branch, on the project's own rows")
  func engine() throws {
    let folder = try Self.project()
    let engine = [
      "MATCHMARK_ENGINES": "engines.yaml", "MATCHMARK_PROFILE": "profile.yaml",
      "MATCHMARK_FILTER": "rows", "MATCHMARK_DIVERGENCES": "known.yaml",
    ]
    let chosen =
      "-e mine --engine-file engines.yaml --require mine --divergences known.yaml"
    #expect(
      try Self.step("conformance", in: folder, engine).notes
        == ["own: verify --conformance \(chosen) -o reports/conformance"])
    for code in [0, 3, 6] as [Int32] {
      try Self.write("\(code)\n", to: folder.file("codes"))
      let (outcome, notes) = try Self.step("gate", in: folder, engine)
      #expect(outcome.code == code)
      #expect(
        notes == [
          "own: check --corpus rows.csv --profile profile.yaml -f rows \(chosen) "
            + "--against \(Self.base(in: folder)) -o reports/gate"
        ])
    }
    #expect(try folder.names() == ["bin", "codes", "log", "own"])
    #expect(try Self.step("summary", in: folder).outcome.code == 0)
    #expect(try String(contentsOfFile: folder.file("summary"), encoding: .utf8).hasSuffix("gate\n"))
  }

  @Test("The pipeline judges every answer on the project's own rows, in as many sessions as told")
  func answers() throws {
    let folder = try Self.project()
    let (outcome, notes) = try Self.step(
      "answers", in: folder, ["MATCHMARK_PROFILE": "profile.yaml", "MATCHMARK_SESSIONS": "400"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      notes == [
        "own: verify --corpus rows.csv --profile profile.yaml --sessions 400 -e mine "
          + "-o reports/answers"
      ])
    #expect(
      try Self.step("comment", in: folder).notes
        == ["own: report reports/answers --format comment"])
    // Reports of an earlier pipeline are removed; other files stay.
    #expect(try Self.step("gate", in: folder).outcome.code == 0)
    try Self.write("mine", to: folder.file("own/reports/gate/notes"))
    #expect(try Self.step("answers", in: folder).outcome.code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("own/reports/gate"))
        == ["notes"])
    #expect(
      try Self.step("comment", in: folder).notes
        == ["own: report reports/answers --format comment"])
    let suite = ["MATCHMARK_SUITE": "smoke", "MATCHMARK_CORPUS": ""]
    #expect(
      try Self.step("answers", in: folder, suite).notes
        == ["own: verify smoke -e mine -o reports/answers"])
  }

  @Test("The gate of a pipeline refuses rows that are far fewer than those of the base branch")
  func fewerRows() throws {
    let folder = try Self.project()
    let rows = folder.file("own/rows.csv")
    try Self.write("title\n\(String(repeating: "a\n", count: 50))", to: rows)
    try Self.commit(in: folder)
    try Self.git(["branch", "-f", "main", "HEAD"], in: folder)
    try Self.write("title\na\n", to: rows)
    try Self.commit(in: folder)
    let refused = try Self.step("gate", in: folder)
    #expect(refused.outcome.code == 6 && refused.notes.isEmpty)
    #expect(
      refused.outcome.errors.hasPrefix(
        "pipeline: got 8 bytes in 'rows.csv', expected about the 106 of the base branch; "))
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let comment = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    #expect(comment.hasPrefix("## ❌ The step `gate` has no result\n\n```text\nExit code 6.\n"))
    #expect(comment.contains("got 8 bytes in 'rows.csv', expected about the 106"))
    let notes = try Self.step("gate", in: folder, ["MATCHMARK_FEWER_ROWS": "1"]).notes
    #expect(notes.count == 1 && notes[0].hasPrefix("own: check --corpus rows.csv "))
    // The complaint ends with the gate that it is about.
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let next = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    #expect(!next.contains("the base branch"), "\(next)")
  }

  @Test("The gate of a pipeline is strict if told, and passes on the options that it is given")
  func strict() throws {
    let folder = try Self.project()
    let notes = try Self.step(
      "gate", in: folder, ["MATCHMARK_STRICT": "1", "MATCHMARK_CHECK": "--forks 3 *"]
    ).notes
    #expect(
      notes == [
        "own: check --corpus rows.csv -e mine --strict --forks 3 * "
          + "--against \(Self.base(in: folder)) -o reports/gate"
      ])
  }

  @Test("The pipeline runs without root, in a folder whose parent cannot be written")
  func readOnlyParent() throws {
    let folder = try Self.project()
    let isRoot = getuid() == 0
    let prepared = try Child.run([
      "bash", "-ec",
      (isRoot ? "chown -R 65534:65534 '\(folder.file("own"))'; " : "")
        + "chmod 555 '\(folder.path)'",
    ])
    try #require(prepared.code == 0, "\(prepared.errors)")
    defer { _ = try? Child.run(["chmod", "755", folder.path]) }
    let user = isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
    for step in ["conformance", "gate", "comment", "summary"] {
      let outcome = try Self.run(
        "\(user)'\(Self.script)' \(step)", in: folder,
        ["LOG": folder.file("own/log"), "GITHUB_STEP_SUMMARY": folder.file("own/summary")]
      ).outcome
      #expect(outcome.code == 0, "\(step): \(outcome.errors)")
    }
    let log = try String(contentsOfFile: folder.file("own/log"), encoding: .utf8)
    #expect(log.contains("verify --conformance") && log.contains("check --corpus rows.csv"))
    #expect(try folder.names() == ["bin", "own"])
  }

  @Test("The pipeline builds your own command from both branches and compares the two")
  func program() throws {
    let folder = try Self.project()
    let build = "cp '\(folder.file("bin/matchmark"))' built"
    let own = [
      "MATCHMARK_BUILD": build, "MATCHMARK_PROGRAM": "built", "MATCHMARK_CORPUS": "",
      "MATCHMARK_SUITE": "smoke",
    ]
    let notes = try Self.step("gate", in: folder, own).notes
    #expect(
      notes == [
        "own: check smoke -e mine --against \(Self.base(in: folder))/built -o reports/gate"
      ])
    try Self.write("2\n", to: folder.file("codes"))
    #expect(try Self.step("gate", in: folder, own).outcome.code == 2)
    let broken = try Self.step(
      "gate", in: folder, own.merging(["MATCHMARK_BUILD": "exit 9"]) { $1 })
    #expect(broken.outcome.code == 9 && broken.notes.isEmpty)
    #expect(try folder.names() == ["bin", "codes", "own"])
  }

  @Test(
    "A base branch that cannot be built or has no command gets a command that says so",
    arguments: [
      ("[[ -e new ]] && \(copy)", "built", "the base branch cannot be built"),
      ("if [[ -e new ]]; then \(copy); fi", "built", "the base branch has no built"),
      // A name is data, even if a shell could read it.
      ("if [[ -e new ]]; then \(copy); fi", odd, "the base branch has no \(odd)"),
    ])
  func unbuildable(build: String, program: String, complaint: String) throws {
    let folder = try Self.project()
    try Self.write("", to: folder.file("own/new"))
    try Self.commit(in: folder)
    // It asks the other program for its answer, as a check does.
    let command = #"""
      #!/usr/bin/env bash
      while [[ "$1" != --against ]]; do shift; done
      "$2" engine; echo "code $?"
      """#
    try Self.write(command, to: folder.file("bin/asking"))
    let (outcome, _) = try Self.step(
      "gate", in: folder,
      [
        "MATCHMARK_BUILD": build, "MATCHMARK_PROGRAM": program,
        "PROGRAM": folder.file("bin/asking"),
      ])
    #expect(outcome.code == 0)
    #expect(outcome.output == "code 1\n")
    #expect(outcome.errors == "pipeline: \(complaint)\n\(complaint)\n")
  }

  private static let copy = #"cp "$PROGRAM" "$MATCHMARK_PROGRAM""#
  private static let odd = #"a" $(exit 9) `x` 'b"#

  @Test("The pipeline names a missing program with the command that installs it")
  func missingPrograms() throws {
    let folder = try Self.project()
    let tools = folder.file("tools")
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: false)
    for tool in ["bash", "mkdir", "rm", "basename", "dirname"] {
      let path = try #require(
        ["/usr/bin", "/bin"].map { "\($0)/\(tool)" }.first(
          where: FileManager.default.isExecutableFile))
      try FileManager.default.createSymbolicLink(
        atPath: "\(tools)/\(tool)", withDestinationPath: path)
    }
    for (step, program) in [("gate", "git"), ("install", "curl")] {
      let outcome = try Self.run(
        "/bin/bash '\(Self.script)' \(step)", in: folder,
        [
          "PATH": tools, "MATCHMARK_ARCHIVE": "https://localhost/matchmark.tar.gz",
          "MATCHMARK_SHA256": "0",
        ]
      ).outcome
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.hasPrefix("pipeline: '\(step)' needs \(program), which is not installed"))
      #expect(outcome.errors.contains("apt-get install -y --no-install-recommends \(program)"))
    }
  }

  @Test("The pipeline unpacks and uses an archive only if its checksum is right")
  func install() throws {
    let folder = try Self.project()
    let archive = folder.file("matchmark-1.tar.gz")
    let made = try Child.start(
      path: "/bin/bash",
      arguments: [
        "-ec",
        """
        mkdir -p matchmark-1/bin own/.matchmark/matchmark-0/bin
        cp bin/matchmark matchmark-1/bin; tar -czf '\(archive)' matchmark-1
        cp bin/matchmark own/.matchmark/matchmark-0/bin; sha256sum '\(archive)'
        """,
      ], folder: folder.path
    ).finish()
    try #require(made.code == 0)
    var environment = [
      "MATCHMARK_ARCHIVE": archive, "PATH": "/usr/bin:/bin",
      "MATCHMARK_SHA256": String(made.output.prefix(64)),
    ]
    let right = try Self.step("install", in: folder, environment).outcome
    #expect(right.code == 0, "\(right.errors)")
    #expect(try Self.step("conformance", in: folder, environment).notes.count == 1)
    let cached = {
      try FileManager.default.contentsOfDirectory(atPath: folder.file("own/.matchmark"))
    }
    #expect(try cached() == ["matchmark-1"], "what a cache held is gone")

    environment["MATCHMARK_SHA256"] = String(repeating: "0", count: 64)
    let wrong = try Self.step("install", in: folder, environment).outcome
    #expect(wrong.code == 1)
    #expect(wrong.errors.contains("expected an archive whose checksum is MATCHMARK_SHA256"))
    #expect(try cached() == ["no-result-install"])
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let comment = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    #expect(comment.hasPrefix("## ❌ The step `install` has no result\n\n```text\nExit code 1.\n"))
    environment["MATCHMARK_SHA256"] = ""
    let unchecked = try Self.step("install", in: folder, environment).outcome
    #expect(unchecked.code == 64 && unchecked.errors.contains("got no MATCHMARK_SHA256"))
  }

  @Test("A missing or unknown input of the pipeline is an error that says what was expected")
  func usage() throws {
    let folder = try Self.project()
    let steps = "expected install, answers, conformance, gate, summary, comment or post"
    for (step, environment, complaint) in [
      ("", [:], "got '', \(steps)"),
      ("gates", [:], "got 'gates', \(steps)"),
      ("conformance", ["MATCHMARK_PARTICIPANT": ""], "got no MATCHMARK_PARTICIPANT, expected"),
      ("gate", ["MATCHMARK_BASE": ""], "got no MATCHMARK_BASE, expected a value for 'gate'"),
      ("gate", ["MATCHMARK_BASE": "-x"], "got the base '-x', expected a commit"),
      ("gate", ["MATCHMARK_CORPUS": ""], "got no MATCHMARK_CORPUS, expected a value for 'gate'"),
      ("gate", ["MATCHMARK_SUITE": "gate"], "got MATCHMARK_CORPUS and MATCHMARK_SUITE, expected"),
      ("install", ["MATCHMARK_ARCHIVE": ""], "got no MATCHMARK_ARCHIVE, expected"),
    ] {
      let outcome = try Self.step(step, in: folder, environment).outcome
      #expect(outcome.code == 64, "\(step)")
      #expect(outcome.errors.hasPrefix("pipeline: \(complaint)"), "\(outcome.errors)")
    }
  }

  @Test("The real command accepts the options that the pipeline's conformance step passes")
  func accepted() throws {
    let folder = try Self.project()
    try FileManager.default.removeItem(atPath: folder.file("bin/matchmark"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("bin/matchmark"), withDestinationPath: try Program.matchmark.path)
    let outcome = try Self.step(
      "conformance", in: folder, ["MATCHMARK_PARTICIPANT": "linear-scan"]
    ).outcome
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      FileManager.default.fileExists(atPath: folder.file("own/reports/conformance/junit.xml")))
  }

  @Test("An engine may decline conformance cases in the pipeline, but not all of them")
  func declined() throws {
    let folder = try Self.project()
    // The engine declines most cases of clause Q3, and is started anew for each.
    try Self.write(
      """
      #!/bin/sh
      name=$1
      shift
      exec '\(try Program.matchmark.path)' "$name" -f Q3 "$@"
      """, to: folder.file("bin/matchmark"))
    for (matcher, code) in [("sorted-prefix", 0), ("broken-declines-all", 6)] as [(String, Int32)] {
      let serving = [try Program.faulty.path, "engine", "serve", "--matcher", matcher]
      try Self.write(
        """
        engines:
          - id: mine
            summary: it declines much
            command: \(serving)
            version: [echo, "1"]
            install: none
        """, to: folder.file("own/engines.yaml"))
      let outcome = try Self.step(
        "conformance", in: folder, ["MATCHMARK_ENGINES": "engines.yaml"]
      ).outcome
      #expect(outcome.code == code, "\(outcome.text)")
      guard code == 0 else { continue }
      let report = folder.file("own/reports/conformance/report.md")
      #expect(try String(contentsOfFile: report, encoding: .utf8).contains("skipped"))
    }
  }

  private static let steps = [
    "install", "answers", "conformance", "gate", "summary", "comment", "post",
  ]

  /// Files that call the script, each with the path it uses.
  private static let callingFiles = [
    "action.yml", "Examples/Starter/.github/workflows/matchmark.yml",
    "Examples/StarterEngine/.github/workflows/matchmark.yml",
    "Examples/ContinuousIntegration/gitlab-project.yml",
  ]

  @Test(
    "Actions and templates call existing pipeline steps with variables that the script reads",
    arguments: callingFiles)
  func callers(path: String) throws {
    let text = try String(contentsOfFile: WorkingCopy.path(path), encoding: .utf8)
    let script = try String(contentsOfFile: Self.script, encoding: .utf8)
    let steps = text.matches(of: /\/pipeline"? ([a-z]+)/).map { String($0.1) }
    #expect(Set(steps).isSubset(of: Self.steps))
    #expect(Set(["answers", "conformance", "gate"]).isSubset(of: steps))
    for match in text.replacing(/vars\.[A-Z_]+/, with: "")
      .matches(of: /MATCHMARK_[A-Z0-9]+/)
    {
      #expect(script.contains("\n#   \(match.output) "), "\(match.output)")
    }
    // The gate measures the project's own rows.
    #expect(text.contains("MATCHMARK_CORPUS: ") && text.contains("MATCHMARK_PROFILE: "))
    // Without the whole history there is no base branch.
    #expect(
      path == "action.yml" || text.contains("fetch-depth: 0") || text.contains("GIT_DEPTH: \"0\""))
    // The name of a fork's branch must never become a command.
    let commands = text.matches(of: /run: (.*)/).map { String($0.1) }
    #expect(!commands.contains { $0.contains("${{") })
  }
}
