package import MatchmarkDatasets
package import MatchmarkRecord

/// Counts instead of times (instructions, allocations and index bytes), to compare with those of
/// another build or a baseline.
package struct ExactCounts {
  private let period: RunPeriod
  private var cells: [CellRecord] = []
  /// Each matcher on each cell: in this build, and in the other one if there is one.
  private var pairs: [(cell: String, now: MatcherRecord, earlier: MatcherRecord?)] = []

  /// The programs to count, and a function that shows a line about each count.
  package struct Programs {
    let own: String
    let other: String?
    let note: (String) -> Void

    /// - Parameters:
    ///   - own: the path of this build's program.
    ///   - other: that of another build to count as well.
    ///   - note: called with the line.
    package init(own: String, other: String?, note: @escaping (String) -> Void) {
      self.own = own
      self.other = other
      self.note = note
    }
  }

  /// - Parameter context: the facts of this moment.
  /// - Throws: ``InputError``: nothing can be counted without valgrind.
  package init(
    of plan: Plan, by counted: Programs, in context: RunContext
  ) throws(InputError) {
    period = RunPeriod(context)
    var programs = try InputError.wrap { try CountablePrograms() }
    // The copies are deleted after their last use.
    defer { withExtendedLifetime(programs) {} }
    let own = programs.copy(of: counted.own)
    let otherPath = try counted.other.map { path throws(InputError) in try AbsolutePath.of(path) }
    let other = otherPath.map { programs.copy(of: $0) }
    try InputError.wrap {
      for cell in plan.suite.cells {
        let probe = try ExactProbe(cell, of: plan)
        var record = probe.cell
        for matcher in plan.ofMatchers.participants.map(\.id) {
          counted.note("counting \(matcher) on \(cell.id)")
          let now = probe.record(of: matcher, in: own)
          let earlier = other.map { probe.record(of: matcher, in: $0) }
          record.matchers.append(now)
          pairs.append((cell: cell.id, now: now, earlier: earlier))
        }
        cells.append(record)
      }
    }
  }

  /// The record; nothing in it was timed.
  package func record(_ kind: RunRecord.Kind, _ plan: Plan, _ gate: GateRecord? = nil) -> RunRecord
  {
    var plan = plan.ofMatchers
    plan.suite.effort.measures = false
    return plan.record(kind, of: cells, in: period.ended, gate: gate)
  }

  package func findings(floor: Double) -> [GateFinding] {
    pairs.flatMap { cell, now, earlier -> [GateFinding] in
      guard let earlier, now.status != .skipped || earlier.status != .skipped else { return [] }
      guard let figures = now.exact else {
        return [missing(cell, now.id, Obstacle(text: "this build: \(Self.reason(now))"), floor)]
      }
      guard let before = earlier.exact else {
        let reason = "the other build: \(Self.reason(earlier))"
        return [missing(cell, now.id, Obstacle(text: reason, isEarlier: true), floor)]
      }
      return figures.findings(against: before, cell: cell, matcher: now.id, floor: floor)
    }
  }

  private static func reason(_ record: MatcherRecord) -> String {
    (record.status == .voided ? "wrong answer: " : "") + (record.reason ?? "")
  }

  package func findings(against baseline: Baseline, _ plan: Plan, floor: Double) -> [GateFinding] {
    let comparability = Comparability(
      of: Baseline(outlineOf: record(.check, plan)), with: baseline, by: .count)
    return pairs.flatMap { cell, now, _ -> [GateFinding] in
      if now.status == .skipped { return [] }
      if let obstacle = comparability.obstacle(to: now.id, on: cell) {
        return [missing(cell, now.id, obstacle, floor)]
      }
      guard let figures = now.exact, let earlier = baseline.cell(cell)?.matcher(now.id)?.exact
      else {
        return [missing(cell, now.id, Obstacle(text: "this build could not be counted"), floor)]
      }
      return figures.findings(against: earlier, cell: cell, matcher: now.id, floor: floor)
    }
  }

  private func missing(
    _ cell: String, _ matcher: String, _ obstacle: Obstacle, _ floor: Double
  ) -> GateFinding {
    GateFinding(
      cell: cell, matcher: matcher, figure: "instructions", verdict: obstacle.verdict, ratio: nil,
      floor: floor, reason: obstacle.text)
  }
}
