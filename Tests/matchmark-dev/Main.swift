import ArgumentParser
import MatchmarkSystem

/// Commands that prove and document the project, and that its users do not need.
@main
struct Development: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matchmark-dev",
    abstract: "Proves the gate, and prints the pages of the documentation that are generated.",
    subcommands: [
      GateStudyCommand.self, WrongEngineCommand.self, FoldingStudyCommand.self,
      ClaimStudyCommand.self, PageCommand.self,
      BurnCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    // A running check or busy process ends with this process.
    Signals.installInterruptHandlers()
    main(nil)
  }
}

/// An error message.
package struct DevelopmentError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
