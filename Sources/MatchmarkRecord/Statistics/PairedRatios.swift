import FoundationEssentials
import MatchmarkSystem

/// The ratios of one contender to another: their logarithms, paired by fork, round and query.
///
/// The two times of a pair were measured moments apart, so the effect of the machine on both
/// cancels out. Logarithms are used so that a ratio and its inverse are equally far from one.
package struct PairedRatios: Sendable, Hashable {
  /// The queries that both sides have in every round in which both took part, ascending.
  package let queries: [Int]
  /// The number of rounds of each fork in which both took part.
  package let roundCounts: [Int]
  /// The logarithms by fork, then round, then query.
  package let logarithms: [Double]

  package var forkCount: Int { roundCounts.count }
  package var queryCount: Int { queries.count }

  /// Creates paired ratios.
  ///
  /// - Precondition: there is a logarithm for each fork, round and query, and none of these is
  ///   empty.
  package init(queries: [Int], roundCounts: [Int], logarithms: [Double]) {
    precondition(!queries.isEmpty && !roundCounts.isEmpty && !roundCounts.contains(0))
    precondition(logarithms.count == roundCounts.reduce(0, +) * queries.count)
    self.queries = queries
    self.roundCounts = roundCounts
    self.logarithms = logarithms
  }

  /// Returns the median over rounds for each fork and query, by fork, then query.
  ///
  /// The median is used because a single disturbed round must have no effect.
  ///
  /// - Complexity: O(n log r) for n logarithms in r rounds.
  package func medians() -> [Double] {
    var medians: [Double] = []
    medians.reserveCapacity(forkCount * queryCount)
    var start = 0
    for roundCount in roundCounts {
      var column = Array(repeating: 0.0, count: roundCount)
      for query in 0..<queryCount {
        for round in 0..<roundCount {
          column[round] = logarithms[start + round * queryCount + query]
        }
        medians.append(Quantile.median(column) ?? 0)
      }
      start += roundCount * queryCount
    }
    return medians
  }

  /// The ratio: the geometric mean over forks and queries of the median over rounds.
  package var ratio: Double { ElementaryFunctions.exp(medians().mean) }
}

extension PairedRatios {
  /// Pairs samples of two contenders; the result is nil if they have no fork, round or query in
  /// common.
  ///
  /// Rounds in which one side did not take part are left out, and then every query that is missing
  /// in one of the remaining rounds. Times below a picosecond count as one, so that they have a
  /// logarithm.
  ///
  /// - Complexity: O(n) for n samples.
  package init?(_ numerator: [Sample], to denominator: [Sample], where isIncluded: (Int) -> Bool) {
    let above = numerator.times { isIncluded($0.keystroke) }
    let below = denominator.times { isIncluded($0.keystroke) }
    var turns: [Turn] = []
    var common: Set<Int> = []
    for turn in above.keys.sorted() {
      let both = Set(above[turn, default: [:]].keys).intersection(below[turn, default: [:]].keys)
      guard !both.isEmpty else { continue }
      common = turns.isEmpty ? both : common.intersection(both)
      turns.append(turn)
    }
    guard !common.isEmpty else { return nil }
    let queries = common.sorted()
    var logarithms: [Double] = []
    logarithms.reserveCapacity(turns.count * queries.count)
    for turn in turns {
      guard let above = above[turn], let below = below[turn] else { continue }
      for query in queries {
        logarithms.append(
          ElementaryFunctions.log(max(above[query] ?? 0, 1e-3) / max(below[query] ?? 0, 1e-3)))
      }
    }
    let forks = Set(turns.map(\.fork)).sorted()
    self.init(
      queries: queries, roundCounts: forks.map { fork in turns.count { $0.fork == fork } },
      logarithms: logarithms)
  }
}

extension PairedRatios {
  /// The number of parts to which the rounds of a single fork are reduced.
  private static let partCount = 5

