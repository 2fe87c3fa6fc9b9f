/// What a gate was asked, and what it found.
package struct GateRecord: Sendable, Codable {
  /// What the run was compared with, and how.
  package enum Form: String, Sendable, Codable, CaseIterable {
    /// Two programs, interleaved in one run.
    case against
    /// A baseline of an earlier run.
    case baseline
    /// Counts instead of times.
    case exact
  }

  /// The version of the method, which changes when builds are measured or verdicts are reached in
  /// another way; how often the gate is right is counted separately for each version.
  package static let currentMethod = 2

  /// Nil in records that predate the field.
  package var method: Int? = currentMethod
  package var form: Form
  /// The other program or the baseline, as the user named it.
  package var subject: String
  /// The floor that was requested.
  package var floor: Double
  package var findings: [GateFinding]

  package init(form: Form, subject: String, floor: Double, findings: [GateFinding]) {
    self.form = form
    self.subject = subject
    self.floor = floor
    self.findings = findings
  }

  /// Whether nothing was compared, and so nothing was found out.
  package var isEmpty: Bool { findings.isEmpty }

  package func count(_ verdict: GateVerdict) -> Int { findings.count { $0.verdict == verdict } }
}

/// One figure of one matcher on one cell, compared.
package struct GateFinding: Sendable, Codable {
  package var cell: String
  package var matcher: String
  /// What was compared: a ``GateFigure``, or `instructions`, `allocations` and so on.
  package var figure: String
  package var verdict: GateVerdict
  /// New to old; nil if there is nothing to compare.
  package var ratio: RatioInterval?
  /// The same in rounds that the first verdict did not see; only if that was slower.
  package var confirmation: RatioInterval?
  /// How an identical pair compared in the same run.
  package var noise: RatioInterval?
  /// The reference matcher's time as a ratio to the earlier run; nil if there was none.
  package var drift: Double?
  /// The largest of the requested floor, that of the noise and that of the drift.
  package var floor: Double
  package var forkCount: Int
  package var roundCount: Int
  /// Over how many keystrokes; nil if none were timed, and in older records.
  package var keystrokeCount: Int?
  /// The count now and before; nil if time was measured.
  package var counted: Counted?
  /// The samples of the other build and of its twin, if they were measured in the same run; see
  /// ``SamplePacking``.
  package var packedBase: String?
  package var packedTwin: String?
  /// Why it is not comparable or not confirmed.
  package var reason: String?

  package init(
    cell: String, matcher: String, figure: String = "time", verdict: GateVerdict,
    ratio: RatioInterval?, floor: Double, forkCount: Int, roundCount: Int
  ) {
    self.cell = cell
    self.matcher = matcher
    self.figure = figure
    self.verdict = verdict
    self.ratio = ratio
    self.floor = floor
    self.forkCount = forkCount
    self.roundCount = roundCount
  }
}

/// A count, now and before.
package struct Counted: Sendable, Codable, Hashable {
  package var now: Double
  package var earlier: Double

  package init(now: Double, earlier: Double) {
    self.now = now
    self.earlier = earlier
  }
}

/// A declared budget, and what a matcher needed.
package struct BudgetFinding: Sendable, Codable, Hashable {
  package var cell: String
  package var matcher: String
  /// Which figure: `p50`, `p99` (both over medians), `raw-p99` or `max`.
  package var figure: String
  package var nanoseconds: Double
  package var limitInNanoseconds: Double
  /// Why another figure replaces the named one; nil if it does not.
  package var reason: String?

  package init(
    cell: String, matcher: String, figure: String, nanoseconds: Double, limitInNanoseconds: Double
  ) {
    self.cell = cell
    self.matcher = matcher
    self.figure = figure
    self.nanoseconds = nanoseconds
    self.limitInNanoseconds = limitInNanoseconds
  }

  package var isMissed: Bool { nanoseconds > limitInNanoseconds }
}
