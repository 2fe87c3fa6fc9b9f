import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkTestSupport

/// Prints a page of the documentation.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Print a generated page of the documentation; tests compare the committed page.",
    subcommands: [Clauses.self, Faults.self, GateStudy.self])

  struct Clauses: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The clauses of the contracts, with their cases: Clauses.md.")

    func run() throws {
      print(ClausePage(try ConformanceSuite.embedded()).markdown(), terminator: "")
    }
  }

  struct GateStudy: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "How often the gate was right about builds with a known difference: GateStudy.md.")

    @Argument(help: "The file of the trials.")
    var study = GateTrial.ledger

    func run() throws {
      let trials = try GateTrial.all(in: study)
      print(GateStudyText.page(.init(trials)), terminator: "")
    }
  }

  struct Faults: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The planted faults, and the checks that find the wrong engines: Faults.md.")

    @Argument(help: "The file of the checks of engines.")
    var study = WrongEngineTrial.ledger

    func run() throws {
      print(FaultPage(try WrongEngineTrial.all(in: study)).markdown(), terminator: "")
    }
  }
}
