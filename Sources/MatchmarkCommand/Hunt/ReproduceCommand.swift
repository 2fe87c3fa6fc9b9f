import ArgumentParser
import MatchmarkConformance
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

struct ReproduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Check matchers with files of cases, such as those that 'hunt' stores.",
    discussion: """
      Each case is also asked of the oracle. A typing session is also played in this library's \
      search field, whose text, activity and events must match the case as well. The exit code is \
      2 if any answer is wrong, and 6 if a matcher that was named answers none of the cases.

      Example: matchmark reproduce Fixtures/regressions/*.json
      """)

  @Argument(help: "Files of cases.")
  var files: [String]

  @OptionGroup var participants: ParticipantOptions
  @OptionGroup var colour: ColourOptions
  @OptionGroup var result: JSONOptions

  func run() throws {
    let suite = try suite()
    let participants = try participants.installed()
    let subjects =
      [.oracle, .marks, .session] + participants.map { ConformanceSubject.matcher($0.entry) }
    var outcomes: [CaseOutcome] = []
    for testCase in suite.cases {
      print(colour.style.strong("\(testCase.id): \(testCase.sentence)"))
      for subject in subjects {
        guard let result = run(testCase, on: subject) else { continue }
        outcomes.append(
          CaseOutcome(testCase: testCase, subject: subject.id, result: result, duration: .zero))
        for line in lines(subject, result) { print(line) }
      }
    }
    let report = ConformanceReport(
      clauses: suite.clauses, subjects: subjects.map(\.id), outcomes: outcomes)
    let silent = report.silent(among: participants.askedFor.map(\.id))
    for id in silent {
      StandardError.write(
        "matchmark: \(id) was asked for and answers none of these cases, expected at least one")
    }
    let verdict = report.verdict(silent: silent)
    try result.show(ConformanceRecord(report, verdict))
    try verdict.end()
  }

  /// Runs a case, and names the matcher in case it crashes the process.
  private func run(_ testCase: ConformanceCase, on subject: ConformanceSubject) -> CaseResult? {
    // Otherwise a crash would lose what was printed so far.
    try? StandardOutput.flush()
    LastWords.set(subject.id, "in case \(testCase.id)")
    defer { LastWords.clear() }
    return CaseRunner().run(testCase, on: subject)
  }

  private func lines(_ subject: ConformanceSubject, _ result: CaseResult) -> [StyledText] {
    let reason = (result.reason ?? "").split(separator: "\n").map(String.init)
    switch result {
    case .passed: return ["  \(subject.id): right"]
    case .skipped: return ["  \(subject.id): skipped, \(reason.joined(separator: ", "))"]
    case .failed:
      return [colour.style.wrong("  \(subject.id): wrong, \(reason.first ?? "")")]
        + reason.dropFirst().map { colour.style.wrong("  \($0)") }
    }
  }

  /// The cases of the files, with the clauses and profiles that they may name.
  private func suite() throws(CommandError) -> ConformanceSuite {
    let read = try files.map { path throws(CommandError) in
      CaseFile(name: path, bytes: try InputFile.cases.read(path))
    }
    let suite = try CommandError.wrap { try ConformanceSuite.load(with: read) }
    guard !suite.cases.isEmpty else {
      throw .usage("nothing to do: no case in \(files.joined(separator: ", "))")
    }
    return suite
  }
}
