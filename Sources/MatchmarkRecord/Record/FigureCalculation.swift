package struct FigureCalculation: Sendable {
  private let keystrokes: [KeystrokeRecord]
  private let rowCount: Int
  /// The times by keystroke and turn, in nanoseconds, without warm-up rounds.
  private let times: [[Turn: Double]]
  private let samples: [Sample]
  private let warmUpRounds: Int

  /// Creates a calculation.
  ///
  /// - Parameter samples: the samples of one matcher, including warm-up rounds.
  package init(keystrokes: [KeystrokeRecord], rowCount: Int, samples: [Sample], warmUpRounds: Int) {
    self.keystrokes = keystrokes
    self.rowCount = rowCount
    self.samples = samples.filter { $0.round >= warmUpRounds }
    self.warmUpRounds = warmUpRounds
    var times: [[Turn: Double]] = Array(repeating: [:], count: keystrokes.count)
    for sample in self.samples { times[sample.keystroke][sample.turn] = sample.nanoseconds }
    self.times = times
  }

  /// Returns all figures except those of the first key, of the human pace, of memory and of other
  /// participants (``Standings``); nil if nothing was measured.
  package func figures() -> Figures? {
    let typed = keystrokes.indices.filter { keystrokes[$0].isTyped }
    let headline = tails(of: typed) ?? tails(of: Array(keystrokes.indices))
    guard let headline else { return nil }
    var figures = Figures(roundCount: Set(samples.map(\.turn)).count, typed: headline)
    figures.forkCount = Set(samples.map(\.fork)).count
    figures.classes = tails { keystrokes[$0].eventClass }
    figures.densities = tails { index in
      guard keystrokes[index].isTyped, let count = keystrokes[index].matchCount else { return nil }
      return Density(matchCount: count, rowCount: rowCount).rawValue
    }
    figures.overBudget = budgetCounts(typed)
    figures.worst = medians(typed).max { $0.median < $1.median }.map {
      WorstKeystroke(keystroke: $0.keystroke, medianNanoseconds: $0.median)
    }
    figures.traceNanoseconds = traceNanoseconds()
    figures.rowsPerSecond = Double(rowCount) / max(headline.p50OfMedians, 1) * 1e9
    figures.outlierCount = outlierCount(typed)
    let batched = samples.count { $0.batch > 1 }
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
      let maximum = raw.last, let p50OfMedians = Quantile.type7(medians, 0.5)
    else { return nil }
    let hasP99 = medians.count >= Tails.fewestForP99
    return Tails(
      keystrokeCount: medians.count, sampleCount: raw.count, p50: p50, p90: p90,
      p99: hasP99 ? Quantile.type7(raw, 0.99) : nil, maximum: maximum,
      p50OfMedians: p50OfMedians, p99OfMedians: hasP99 ? Quantile.type7(medians, 0.99) : nil,
      maximumOfMedians: medians.last)
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
    func count(over budget: Double) -> Int { raw.count { $0 > budget } }
    return BudgetCounts(
      at120Hertz: count(over: BudgetCounts.nanosecondsAt120Hertz),
      at60Hertz: count(over: BudgetCounts.nanosecondsAt60Hertz),
      at100Milliseconds: count(over: BudgetCounts.nanosecondsAt100Milliseconds))
  }

  private func traceNanoseconds() -> Double {
    var totals: [Turn: Double] = [:]
    for sample in samples { totals[sample.turn, default: 0] += sample.nanoseconds }
    let measured = keystrokes.indices.filter { !times[$0].isEmpty }
    let traceCount = Set(measured.map { keystrokes[$0].trace }).count
    return (Quantile.median(Array(totals.values)) ?? 0) / Double(max(traceCount, 1))
  }
}

extension FigureCalculation {
  /// The number of replicates for the interval of a table, whose bounds are read to two digits.
  package static let replicateCount = 400

  /// Returns the ratios of the typed keystrokes to those of another matcher, paired by fork and
  /// round.
  package func ratios(to reference: FigureCalculation) -> PairedRatios? {
    PairedRatios(samples, to: reference.samples) { keystrokes[$0].isTyped }
  }

  /// Returns the ratio over all keystrokes of an event class; nil unless both participants timed
  /// all of them.
  func classRatio(_ name: String, to reference: FigureCalculation) -> Double? {
    let count = keystrokes.count { $0.eventClass == name }
    let ratios = PairedRatios(samples, to: reference.samples) { keystrokes[$0].eventClass == name }
    return ratios.flatMap { $0.queryCount == count ? $0.ratio : nil }
  }

