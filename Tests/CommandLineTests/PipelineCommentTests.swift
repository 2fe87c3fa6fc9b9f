import Foundation
import MatchmarkTestSupport
import Testing

/// The steps `comment` and `post` of `scripts/pipeline`; stand-ins take the place of the services.
extension PipelineTests {
  @Test("The pipeline's comment has at most forty lines, and what changed comes first")
  func comment() throws {
    let folder = try Self.project()
    let early = try Self.step("comment", in: folder).outcome
    #expect(early.code == 64)
    let wanted = "run 'answers', 'conformance' or 'gate' first"
    #expect(early.errors == "pipeline: there are no reports; \(wanted)\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("own/reports/comment.md")))
    for step in ["conformance", "gate"] {
      #expect(try Self.step(step, in: folder).outcome.code == 0)
    }
    let (outcome, notes) = try Self.step(
      "comment", in: folder, ["MATCHMARK_ENGINES": "engines.yaml"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(notes == ["own: report reports/gate --format comment"])
    let text = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 40)
    #expect(lines.first == "1")
    // The placeholders of a report become the project's own files, and no folder of the machine
    // stands in a command.
    #expect(
      lines[31] == "matchmark check --engine-file engines.yaml --against .matchmark/base/own")
    #expect(!lines[39].contains("edits"))
    #expect(lines[32..<38] == ["", "right", "", "verdict", "", "- failure"])
    let commits = try ["HEAD", "main"].map { try Self.git(["rev-parse", $0], in: folder) }
    #expect(commits.map { $0.prefix(7) } == lines[39].matches(of: /`([0-9a-f]{7})/).map(\.1))
    #expect(lines[39].hasSuffix("`. <!-- matchmark: mine -->"))
    // No check mark comes before a failure.
    try Self.write(
      "## ❌ 1 of 1 subject is wrong.\n", to: folder.file("own/reports/conformance/report.md"))
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let failed = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    #expect(failed.hasPrefix("## ❌ 1 of 1 subject is wrong.\n\n1\n2\n"), "\(failed)")
  }

