import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// Checks an engine step by step: every message, every answer.
///
/// The engine answers queries over small corpora, one of them empty, and over rows and queries at
/// the limits of the contract. The files of rows stay in the folder, because the shell commands
/// that repeat a wrong answer need them.
struct StepVerification {
  let id: String
  /// The program and its arguments.
  let command: [String]
  /// The command that installs the engine; empty if there is none.
  let install: String
  /// The folder of the rows; nil for the usual one.
  let output: String?
  /// The time limit of each step in seconds; nil if each step has its own.
  let timeout: Double?
  /// The step after a passed check.
  let next: NextStep
  let style: TextStyle
  let json: Bool
  let context: ProgramContext

  static let folder = "reports/steps"
  private static let declined =
    "note: the engine declined most questions, so this says little about it; 'verify --corpus' "
    + "checks it on your own rows, by your own rules"

  func run() throws {
    let folder = output ?? Self.folder
    try InputError.wrap { try Folder.create(folder) }
    let launch = EngineLaunch(
      id: id, command: command, timeouts: EngineTimeouts(seconds: timeout))
    let report = StepReport(style: style, print: context.print)
    let walk = StepWalk(
      launch, folder: folder, replacing: context.replacement, project: context.folder,
      observe: report.show)
    let tally = try walk.walk()
    report.end(tally)
    if json { try JSONText.show(tally) }
    if tally.isMissing, !install.isEmpty { context.print("install it with: \(install)") }
    if tally.wrongCount > 0 { try ExitStatus.wrongAnswers.end() }
    if tally.failureCount > 0 { try ExitStatus.engine.end() }
    if tally.answerCount == 0 {
      throw InputError.unanswered(by: [id], "no query: it declined every corpus")
    }
    // The JSON is the last thing that is printed.
    guard !json else { return }
    if 2 * tally.answerCount < tally.questionCount { context.print("\(Self.declined)") }
    for line in next.lines(after: tally) { context.print("\(line)") }
  }
}

extension StepVerification {
  /// Returns true for a file that is neither a suite nor a file of cases.
  static func isProgram(_ name: String) -> Bool {
    !name.hasSuffix(".yaml") && !name.hasSuffix(".yml") && (try? FileKind(at: name)) == .regular
  }

  /// Says how to check a program that was given as a suite.
  static func explanation(of name: String, by shown: ShownProgram) -> InputError {
    let isJavaScript = [".js", ".mjs", ".cjs", ".ts"].contains(where: name.hasSuffix)
    if isJavaScript, !FileManager.default.isExecutableFile(atPath: name) {
      return .usage(
        "got '\(name)', expected a suite or a file of cases (.json); to check a filter in "
          + "JavaScript, put it into the search.mjs that this writes: "
          + shown.command(["init", "my-search", "--engine", "javascript"]))
    }
    let program = FileManager.default.isExecutableFile(atPath: name) ? "" : "python3 "
    let path = name.hasSlash ? name : "./\(name)"
    return .usage(
      "got '\(name)', expected a suite or a file of cases (.json); the command of an engine "
        + "follows --: " + shown.command(["verify", "--"]) + " \(program)\(path)")
  }
}

struct StepReport {
  let style: TextStyle
  let print: Printer

  func show(_ event: StepWalk.Event) {
    switch event {
    case .began(let course, let rowCount): begin(course, rowCount: rowCount)
    case .beganBox: print(style.strong("a short schedule of a search box"))
    case .took(let step, let reproduction): show(step, reproduction: reproduction)
    case .notRun(let count): showNotRun(count)
    }
  }

  private func begin(_ course: StepCourse, rowCount: Int) {
    print(
      style.strong(
        "\(course.corpus), \(QuantityFormat.rows(rowCount)), profile \(course.profile.name)"))
  }

  /// - Parameter reproduction: the shell line that repeats the step, shown if it failed.
  private func show(_ step: EngineStep, reproduction: String) {
    switch step.verdict {
    case .ok(let seen):
      print("  ok       \(step.name): \(seen)")
    case .skipped(let skip):
      print("  skipped  \(step.name): \(skip.reason)\(skip.url.map { " (\($0))" } ?? "")")
    case .wrong(let mistake):
      print("  \(style.strong("wrong"))    \(step.name): \(mistake.summary)")
      for line in mistake.evidence { print("           \(line)") }
      print("           reproduce: \(reproduction)")
    case .failure(let failure):
      print(
        "  \(style.strong("failure"))    \(step.name): \(failure.state.rawValue), "
          + "\(failure.state.summary)")
      print("           got \(failure.got), expected \(failure.expected)")
      let errors = failure.standardErrorTail.split(whereSeparator: \.isNewline).suffix(20)
      if !errors.isEmpty { print("           standard error ends:") }
      for line in errors { print("             | \(line)") }
      print("           reproduce: \(reproduction)")
    }
  }

  private func showNotRun(_ count: Int) {
    if count > 0 {
      print("  not run  \(count == 1 ? "1 step" : "\(count) steps") after the failure")
    }
  }

  func end(_ tally: StepWalk.Tally) {
    print(
      "\(tally.answerCount) of \(tally.questionCount) answers compared; steps: \(tally.okCount) "
        + "ok, \(tally.wrongCount) wrong, \(tally.skippedCount) skipped, "
        + "\(tally.failureCount) failed, \(tally.notRunCount) not run")
  }
}

extension StepMistake {
  /// The typed text, and the first row that differs.
  fileprivate var evidence: [String] {
    let typed = query.map { "typed: \(DisplayText.query($0))" }
    let difference = place.map { place in
      "row \(place.row) \(place.isMissing ? "is missing" : "should not match"): "
        + DisplayText.quoted(place.text)
    }
    return [typed, difference].compactMap { $0 }
  }
}
