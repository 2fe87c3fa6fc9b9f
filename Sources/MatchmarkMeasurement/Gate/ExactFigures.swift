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
        verdict: GateRule(floor: floor).verdict(on: interval), ratio: interval, floor: floor,
        forkCount: 0, roundCount: 0)
      finding.counted = Counted(now: now.value, earlier: before.value)
      return finding
    }
  }
}