  @Test(
    "If a step of the pipeline ends without a result, the comment begins with the reason",
    arguments: [
      ("exit 5", "Exit code 5.\nmatchmark: engine 'x' is '''not''' installed"),
      ("kill -9 $PPID", "It was stopped before its end."),
    ])
  func noResult(end: String, reason: String) throws {
    let folder = try Self.project()
    #expect(try Self.step("conformance", in: folder).outcome.code == 0)
    let command = folder.file("bin/matchmark")
    let failing =
      "echo log >&2; echo \"matchmark: engine 'x' is \\`\\`\\`not\\`\\`\\` installed\" >&2"
    try Self.write("#!/usr/bin/env bash\n\(failing)\n\(end)\n", to: command)
    #expect(try Self.step("gate", in: folder).outcome.code != 0)
    try Self.write(Self.command, to: command)
    try Self.write("## ✅ Right.\n\nmore\n", to: folder.file("own/reports/conformance/report.md"))
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let path = folder.file("own/reports/comment.md")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let wanted =
      "## ❌ The step `gate` has no result\n\n```text\n\(reason)\n```\n\n## ✅ Right.\n\nCommit "
    #expect(text.hasPrefix(wanted), "\(text)")
    // The next gate has a result, so the reason is gone.
    #expect(try Self.step("gate", in: folder).outcome.code == 0)
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("1\n2\n"))
  }

  @Test(
    "What a step reports is its result, whatever its exit code", arguments: [0, 2, 3, 4])
  func result(code: Int) throws {
    let folder = try Self.project()
    try Self.write("\(code)\n", to: folder.file("codes"))
    #expect(try Self.step("gate", in: folder).outcome.code == Int32(code))
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let text = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    #expect(text.hasPrefix("1\n2\n"), "\(text)")
  }

  @Test("The comment says that the change edits the rows or the profile that decide what is asked")
  func edited() throws {
    let folder = try Self.project()
    let files = ["MATCHMARK_PROFILE": "profile.yaml", "MATCHMARK_FEWER_ROWS": "1"]
    for name in ["rows.csv", "profile.yaml"] {
      try Self.write("before\n", to: folder.file("own/\(name)"))
    }
    try Self.commit(in: folder)
    try Self.git(["branch", "-f", "main", "HEAD"], in: folder)
    for (names, sentence) in [
      ([], "Commit "), (["profile.yaml"], "The change edits `profile.yaml`; both builds were"),
      (["rows.csv"], "The change edits `rows.csv`, `profile.yaml`; both builds were"),
    ] {
      for name in names { try Self.write("after\n", to: folder.file("own/\(name)")) }
      for step in ["gate", "comment"] {
        #expect(try Self.step(step, in: folder, files).outcome.code == 0)
      }
      let text = try String(
        contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
      #expect(text.split(separator: "\n").last?.hasPrefix(sentence) == true, "\(text)")
    }
    // Without a gate, too: a change of the profile can be why answers are wrong.
    try FileManager.default.removeItem(atPath: folder.file("own/reports"))
    for step in ["answers", "comment"] {
      #expect(try Self.step(step, in: folder, files).outcome.code == 0)
    }
    let text = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").last)
    let wanted =
      "The gate did not run, so nothing was compared with the base branch. "
      + "The change edits `rows.csv`, `profile.yaml`. Commit `"
    #expect(line.hasPrefix(wanted), "\(line)")
  }

  @Test("A report that is not the pipeline's is no result of a step")
  func foreignReport() throws {
    let folder = try Self.project()
    let own = "mkdir -p reports/gate; echo mine >reports/gate/report.md"
    #expect(try Self.run(own, in: folder).outcome.code == 0)
    try Self.write("#!/usr/bin/env bash\nexit 5\n", to: folder.file("bin/matchmark"))
    #expect(try Self.step("gate", in: folder).outcome.code == 5)
    #expect(try Self.step("comment", in: folder).outcome.code == 0)
    let text = try String(contentsOfFile: folder.file("own/reports/comment.md"), encoding: .utf8)
    #expect(text.hasPrefix("## ❌ The step `gate` has no result\n"), "\(text)")
  }

  /// A project with the comment of a gate.
  private static func commented() throws -> TemporaryFolder {
    let folder = try project()
    for step in ["gate", "comment"] { #expect(try Self.step(step, in: folder).outcome.code == 0) }
    return folder
  }

  @Test("The pipeline's comment replaces only the one that it added to the same pull request")
  func post() throws {
    let folder = try Self.commented()
    // It lists the comments that it is told to have, as gh does, and logs what it is asked.
    try Self.write(
      #"""
      #!/usr/bin/env bash
      if [[ "$*" == *--paginate* ]]; then
        while [[ "$1" != --jq ]]; do shift; done
        exec jq -r "$2" "$COMMENTS"
      fi
      echo "gh: $*" >>"$LOG"
      """#, to: folder.file("bin/gh"))
    let mark = "<!-- matchmark: mine -->"
    let pull = "https://git.example.org/owner/name/pull/7"
    let comments = folder.file("comments")
    for (bodies, wanted) in [
      ([], "--method POST repos/owner/name/issues/7/comments"),
      (
        ["## \(mark) quoted", "## <!-- matchmark: yours -->", "> ## mine\n\(mark)"],
        "--method POST repos/owner/name/issues/7/comments"
      ),
      (["first", "## ours \(mark)\n"], "--method PATCH repos/owner/name/issues/comments/1"),
    ] as [([String], String)] {
      let listed = bodies.enumerated().map { id, body in ["id": id, "body": body] as [String: Any] }
      try JSONSerialization.data(withJSONObject: listed).write(to: URL(filePath: comments))
      let (outcome, notes) = try Self.step(
        "post", in: folder, ["MATCHMARK_PULL": pull, "COMMENTS": comments])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let start = "gh: api --hostname git.example.org --silent"
      #expect(notes == ["\(start) \(wanted) --field body=@reports/comment.md"])
    }
    let odd = try Self.step("post", in: folder, ["MATCHMARK_PULL": "https://x/$(exit 9)/pull/7"])
    #expect(odd.outcome.code == 64)
    #expect(odd.outcome.errors.contains("expected https://HOST/OWNER/NAME/pull/NUMBER"))
  }

  @Test(
    "On GitLab, the pipeline's comment is added or replaced, and no list of processes has the token"
  )
  func postToGitLab() throws {
    let folder = try Self.commented()
    try Self.write(
      #"""
      #!/usr/bin/env bash
      echo "curl: $* < $(cat)" >>"$LOG"
      if [[ "$*" == *per_page* ]]; then cat "$COMMENTS"; fi
      """#, to: folder.file("bin/curl"))
    let comments = folder.file("comments")
    let variables = [
      "CI_MERGE_REQUEST_IID": "7", "CI_API_V4_URL": "https://git.example.org/api/v4",
      "CI_PROJECT_ID": "12", "MATCHMARK_TOKEN": "secret", "COMMENTS": comments,
    ]
    let notes = "https://git.example.org/api/v4/projects/12/merge_requests/7/notes"
    for (listed, wanted) in [
      ("[]", "--data-urlencode body@reports/comment.md \(notes)"),
      (
        ###"[{"id": 5, "body": "## x <!-- matchmark: mine -->"}]"###,
        "--request PUT --data-urlencode body@reports/comment.md \(notes)/5"
      ),
    ] {
      try Self.write(listed, to: comments)
      let (outcome, asked) = try Self.step("post", in: folder, variables)
      #expect(outcome.code == 0, "\(outcome.errors)")
      try #require(asked.count == 2)
      #expect(asked[1].contains(" \(wanted) < "))
      for call in asked {
        #expect(call.hasSuffix(#" < header = "PRIVATE-TOKEN: secret""#))
        #expect(call.matches(of: /secret/).count == 1)
      }
    }
    let alone = try Self.step("post", in: folder, variables.merging(["MATCHMARK_TOKEN": ""]) { $1 })
    #expect(alone.outcome.code == 64)
    #expect(alone.outcome.errors.contains("got no MATCHMARK_TOKEN"))
  }
}
