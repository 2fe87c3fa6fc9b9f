import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkMeasurement
import MatchmarkSystem
import MatchmarkTestSupport
import Yams

/// Prints a page of the documentation.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Print a generated page of the documentation; tests compare the committed page.",
    subcommands: [
      Clauses.self, GateStudy.self, Targets.self, WrongEngines.self,
    ])

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

  struct Targets: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The targets of a suite, and how close a record came to them: Frontier.md.")

    @Argument(help: "The folder of a run's reports.")
    var reports: String

    func run() throws {
      let record = try RunRecord(decoding: try FileReader.read("\(reports)/record.json"))
      let suite = try suite(named: TargetPage.suite(of: record))
      guard let text = TargetPage(record, why: suite.why, notes: suite.notes).markdown() else {
        throw DevelopmentError(
          "got a record without targets, expected one of a suite that has them")
      }
      print(text, terminator: "")
    }

    /// The words of the current suite: obstacles become known after a run.
    private func suite(named name: String) throws -> (why: String?, notes: [String: String]) {
      let path = WorkingCopy.path("Benchmarks/Suites/\(name).yaml")
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let suite = try Yams.compose(yaml: text)
      else { return (nil, [:]) }
      var notes: [String: String] = [:]
      for target in suite["targets"]?.sequence ?? [] {
        if let what = target["what"]?.string { notes[what] = target["note"]?.string }
      }
      return (suite["why"]?.string, notes)
    }
  }
}
