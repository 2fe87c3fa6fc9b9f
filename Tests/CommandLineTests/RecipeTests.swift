import Foundation
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing
import Yams

/// The recipes for continuous integration, tried as far as possible without the services.
@Suite("Recipes for continuous integration")
struct RecipeTests {
  static let folder = WorkingCopy.path("Examples/ContinuousIntegration")

  private static let names = [
    "github-actions.yml", "gitlab-ci.yml", "Jenkinsfile", "Jenkinsfile.xunit",
  ]

  /// The recipes for other projects; ``PipelineTests`` tries their commands.
  private static let projects = ["github-project.yml", "gitlab-project.yml", "Jenkinsfile.project"]

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test("The page about continuous integration links to each recipe", arguments: names + projects)
  func documented(name: String) throws {
    let path = "Sources/MatchmarkCore/MatchmarkCore.docc/ContinuousIntegration.md"
    let page = try String(contentsOfFile: WorkingCopy.path(path), encoding: .utf8)
    #expect(page.contains("[\(name)](../../../Examples/ContinuousIntegration/\(name))"))
  }

  @Test("No recipe for continuous integration is left untested")
  func complete() throws {
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
        == (Self.names + Self.projects).sorted())
  }

  // MARK: Keys

  @Test("The recipe for GitHub uses only keys that GitHub knows")
  func github() throws {
    let root = try Keys(Self.text("github-actions.yml"))
    try root.expect(within: ["name", "on", "permissions", "jobs"])
    let job = try root["jobs"]["matchmark"]
    try job.expect(within: ["runs-on", "container", "timeout-minutes", "steps"])
    for step in try job["steps"].elements {
      try step.expect(within: ["name", "if", "run", "uses", "with"])
      #expect(step.has("run") != step.has("uses"))
      guard step.has("uses") else { continue }
      let inputs = [
        "actions/checkout": [],
        "actions/upload-artifact": ["name", "path", "if-no-files-found"],
        "mikepenz/action-junit-report": ["report_paths", "fail_on_failure"],
      ]
      let name = try step["uses"].text.prefix { $0 != "@" }
      let known = try #require(inputs[String(name)])
      if step.has("with") { try step["with"].expect(within: known) }
    }
  }

  @Test(
    "Third-party GitHub actions are pinned to a commit",
    arguments: [
      ".github/workflows/release.yml", "action.yml",
      "Examples/ContinuousIntegration/github-actions.yml",
      "Examples/ContinuousIntegration/github-project.yml",
      "Examples/Starter/.github/workflows/matchmark.yml",
      "Examples/StarterEngine/.github/workflows/matchmark.yml",
    ])
  func pinned(path: String) throws {
    let text = try String(contentsOfFile: WorkingCopy.path(path), encoding: .utf8)
    let actions = text.matches(of: /uses: (\S+)/).map(\.1).filter { !$0.hasPrefix("./") }
    #expect(!actions.isEmpty)
    for action in actions {
      #expect(action.wholeMatch(of: /[\w.\/-]+@[0-9a-f]{40}/) != nil, "\(action)")
    }
  }

  @Test("The recipes for other projects use only known inputs and keys")
  func action() throws {
    let action = try Keys(String(contentsOfFile: WorkingCopy.path("action.yml"), encoding: .utf8))
    try action.expect(within: ["name", "description", "inputs", "runs"])
    try action["runs"].expect(within: ["using", "steps"])
    for step in try action["runs"]["steps"].elements {
      try step.expect(within: ["name", "if", "run", "uses", "with", "shell", "env"])
      #expect(step.has("run") == step.has("shell") && step.has("run") != step.has("uses"))
    }
    let steps = try Keys(Self.text("github-project.yml"))["jobs"]["matchmark"]["steps"].elements
    let call = try #require(try steps.first { try $0["uses"].text == "./.matchmark-action" })
    try call["with"].expect(within: try action["inputs"].names)
    for job in [".matchmark", "my-engine"] {
      try Keys(Self.text("gitlab-project.yml"))[job].expect(within: [
        "image", "timeout", "variables", "allow_failure", "cache", "before_script", "script",
        "after_script", "artifacts", "extends", "rules",
      ])
    }
  }

  @Test("A tagged version gets the archive that its name promises, and its checksum")
  func release() throws {
    let text = try String(
      contentsOfFile: WorkingCopy.path(".github/workflows/release.yml"), encoding: .utf8)
    let steps = try Keys(text)["jobs"]["archive"]["steps"].elements
    let commands = try steps.filter { $0.has("run") }.map { try $0["run"].text }
    let folder = try TemporaryFolder()
    // The services and the container are stood in for; each writes what it was asked for.
    let script = """
      docker() { shift $(($# - 1)); printf '%s\\n' "$1" >made; }
      gh() { printf '%s\\n' "$@" >attached; }
      uname() { echo x86_64; }
      GITHUB_REF_NAME=v1.2.3
      """
    let outcome = try Child.start(
      path: "/bin/bash", arguments: ["-euc", ([script] + commands).joined(separator: "\n")],
      folder: folder.path
    ).finish()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let attached = try String(contentsOfFile: folder.file("attached"), encoding: .utf8)
    let archive = ".build/archive/matchmark-1.2.3-linux-x86_64.tar.gz"
    #expect(
      attached.split(separator: "\n") == [
        "release", "upload", "v1.2.3", "\(archive)", "\(archive).sha256",
      ])
    let made = try String(contentsOfFile: folder.file("made"), encoding: .utf8)
    let checked = try Child.run(["bash", "-n", folder.file("made")])
    #expect(checked.code == 0, "\(checked.errors)")
    #expect(made.contains("./scripts/archive --try"))
    for package in ["libxml2-dev", "libicu-dev", "zlib1g-dev", "liblzma-dev"] {
      #expect(made.contains(" \(package)"), "scripts/archive links its libraries")
    }
  }

  @Test("The recipe for GitLab uses only keys that GitLab knows")
  func gitlab() throws {
    let job = try Keys(Self.text("gitlab-ci.yml"))["matchmark"]
    try job.expect(within: ["image", "timeout", "script", "artifacts"])
    try job["artifacts"].expect(within: ["when", "paths", "reports"])
    try job["artifacts"]["reports"].expect(within: ["junit"])
    #expect(try job["artifacts"]["reports"]["junit"].text == "reports/ci/junit.xml")
  }

  @Test(
    "The recipes for Jenkins use only words that Jenkins knows",
    arguments: ["Jenkinsfile", "Jenkinsfile.xunit", "Jenkinsfile.project"])
  func jenkins(name: String) throws {
    let text = try Self.text(name)
    #expect(text.count { $0 == "{" } == text.count { $0 == "}" })
    #expect(text.count { $0 == "(" } == text.count { $0 == ")" })
    #expect(text.count { $0 == "'" } % 2 == 0)
    let known: Set<Substring> = [
      "pipeline", "agent", "docker", "image", "args", "options", "timeout", "time", "unit",
      "stages",
      "stage", "steps", "sh", "post", "always", "junit", "xunit", "tools", "JUnit", "pattern",
      "stopProcessingIfError", "archiveArtifacts", "artifacts", "allowEmptyArchive", "true",
      "environment", "when", "changeRequest", "allowEmptyResults", "testResults",
    ]
    let words = text.replacing(/'[^']*'|MATCHMARK_[A-Z]+/, with: "").matches(of: /[A-Za-z]+/)
      .map(\.0)
    #expect(Set(words).subtracting(known) == [])
  }

  // MARK: Commands

  /// The lines that a recipe passes to a shell.
  private static func commands(of name: String) throws -> [String] {
    let text = try text(name)
    switch name {
    case "github-actions.yml":
      return try Keys(text)["jobs"]["matchmark"]["steps"].elements
        .filter { $0.has("run") }.map { try $0["run"].text }
    case "gitlab-ci.yml": return try Keys(text)["matchmark"]["script"].elements.map { try $0.text }
    default: return text.matches(of: /sh '([^']*)'/).map { String($0.1) }
    }
  }

  @Test("The commands of each recipe run, and leave a valid JUnit report", arguments: names)
  func commands(name: String) throws {
    let folder = try TemporaryFolder()
    // As in a checkout: the wrapper stands for the program, and the suites are next to it.
    let wrapper =
      "#!/bin/sh\nc=$1; shift; exec '\(try Program.matchmark.path)' \"$c\" --allow-debug "
      + "-f titles-1. --no-progress \"$@\"\n"
    try folder.program("matchmark", wrapper)
    let commands = try Self.commands(of: name)
    #expect(commands.first == "./.ci/run")
    for command in commands.dropFirst() {
      let outcome = try Child.start(
        path: "/bin/sh", arguments: ["-ec", command], folder: folder.path,
        environment: ["GITHUB_STEP_SUMMARY": folder.file("summary.md")]
      ).finish()
      #expect(outcome.code == 0, "\(command): \(outcome.errors)")
    }
    try check(folder.file("reports/ci/junit.xml"))
    if name == "github-actions.yml" {
      let summary = try FileReader.read(folder.file("summary.md"))
      #expect(summary.count < 1 << 20)
      #expect(String(decoding: summary, as: UTF8.self).hasPrefix("## ✅ Every answer is right."))
    }
  }

  /// Valid by our schema and, if they are available, by those of Jenkins.
  private func check(_ path: String) throws {
    let document = try XMLDocument(try FileReader.read(path))
    let ours = try XMLSchema(
      try FileReader.read(WorkingCopy.path("Fixtures/schemas/junit.xsd")))
    #expect(document.verdict(of: ours) == .valid)
    guard let schemas = ProcessInfo.processInfo.environment["MATCHMARK_JUNIT_SCHEMAS"] else {
      return
    }
    for name in ["jenkins-junit-10", "jenkins-junit-10-lenient"] {
      let schema = try XMLSchema(try FileReader.read("\(schemas)/\(name).xsd"))
      #expect(document.verdict(of: schema) == .valid, "\(name)")
    }
  }
}

/// A value of a YAML file, with access to keys that must exist.
private struct Keys {
  private let node: Node

  init(_ text: String) throws { node = try #require(try Yams.compose(yaml: text)) }

  private init(node: Node) { self.node = node }

  subscript(key: String) -> Keys {
    get throws { Keys(node: try #require(node.mapping?[key], "no key '\(key)'")) }
  }

  func has(_ key: String) -> Bool { node.mapping?[key] != nil }

  var elements: [Keys] {
    get throws { try #require(node.sequence).map { Keys(node: $0) } }
  }

  var text: String {
    get throws { try #require(node.scalar?.string) }
  }

  var names: [String] {
    get throws { try #require(node.mapping).keys.compactMap(\.scalar?.string) }
  }

  func expect(within known: [String]) throws {
    #expect(Set(try names).subtracting(known) == [])
  }
}
