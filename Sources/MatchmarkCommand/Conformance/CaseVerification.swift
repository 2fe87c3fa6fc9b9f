import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem

/// Asks participants the conformance cases, or those of files.
///
/// Each case is also asked of the oracle. A typing session is also played in this library's search
/// field, whose text, activity and events must match the case as well.
struct CaseVerification {
  /// The files of cases; empty for those of the specification.
  let files: [String]
  let plan: PlanOptions
  /// The folder of the reports; nil for none.
  let output: String?
  /// The file of the badge; nil for none.
  let badge: String?
  let json: Bool
  let display: DisplayOptions
  let junit: JUnitOptions
  let context: ProgramContext

  private var isConformance: Bool { files.isEmpty }
  private var print: Printer { context.print }

  func run() throws {
    let reports = try output.map { path throws(InputError) in
      try ReportsFolder(
        path, for: ReportsFolder.conformance, replacing: context.replacement)
    }
    if let badge, badge != "-" {
      try InputError.wrap("cannot write the badge: ") {
        try OwnFile.refuse(badge, unless: context.replacement)
      }
    }
    // Known disagreements are about the clauses of the specification.
    let ledger =
      isConformance ? try plan.demands.ledger(engineFile: plan.engines.engineFile) : nil
    let started = Date()
    let run = try self.report()
    var report = run.report
    let silent = report.silent(among: run.asked)
    let standings = ledger?.mark(&report, isWhole: plan.cells.filter == nil) ?? []
    let verdict = report.verdict(silent: silent, standings)
    let facts = ConformanceFacts(
      report, verdict, started: started, replay: replay, silent: silent, ledger: standings)
    let document = Document(facts)
    if let reports {
      try reports.write(
        ConformanceRecord(report, verdict), as: "conformance.json", JUnitReport(report, facts),
        document, dialect: junit.junitDialect)
    }
    if let badge { try write(ConformanceBadge(report, silent: silent), to: badge) }
    if json {
      try JSONText.show(ConformanceRecord(report, verdict))
    } else if isConformance {
      RecordPrinter(display, print).show(document)
    } else {
      for id in silent {
        let cases = "none of these cases" + (report.firstReason(to: id).map { " (\($0))" } ?? "")
        StandardError.write(
          "matchmark: \(id) was asked for and answers \(cases), expected at least one")
      }
    }
    try verdict.end()
  }

  private func show(_ testCase: CaseHead) {
    print(display.style.strong("\(testCase.id): \(testCase.sentence)"))
    // Otherwise a crash would lose what was printed so far.
    try? StandardOutput.flush()
  }

  private func show(_ result: CaseResult, of subject: String) {
    let reason = (result.reason ?? "").split(separator: "\n").map(String.init)
    switch result {
    case .passed: print("  \(subject): right")
    case .passedInPart:
      print("  \(subject): right where answered, skipped \(reason.joined(separator: ", "))")
    case .skipped: print("  \(subject): skipped, \(reason.joined(separator: ", "))")
    case .failed(let failure):
      let flaw = failure.isSlow ? "slow" : "wrong"
      print(display.style.wrong("  \(subject): \(flaw), \(reason.first ?? "")"))
      for line in reason.dropFirst() { print(display.style.wrong("  \(line)")) }
    }
  }

  private func write(_ badge: ConformanceBadge, to path: String) throws(InputError) {
    guard path != "-" else {
      throw .usage("got '-' for the badge, expected a file; './-' is one")
    }
    try InputError.wrap("cannot write the badge: ") {
      try AtomicFile.write(
        try JSONText.page(badge), to: path, replacing: context.replacement)
    }
  }

  private var replay: ConformanceReplay {
    ConformanceReplay(
      files: files, engineFile: plan.engines.engineFile, program: context.shown)
  }

