extension RunRecord {
  /// The record as JSON on one line with sorted keys; pretty-printed, it would be twice as large.
  package func encoded() throws(RecordError) -> [UInt8] {
    var finished = self
    if finished.ending == nil { finished.conclude() }
    return try RecordFormat.record.encode { encode in try encode(finished) + [0x0A] }
  }

  /// Reads a record of this or an earlier version.
  ///
  /// Before version 3, each participant had a ratio over the keystrokes that it happened to have;
  /// the standings are recomputed from the samples. What was called the p99 of fewer than 100
  /// keystrokes is no longer shown.
  package init(decoding bytes: [UInt8]) throws(RecordError) {
    self = try RecordFormat.record.decode(RunRecord.self, from: bytes)
    guard formatVersion < 3 else { return }
    for index in cells.indices {
      cells[index].settleEarlier(reference: suite.reference, seed: suite.seed)
    }
    targets = targets?.map { finding in
      guard finding.target.statistic == .p99, let count = finding.keystrokeCount,
        let reason = TargetCalculation.reasonWithoutP99(of: count, on: finding.cells.first ?? "")
      else { return finding }
      return TargetFinding(finding.target, on: finding.cells, notMeasured: reason)
    }
  }
}
