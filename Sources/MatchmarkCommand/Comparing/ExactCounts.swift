import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Counts instead of times (instructions, allocations and index bytes), to compare with those of
/// another build or a baseline.
struct ExactCounts {
  struct Pair {
    let cell: String
    let matcher: String
    let now: Result<ExactFigures, ExactError>
    var earlier: Result<ExactFigures, ExactError>?
  }

  var context = ContextFacts.current()
  var cells: [CellRecord] = []
  var pairs: [Pair] = []

  /// Counts this build.
  ///
  /// - Parameter other: another build to count as well.
  /// - Throws: ``CommandError``: nothing can be counted without valgrind.
  init(of plan: Plan, with other: String? = nil, isQuiet: Bool) throws(CommandError) {
    let start = MachineSnapshot.current()
    var programs = try CommandError.wrap { try CountablePrograms() }
    // The copies are deleted after their last use.
    defer { withExtendedLifetime(programs) {} }
    let own = programs.copy(of: Invocation.current.program)
    let otherPath = try other.map { path throws(CommandError) in try AbsolutePath.of(path) }
    let other = otherPath.map { programs.copy(of: $0) }
    try CommandError.wrap {
      for cell in plan.suite.cells {
        let probe = try ExactProbe(cell, of: plan.suite)
        var record = probe.cell
        for matcher in plan.ofMatchers.participants.map(\.id) {
          if !isQuiet { StandardError.write("counting \(matcher) on \(cell.id)") }
          let entry = Self.count(probe, own, matcher)
          let otherEntry = other.map { Self.count(probe, $0, matcher) }
          record.matchers.append(entry.record)
          pairs.append(
            Pair(
              cell: cell.id, matcher: matcher, now: entry.result, earlier: otherEntry?.result))
        }
        cells.append(record)
      }
    }
    context.note(MachineSnapshot.current(), since: start)
  }

  private static func count(
    _ probe: ExactProbe, _ program: String, _ matcher: String
  ) -> (record: MatcherRecord, result: Result<ExactFigures, ExactError>) {
    let launch = EngineLaunch(id: matcher, command: [program, "engine", "--matcher", matcher])
    var record = MatcherRecord(id: matcher)
    let result = Result { () throws(ExactError) in try probe.figures(launch) }
    switch result {
    case .success(let figures):
      record.exact = figures
      record.build = BuildFigures(
        nanoseconds: 0, indexSizeInBytes: figures.indexSizeInBytes, peakGrowthInBytes: nil)
    case .failure(.skipped(let reason)):
      record.status = .skipped
      record.reason = reason
    case .failure(.wrong(let example)):
      record.status = .voided
      record.reason = example.difference
      record.counterexamples = [example]
    case .failure(let error):
      record.status = .errored
      record.reason = error.description
    }
    return (record, result)
  }

  /// The record; nothing in it was timed.
  func record(_ kind: RunRecord.Kind, _ plan: Plan, _ gate: GateRecord? = nil) -> RunRecord {
    var plan = plan.ofMatchers
    plan.suite.effort.measures = false
    return plan.record(kind, of: cells, in: context, gate: gate)
  }

  func findings(floor: Double) -> [GateFinding] {
    pairs.flatMap { pair -> [GateFinding] in
      switch (pair.now, pair.earlier) {
      case (.success(let now), .success(let earlier)):
        return now.findings(against: earlier, cell: pair.cell, matcher: pair.matcher, floor: floor)
      case (.failure(.skipped), .failure(.skipped)): return []
      case (.failure(let error), _):
        return [missing(pair, "this build: \(error.description)", floor)]
      case (_, .failure(let error)):
        return [missing(pair, "the other build: \(error.description)", floor)]
      case (_, nil): return []
      }
    }
  }

  func findings(against baseline: Baseline, _ plan: Plan, floor: Double) -> [GateFinding] {
    let comparability = Comparability(
      of: Baseline(outlineOf: record(.check, plan)), with: baseline, by: .count)
    return pairs.flatMap { pair -> [GateFinding] in
      if case .failure(.skipped) = pair.now { return [] }
      if let obstacle = comparability.obstacle(to: pair.matcher, on: pair.cell) {
        return [missing(pair, obstacle.text, floor)]
      }
      guard case .success(let now) = pair.now,
        let earlier = baseline.cell(pair.cell)?.matcher(pair.matcher)?.exact
      else { return [missing(pair, "this build could not be counted", floor)] }
      return now.findings(against: earlier, cell: pair.cell, matcher: pair.matcher, floor: floor)
    }
  }

  private func missing(_ pair: Pair, _ reason: String, _ floor: Double) -> GateFinding {
    GateFinding(
      cell: pair.cell, matcher: pair.matcher, figure: "instructions", verdict: .notComparable,
      ratio: nil, floor: floor, reason: reason)
  }
}