  /// The judged cases, and the ids of the matchers that were asked for.
  private func report() throws(InputError) -> (report: ConformanceReport, asked: [String]) {
    let named = isConformance ? [] : plan.matchers + plan.engines.engines
    let rankerNames = named.filter(context.catalog.rankers.map(\.id).contains)
    let boxNames = named.filter(context.catalog.boxes.map(\.id).contains)
    let ownNames = rankerNames + boxNames
    var participants = try self.participants(except: ownNames)
    let asked = participants.askedFor.map(\.id) + ownNames
    let others = isConformance ? OtherEngines() : try OtherEngines(takenFrom: &participants)
    let isAlone = isConformance && !plan.matchers.isEmpty
    let library = isAlone ? [] : [ConformanceSubject.oracle, .marks, .session].map(\.id)
    // The specification has no cases of ranking and of late answers.
    let areAll = !isConformance && plan.matchers.isEmpty && ownNames.isEmpty
    let rankers = ChosenRankers(
      areAll || !rankerNames.isEmpty ? try context.catalog.rankers(rankerNames) : [],
      others.rankers)
    let boxes = ChosenBoxes(
      areAll || !boxNames.isEmpty ? try context.catalog.boxes(boxNames) : [], others.boxes)
    let matching: [any Contract] = [
      Matching(participants), Sessions([.session], matchers: participants.map(\.entry)),
    ]
    let ofFiles: [any Contract] =
      isConformance
      ? []
      : [
        Speed(participants, scan: try context.catalog.scan()), rankers.contract(),
        boxes.contract(),
      ]
    let contracts = matching + ofFiles
    let chosen = try chosen(try cases(of: contracts))
    let clauses = try InputError.wrap { try contracts.flatMap { try $0.clauses() }.uniqued }
    // Rankers and boxes are subjects only of the cases of their contracts.
    let special = (rankers.entries.map(\.id) + boxes.entries.map(\.id)).filter { id in
      chosen.contains { $0.questions.contains { $0.subject == id } }
    }
    let subjects = library + participants.map(\.id) + special
    let cases = judge(chosen, by: subjects)
    let report = ConformanceReport(clauses: clauses, subjects: subjects, cases: cases)
    if isConformance { try refuseIdleness(report) }
    return (report, asked)
  }

  /// Asks the subjects the cases: one subject after the other, or one case after the other if they
  /// are shown.
  private func judge(_ cases: [StoredCase], by subjects: [String]) -> [JudgedCase] {
    let progress = Progress(isShown: isConformance && !display.noProgress)
    defer {
      CrashNote.clear()
      progress.end()
    }
    let questions =
      isConformance
      ? subjects.flatMap { subject in cases.map { ($0, subject) } }
      : cases.flatMap { testCase in subjects.map { (testCase, $0) } }
    var patience = Patience()
    return questions.enumerated().compactMap { index, pair in
      let (testCase, subject) = pair
      progress.note("\(subject): \(testCase.head.id)", after: index, of: questions.count)
      if !isConformance, subject == subjects[0] { show(testCase.head) }
      guard let question = testCase.questions.first(where: { $0.subject == subject }) else {
        return nil
      }
      CrashNote.set(
        subject, "in case \(testCase.head.id)", again: replay.command(testCase.head, of: subject))
      let start = MonotonicClock.now()
      guard let result = patience.reason(for: subject).map(CaseResult.skipped) ?? question.ask()
      else { return nil }
      let time = Int(MonotonicClock.now() - start)
      patience.note(result, of: subject, nanoseconds: time)
      if !isConformance { show(result, of: subject) }
      return JudgedCase(
        testCase: testCase.head, subject: subject, result: result, durationInNanoseconds: time)
    }
  }

  /// The cases of the specification, or those of the files with the clauses and profiles that they
  /// may name.
  private func cases(of contracts: [any Contract]) throws(InputError) -> [StoredCase] {
    if isConformance { return try InputError.wrap { try StoredCase.embedded(as: contracts) } }
    let read = try files.map { path throws(InputError) in
      CaseFile(name: path, bytes: try InputFile.cases.read(path))
    }
    let cases = try InputError.wrap { try StoredCase.read(read, as: contracts) }
    guard !cases.isEmpty else {
      throw .usage("nothing to do: no case in \(files.joined(separator: ", "))")
    }
    return cases
  }

  /// The cases that the filter selects: those of the clause that it names, or the case that it
  /// names, or else those whose id or sentence contains it.
  private func chosen(_ cases: [StoredCase]) throws(InputError) -> [StoredCase] {
    guard let filter = plan.cells.filter else { return cases }
    let selections: [(CaseHead) -> Bool] = [
      { $0.clauses.contains(filter.uppercased()) },
      // A printed command names a case, and the ids of others may begin with that name.
      { $0.id.lowercased() == filter.lowercased() },
      // Not locale-dependent: in Turkish, 'I' does not become 'i'.
      {
        $0.id.lowercased().contains(filter.lowercased())
          || $0.sentence.lowercased().contains(filter.lowercased()) || $0.group == filter
      },
    ]
    let chosen =
      selections.lazy.map { isChosen in cases.filter { isChosen($0.head) } }
      .first { !$0.isEmpty } ?? []
    guard !chosen.isEmpty else {
      let known = cases.flatMap(\.head.clauses).uniqued + cases.map(\.head.id)
      throw .usage(
        "nothing to do: no clause and no case is called '\(filter)'"
          + NearestName.hint(filter, among: known))
    }
    return chosen
  }

