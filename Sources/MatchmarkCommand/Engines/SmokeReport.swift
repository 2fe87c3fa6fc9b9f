import MatchmarkCore
import MatchmarkEngines
import MatchmarkReports

/// Shows the steps of a smoke test as they finish.
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
    case .wrong(let what):
      print("  \(style.strong("wrong"))    \(step.name): \(what.summary)")
      for line in what.evidence { print("           \(line)") }
      print("           reproduce: \(reproduction)")
    case .fault(let fault):
      print(
        "  \(style.strong("fault"))    \(step.name): \(fault.state.rawValue), "
          + fault.state.summary)
      print("           got \(fault.got), expected \(fault.expected)")
      let errors = fault.standardErrorTail.split(whereSeparator: \.isNewline).suffix(20)
      if !errors.isEmpty { print("           standard error ends:") }
      for line in errors { print("             \(line)") }
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
