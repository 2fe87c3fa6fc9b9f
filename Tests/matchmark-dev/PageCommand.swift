import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkTestSupport

/// Prints a page of the documentation.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Print a generated page of the documentation; tests compare the committed page.",
    subcommands: [Clauses.self, GateStudy.self, WrongEngines.self])

  struct Clauses: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The clauses of the contract, with their cases and tests: Clauses.md.")

    func run() throws {
      var page = ClausePage(try ConformanceSuite.embedded())
      let folder = WorkingCopy.path("Tests")
      let paths =
        FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
      for path in paths.sorted() where ClausePage.lists(path) {
        let file = URL(filePath: "\(folder)/\(path)")
        page.addTest(
          file.deletingPathExtension().lastPathComponent,
          text: try String(contentsOf: file, encoding: .utf8))
      }
      print(page.markdown(), terminator: "")
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

  struct WrongEngines: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Which check finds each wrong engine, and after how long: WrongEngines.md.")

    @Argument(help: "The file of the results.")
    var study = WrongEngineTrial.ledger

    func run() throws {
      print(WrongEnginePage(try WrongEngineTrial.all(in: study)).markdown(), terminator: "")
    }
  }
}
