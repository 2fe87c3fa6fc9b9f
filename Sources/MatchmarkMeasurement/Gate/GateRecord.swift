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

    /// The version of the method, which changes when builds are measured or verdicts are reached
    /// in another way; how often the gate is right is counted separately for each version.
    package var currentMethod: Int { self == .baseline ? 3 : 2 }
  }

  /// Nil in records that predate the field.
  package var method: Int?
  package var form: Form
  /// The other program or the baseline, as the user named it.
  package var subject: String
  package var floor: Double
  package var findings: [GateFinding]

  package init(form: Form, subject: String, floor: Double, findings: [GateFinding]) {
    method = form.currentMethod
    self.form = form
    self.subject = subject
    self.floor = floor
    self.findings = findings
  }

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

  /// - Parameter ratios: the measurements that it is of; nil if there are none.
  package init(
    cell: String, matcher: String, figure: String = "time", verdict: GateVerdict,
    ratio: RatioInterval?, floor: Double, over ratios: PairedRatios? = nil, reason: String? = nil
  ) {
    self.cell = cell
    self.matcher = matcher
    self.figure = figure
    self.verdict = verdict
    self.ratio = ratio
    self.floor = floor
    forkCount = ratios?.forkCount ?? 0
    roundCount = ratios?.roundCounts.reduce(0, +) ?? 0
    self.reason = reason
  }
}

package struct Counted: Sendable, Codable, Hashable {
  package var now: Double
  package var earlier: Double
}

/// What a keystroke costs in countable things, which are the same on a busy machine as on a quiet
/// one.
package struct ExactFigures: Sendable, Codable, Hashable {
  /// Instructions per keystroke, averaged over the workload.
  package var instructions: Double
  package var allocations: Double
  package var allocatedBytes: Double
  /// The size of the index, in addition to the rows.
  package var indexSizeInBytes: Int

  package init(
    instructions: Double, allocations: Double, allocatedBytes: Double, indexSizeInBytes: Int
  ) {
    self.instructions = instructions
    self.allocations = allocations
    self.allocatedBytes = allocatedBytes
    self.indexSizeInBytes = indexSizeInBytes
  }

  /// The counts: the name, the value, and the amount below which it is negligible.
  package var counts: [(name: String, value: Double, grain: Double)] {
    [
      ("instructions", instructions, 1), ("allocations", allocations, 0.01),
      ("allocated-bytes", allocatedBytes, 1),
      ("index-bytes", Double(indexSizeInBytes), 1),
    ]
  }

  /// Growth up to this share is ignored: less than any slowdown that matters, but more than the
  /// difference between two runs of one program.
  package static let defaultFloor = 0.01

  /// A finding for each count, relative to an earlier one.
  ///
  /// There is no noise to allow for, so the interval is the ratio itself. The grain is added to
  /// both sides, so that growth from nothing stays small.
  package func findings(
    against earlier: ExactFigures, cell: String, matcher: String, floor: Double
  ) -> [GateFinding] {
    zip(counts, earlier.counts).map { now, before in
      let ratio = (now.value + now.grain) / (before.value + before.grain)
      let interval = RatioInterval(
        ratio: ratio, lower: ratio, upper: ratio, confidence: 1, standardError: 0)
      var finding = GateFinding(
        cell: cell, matcher: matcher, figure: now.name,
        verdict: GateRule(floor: floor).verdict(on: interval), ratio: interval, floor: floor)
      finding.counted = Counted(now: now.value, earlier: before.value)
      return finding
    }
  }
}
