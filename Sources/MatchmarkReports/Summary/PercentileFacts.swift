import MatchmarkCore
package import MatchmarkMeasurement

/// The distribution of raw keystroke times of one matcher: what was felt, noise included.
package struct PercentileFacts: Sendable, Hashable {
  /// One matcher under one profile, over all corpora of the largest size.
  package struct Curve: Sendable, Hashable {
    package var matcher: String
    /// Ascending times in nanoseconds.
    package var times: [Double]
    /// How many of the corpora it answered.
    package var cellCount: Int
    /// The share of samples that are means of batches and cannot show a tail.
    package var batchedShare: Double
    package var isSampled: Bool

    /// The quantile of type 7, in nanoseconds.
    package func quantile(_ probability: Double) -> Double {
      Quantile.type7(times, probability) ?? 0
    }
  }

  package var profile: String
  package var rowCount: Int
  package var cellCount: Int
  package var curves: [Curve]

  /// The probabilities that the table names.
  package static let levels: [(name: String, probability: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
  ]

  /// One for each profile, at its largest size; profiles without samples are left out.
  package static func profiles(of record: RunRecord) -> [PercentileFacts] {
    let roster = Roster(record)
    return record.largestByProfile.compactMap { group in
      let curves = Participation.all(in: group.cells, roster).compactMap(Curve.init)
      guard !curves.isEmpty else { return nil }
      return PercentileFacts(
        profile: group.profile, rowCount: group.rowCount, cellCount: group.cells.count,
        curves: curves)
    }
  }

  /// The figures of all profiles.
  package static func table(_ profiles: [PercentileFacts]) -> ReportTable {
    var table = ReportTable(
      "Percentiles of raw keystroke times",
      columns: [.words("profile"), .figures("rows"), .words("matcher"), .figures("corpora")]
        + levels.map { .figures($0.name) } + [.figures("samples"), .figures("batched")])
    for profile in profiles {
      for curve in profile.curves {
        table.append(
          [
            DisplayText.line(profile.profile), QuantityFormat.count(profile.rowCount),
            DisplayText.line(curve.matcher), "\(curve.cellCount) of \(profile.cellCount)",
          ] + levels.map { QuantityFormat.time(curve.quantile($0.probability)) } + [
            QuantityFormat.count(curve.times.count) + (curve.isSampled ? "*" : ""),
            "\(QuantityFormat.fixed(curve.batchedShare * 100, digits: 0)) %",
          ])
      }
    }
    table.notes = [
      "Typed keystrokes of all corpora of the size together, warm-up rounds left out.",
      "A batched sample is the mean of a repeated keystroke: it is too short for the clock, and "
        + "cannot show a tail.",
    ]
    if profiles.contains(where: { $0.curves.contains(where: \.isSampled) }) {
      table.notes.append("* measured on a seeded sample of the keystrokes.")
    }
    return table
  }
}

extension PercentileFacts.Curve {
  init?(_ participation: Participation) {
    matcher = participation.matcher
    times = []
    cellCount = 0
    isSampled = false
    var batched = 0
    for (cell, record) in participation.parts where record.isRanked {
      let samples = record.typedSamples(of: cell)
      if samples.isEmpty { continue }
      cellCount += 1
      isSampled = isSampled || record.isSampled
      times += samples.map(\.nanoseconds)
      batched += samples.reduce(0) { $0 + ($1.batch > 1 ? 1 : 0) }
    }
    if times.isEmpty { return nil }
    times.sort()
    batchedShare = Double(batched) / Double(times.count)
  }
}

extension MatcherRecord {
  /// The samples that count: those behind the warm-up; none where they cannot be read.
  func samples(of cell: CellRecord) -> [Sample] {
    let all = (try? SamplePacking.unpack(packedSamples)) ?? []
    return all.filter { $0.round >= warmUpRounds && cell.keystrokes.indices.contains($0.keystroke) }
  }

  /// The same, of typed keystrokes only.
  func typedSamples(of cell: CellRecord) -> [Sample] {
    samples(of: cell).filter { cell.keystrokes[$0.keystroke].isTyped }
  }
}
