import ArgumentParser
import MatchmarkTestSupport

extension WrongEngineTrial.Check: ExpressibleByArgument {}
extension WrongEngine: ExpressibleByArgument {}

/// Runs every check of an engine on every wrong engine.
struct WrongEngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wrong-engines",
    abstract: "Run every check on every wrong engine, and note which it finds, and how soon.",
    discussion: """
      The checks are the step-by-step check, the conformance cases, the suite 'smoke', and a hunt \
      of a minute with seed 1. The results replace the earlier ones of the same check and engine.

      Examples:
        scripts/dev wrong-engines
        scripts/dev page faults > Sources/MatchmarkCore/MatchmarkCore.docc/Faults.md
      """)

  @Option(help: "Only this check: smoke, conformance, verify, hunt. Repeat for several.")
  var check: [WrongEngineTrial.Check] = []

  @Option(name: [.customShort("e"), .long], help: "Only this engine. Repeat for several.")
  var engine: [WrongEngine] = []

  @Option(help: "The file of the results.")
  var study = WrongEngineTrial.ledger

  func run() throws {
    let folder = try TemporaryFolder()
    for check in check.isEmpty ? WrongEngineTrial.Check.allCases : check {
      for engine in engine.isEmpty ? WrongEngine.allCases : engine {
        let trial = try check.trial(engine, in: folder)
        let found = trial.isFound ? "found" : "not found"
        print("\(check.rawValue) \(engine.rawValue): \(found) after \(trial.seconds) s")
        try trial.add(to: study)
      }
    }
  }
}
