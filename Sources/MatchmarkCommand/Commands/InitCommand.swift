import ArgumentParser
import MatchmarkSystem

/// Creates a project for a new matcher or engine.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a project: a matcher in Swift, or an engine in Python.",
    discussion: """
      The package contains a matcher, its conformance test, a command that includes it, titles \
      with a profile, and a GitHub workflow. With --engine, the project contains an engine and \
      the file that lists it. Both work without changes. Existing files are never overwritten.

      Exit codes: 0 written · 1 a file exists already, or cannot be written · 64 wrong usage.

      Examples:
        matchmark init MyMatcher
        matchmark init MyMatcher --matchmark https://example.org/matchmark.git
        matchmark init MyEngine --engine python
      """)

  @Argument(help: "A name that a Swift module can have, such as MyMatcher.")
  var name: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The folder; by default, it has the project's name.")
  var output: String?

  @Option(
    help: """
      Where the package gets matchmark from: a checkout, or the address of a repository. Without \
      this, the checkout that this command was built in.
      """)
  var matchmark: String?

  @Option(help: "Write an engine in this language.")
  var engine: EngineLanguage?

  mutating func validate() throws {
    if engine != nil, matchmark != nil {
      throw ValidationError("got --matchmark with --engine, expected one of them")
    }
  }

  func run() throws {
    let name = try StarterName(name)
    let starter =
      if let engine { try Starter(name, in: engine) } else {
        try Starter(name, try StarterDependency(matchmark))
      }
    let folder = output ?? name.module
    try starter.write(to: folder)
    print("wrote \(starter.files.count) files; continue with:")
    print("  cd \(ShellWord.line([folder]))")
    print("  \(starter.firstCommand)")
  }
}
