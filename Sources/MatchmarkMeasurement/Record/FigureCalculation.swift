/// Makes figures of samples.
package struct FigureCalculation: Sendable {
  private let keystrokes: [KeystrokeRecord]
  private let rowCount: Int
  /// Per keystroke and round, in nanoseconds, warm-up rounds left out.
  private let times: [[Int: Double]]
  private let samples: [Sample]

  /// - Parameter samples: those of one matcher, warm-up rounds included.
  package init(
    keystrokes: [KeystrokeRecord], rowCount: Int, samples: [Sample], warmUpRounds: Int
  ) {
    self.keystrokes = keystrokes
    self.rowCount = rowCount
    self.samples = samples.filter { $0.round >= warmUpRounds }
    var times: [[Int: Double]] = Array(repeating: [:], count: keystrokes.count)
    for sample in self.samples { times[sample.keystroke][sample.round] = sample.nanoseconds }
    self.times = times
  }

  /// All figures but the cold first key; nil where nothing was measured.
  package func figures(reference: FigureCalculation?) -> Figures? {
    let typed = keystrokes.indices.filter { keystrokes[$0].isTyped }
    let headline = tails(of: typed) ?? tails(of: Array(keystrokes.indices))
    guard let headline else { return nil }
    var figures = Figures(roundCount: Set(samples.map(\.round)).count, typed: headline)
    figures.classes = tails { keystrokes[$0].eventClass }
    figures.densities = tails { index in
      guard keystrokes[index].isTyped, let count = keystrokes[index].matchCount else { return nil }
      return Density(matchCount: count, rowCount: rowCount).rawValue
    }
    figures.overBudget = budgetCounts(typed)
    figures.worst = worst(typed)
    figures.traceNanoseconds = traceNanoseconds()
    figures.rowsPerSecond = Double(rowCount) / max(headline.p50OfMedians, 1) * 1e9
    figures.ratioToReference = reference.flatMap { ratio(to: $0, over: typed) }
    let batched = samples.reduce(0) { $0 + ($1.batch > 1 ? 1 : 0) }
    figures.batchedShare = Double(batched) / Double(max(samples.count, 1))
    return figures
  }

  private func medians(_ indices: [Int]) -> [(keystroke: Int, median: Double)] {
    indices.compactMap { index in
      Quantile.median(Array(times[index].values)).map { (index, $0) }
    }
  }

  private func tails(of indices: [Int]) -> Tails? {
    let raw = indices.flatMap { times[$0].values }.sorted()
    let medians = medians(indices).map(\.median).sorted()
    guard let p50 = Quantile.type7(raw, 0.5), let p90 = Quantile.type7(raw, 0.9),
      let p99 = Quantile.type7(raw, 0.99), let maximum = raw.last,
      let p50OfMedians = Quantile.type7(medians, 0.5),
      let p99OfMedians = Quantile.type7(medians, 0.99)
    else { return nil }
    return Tails(
      keystrokeCount: medians.count, p50: p50, p90: p90, p99: p99, maximum: maximum,
      p50OfMedians: p50OfMedians, p99OfMedians: p99OfMedians)
  }

  private func tails(by key: (Int) -> String?) -> [String: Tails] {
    var groups: [String: [Int]] = [:]
    for index in keystrokes.indices {
      if let name = key(index) { groups[name, default: []].append(index) }
    }
    return groups.compactMapValues { tails(of: $0) }
  }

  private func budgetCounts(_ indices: [Int]) -> BudgetCounts {
    let raw = indices.flatMap { times[$0].values }
    func count(over budget: Double) -> Int { raw.reduce(0) { $0 + ($1 > budget ? 1 : 0) } }
    return BudgetCounts(
      at120Hertz: count(over: BudgetCounts.nanosecondsAt120Hertz),
      at60Hertz: count(over: BudgetCounts.nanosecondsAt60Hertz),
      at100Milliseconds: count(over: BudgetCounts.nanosecondsAt100Milliseconds))
  }

  private func worst(_ indices: [Int]) -> WorstKeystroke? {
    medians(indices).max { $0.median < $1.median }.map {
      WorstKeystroke(keystroke: $0.keystroke, medianNanoseconds: $0.median)
    }
  }

  private func traceNanoseconds() -> Double {
    var totals: [Int: Double] = [:]
    for sample in samples { totals[sample.round, default: 0] += sample.nanoseconds }
    let measured = keystrokes.indices.filter { !times[$0].isEmpty }
    let traceCount = Set(measured.map { keystrokes[$0].trace }).count
    return (Quantile.median(Array(totals.values)) ?? 0) / Double(max(traceCount, 1))
  }

  private func ratio(to reference: FigureCalculation, over indices: [Int]) -> Double? {
    let ratios = indices.compactMap { index in
      Quantile.median(
        times[index].compactMap { round, time in
          reference.times[index][round].map { time / max($0, 1e-3) }
        })
    }
    return geometricMean(ratios)
  }
}
