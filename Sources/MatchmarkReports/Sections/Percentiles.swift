import MatchmarkCore
import MatchmarkMeasurement

/// The distribution of raw keystroke times of one matcher, as a user would feel it, with noise.
struct PercentileFacts {
  /// One matcher under one profile, over all corpora of the largest size.
  struct Curve {
    var matcher: String
    /// The times in nanoseconds, ascending.
    var times: [Double]
    /// The number of corpora that it answered, and of their keystrokes.
    var cellCount: Int
    var keystrokeCount: Int
    /// The share of samples that are means of batches and cannot show a tail.
    var batchedShare: Double
    /// Whether it has a time for every typed keystroke of those corpora.
    var isComplete: Bool

    /// The type-7 quantile, in nanoseconds.
    func quantile(_ probability: Double) -> Double { Quantile.type7(times, probability) ?? 0 }

    /// The quantile for a table; nil if the curve covers other keystrokes than the other curves, or
    /// for a p99 of too few keystrokes.
    func shown(_ probability: Double) -> Double? {
      let isTail = probability > 0.9 && probability < 1
      guard isComplete, !isTail || keystrokeCount >= Tails.fewestForP99 else { return nil }
      return quantile(probability)
    }
  }

  var profile: String
  var rowCount: Int
  var cellCount: Int
  var curves: [Curve]

  /// The probabilities that the table shows, with their names.
  static let levels: [(name: String, probability: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
  ]

  /// One for each profile, at its largest size; profiles without samples are left out.
  static func profiles(of record: RunRecord) -> [PercentileFacts] {
    let roster = Roster(record)
    return record.largestByProfile.compactMap { group in
      let curves = Participation.all(in: group.cells, roster).compactMap(Curve.init)
      guard !curves.isEmpty else { return nil }
      return PercentileFacts(
        profile: group.profile, rowCount: group.rowCount, cellCount: group.cells.count,
        curves: curves)
    }
  }

  fileprivate static func table(_ profiles: [PercentileFacts]) -> ReportTable {
    typealias Row = (profile: PercentileFacts, curve: Curve)
    let rows = profiles.flatMap { profile in profile.curves.map { Row(profile, $0) } }
    typealias Column = ReportTable.Column<Row>
    let names: [Column] = [
      .words("profile") { $0.profile.profile }, .count("rows") { $0.profile.rowCount },
      .words("matcher") { $0.curve.matcher },
      .figures("corpora") { "\($0.curve.cellCount) of \($0.profile.cellCount)" },
      .count("n") { $0.curve.keystrokeCount },
    ]
    let times = levels.map { level in
      Column.time(level.name) { $0.curve.shown(level.probability) }
    }
    let samples: [Column] = [
      .count("samples") { $0.curve.times.count },
      .figures("batched") { QuantityFormat.fixed($0.curve.batchedShare * 100, digits: 0) + " %" },
    ]
    return ReportTable(
      "Percentiles of raw keystroke times", rows, names + times + samples,
      notes: rows.allSatisfy { $0.curve.isComplete } ? [] : [ReportTable.incompleteNote])
  }
}

extension PercentileFacts.Curve {
  init?(_ participation: Participation) {
    matcher = participation.matcher
    times = []
    cellCount = 0
    keystrokeCount = 0
    isComplete = true
    var batched = 0
    for (cell, record) in participation.parts where record.isRanked {
      let samples = record.samples(of: cell).filter { cell.keystrokes[$0.keystroke].isTyped }
      if samples.isEmpty { continue }
      cellCount += 1
      keystrokeCount += Set(samples.map(\.keystroke)).count
      isComplete = isComplete && cell.isComplete(record)
      times += samples.map(\.nanoseconds)
      batched += samples.reduce(0) { $0 + ($1.batch > 1 ? 1 : 0) }
    }
    if times.isEmpty { return nil }
    times.sort()
    batchedShare = Double(batched) / Double(times.count)
  }
}

extension MatcherRecord {
  /// The samples after the warm-up; empty if they cannot be read.
  func samples(of cell: CellRecord) -> [Sample] {
    let all = (try? SamplePacking.unpack(packedSamples)) ?? []
    return all.filter { $0.round >= warmUpRounds && cell.keystrokes.indices.contains($0.keystroke) }
  }
}

extension Block {
  /// Percentile curves with the frame budgets; nil if nothing was timed.
  static func percentiles(of record: RunRecord) -> Block? {
    let roster = Roster(record)
    let profiles = PercentileFacts.profiles(of: record)
    guard !profiles.isEmpty else { return nil }
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let all = drawn.flatMap(\.curves)
    let curves = all.filter(\.isComplete)
    let y = Axis.logarithmic(
      curves.flatMap { [$0.quantile(0), $0.quantile(0.999)] }
        + [BudgetCounts.nanosecondsAt100Milliseconds],
      title: "time per keystroke", label: TickLabel.time)
    let height = Plot.height(matchers: drawn.map(\.curves.count).max() ?? 0)
    var picture = Picture(
      lead: "Raw samples, noise included, at the largest size: at p99, one key in a hundred was "
        + "slower. Dashed lines are the frame budgets, 8.33 ms, 16.67 ms and 100 ms.",
      drawn.map { panel($0, y: y, height: height, roster: roster) })
    picture.show(roster.legend(curves.map(\.matcher)))
    if curves.contains(where: { $0.batchedShare > 0 }) {
      picture.notes.append(
        "Keystrokes too short for the clock are repeated; such a sample is a mean, without a tail.")
    }
    if curves.count < all.count {
      picture.notes.append("Matchers without every keystroke are in the table only.")
    }
    picture.noteDwarfed(profiles.count - drawn.count)
    return Block(
      "percentiles", "Percentiles of a keystroke",
      [.picture(picture), .table(PercentileFacts.table(profiles))]
    ).noting(
      "Typed keystrokes of all corpora of the size together, warm-up rounds left out.",
      "A batched sample is the mean of a keystroke that is repeated because it is too short for "
        + "the clock. It cannot show a tail."
    ).folded(isDetail: true)
  }

