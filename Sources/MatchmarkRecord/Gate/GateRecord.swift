/// The comparison that a gate was asked to make, and its findings.
package struct GateRecord: Sendable, Codable {
  /// The kind of comparison.
  package enum Form: String, Sendable, Codable, CaseIterable {
    /// With another program; the two are interleaved in one run.
    case against
    /// With a baseline of an earlier run.
    case baseline
    /// Of counts instead of times.
    case exact

    /// The version of the method, which changes when builds are measured or verdicts are reached in
    /// another way; the error rate of the gate is determined separately for each version.
    package var currentMethod: Int { self == .baseline ? 4 : 3 }
  }

  /// The version of the method; nil in records that predate the field.
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

  /// True if no figure was found to be slower, faster or the same.
  package var isUndecided: Bool {
    findings.allSatisfy { [.inconclusive, .alone, .notComparable].contains($0.verdict) }
  }

  package func count(_ verdict: GateVerdict) -> Int { findings.count { $0.verdict == verdict } }
}

/// The comparison of one figure of one matcher on one cell.
package struct GateFinding: Sendable, Codable {
  package var cell: String
  package var matcher: String
  /// The name of the figure: that of a ``GateFigure``, or `instructions`, `allocations` and so on.
  package var figure: String
  package var verdict: GateVerdict
  /// The ratio of new to old; nil if there is nothing to compare.
  package var ratio: RatioInterval?
  /// The ratio in rounds that the first verdict did not use; only if that verdict was `slower`.
  package var confirmation: RatioInterval?
  /// The ratio of an identical pair in the same run.
  package var noise: RatioInterval?
  /// The ratio of the reference matcher's time to that of the earlier run; nil if there was none.
  package var drift: Double?
  /// The floor that was applied: the largest of the requested one, that of the noise and that of
  /// the drift.
  package var floor: Double
  package var forkCount: Int
  package var roundCount: Int
  /// The number of keystrokes; nil if none were timed, and in older records.
  package var keystrokeCount: Int?
  /// The typical time of a compared keystroke in the other build, in nanoseconds; nil unless both
  /// builds were timed.
  package var earlierNanoseconds: Double?
  /// The count now and before; nil if time was measured.
  package var counted: Counted?
  /// The samples of the other build and of its twin, if they were measured in the same run; see
  /// ``SamplePacking``.
  package var packedBase: String?
  package var packedTwin: String?
  /// The reason why the figure is not comparable or not confirmed.
  package var reason: String?

  /// Creates a finding.
  ///
  /// - Parameter ratios: the measurements on which the finding is based; nil if there are none.
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

  /// The typical time of a compared keystroke now, in nanoseconds, to which the ratio leads; nil
  /// unless both builds were timed.
  package var nanoseconds: Double? {
    earlierNanoseconds.flatMap { earlier in ratio.map { earlier * $0.ratio } }
  }
}

package struct Counted: Sendable, Codable, Hashable {
  package var now: Double
  package var earlier: Double
}

/// The cost of a keystroke in countable units, which do not depend on how busy the machine is.
package struct ExactFigures: Sendable, Codable, Hashable {
  /// The instructions per keystroke, averaged over the workload.
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

  /// The share up to which growth is ignored: less than any slowdown that matters, but more than
  /// the difference between two runs of one program.
  package static let defaultFloor = 0.01

  /// Returns a finding for each count, relative to an earlier one.
  ///
  /// Counts have no noise, so the interval is the ratio itself. The negligible amount is added to
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
