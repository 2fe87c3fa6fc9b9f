package import MatchmarkRecord

/// The findings about two builds that were measured in alternation.
package struct AgainstFindings {
  private let floor: Double
  private let look: GateLook
  private let seed: UInt64

  package init(floor: Double, look: GateLook = .only, seed: UInt64) {
    self.floor = floor
    self.look = look
    self.seed = seed
  }

  /// A finding for each figure of each result, except what neither build answers; the intervals of
  /// a figure hold simultaneously.
  package func findings(_ all: [AgainstResult]) -> [GateFinding] {
    let results = all.filter { !$0.isSkipped }
    let tails = results.filter {
      $0.reason == nil && $0.rememberers == nil && $0.ratios(of: .own, .tail) != nil
    }
    return findings(results, of: .time) + findings(tails, of: .tail)
  }

  private func findings(_ results: [AgainstResult], of figure: GateFigure) -> [GateFinding] {
    let ratios = results.map { $0.reason == nil ? $0.ratios(of: .own, figure) : nil }
    let comparisons = ratios.enumerated().map { index, ratios in
      ratios.map { RatioComparison(group: index, ratios: $0, hasFixedQueries: true) }
    }
    let intervals = HierarchicalBootstrap(seed: seed, confidence: 1 - look.level)
      .intervals(comparisons)
    return results.indices.map { finding(figure, of: results[$0], ratios[$0], intervals[$0]) }
  }

  private func finding(
    _ figure: GateFigure, of result: AgainstResult, _ ratios: PairedRatios?,
    _ interval: RatioInterval?
  ) -> GateFinding {
    let noise = result.ratios(of: .twin, figure).flatMap {
      HierarchicalBootstrap(seed: seed)
        .interval(RatioComparison(ratios: $0, hasFixedQueries: true))
    }
    let rule = GateRule(floor: figure.floor(floor), noise: noise, look: look)
    var finding = GateFinding(
      cell: result.cell.id, matcher: result.matcher, figure: figure.rawValue,
      verdict: result.isAlone ? .alone : rule.verdict(on: interval), ratio: interval,
      floor: rule.floor, over: ratios,
      reason: result.reason ?? result.note(on: ratios))
    finding.noise = noise
    finding.earlierNanoseconds = ratios.flatMap {
      result.samples(of: .base).typicalTime(of: $0.queries)
    }
    if figure == .time {
      finding.packedBase = SamplePacking.pack(result.base)
      finding.packedTwin = SamplePacking.pack(result.twin)
    }
    return finding
  }
}

extension AgainstResult {
  /// The ratios of this build, or of the twin, to the other build.
  ///
  /// Two choices make the tail, and neither is from samples that are in the ratio: the slowest
  /// keystrokes of the third side, and those of the first round of each fork, in which keystrokes
  /// show that only this side made slow.
  fileprivate func ratios(of side: AgainstSide, _ figure: GateFigure) -> PairedRatios? {
    guard rememberers == nil else {
      return PairedRatios(samples(of: side), to: samples(of: .base)) { _ in true }
    }
    let (samples, witness) = side == .own ? (own, twin) : (twin, own)
    let isTyped = { (index: Int) in cell.keystrokes[index].isTyped }
    guard figure == .tail else { return PairedRatios(samples, to: base, where: isTyped) }
    guard let known = GateTail(witness, where: isTyped) else { return nil }
    let first = samples.lazy.map(\.round).min() ?? 0
    let later = samples.filter { $0.round > first }
    guard !later.isEmpty else {
      return PairedRatios(samples, to: base, where: known.keystrokes.contains)
    }
    let own = GateTail(samples.filter { $0.round == first }, where: isTyped)
    let tail = known.keystrokes.union(own?.keystrokes ?? [])
    return PairedRatios(later, to: base, where: tail.contains)
  }

  /// The samples that are compared.
  fileprivate func samples(of side: AgainstSide) -> [Sample] {
    guard rememberers == nil else { return unseen[side]?.first ?? [] }
    return switch side {
    case .base: base
    case .twin: twin
    case .own: own
    }
  }

  /// The reason why only some keystrokes are compared, or others than the timed ones; nil if all
  /// timed ones are.
  fileprivate func note(on ratios: PairedRatios?) -> String? {
    guard let rememberers else { return note }
    let count = QuantityFormat.count(ratios?.queryCount ?? 0)
    return (note.map { "\($0); but " } ?? "")
      + "\(rememberers) repeated queries from memory; times are compared on \(count) queries, "
      + "each when it was asked first"
  }
}
