import ArgumentParser
import MatchmarkSystem

/// What proves and documents the project, and is of no use to those who use it.
@main
struct Development: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matchmark-dev",
    abstract: "Proves the gate, and prints the pages of the documentation that are generated.",
    subcommands: [
      GateStudyCommand.self, CoverageStudyCommand.self, PageCommand.self, BurnCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    // A check that runs, or a core that is kept busy, ends with this process.
    Signals.installInterruptHandlers()
    main(nil)
  }
}

/// What cannot be done, in words.
package struct DevelopmentError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
