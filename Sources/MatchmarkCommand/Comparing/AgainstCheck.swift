import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

/// Measures this build and another one in alternation, and judges the difference.
struct AgainstCheck {
  let other: OtherBuild
  let plan: Plan
  let forkCount: Int
  let floor: Double
  let isQuiet: Bool

  /// - Throws: ``CommandError``, also if the other build cannot be started at all.
  func record() throws(CommandError) -> RunRecord {
    let period = RunPeriod(ContextFacts.current())
    let progress = Progress(isShown: !isQuiet)
    progress.note(.cellStarted(index: 0, count: 1, id: plan.suite.name))
    let run = try run { progress.note(.progressed($0)) }
    defer { progress.end() }
    var results: [AgainstResult] = []
    let findings: [GateFinding] = try CommandError.wrap {
      try GateLook.findings(forkCount: forkCount) { look, forks, open in
        results = try run.results(of: forks, addedTo: results) { cell, matcher in
          open?.contains { $0.cell == cell && $0.matcher == matcher } ?? true
        }
        return AgainstFindings(floor: floor, look: look, seed: plan.suite.seed).findings(results)
      } confirm: { forks, suspects in
        let fresh = try run.results(of: forks) { cell, matcher in
          suspects.contains { $0.cell == cell && $0.matcher == matcher }
        }
        return AgainstFindings(floor: floor, seed: plan.suite.seed &+ 1).findings(fresh)
      }
    }
    return record(of: results, findings, period.ended)
  }

  private func run(_ observe: @escaping (Double) -> Void) throws(CommandError) -> AgainstRun {
    let own = plan.participants
    let program = Invocation.current.program
    return AgainstRun(
      plan, base: try other.programs(),
      own: { id in
        own.first { $0.id == id }?.engine ?? OtherBuild.serving(id, by: program)
      }, observe: observe)
  }

  private func record(
    of results: [AgainstResult], _ findings: [GateFinding], _ context: RunContext
  ) -> RunRecord {
    var cells: [CellRecord] = []
    for result in results {
      if let index = cells.firstIndex(where: { $0.id == result.cell.id }) {
        cells[index].matchers += result.cell.matchers
      } else {
        cells.append(result.cell)
      }
    }
    return plan.record(
      .check, of: cells, in: context,
      gate: GateRecord(form: .against, subject: other.name, floor: floor, findings: findings))
  }
}

/// The build that this one is compared with.
struct OtherBuild {
  private enum Kind {
    /// A program that serves its matchers.
    case program
    /// A checkout with an engine file, whose commands run in that folder.
    case checkout(engineFile: String, EngineTimeouts)
  }

  /// The path, as the user named it.
  let name: String
  private let kind: Kind

  /// - Throws: ``CommandError/notComparable(_:)`` if the path is neither.
  init(_ name: String, _ engines: EngineOptions) throws(CommandError) {
    self.name = name
    guard (try? FileKind(at: name)) == .folder, let file = engines.engineFile else {
      kind = .program
      try CheckPlan.refuseMissing(name)
      return
    }
    guard !file.isAbsolutePath else {
      throw .usage(
        "got --engine-file '\(file)' with the checkout '\(name)', expected a relative path, which "
          + "both checkouts have")
    }
    kind = .checkout(engineFile: file, EngineTimeouts(seconds: engines.timeout))
  }

  /// The part of a plan that this build can be compared with: the user's own engines, or matchers.
  ///
  /// - Throws: ``CommandError/usage(_:)`` if no participant is left.
  func part(of plan: Plan) throws(CommandError) -> Plan {
    switch kind {
    case .program:
      let part = try plan.ofBuilds().ofMatchers
      guard part.participants.isEmpty else { return part }
      throw .usage(
        "got only engines with the program '\(name)', expected a matcher, or the folder of another "
          + "checkout, whose engines are those of --engine-file")
    case .checkout:
      let part = plan.only { $0.engine?.isOwn == true }
      guard part.participants.isEmpty else { return part }
      throw .usage(
        "got the checkout '\(name)', expected an engine of --engine-file to compare; name one "
          + "with -e")
    }
  }