  var timedKeystrokes: [Int] {
    keystrokes.indices.filter { keystrokes[$0].isTyped && !times[$0].isEmpty }
  }

  /// Returns the times for some keystrokes that others have, too.
  ///
  /// - Parameter ratios: the ratios to the reference; nil without a reference.
  func common(_ indices: [Int], _ ratios: PairedRatios?, seed: UInt64) -> Standings.Share? {
    guard let tails = tails(of: indices) else { return nil }
    var common = Standings.Share(
      keystrokeCount: tails.keystrokeCount, p50: tails.p50OfMedians, tail: tails.maximumOfMedians)
    let kept = ratios?.keeping(Set(indices))
    common.ratio = kept?.ratio
    common.interval = kept.flatMap { Self.interval($0, of: sessions, seed: seed) }
    for name in Set(indices.map { keystrokes[$0].eventClass }) {
      let own = indices.filter { keystrokes[$0].eventClass == name }
      common.classRatios[name] = kept?.keeping(Set(own))?.ratio
    }
    return common
  }

  /// Returns the figures of an unranked participant, with the ratio, both over the keystrokes that
  /// every fork has of it.
  package func figures(outOfRankNextTo reference: FigureCalculation?, seed: UInt64) -> Figures? {
    let shared = sharedByForks
    var figures = shared.figures()
    let paired = reference.flatMap { shared.ratios(to: $0) }
    figures?.ratioToReference = paired?.ratio
    figures?.ratioInterval = paired.flatMap { Self.interval($0, of: sessions, seed: seed) }
    return figures
  }

  /// The calculation over the keystrokes that every fork has timed.
  ///
  /// The sample of a slow participant is as large as its speed in a fork allows.
  private var sharedByForks: FigureCalculation {
    let forkCount = Set(samples.map(\.fork)).count
    let shared = Set(
      times.indices.filter { Set(times[$0].keys.map(\.fork)).count == forkCount })
    return FigureCalculation(
      keystrokes: keystrokes, rowCount: rowCount,
      samples: samples.filter { shared.contains($0.keystroke) }, warmUpRounds: warmUpRounds)
  }

  var sessions: TypingSessions { TypingSessions(keystrokes) }

  /// Returns the comparison of this matcher with a second build of it; nil if the samples show no
  /// scatter.
  ///
  /// - Parameter samples: the samples of the second build, including warm-up rounds.
  package func noise(ofTwin samples: [Sample], _ id: String, seed: UInt64) -> NoiseRecord? {
    let twin = FigureCalculation(
      keystrokes: keystrokes, rowCount: rowCount, samples: samples, warmUpRounds: warmUpRounds)
    return twin.ratios(to: self).flatMap { Self.interval($0, of: nil, seed: seed) }.map {
      NoiseRecord(matcher: id, ratio: $0, packedSamples: SamplePacking.pack(samples))
    }
  }

  /// Returns the interval that a table shows.
  ///
  /// - Parameter sessions: the sessions of the keystrokes; nil treats each keystroke as a session.
  package static func interval(
    _ ratios: PairedRatios, of sessions: TypingSessions?, seed: UInt64
  ) -> RatioInterval? {
    HierarchicalBootstrap(seed: seed, replicateCount: replicateCount)
      .interval(RatioComparison(ratios: ratios, sessions: sessions))
  }

  /// Returns the keystrokes at human pace and the same ones in the ordinary rounds; nil if there
  /// are none.
  package func paced(_ samples: [Sample]) -> PacedFigures? {
    let typed = samples.filter { keystrokes[$0.keystroke].isTyped }
    let asked = Set(typed.map(\.keystroke)).filter { !times[$0].isEmpty }.sorted()
    let other = FigureCalculation(
      keystrokes: keystrokes, rowCount: rowCount, samples: typed, warmUpRounds: 0)
    guard let paced = other.tails(of: asked), let warm = tails(of: asked) else { return nil }
    return PacedFigures(paced: paced, warm: warm, packedSamples: SamplePacking.pack(samples))
  }

  /// Returns the number of samples that are farther from their keystroke's median than ten median
  /// absolute deviations, which is nearly seven standard deviations for normal noise; such samples
  /// are kept.
  private func outlierCount(_ indices: [Int]) -> Int {
    indices.reduce(0) { count, index in
      let values = Array(times[index].values)
      guard let middle = Quantile.median(values),
        let deviation = Quantile.medianAbsoluteDeviation(values), deviation > 0
      else { return count }
      return count + values.count { abs($0 - middle) > 10 * deviation }
    }
  }
}
