import ArgumentParser
import MatchmarkSystem

/// Writes a project with a matcher or an engine of one's own.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a project of your own: a matcher in Swift, or an engine in Python.",
    discussion: """
      A package has a matcher, its conformance test, the command with it, titles with their \
      profile, and a workflow for GitHub. With --engine, the project has an engine and the file \
      that lists it instead. Both run as they are. Nothing that exists is overwritten.

      Exit codes: 0 written · 1 a file exists already, or cannot be written · 64 usage.

      Examples:
        matchmark init MyMatcher
        matchmark init MyMatcher --matchmark https://example.org/matchmark.git
        matchmark init MyEngine --engine python
      """)

  @Argument(help: "What a Swift module can be called, such as MyMatcher.")
  var name: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "The folder; without this, it is called as the project.")
  var output: String?

  @Option(
    help: """
      Where the package takes matchmark from: a checkout, or the address of a repository. Without \
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