  /// The programs with which it serves participants, by id; a participant that it does not have is
  /// missing, and so are all if its engine file cannot be read.
  func programs() throws(CommandError) -> EngineProgram.OfParticipant {
    let path = try AbsolutePath.of(name)
    guard case .checkout(let file, let timeouts) = kind else {
      return { Self.serving($0, by: path) }
    }
    var entries: [EngineEntry] = []
    var complaint = "\(file) lists no such engine"
    do {
      entries = try EngineFile(try YAMLFile(path: "\(path)/\(file)"), in: .current).entries
    } catch { complaint = error.description }
    return { [entries, complaint] id in
      let entry = entries.first { $0.id == id }
      return EngineProgram(
        EngineLaunch(id: id, command: entry?.command ?? [], folder: path, timeouts: timeouts),
        install: entry?.install ?? "", missing: entry == nil ? complaint : nil, isOwn: true)
    }
  }

  /// A build of this program as an engine that serves one matcher.
  static func serving(_ id: String, by program: String) -> EngineProgram {
    EngineProgram(
      EngineLaunch(id: id, command: [program, "engine", "serve", "--matcher", id]),
      install: "build it")
  }
}

struct BaselineCheck {
  let name: String
  let job: MeasuringJob
  let plan: Plan
  let floor: Double
  let command: String

  /// - Parameter isFiltered: true to ignore cells and matchers that only the baseline has.
  /// - Throws: ``CommandError/notComparable(_:)`` before anything is measured, if the baseline was
  ///   made on another machine or in another way.
  func record(against saved: Baseline, isFiltered: Bool) throws(CommandError) -> RunRecord {
    try CheckPlan.refuseOthers(saved, named: name, plan.suite, command: command)
    var records: [RunRecord] = []
    let findings = try GateLook.findings(forkCount: job.forkCount) {
      look, forks, open throws(CommandError) in
      records += try job.records(of: part(about: open), forks: forks)
      let merged = try job.merged(records, of: plan)
      return try self.findings(merged, against: saved, isFiltered: isFiltered, look)
    } confirm: { forks, suspects throws(CommandError) in
      let part = part(about: suspects)
      let fresh = try job.merged(try job.records(of: part, forks: forks), of: part)
      return try self.findings(fresh, against: saved, isFiltered: true, .only)
    }
    var record = try job.merged(records, of: plan)
    record.gate = GateRecord(form: .baseline, subject: name, floor: floor, findings: findings)
    return record
  }

  /// The part of the plan that some findings are about, with the reference; nil means all of it.
  private func part(about findings: [GateFinding]?) -> Plan {
    guard let findings else { return plan }
    var part = plan
    part.keep(
      cells: findings.map(\.cell).uniqued,
      participants: [plan.suite.reference] + findings.map(\.matcher).uniqued)
    return part
  }

  private func findings(
    _ record: RunRecord, against saved: Baseline, isFiltered: Bool, _ look: GateLook
  ) throws(CommandError) -> [GateFinding] {
    let now = try RecordBaseline.of(record)
    var earlier = saved
    if isFiltered { earlier.keep(now) }
    return RunComparison(
      now: now, earlier: earlier, floor: floor, figures: GateFigure.allCases, look: look,
      seed: look == .only ? plan.suite.seed &+ 1 : plan.suite.seed
    ).findings()
  }
}

extension Baseline {
  /// Leaves out cells and matchers that the other baseline does not have.
  mutating func keep(_ other: Baseline) {
    cells.removeAll { other.cell($0.id) == nil }
    for index in cells.indices {
      let kept = other.cell(cells[index].id)
      cells[index].matchers.removeAll { kept?.matcher($0.id) == nil }
    }
  }
}
