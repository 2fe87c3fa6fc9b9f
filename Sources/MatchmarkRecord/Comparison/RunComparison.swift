/// A comparison of two runs of the same suite, matcher by matcher, by their ratios to the reference
/// matcher.
///
/// Ratios can be compared between two days on one machine, because a cause that slowed the machine
/// down slowed both matchers down. The reference itself therefore cannot be compared; if it became
/// slower, all others seem to become faster. A matcher is compared over the keystrokes that both
/// runs have for the matcher and its reference.
package struct RunComparison: Sendable {
  package let now: Baseline
  package let earlier: Baseline
  package let floor: Double
  package let figures: [GateFigure]
  package let look: GateLook
  package let seed: UInt64
  package let replicateCount: Int

  package init(
    now: Baseline, earlier: Baseline, floor: Double = GateRule.defaultFloor,
    figures: [GateFigure] = [.time], look: GateLook = .only, seed: UInt64 = 1,
    replicateCount: Int = HierarchicalBootstrap.defaultReplicateCount
  ) {
    self.now = now
    self.earlier = earlier
    self.floor = floor
    self.figures = figures
    self.look = look
    self.seed = seed
    self.replicateCount = replicateCount
  }

  /// Returns a finding for each figure, cell and matcher of either run, without the reference.
  ///
  /// The intervals of a figure hold simultaneously: the more comparisons there are, the wider is
  /// each interval.
  package func findings() -> [GateFinding] {
    let pairs = pairs()
    return figures.flatMap { figure in
      findings(figure == .time ? pairs : pairs.compactMap(\.tail), of: figure)
    }
  }

  private func findings(_ pairs: [Pair], of figure: GateFigure) -> [GateFinding] {
    let intervals = HierarchicalBootstrap(
      seed: seed, replicateCount: replicateCount, confidence: 1 - look.level
    ).intervals(pairs.map(\.comparison))
    return zip(pairs, intervals).map { pair, interval in finding(figure, of: pair, interval) }
  }

  /// The data of one matcher on one cell, from each run in which the matcher is present.
  private struct Pair {
    let cell: String
    let matcher: String
    var comparison: RatioComparison?
    /// The slowest keystrokes of either run; nil if those of the earlier one are unknown.
    var slowest: [Int]?
    var noise: RatioInterval?
    var drift: Double?
    var obstacle: Obstacle?

    /// The same pair over the slowest keystrokes; nil if there is nothing to compare.
    var tail: Pair? {
      var tail = self
      tail.comparison = slowest.flatMap { comparison?.keeping(Set($0)) }
      return tail.comparison == nil ? nil : tail
    }
  }

  private func pairs() -> [Pair] {
    let comparability = Comparability(of: now, with: earlier)
    let ids = (now.cells + earlier.cells).map(\.id).uniqued
    return ids.enumerated().flatMap { group, id in
      pairs(of: id, group: group, comparability)
    }
  }

  private func pairs(of id: String, group: Int, _ comparability: Comparability) -> [Pair] {
    let cells = (now: now.cell(id), earlier: earlier.cell(id))
    let matchers = ((cells.now?.matchers ?? []) + (cells.earlier?.matchers ?? [])).map(\.id)
    return matchers.uniqued.filter { $0 != now.conditions.reference }.compactMap { matcher in
      var pair = Pair(cell: id, matcher: matcher)
      pair.noise = [cells.now?.noise, cells.earlier?.noise].compactMap(\.self)
        .max { $0.distanceFromOne < $1.distanceFromOne }
      pair.drift = cells.now?.drift(since: cells.earlier)
      if let obstacle = comparability.obstacle(to: matcher, on: id) {
        // Both runs skipped the matcher, or neither timed it, so there is nothing to report.
        if obstacle.isInBoth { return nil }
        pair.obstacle = obstacle
      } else {
        pair.comparison = Self.comparison(
          group: group, cells.now?.matcher(matcher)?.ratios,
          cells.earlier?.matcher(matcher)?.ratios)
        if pair.comparison == nil { return nil }
        // Keystrokes that only the new run made slow are in its own warm-up.
        pair.slowest = cells.earlier?.matcher(matcher)?.slowest.map { slowest in
          slowest + (cells.now?.matcher(matcher)?.slowest ?? [])
        }
      }
      return pair
    }
  }

  private static func comparison(
    group: Int, _ now: PairedRatios?, _ earlier: PairedRatios?
  ) -> RatioComparison? {
    guard let now, let earlier else { return nil }
    let common = Set(now.queries).intersection(earlier.queries)
    guard let now = now.keeping(common), let earlier = earlier.keeping(common) else { return nil }
    return RatioComparison(group: group, ratios: now, earlier: earlier, hasFixedQueries: true)
  }

  private func finding(
    _ figure: GateFigure, of pair: Pair, _ ratio: RatioInterval?
  ) -> GateFinding {
    let rule = GateRule(
      floor: figure.floor(floor), noise: pair.noise, drift: pair.drift, look: look)
    let ratios = pair.comparison?.ratios
    var finding = GateFinding(
      cell: pair.cell, matcher: pair.matcher, figure: figure.rawValue,
      verdict: pair.obstacle?.verdict ?? rule.verdict(on: ratio), ratio: ratio,
      floor: rule.floor, over: ratios)
    finding.keystrokeCount = ratios?.queryCount
    finding.noise = pair.noise
    finding.drift = pair.drift
    finding.reason = pair.obstacle?.text ?? (ratio == nil ? "a single round has no interval" : nil)
    if finding.verdict == .inconclusive, rule.isMoved, let drift = pair.drift {
      finding.reason = finding.reason ?? Self.moved(drift)
    }
    let forkCounts = [ratios, pair.comparison?.earlier].compactMap { $0?.forkCount }
    if [.slower, .faster].contains(finding.verdict), forkCounts.contains(1),
      let ratio, Self.isWithinProcesses(ratio)
    {
      finding.verdict = .inconclusive
      finding.reason = Self.oneProcess
    }
    return finding
  }

  private static func moved(_ drift: Double) -> String {
    let share = Int(((max(drift, 1 / drift) - 1) * 100).rounded())
    return "the reference took \(share) % \(drift > 1 ? "more" : "less") time than in the earlier "
      + "run: the machine was not the same, and ratios may have moved; measure again, or use "
      + "--against"
  }

  /// The reason for a finding from a single process.
  ///
  /// Two processes of one program differ by several percent because of their memory layout; an
  /// interval from a single process does not cover that.
  private static let oneProcess =
    "measured in one process, which may differ from the next by several percent: use --forks 5"

  /// True if two processes of one program might differ as much; half as much time again is far more
  /// than they do.
  private static func isWithinProcesses(_ ratio: RatioInterval) -> Bool {
    ratio.lower < 1.5 && ratio.upper > 1 / 1.5
  }
}

extension RatioComparison {
  /// Returns the same comparison over some queries; nil if it has none of them.
  fileprivate func keeping(_ queries: Set<Int>) -> RatioComparison? {
    guard let ratios = ratios.keeping(queries) else { return nil }
    return RatioComparison(
      group: group, ratios: ratios, earlier: earlier?.keeping(queries),
      hasFixedQueries: hasFixedQueries)
  }
}

extension BaselineCell {
  /// Returns the ratio of the reference's time to its earlier time; nil if either is unknown.
  fileprivate func drift(since earlier: BaselineCell?) -> Double? {
    guard let now = referenceNanoseconds, let then = earlier?.referenceNanoseconds,
      Self.referenceTimes.contains(now), Self.referenceTimes.contains(then)
    else { return nil }
    return now / then
  }
}
