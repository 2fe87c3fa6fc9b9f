import ArgumentParser
import Foundation
import MatchmarkEngines
import MatchmarkSystem

/// Checks an engine message by message.
struct SmokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "smoke",
    abstract: "Check an engine step by step: every message, every answer.",
    discussion: """
      The engine answers queries over small corpora, one of them empty. Each answer is compared \
      with the oracle's; a wrong one is shown with the shell command that repeats it. The files of \
      rows stay in the output folder, because that command needs them.

      Exit codes: 0 passed · 2 a wrong answer · 5 the engine is missing, or did not do what the \
      protocol says · 64 it declined everything.

      Examples:
        matchmark smoke sqlite-fts5
        matchmark smoke -- python3 my-engine.py --fast
        matchmark smoke -- matchmark engine --matcher linear-scan
      """)

  @Argument(help: "An engine, as 'matchmark list engines' names it.")
  var engine: String?

  @Argument(parsing: .postTerminator, help: "After --: a program and its arguments.")
  var command: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")], help: "The folder for the rows files.")
  var output = "reports/smoke"

  @Option(
    help: "How long each step may take (3, 3s, 500ms); by default each step has its own limit.",
    transform: NumberRange.timeout.number)
  var timeout: Double?

  @OptionGroup var colour: ColourOptions
  @OptionGroup var result: JSONOptions

  func validate() throws {
    if (engine == nil) == command.isEmpty {
      throw ValidationError("expected the name of an engine, or -- and a command")
    }
  }

  func run() throws {
    let entry = try engine.map(entry)
    try CommandError.wrap { try Folder.create(output) }
    let launch = EngineLaunch(
      id: entry?.id ?? command[0], command: entry?.command ?? command, timeouts: timeouts)
    let report = SmokeReport(style: colour.style)
    let tally = try SmokeWalk(launch: launch, folder: output, report: report).walk()
    report.end(tally)
    try result.show(tally)
    if tally.isMissing, let entry { print("install it with: \(entry.install)") }
    if tally.wrongCount > 0 { throw ExitCode(ExitStatus.wrongAnswers.rawValue) }
    if tally.faultCount > 0 { throw ExitCode(ExitStatus.engine.rawValue) }
    if tally.answerCount == 0 {
      throw CommandError.usage("nothing was checked: the engine declined every corpus")
    }
  }

  /// - Throws: ``CommandError``; if the name is that of a file, it says how to check a program.
  private func entry(_ name: String) throws(CommandError) -> EngineEntry {
    do { return try EngineFile.shipped().entry(name) } catch {
      guard (try? FileKind(at: name)) == .regular else { throw error }
      let program = FileManager.default.isExecutableFile(atPath: name) ? "" : "python3 "
      let path = name.hasSlash ? name : "./\(name)"
      throw .usage(
        "\(error.description); '\(name)' is a file, whose command follows --, such as "
          + ShownProgram.current.command(["smoke", "--"]) + " \(program)\(path)")
    }
  }

  private var timeouts: EngineTimeouts { EngineTimeouts(seconds: timeout) }
}
