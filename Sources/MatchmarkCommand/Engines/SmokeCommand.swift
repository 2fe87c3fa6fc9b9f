import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

struct SmokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "smoke",
    abstract: "Check an engine step by step: every message, every answer.",
    discussion: """
      The engine answers queries over small corpora, one of them empty, and over rows and queries \
      at the limits of the contract. Each answer is compared with the oracle's; a wrong one is \
      shown with the shell command that repeats it. The files of rows stay in the output folder, \
      because that command needs them.

      Exit codes: 0 passed · 2 a wrong answer · 5 the engine is missing, or did not do what the \
      protocol says · 6 it answered nothing.

      Examples:
        matchmark smoke sqlite-fts5
        matchmark smoke -- python3 my-engine.py --fast
        matchmark smoke -- matchmark engine --matcher linear-scan
      """)

  @Argument(help: "An engine, as 'matchmark list engines' names it.")
  var engine: String?

  @Argument(parsing: .postTerminator, help: "After --: a program and its arguments.")
  var command: [String] = []

  @Option(name: .output, help: "The folder for the rows files.")
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
      id: entry?.id ?? command[0], command: entry?.command ?? command,
      timeouts: EngineTimeouts(seconds: timeout))
    let report = SmokeReport(style: colour.style)
    let tally = try SmokeWalk(launch: launch, folder: output, report: report).walk()
    report.end(tally)
    try result.show(tally)
    if tally.isMissing, let entry { print("install it with: \(entry.install)") }
    if tally.wrongCount > 0 { try ExitStatus.wrongAnswers.end() }
    if tally.faultCount > 0 { try ExitStatus.engine.end() }
    if tally.answerCount == 0 {
      throw CommandError.unanswered(by: [launch.id], "no query: it declined every corpus")
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
}

struct SmokeReport {
  let style: TextStyle

  func begin(_ course: SmokeCourse, rowCount: Int) {
    print(
      style.strong(
        "\(course.corpus), \(QuantityFormat.rows(rowCount)), profile \(course.profile.name)"))
  }

  /// - Parameter reproduction: the shell line that repeats the step, shown if it failed.
  func show(_ step: SmokeStep, reproduction: String) {
    switch step.verdict {
    case .ok(let seen):
      print("  ok       \(step.name): \(seen)")
    case .skipped(let skip):
      print("  skipped  \(step.name): \(skip.reason)\(skip.url.map { " (\($0))" } ?? "")")
    case .wrong(let summary, let evidence):
      print("  \(style.strong("wrong"))    \(step.name): \(summary)")
      for line in evidence { print("           \(line)") }
      print("           reproduce: \(reproduction)")
    case .fault(let fault):
      print(
        "  \(style.strong("fault"))    \(step.name): \(fault.state.rawValue), "
          + "\(fault.state.summary)")
      print("           got \(fault.got), expected \(fault.expected)")
      let errors = fault.standardErrorTail.split(whereSeparator: \.isNewline).suffix(20)
      if !errors.isEmpty { print("           standard error ends:") }
      for line in errors { print("             | \(line)") }
      print("           reproduce: \(reproduction)")
    }
  }

  func showNotRun(_ count: Int) {
    if count > 0 {
      print("  not run  \(count == 1 ? "1 step" : "\(count) steps") after the fault")
    }
  }

  func end(_ tally: SmokeWalk.Tally) {
    print(
      "\(tally.answerCount) answers compared; steps: \(tally.okCount) ok, "
        + "\(tally.wrongCount) wrong, \(tally.skippedCount) skipped, \(tally.faultCount) failed, "
        + "\(tally.notRunCount) not run")
  }
}
