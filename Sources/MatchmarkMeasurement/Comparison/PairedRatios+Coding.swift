import FoundationEssentials

extension PairedRatios {
  /// The number of parts that the rounds of a single fork are reduced to.
  private static let partCount = 5

  /// Each fork reduced to its medians over rounds; for a single fork, each fifth of its rounds.
  ///
  /// A disturbance of adjacent rounds, a busy second for example, then falls into one part instead
  /// of several that would seem to agree.
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

  /// The same with only the queries in `kept`; nil if none is left.
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
    case queries
    case roundCounts
    case logarithms
  }

  /// Steps per unit of a logarithm: finer than any clock, and ratios up to twelve million fit.
  private static let stepsPerUnit = 2_000.0

  /// Logarithms are written as 16-bit steps, little-endian, in base64.
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
