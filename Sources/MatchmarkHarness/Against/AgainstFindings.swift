package import MatchmarkMeasurement

/// What two builds that were measured in turns come to.
package struct AgainstFindings {
  private let floor: Double
  private let bootstrap: HierarchicalBootstrap

  package init(floor: Double, seed: UInt64) {
    self.floor = floor
    bootstrap = HierarchicalBootstrap(seed: seed)
  }

  /// A finding for each result, without what neither build answers; the intervals hold together.
  package func findings(_ all: [AgainstResult]) -> [GateFinding] {
    let results = all.filter { !$0.isSkipped }
    let ratios = results.map { $0.reason == nil ? $0.ratios(of: $0.own) : nil }
    let comparisons = ratios.enumerated().compactMap { index, ratios in
      ratios.map { RatioComparison(group: index, ratios: $0) }
    }
    var intervals = bootstrap.intervals(comparisons)[...]
    return zip(results, ratios).map { result, ratios in
      let interval = ratios == nil ? nil : intervals.popFirst() ?? nil
      return finding(result, ratios, interval)
    }
  }

  private func finding(
    _ result: AgainstResult, _ ratios: PairedRatios?, _ interval: RatioInterval?
  ) -> GateFinding {
    let noise = result.ratios(of: result.twin).flatMap {
      bootstrap.interval(RatioComparison(ratios: $0))
    }
    let rule = GateRule(floor: floor, noise: noise)
    var finding = GateFinding(
      cell: result.cell.id, matcher: result.matcher, verdict: rule.verdict(on: interval),
      ratio: interval, floor: rule.floor, forkCount: ratios?.forkCount ?? 0,
      roundCount: ratios?.roundCounts.reduce(0, +) ?? 0)
    finding.noise = noise
    finding.reason = result.reason
    finding.packedBase = SamplePacking.pack(result.base)
    finding.packedTwin = SamplePacking.pack(result.twin)
    return finding
  }
}

extension AgainstResult {
  /// The ratios of some samples to those of the other build.
  fileprivate func ratios(of samples: [Sample]) -> PairedRatios? {
    PairedRatios(samples, to: base) { cell.keystrokes[$0].isTyped }
  }
}
