/// The figures computed from the samples of one matcher on one cell; times in nanoseconds.
///
/// There are two kinds of tails, which are never confused: those over raw samples are what a user
/// experiences, noise included; those of medians are over the median of each keystroke's rounds.
package struct Figures: Sendable, Codable {
  /// The number of rounds over all forks.
  package var roundCount: Int
  /// The number of processes that measured; nil in records that predate forks.
  package var forkCount: Int?
  /// The headline figures: typed keystrokes, without browse and suggestions.
  package var typed: Tails
  /// The same figures for each event class.
  package var classes: [String: Tails] = [:]
  /// The same figures for each result density.
  package var densities: [String: Tails] = [:]
  package var overBudget = BudgetCounts(at120Hertz: 0, at60Hertz: 0, at100Milliseconds: 0)
  package var worst: WorstKeystroke?
  /// The time of the first keystroke after building.
  package var coldFirstKey = 0.0
  /// The median over rounds of the total time of all traces, divided by the number of traces.
  package var traceNanoseconds = 0.0
  /// The number of corpus rows divided by the median time of a typed keystroke.
  package var rowsPerSecond = 0.0
  /// The ratio to the reference matcher: the geometric mean over all typed keystrokes of the median
  /// over rounds, for the same keystroke and the same round.
  ///
  /// Nil without a reference, and if either of the two has no time; it is read through
  /// ``Standings``.
  package var ratioToReference: Double?
  /// The same ratio for the keystrokes of each event class; nil without a reference, and in records
  /// that predate the field.
  package var classRatios: [String: Double]?
  /// The interval in which the true ratio lies; nil without a reference, or if there was a single
  /// round.
  package var ratioInterval: RatioInterval?
  /// The figures for the keystrokes that all ranked participants have; nil if each participant has
  /// all.
  package var common: Standings.Share?
  /// The rank among the ranked participants of the cell, from 1; nil if the participant is not
  /// ranked.
  package var rank: Int?
  /// The number of samples far from their keystroke's median; such samples are never removed.
  package var outlierCount: Int?
  /// The figures of the same keystrokes at the pace of a person who types; nil if they were not
  /// replayed.
  package var paced: PacedFigures?
  /// The ratio of the time of a repeated query to that of the same query when it was new; nil if
  /// this was not measured.
  package var repeatedToUnseen: Double?
  package var batchedShare = 0.0

  /// Returns true if ``repeatedToUnseen`` is so small that a repeated query was not matched again;
  /// figures of repeated queries then do not measure matching.
  package static func isFromMemory(_ ratio: Double) -> Bool { ratio < 0.2 }

  /// The number of samples among which those over the frame budgets are counted.
  package var typedSampleCount: Int {
    typed.sampleCount ?? roundCount * typed.keystrokeCount
  }
}

/// Quantiles (type 7) over some keystrokes.
///
/// With fewer than a hundred keystrokes there is no p99: it would lie between the two slowest.
package struct Tails: Sendable, Codable, Hashable {
  package var keystrokeCount: Int
  /// The number of samples; nil in records that predate the field.
  package var sampleCount: Int?
  package var p50: Double
  package var p90: Double
  package var p99: Double?
  package var maximum: Double
  /// The quantiles over keystrokes of the median over rounds.
  package var p50OfMedians: Double
  package var p99OfMedians: Double?
  /// The slowest median; nil in records that predate the field, unless it is the slowest of all.
  package var maximumOfMedians: Double?

  package static let fewestForP99 = 100

  /// The p99 of medians; if there are too few keystrokes for it, the slowest of them.
  package var tail: Double? { p99OfMedians ?? maximumOfMedians }
}

extension Tails {
  /// Reads the figures, without the p99 of fewer than a hundred keystrokes that earlier versions
  /// wrote.
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

/// The numbers of raw samples that exceed the frame budgets.
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

/// The share of the corpus that an answer contains.
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

/// The figures of keystrokes with the pauses of a person who types between them, and of the same
/// keystrokes without pauses.
package struct PacedFigures: Sendable, Codable, Hashable {
  /// The keystrokes after pauses, during which caches and clocks cool down.
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
