import MatchmarkCore
import MatchmarkRecord

/// The distribution of raw keystroke times of one matcher under one profile, over all corpora of
/// the largest size, noise included, as a user experiences it.
private struct PercentileCurve {
  let matcher: String
  /// The times in nanoseconds, ascending.
  private(set) var times: [Double] = []
  /// The number of corpora that the matcher answered, and of their keystrokes.
  private(set) var cellCount = 0
  private(set) var keystrokeCount = 0
  /// The share of samples that are means of batches and cannot show a tail.
  let batchedShare: Double
  /// True if the matcher has a time for every typed keystroke of those corpora.
  private(set) var isComplete = true

  /// The probabilities that the table shows, with their names.
  static let levels: [(name: String, probability: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
  ]

  init?(_ matcher: String, _ parts: [MatcherPart]) {
    self.matcher = matcher
    var batched = 0
    for part in parts where part.record.isRanked {
      let keystrokes = part.cell.keystrokes
      let samples = part.record.samples(of: part.cell).filter { keystrokes[$0.keystroke].isTyped }
      if samples.isEmpty { continue }
      cellCount += 1
      keystrokeCount += Set(samples.map(\.keystroke)).count
      isComplete = isComplete && part.entry?.isComplete == true
      times += samples.map(\.nanoseconds)
      batched += samples.count { $0.batch > 1 }
    }
    if times.isEmpty { return nil }
    times.sort()
    batchedShare = Double(batched) / Double(times.count)
  }

  /// Returns the type-7 quantile, in nanoseconds.
  func quantile(_ probability: Double) -> Double { Quantile.type7(times, probability) ?? 0 }

  /// Returns the quantile for a table; nil if the curve covers other keystrokes than the other
  /// curves, or for a p99 of too few keystrokes.
  func shown(_ probability: Double) -> Double? {
    let isTail = probability > 0.9 && probability < 1
    guard isComplete, !isTail || keystrokeCount >= Tails.fewestForP99 else { return nil }
    return quantile(probability)
  }
}

extension MatcherRecord {
  /// Returns the samples after the warm-up; empty if they cannot be read.
  func samples(of cell: CellRecord) -> [Sample] {
    ((try? measuredSamples()) ?? []).filter { cell.keystrokes.indices.contains($0.keystroke) }
  }
}

extension Block {
  /// Returns percentile curves with the frame budgets; nil if nothing was timed.
  static func percentiles(of record: RunRecord) -> Block? {
    let roster = Roster(record)
    let groups = record.groups {
      $0.byMatcher(roster).compactMap { PercentileCurve($0.matcher, $0.parts) }
    }
    guard !groups.isEmpty else { return nil }
    let drawn = groups.filter { !$0.isDwarfed }
    let all = drawn.flatMap(\.items)
    let curves = all.filter(\.isComplete)
    let y = Axis.times(
      curves.flatMap { [$0.quantile(0), $0.quantile(0.999)] }
        + [BudgetCounts.nanosecondsAt120Hertz], title: "time per keystroke")
    let height = Plot.height(matchers: drawn.map(\.items.count).max() ?? 0)
    var picture = Picture(
      lead: "Raw samples, noise included, at the largest size: at p99, one key in a hundred was "
        + "slower.",
      drawn.map { panel($0, y: y, height: height, roster) }, .grid,
      roster.legend(curves.map(\.matcher)))
    picture.notes += Plot.budgetNote(on: y)
    if curves.contains(where: { $0.batchedShare > 0 }) {
      picture.notes.append(
        "Keystrokes too short for the clock are repeated; such a sample is a mean, without a tail.")
    }
    if curves.count < all.count {
      picture.notes.append("Matchers without every keystroke are in the table only.")
    }
    picture.noteDwarfed(groups)
    return Block(
      "percentiles", "Percentiles of a keystroke", [.picture(picture), .table(table(groups))]
    ).noting(
      "Typed keystrokes of all corpora of the size together, warm-up rounds left out.",
      "A batched sample is the mean of a keystroke that is repeated because it is too short for "
        + "the clock. It cannot show a tail."
    ).folded(isDetail: true)
  }

  private static func table(_ groups: [ProfileGroup<PercentileCurve>]) -> ReportTable {
    typealias Row = (group: ProfileGroup<PercentileCurve>, curve: PercentileCurve)
    typealias Column = ReportTable.Column<Row>
    let names: [Column] = [
      .words("profile") { $0.group.profile }, .count("rows") { $0.group.rowCount },
      .words("matcher") { $0.curve.matcher },
      .figures("corpora") { "\($0.curve.cellCount) of \($0.group.cellCount)" },
      .count("n") { $0.curve.keystrokeCount },
    ]
    let times = PercentileCurve.levels.map { level in
      Column.time(level.name) { $0.curve.shown(level.probability) }
    }
    let samples: [Column] = [
      .count("samples") { $0.curve.times.count },
      .figures("batched") { QuantityFormat.fixed($0.curve.batchedShare * 100, digits: 0) + " %" },
    ]
    let rows = groups.flatMap { group in group.items.map { Row(group, $0) } }
    return ReportTable(
      "Percentiles of raw keystroke times", rows, names + times + samples,
      notes: ReportTable.note(isComplete: rows.allSatisfy(\.curve.isComplete)))
  }

  /// The probabilities at which a curve is sampled; they show its bends well enough.
  private static let probabilities: [Double] =
    (0..<50).map { Double($0) / 50 } + [
      0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999, 0.9995, 0.9999,
    ]

  private static func panel(
    _ group: ProfileGroup<PercentileCurve>, y: Axis, height: Double, _ roster: Roster
  ) -> Picture.Panel {
    let levels = PercentileCurve.levels.filter { $0.probability < 1 }
    var plot = Plot(
      x: .nines(levels, title: "percentile"), y: y,
      summary: "Percentile curves of raw keystroke times, "
        + "profile \(DisplayText.line(group.profile)), \(QuantityFormat.rows(group.rowCount)); "
        + "the figures are in the table below")
    plot.height = height
    plot.addBudgets()
    for curve in group.items.filter(\.isComplete).prefix(Picture.matcherLimit) {
      let (sign, name) = (roster.sign(of: curve.matcher), DisplayText.line(curve.matcher))
      // A curve ends where it would depend on a single sample.
      let hasP99 = curve.keystrokeCount >= Tails.fewestForP99
      let end = hasP99 ? 1 - 1 / Double(max(curve.times.count, 2)) : 0.9
      let shown = probabilities.filter { $0 <= end && $0 <= 0.9991 }
      plot.layers.append(.line(shown.map { (Axis.nines($0), curve.quantile($0)) }, sign))
      plot.layers += levels.filter { $0.probability <= end }.map { level in
        let time = curve.quantile(level.probability)
        return Plot.Layer.point(
          Plot.Point(
            x: Axis.nines(level.probability), y: time, sign: sign,
            title: "\(name), \(level.name): \(QuantityFormat.time(time))"))
      }
    }
    let corpora = group.cellCount == 1 ? "1 corpus" : "\(group.cellCount) corpora"
    return Picture.Panel(
      group.profile, "\(QuantityFormat.rows(group.rowCount)), \(corpora)", plot)
  }
}
