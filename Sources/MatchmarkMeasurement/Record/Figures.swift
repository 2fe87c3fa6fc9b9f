/// What the samples of one matcher on one cell say; times in nanoseconds.
///
/// Two tails, never confused: those over raw samples are what was felt, noise included; those of
/// medians take, per keystroke, the median over rounds first.
package struct Figures: Sendable, Codable {
  /// Rounds over all forks.
  package var roundCount: Int
  /// Processes that measured; nil in records from before there were several.
  package var forkCount: Int?
  /// Headline: typed keystrokes, without browse and suggestions.
  package var typed: Tails
  /// The same for each event class.
  package var classes: [String: Tails]
  /// The same for each result density.
  package var densities: [String: Tails]
  package var overBudget: BudgetCounts
  package var worst: WorstKeystroke?
  /// The first keystroke after building.
  package var coldFirstKey: Double
  /// The median over rounds of the time of all traces together, divided by their number.
  package var traceNanoseconds: Double
  /// Corpus rows divided by the median time of a typed keystroke.
  package var rowsPerSecond: Double
  /// The geometric mean over keystrokes of the median over rounds of the ratio to the reference
  /// matcher, same keystroke and same round; nil without a reference.
  package var ratioToReference: Double?
  /// The same for the keystrokes of each event class; nil without a reference, and in records from
  /// before it was written.
  package var classRatios: [String: Double]?
  /// Where the true ratio lies; nil without a reference, or where there was a single round.
  package var ratioInterval: RatioInterval?
  /// Samples far off their keystroke's median; they are counted, never removed.
  package var outlierCount: Int?
  /// The same keystrokes at the pace of a person's fingers; nil where they were not replayed so.
  package var paced: PacedFigures?
  /// How long a query takes that was asked before, as a ratio to the first time it was asked; nil
  /// where it was not tried.
  package var repeatedToUnseen: Double?
  /// How many samples were batched, of all.
  package var batchedShare: Double

  package init(roundCount: Int, typed: Tails) {
    self.roundCount = roundCount
    self.typed = typed
    classes = [:]
    densities = [:]
    overBudget = BudgetCounts(at120Hertz: 0, at60Hertz: 0, at100Milliseconds: 0)
    coldFirstKey = 0
    traceNanoseconds = 0
    rowsPerSecond = 0
    batchedShare = 0
  }
}

/// Quantiles (type 7) over some keystrokes.
package struct Tails: Sendable, Codable, Hashable {
  package var keystrokeCount: Int
  package var p50: Double
  package var p90: Double
  package var p99: Double
  package var maximum: Double
  /// Quantiles over keystrokes of the median over rounds.
  package var p50OfMedians: Double
  package var p99OfMedians: Double
}

/// Raw samples over the frame budgets.
package struct BudgetCounts: Sendable, Codable, Hashable {
  package var at120Hertz: Int
  package var at60Hertz: Int
  package var at100Milliseconds: Int

  /// The budgets, in nanoseconds.
  package static let nanosecondsAt120Hertz = 8_333_333.0
  package static let nanosecondsAt60Hertz = 16_666_667.0
  package static let nanosecondsAt100Milliseconds = 100_000_000.0
}

/// The slowest keystroke, by its median.
package struct WorstKeystroke: Sendable, Codable, Hashable {
  package var keystroke: Int
  package var medianNanoseconds: Double
}

/// How much of the corpus an answer is.
package enum Density: String, Sendable, CaseIterable {
  case none
  case upTo100Rows = "up-to-100-rows"
  case upToOnePercent = "up-to-1-percent"
  case more

  package init(matchCount: Int, rowCount: Int) {
    self =
      if matchCount == 0 { .none } else if matchCount <= 100 {
        .upTo100Rows
      } else if matchCount * 100 <= rowCount { .upToOnePercent } else { .more }
  }
}

/// Keystrokes with the gaps of a person's fingers between them, and the same ones warm.
package struct PacedFigures: Sendable, Codable, Hashable {
  /// With gaps, in which caches and clocks cool down.
  package var paced: Tails
  /// The same keystrokes in the ordinary rounds.
  package var warm: Tails
  /// The samples with gaps; see ``SamplePacking``.
  package var packedSamples: String

  package init(paced: Tails, warm: Tails, packedSamples: String) {
    self.paced = paced
    self.warm = warm
    self.packedSamples = packedSamples
  }
}
