/// What the samples of one matcher on one cell show; times in nanoseconds.
///
/// Two kinds of tails, never confused: those over raw samples are what was felt, noise included;
/// those of medians first take, per keystroke, the median over rounds.
package struct Figures: Sendable, Codable {
  /// Rounds over all forks.
  package var roundCount: Int
  /// Processes that measured; nil in records that predate forks.
  package var forkCount: Int?
  /// Headline: typed keystrokes, without browse and suggestions.
  package var typed: Tails
  /// The same for each event class.
  package var classes: [String: Tails] = [:]
  /// The same for each result density.
  package var densities: [String: Tails] = [:]
  package var overBudget = BudgetCounts(at120Hertz: 0, at60Hertz: 0, at100Milliseconds: 0)
  package var worst: WorstKeystroke?
  /// The first keystroke after building.
  package var coldFirstKey = 0.0
  /// The median over rounds of the total time of all traces, divided by their number.
  package var traceNanoseconds = 0.0
  /// Corpus rows divided by the median time of a typed keystroke.
  package var rowsPerSecond = 0.0
  /// The geometric mean over all typed keystrokes of the median over rounds of the ratio to the
  /// reference matcher, for the same keystroke and the same round.
  ///
  /// Nil without a reference, and if one of them has no time; it is read through ``Standings``.
  package var ratioToReference: Double?
  /// The same for the keystrokes of each event class; nil without a reference, and in records that
  /// predate the field.
  package var classRatios: [String: Double]?
  /// Where the true ratio lies; nil without a reference, or if there was a single round.
  package var ratioInterval: RatioInterval?
  /// The times for the keystrokes that all ranked participants have; nil if each has all.
  package var common: Standings.Share?
  /// Its place among the ranked participants of the cell, from 1; nil if it is not ranked.
  package var rank: Int?
  /// Samples far from their keystroke's median; they are counted, never removed.
  package var outlierCount: Int?
  /// The same keystrokes at the pace of a person who types; nil if they were not replayed.
  package var paced: PacedFigures?
  /// How long a query takes that was asked before, as a ratio to the first time; nil if that was
  /// not tried.
  package var repeatedToUnseen: Double?
  package var batchedShare = 0.0

  /// How many samples the frame budgets are counted in.
  package var typedSampleCount: Int {
    typed.sampleCount ?? roundCount * typed.keystrokeCount
  }
}

/// Quantiles (type 7) over some keystrokes.
///
/// With fewer than a hundred keystrokes there is no p99: it would lie between the two slowest.
package struct Tails: Sendable, Codable, Hashable {
  package var keystrokeCount: Int
  /// Nil in records that predate the field.
  package var sampleCount: Int?
  package var p50: Double
  package var p90: Double
  package var p99: Double?
  package var maximum: Double
  /// Quantiles over keystrokes of the median over rounds.
  package var p50OfMedians: Double
  package var p99OfMedians: Double?
  /// Nil in records that predate the field, unless it is the slowest of all.
  package var maximumOfMedians: Double?

  package static let fewestForP99 = 100

  /// The p99 of medians; if there are too few keystrokes, the slowest of them.
  package var tail: Double? { p99OfMedians ?? maximumOfMedians }
}

extension Tails {
  /// Leaves out what earlier versions called the p99 of a few keystrokes.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let count = try values.decode(Int.self, forKey: .keystrokeCount)
    func p99(_ key: CodingKeys) throws -> Double? {
      let value = try values.decodeIfPresent(Double.self, forKey: key)
      return count < Self.fewestForP99 ? nil : value
    }
    self.init(
      keystrokeCount: count,
      sampleCount: try values.decodeIfPresent(Int.self, forKey: .sampleCount),
      p50: try values.decode(Double.self, forKey: .p50),
      p90: try values.decode(Double.self, forKey: .p90), p99: try p99(.p99),
      maximum: try values.decode(Double.self, forKey: .maximum),
      p50OfMedians: try values.decode(Double.self, forKey: .p50OfMedians),
      p99OfMedians: try p99(.p99OfMedians),
      maximumOfMedians: try values.decodeIfPresent(Double.self, forKey: .maximumOfMedians))
  }
}

/// Raw samples that exceed the frame budgets.
package struct BudgetCounts: Sendable, Codable, Hashable {
  package var at120Hertz: Int
  package var at60Hertz: Int
  package var at100Milliseconds: Int

  package static let nanosecondsAt120Hertz = 8_333_333.0
  package static let nanosecondsAt60Hertz = 16_666_667.0
  package static let nanosecondsAt100Milliseconds = 100_000_000.0
}

/// The slowest keystroke, by its median.
package struct WorstKeystroke: Sendable, Codable, Hashable {
  package var keystroke: Int
  package var medianNanoseconds: Double
}

/// What share of the corpus an answer is.
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

/// Keystrokes with the pauses of a person who types between them, and the same ones warm.
package struct PacedFigures: Sendable, Codable, Hashable {
  /// With pauses, during which caches and clocks cool down.
  package var paced: Tails
  /// The same keystrokes in the ordinary rounds.
  package var warm: Tails
  /// The samples with pauses; see ``SamplePacking``.
  package var packedSamples: String

  package init(paced: Tails, warm: Tails, packedSamples: String) {
    self.paced = paced
    self.warm = warm
    self.packedSamples = packedSamples
  }
}