  /// Every matcher, or only the ones that were asked for; none if only rankers were.
  private func participants(except rankers: [String]) throws(InputError) -> [Participant] {
    var engines = plan.engines
    engines.engines.removeAll(where: rankers.contains)
    var chosen = plan.matchers.filter { !rankers.contains($0) }
    if chosen.isEmpty, !plan.matchers.isEmpty {
      // No name of a matcher would mean all of them.
      chosen = engines.engines + plan.demands.requiredIDs
      if chosen.isEmpty { return [] }
    }
    let participants = try engines.participants(chosen, required: plan.demands.requiredIDs)
    if let absence = participants.askedFor.absences.first { throw .engine(absence) }
    return participants
  }

  private func refuseIdleness(_ report: ConformanceReport) throws(InputError) {
    let silent = report.silent(among: report.subjects)
    guard report.isRight, silent == report.subjects else { return }
    throw .unanswered(
      by: silent, "none of these cases",
      reason: silent.first.flatMap(report.firstReason))
  }
}

/// The cases that a subject may let run into a time limit; hundreds of them would take an hour.
private struct Patience {
  private static let limit = 3
  private static let seconds = 5
  /// The number of slow failures in a row.
  private var failures: [String: Int] = [:]

  /// Returns the reason not to ask a subject; nil if it is asked.
  func reason(for subject: String) -> String? {
    failures[subject, default: 0] < Self.limit
      ? nil
      : "not asked, because \(Self.limit) cases in a row failed after more than "
        + "\(Self.seconds) seconds each"
  }

  mutating func note(_ result: CaseResult, of subject: String, nanoseconds: Int) {
    guard failures[subject, default: 0] < Self.limit else { return }
    let isLong = nanoseconds > Self.seconds * 1_000_000_000
    if isLong, case .failed(let failure) = result, !failure.isSlow {
      failures[subject, default: 0] += 1
    } else {
      failures[subject] = 0
    }
  }
}

/// Engines that rank, and search boxes.
private struct OtherEngines {
  var rankers: [RankingEngine] = []
  var boxes: [BoxEngine] = []

  init() {}

  init(takenFrom participants: inout [Participant]) throws(InputError) {
    for participant in participants where participant.isStarted {
      guard let engine = try GreetedEngine(participant) else { continue }
      if let rules = engine.hello.rules {
        rankers.append(RankingEngine(engine, rules))
      } else if let rules = engine.hello.boxRules {
        boxes.append(BoxEngine(engine, rules))
      }
    }
    let taken = rankers.map(\.id) + boxes.map(\.id)
    participants.removeAll { taken.contains($0.id) }
  }
}

extension CaseResult {
  var word: String {
    switch self {
    case .passed: "passed"
    case .passedInPart: "passed-in-part"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  var reason: String? {
    switch self {
    case .passed: nil
    case .failed(let failure): failure.description
    case .passedInPart(let reason), .skipped(let reason): reason
    }
  }
}

/// The command that runs a single case of the suite again.
struct ConformanceReplay {
  /// The files of the cases; empty for those of the specification.
  let files: [String]
  let engineFile: String?
  let program: ShownProgram

  /// For instance `./matchmark verify --conformance -e linear-scan -f Q8-01 --details`.
  ///
  /// - Parameter subject: its id; the oracle and the search field run if no matcher is chosen.
  func command(_ testCase: CaseHead, of subject: String) -> String {
    let always = [ConformanceSubject.oracle, .marks, .session].map(\.id)
    let file = engineFile.map { ["--engine-file", $0] } ?? []
    let choice = always.contains(subject) ? [] : file + ["-e", subject]
    let cases = (files.isEmpty ? ["--conformance"] : files) + choice
    return program.command(["verify"] + cases + ["-f", testCase.id, "--details"])
  }
}

extension DivergenceLedger {
  /// Marks failures of conformance cases that it covers as skipped in the report.
  ///
  /// - Parameter isWhole: true if all cases were run; only then can it be concluded that none
  ///   diverges.
  /// - Returns: the state of each entry that is about a clause and a subject of the report.
  fileprivate func mark(_ report: inout ConformanceReport, isWhole: Bool) -> [LedgerRecord] {
    var uses: [LedgerUse] = []
    let cases = report.cases.map { judged in
      let covering = positions(covering: judged.testCase.clauses, of: judged.subject)
      for position in covering where !judged.isSkipped {
        let diverged = judged.result.isFailure ? 1 : 0
        uses.append(
          LedgerUse(entry: position, askedCount: isWhole ? 1 : diverged, divergedCount: diverged))
      }
      guard judged.result.isFailure, let position = covering.first else { return judged }
      return JudgedCase(
        testCase: judged.testCase, subject: judged.subject,
        result: .skipped(reason: "diverges (ledger): \(entries[position].reason)"),
        durationInNanoseconds: judged.durationInNanoseconds)
    }
    report = ConformanceReport(
      clauses: report.clauses, subjects: report.subjects, cases: cases)
    return standings(after: uses, among: report.subjects).filter { $0.clause != nil }
  }
}