  /// The probabilities at which a curve is sampled; they show its bends well enough.
  private static let probabilities: [Double] =
    (0..<50).map { Double($0) / 50 } + [
      0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999, 0.9995, 0.9999,
    ]

  private static func panel(
    _ profile: PercentileFacts, y: Axis, height: Double, roster: Roster
  ) -> Picture.Panel {
    let levels = PercentileFacts.levels.filter { $0.probability < 1 }
    var plot = Plot(
      x: .nines(levels, title: "percentile"), y: y,
      summary: "Percentile curves of raw keystroke times, "
        + "profile \(DisplayText.line(profile.profile)), \(QuantityFormat.rows(profile.rowCount)); "
        + "the figures are in the table below")
    plot.height = height
    plot.addBudgets()
    for curve in profile.curves.filter(\.isComplete).prefix(Picture.matcherLimit) {
      let sign = roster.sign(of: curve.matcher)
      // A curve ends where it would rest on a single sample.
      let hasP99 = curve.keystrokeCount >= Tails.fewestForP99
      let end = hasP99 ? 1 - 1 / Double(max(curve.times.count, 2)) : 0.9
      let shown = probabilities.filter { $0 <= end && $0 <= 0.9991 }
      plot.layers.append(.line(shown.map { (Axis.nines($0), curve.quantile($0)) }, sign))
      for level in levels where level.probability <= end {
        let time = curve.quantile(level.probability)
        let title =
          "\(DisplayText.line(curve.matcher)), \(level.name): \(QuantityFormat.time(time))"
        plot.layers.append(
          .mark(
            x: Axis.nines(level.probability), y: time, sign,
            .init(title: title)))
      }
    }
    let corpora = profile.cellCount == 1 ? "1 corpus" : "\(profile.cellCount) corpora"
    return Picture.Panel(
      title: DisplayText.line(profile.profile, limit: 40),
      subtitle: "\(QuantityFormat.rows(profile.rowCount)), \(corpora)", content: .plot(plot))
  }
}
