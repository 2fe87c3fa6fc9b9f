import MatchmarkCore
import MatchmarkSystem

/// The number of rows at which a matcher's p99 of medians reaches a budget, with its interval.
///
/// Between two measured sizes the p99 is taken to follow a power law; beyond the largest, that of
/// the last two sizes. The worst corpus and profile decides. The interval is that of redrawn rounds
/// and keystrokes (percentiles of the bootstrap); it knows the noise of what was measured, not
/// whether the law holds further out.
package struct Crossover: Sendable, Hashable {
  package var rowCount: Double
  package var lower: Double
  package var upper: Double
  /// The largest size that was measured.
  package var measuredRowCount: Int

  /// Whether the size lies beyond all that was measured.
  package var isExtrapolated: Bool { rowCount > Double(measuredRowCount) }

  private static let replicateCount = 200

  /// - Returns: nil where no corpus has two sizes, or where the time does not grow.
  /// - Complexity: O(replicates × n log n) for n samples of the matcher.
  package init?(of matcher: String, in record: RunRecord, budget: Double) {
    var groups: [String: [CrossoverCell]] = [:]
    for cell in record.cells {
      guard let times = CrossoverCell(cell, matcher: matcher) else { continue }
      groups["\(cell.corpus.family)\u{0}\(cell.profile.name)", default: []].append(times)
    }
    let curves = groups.sorted { $0.key < $1.key }.map(\.value)
      .map { $0.sorted { $0.rowCount < $1.rowCount } }.filter { $0.count > 1 }
    guard let largest = curves.compactMap(\.last?.rowCount).max() else { return nil }
    let estimate = curves.compactMap { curve in
      Self.crossing(curve.map { ($0.rowCount, $0.p99) }, budget: budget)
    }.min()
    guard let estimate else { return nil }
    var generator = SeededGenerator(seed: record.suite.seed, stream: "crossover")
    var redrawn: [Double] = []
    for _ in 0..<Self.replicateCount {
      let crossing = curves.compactMap { curve in
        Self.crossing(
          curve.map { ($0.rowCount, $0.redrawnP99(&generator)) }, budget: budget)
      }.min()
      if let crossing { redrawn.append(crossing) }
    }
    redrawn.sort()
    guard let lower = Quantile.type7(redrawn, 0.025), let upper = Quantile.type7(redrawn, 0.975)
    else { return nil }
    rowCount = estimate
    self.lower = min(lower, estimate)
    self.upper = max(upper, estimate)
    measuredRowCount = largest
  }

  /// Where a curve of sizes and times reaches the budget; nil where it does not grow.
  private static func crossing(_ points: [(Int, Double)], budget: Double) -> Double? {
    let beyond = points.firstIndex { $0.1 > budget } ?? points.count - 1
    let upper = max(1, beyond)
    let pair = points[(upper - 1)...upper]
    return PowerLawFit(sizes: pair.map { Double($0.0) }, times: pair.map(\.1))?
      .size(reaching: budget)
  }
}

/// The times of one matcher on one cell, to be drawn again.
private struct CrossoverCell {
  let rowCount: Int
  let p99: Double
  /// By keystroke, then round.
  private let times: [[Double]]
  private let roundCount: Int

  /// Nil where the matcher was not timed on every typed keystroke.
  init?(_ cell: CellRecord, matcher id: String) {
    guard let matcher = cell.matchers.first(where: { $0.id == id }), matcher.isRanked,
      !matcher.isSampled, matcher.declinedCount == 0, cell.corpus.rowCount > 1,
      let figures = matcher.figures, let samples = try? matcher.measuredSamples()
    else { return nil }
    var times: [[Double]] = Array(repeating: [], count: cell.keystrokes.count)
    for sample in samples where times.indices.contains(sample.keystroke) {
      times[sample.keystroke].append(sample.nanoseconds)
    }
    let typed = cell.keystrokes.indices.filter { cell.keystrokes[$0].isTyped }.map { times[$0] }
    guard let roundCount = typed.map(\.count).min(), roundCount > 0 else { return nil }
    rowCount = cell.corpus.rowCount
    p99 = figures.typed.p99OfMedians
    self.times = typed
    self.roundCount = roundCount
  }

  func redrawnP99(_ generator: inout SeededGenerator) -> Double {
    let rounds = (0..<roundCount).map { _ in generator.below(roundCount) }
    let medians = times.map { column in Quantile.median(rounds.map { column[$0] }) ?? 0 }
    let drawn = medians.indices.map { _ in medians[generator.below(medians.count)] }.sorted()
    return Quantile.type7(drawn, 0.99) ?? 0
  }
}
