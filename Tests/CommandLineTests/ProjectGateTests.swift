import Foundation
import MatchmarkTestSupport
import Testing
import Yams

/// The pipelines that `init` and the recipes give to a project, run as they are written.
///
/// The tests do only what the service would do itself. `scripts/examples` does the same with a
/// package.
@Suite("The pipeline of a new project", .long)
struct ProjectGateTests {
  enum Service: String, CaseIterable {
    case workflow, action, gitlab
  }

  /// A line that the service passes to a shell, with its variables.
  private struct Step {
    let command: String
    var environment: [String: String]
    /// True if it runs although an earlier one has failed.
    var isAlways = false
  }

  // MARK: What the services do

  private static func node(_ path: String) throws -> Node {
    try #require(try Yams.compose(yaml: String(contentsOfFile: path, encoding: .utf8)))
  }

  private static func texts(_ node: Node?) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in node?.mapping ?? [:] { texts[key.string ?? ""] = value.scalar?.string }
    return texts
  }

  /// Replaces the expressions of GitHub: a repository's variables, the base branch, and an action's
  /// inputs.
  private static func filled(
    _ texts: [String: String], variables: [String: String], inputs: [String: String] = [:]
  ) -> [String: String] {
    texts.mapValues { text in
      text.replacing(/\$\{\{ *(.*?) *\}\}/) { match in
        let name = String(match.output.1)
        if name.hasPrefix("github.base_ref ") { return "main" }
        if name.hasPrefix("inputs.") { return inputs[String(name.dropFirst(7))] ?? "" }
        return name.hasPrefix("vars.") ? variables[String(name.dropFirst(5))] ?? "" : "unknown"
      }
    }
  }

  private static func gitHubSteps(
    _ steps: Node?, _ environment: [String: String], variables: [String: String],
    inputs: [String: String] = [:]
  ) -> [Step] {
    (steps?.sequence ?? []).compactMap { step in
      guard let command = step["run"]?.string else { return nil }
      let own = filled(texts(step["env"]), variables: variables, inputs: inputs)
      return Step(
        command: command, environment: environment.merging(own) { $1 },
        isAlways: step["if"]?.string?.hasPrefix("always()") == true)
    }
  }

  private static func steps(
    of service: Service, in project: String, variables: [String: String]
  ) throws -> [Step] {
    switch service {
    case .workflow:
      let job = try node("\(project)/.github/workflows/matchmark.yml")["jobs"]?["matchmark"]
      return gitHubSteps(
        job?["steps"], filled(texts(job?["env"]), variables: variables), variables: variables)
    case .action:
      let recipe = try node(WorkingCopy.path("Examples/ContinuousIntegration/github-project.yml"))
      let calls = recipe["jobs"]?["matchmark"]?["steps"]?.sequence ?? []
      let call = try #require(calls.first { $0["uses"]?.string == "./.matchmark-action" })
      let action = try node(WorkingCopy.path("action.yml"))
      var inputs: [String: String] = [:]
      for (key, value) in action["inputs"]?.mapping ?? [:] {
        inputs[key.string ?? ""] = value["default"]?.string
      }
      inputs = filled(inputs.merging(texts(call["with"])) { $1 }, variables: variables)
      let place = ["GITHUB_ACTION_PATH": WorkingCopy.root.path]
      return gitHubSteps(action["runs"]?["steps"], place, variables: variables, inputs: inputs)
    case .gitlab:
      let recipe = try node(WorkingCopy.path("Examples/ContinuousIntegration/gitlab-project.yml"))
      let (template, job) = (recipe[".matchmark"], recipe["my-engine"])
      var environment = texts(template?["variables"]).merging(texts(job?["variables"])) { $1 }
      environment.merge(variables) { $1 }
      environment["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] = "main"
      return [template?["before_script"], template?["script"]]
        .flatMap { $0?.sequence ?? [] }.compactMap(\.string)
        .map { Step(command: $0, environment: environment) }
    }
  }

  // MARK: The project

  /// A project that `init` has written, committed on a branch, and an archive with a command that
  /// checks one case and measures little.
  private struct Project: ~Copyable {
    let folder: TemporaryFolder
    var path: String { folder.file("own") }
    /// The variables of its repository about the archive.
    private var variables: [String: String] = [:]

    private init(in folder: consuming TemporaryFolder) { self.folder = folder }

    static func make() throws -> Project {
      var project = Project(in: try TemporaryFolder())
      try project.write()
      return project
    }

    private mutating func write() throws {
      let made = try Program.matchmark.run(
        ["init", "MyEngine", "--engine", "python", "-o", "own"], in: folder.path)
      try #require(made.code == 0, "\(made.errors)")
      let command = #"""
        #!/bin/sh
        name=$1
        shift
        case "$name $1" in
          "verify --conformance") set -- -f K-01 "$@" ;;
          verify\ *) set -- --sessions 8 "$@" ;;
          check\ *)
            set -- --allow-debug --sessions 8 --forks 3 --rounds 2 --max-time 0.01 --floor 300% "$@"
            ;;
        esac
        exec "$MATCHMARK_UNDER_TEST" "$name" "$@"
        """#
      let bin = folder.file("matchmark-0/bin")
      try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
      try folder.program("matchmark-0/bin/matchmark", command)
      let archive = folder.file("archive.tar.gz")
      let packed = try Child.run(["tar", "-czf", archive, "-C", folder.path, "matchmark-0"])
      try #require(packed.code == 0)
      let checksum = try Child.run(["sha256sum", archive])
      variables = [
        "MATCHMARK_ARCHIVE": archive, "MATCHMARK_SHA256": String(checksum.output.prefix(64)),
      ]
      try git("init", "-q", "-b", "main")
      try git("remote", "add", "origin", path)
    }

    func git(_ arguments: String...) throws {
      let outcome = try Child.run(
        ["git", "-C", path, "-c", "user.name=t", "-c", "user.email=t@localhost"] + arguments)
      try #require(outcome.code == 0, "\(outcome.errors)")
    }

    /// Replaces text of the engine's search, and commits that on the current branch.
    func commit(_ old: String = "", _ new: String = "") throws {
      let engine = "\(path)/search.py"
      let text = try String(contentsOfFile: engine, encoding: .utf8)
      try #require(old.isEmpty || text.contains(old))
      try (old.isEmpty ? text : text.replacing(old, with: new))
        .write(toFile: engine, atomically: true, encoding: .utf8)
      try git("add", "-A")
      try git("commit", "-q", "--allow-empty", "-m", "x")
    }

    /// Runs the steps of a service; the code is that of the first that fails.
    func run(_ service: Service) throws -> (code: Int32, text: String) {
      var (code, text) = (Int32(0), "")
      for step in try ProjectGateTests.steps(of: service, in: path, variables: variables)
      where code == 0 || step.isAlways {
        let outcome = try Child.start(
          path: "/bin/bash", arguments: ["-eo", "pipefail", "-c", step.command], folder: path,
          environment: step.environment.merging([
            "GITHUB_STEP_SUMMARY": folder.file("summary.md"), "MATCHMARK_HOME": "",
            "MATCHMARK_UNDER_TEST": try Program.matchmark.path,
          ]) { $1 }
        ).finish()
        text += "$ \(step.command)\n\(outcome.output)\(outcome.errors)"
        if code == 0 { code = outcome.code }
      }
      return (code, text)
    }

    var report: String {
      get throws { try String(contentsOfFile: "\(path)/reports/gate/report.md", encoding: .utf8) }
    }
  }

  private static let match = ("term: term in text", "term: text.startswith(term)")

  // MARK: Tests

  @Test(
    "A change of a comment passes every pipeline, and a slowdown fails it as slower",
    .needs(.python3),
    arguments: Service.allCases)
  func times(service: Service) throws {
    let project = try Project.make()
    try project.commit()
    try project.git("checkout", "-q", "-b", "change")
    try project.commit("import functools", "# A comment.\nimport functools")
    let same = try project.run(service)
    #expect(same.code == 0, "\(same.text)")
    #expect(try project.report.contains("titles.titles"), "the project's own rows and profile")
    let call = "        needles = terms("
    try project.commit(call, "        for _ in range(400): fold('x' * 50, 'cd')\n\(call)")
    let slower = try project.run(service)
    #expect(slower.code == 3, "\(slower.text)")
    let report = try project.report
    #expect(report.hasPrefix("## ❌ "), "\(report.prefix(400))")
    #expect(report.contains("\nVerdict: **slower**. "), "\(report.prefix(400))")
  }

  @Test(
    "A change passes that corrects wrong answers or an engine that cannot start",
    .needs(.python3),
    arguments: [
      (match.0, match.1, "the other build answers wrongly: ", "which both builds answer rightly"),
      (
        "import functools", "import nothing_like_it, functools", "No module named",
        "nothing was compared: the other side is wrong or cannot answer"
      ),
    ])
  func mending(right: String, wrong: String, note: String, compared: String) throws {
    let project = try Project.make()
    try project.commit(right, wrong)
    try project.git("checkout", "-q", "-b", "change")
    try project.commit(wrong, right)
    let mended = try project.run(.workflow)
    #expect(mended.code == 0, "\(mended.text)")
    #expect(mended.text.contains(note))
    let report = try project.report
    #expect(report.contains(note) && report.contains(compared), "\(report)")
    #expect(FileManager.default.fileExists(atPath: "\(project.path)/reports/gate/junit.xml"))
    // The change itself is judged.
    try project.commit(Self.match.0, Self.match.1)
    #expect(try project.run(.workflow).code == 2)
  }
}