  /// Returns each fork reduced to its medians over rounds; for a single fork, the medians of each
  /// fifth of its rounds.
  ///
  /// A disturbance of adjacent rounds, such as a busy second, then falls into one part instead of
  /// several that would seem to agree.
  ///
  /// - Complexity: O(n log r) for n logarithms in r rounds.
  package func reduced() -> PairedRatios {
    guard forkCount == 1 else {
      return PairedRatios(
        queries: queries, roundCounts: Array(repeating: 1, count: forkCount),
        logarithms: medians())
    }
    let parts = min(Self.partCount, roundCounts[0])
    let bounds = (0...parts).map { $0 * roundCounts[0] / parts }
    let blocks = zip(bounds, bounds.dropFirst()).map { start, end in
      PairedRatios(
        queries: queries, roundCounts: [end - start],
        logarithms: Array(logarithms[start * queryCount..<end * queryCount]))
    }
    return PairedRatios(
      queries: queries, roundCounts: [parts], logarithms: blocks.flatMap { $0.medians() })
  }

  /// Returns the ratios of only the queries in `kept`; nil if none is left.
  package func keeping(_ kept: Set<Int>) -> PairedRatios? {
    let columns = queries.indices.filter { kept.contains(queries[$0]) }
    guard !columns.isEmpty else { return nil }
    guard columns.count < queryCount else { return self }
    let rounds = stride(from: 0, to: logarithms.count, by: queryCount)
    return PairedRatios(
      queries: columns.map { queries[$0] }, roundCounts: roundCounts,
      logarithms: rounds.flatMap { start in columns.map { logarithms[start + $0] } })
  }
}

extension PairedRatios: Codable {
  private enum CodingKeys: String, CodingKey {
    case queries, roundCounts, logarithms
  }

  /// The steps per unit of a logarithm: finer than any clock, and ratios up to twelve million fit.
  private static let stepsPerUnit = 2_000.0

  /// Writes logarithms as 16-bit steps, little-endian, in base64.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(queries, forKey: .queries)
    try container.encode(roundCounts, forKey: .roundCounts)
    var bytes = Data()
    for logarithm in logarithms {
      let steps = (logarithm * Self.stepsPerUnit).rounded()
      let value = UInt16(bitPattern: Int16(min(max(steps, -32_767), 32_767)))
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    try container.encode(bytes.base64EncodedString(), forKey: .logarithms)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let queries = try container.decode([Int].self, forKey: .queries)
    let roundCounts = try container.decode([Int].self, forKey: .roundCounts)
    let text = try container.decode(String.self, forKey: .logarithms)
    let bytes = Array(Data(base64Encoded: text) ?? Data())
    let cells = roundCounts.reduce((count: 0, isValid: true)) { sum, count in
      (sum.count &+ count, sum.isValid && count > 0 && count <= bytes.count)
    }
    guard queries.allSatisfy({ $0 >= 0 }), zip(queries, queries.dropFirst()).allSatisfy(<)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .queries, in: container,
        debugDescription: "got queries that do not ascend, expected each once, in ascending order")
    }
    guard !queries.isEmpty, !roundCounts.isEmpty, cells.isValid,
      queries.count <= bytes.count, bytes.count == 2 * cells.count * queries.count
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .logarithms, in: container,
        debugDescription: "got \(bytes.count) bytes, expected two for each round and query")
    }
    self.init(
      queries: queries, roundCounts: roundCounts,
      logarithms: stride(from: 0, to: bytes.count, by: 2).map { index in
        let value = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
        return Double(Int16(bitPattern: value)) / Self.stepsPerUnit
      })
  }
}

package enum PooledRatio {
  /// Returns the geometric mean of the ratios, with the same weight for each cell.
  ///
  /// Its interval is Student's, from the scatter of the cells, which covers the noise of each cell
  /// as well as the differences between cells. A single cell has its own interval.
  ///
  /// - Returns: nil if there is no ratio.
  /// - Complexity: O(n) for n ratios.
  package static func mean(_ ratios: [RatioInterval]) -> RatioInterval? {
    guard ratios.count > 1 else { return ratios.first }
    let logarithms = ratios.map { ElementaryFunctions.log($0.ratio) }
    let mean = logarithms.mean
    let term = VarianceComponents.Term(ofMean: logarithms)
    let error = term.variance.squareRoot()
    let t = StudentDistribution.quantile(0.975, degreesOfFreedom: term.degreesOfFreedom)
    let reach = t * error
    return RatioInterval(
      ratio: ElementaryFunctions.exp(mean), lower: ElementaryFunctions.exp(mean - reach),
      upper: ElementaryFunctions.exp(mean + reach), confidence: 0.95, standardError: error)
  }
}
