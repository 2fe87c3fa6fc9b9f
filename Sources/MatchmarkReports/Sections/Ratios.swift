import MatchmarkCore
import MatchmarkRecord

private typealias RatioLine = (part: MatcherPart, entry: Standings.Entry)

extension MatcherPart {
  /// The measured difference of the reference matcher from itself, as a share; nil if it was not
  /// measured.
  fileprivate var noise: Double? {
    cell.noise.map(\.ratio.distanceFromOne).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Standings.Share {
  /// The interval in words, for instance `0.24 … 0.26`.
  fileprivate var range: String? {
    interval.map { "\(QuantityFormat.ratio($0.lower)) … \(QuantityFormat.ratio($0.upper))" }
  }
}

extension Block {
  /// Returns paired ratios to the reference matcher; nil if there are none.
  static func ratios(of record: RunRecord) -> Block? {
    let roster = Roster(record)
    let groups = record.groups { cells in
      cells.flatMap { cell in
        [cell].byMatcher(roster).flatMap(\.parts).compactMap { part -> RatioLine? in
          guard let entry = part.entry, entry.id != record.suite.reference else { return nil }
          return entry.shared?.ratio == nil ? nil : (part, entry)
        }
      }
    }
    guard !groups.isEmpty else { return nil }
    let reference = DisplayText.line(record.suite.reference)
    let drawn = groups.filter { !$0.isDwarfed }
    let lines = drawn.flatMap(\.items)
    let plotting = RatioPlotting(roster, lines)
    var picture = Picture(
      lead: "Time as a ratio to \(reference), the same keystroke in the same round: left of 1 is "
        + "faster. The scale is logarithmic.",
      drawn.flatMap(plotting.panels), .grid, plotting.matchers)
    if lines.contains(where: { $0.entry.shared?.interval != nil }) {
      picture.notes.append(
        "Lines are 95 % intervals"
          + (plotting.isClipped ? "; an arrow means that one continues outside the picture." : "."))
    }
    let noises = lines.compactMap(\.part.noise)
    if let least = noises.min(), let most = noises.max() {
      picture.notes.append(
        "The shaded bands are the noise floor: \(reference), built twice, differed from "
          + "itself by \(Self.range(least, most)).")
    }
    picture.noteDwarfed(groups)
    let table = ratioTable(groups.flatMap(\.items), reference: reference)
    return Block("ratios", "Paired ratios", [.picture(picture), .table(table)]).noting(
      "The geometric mean over keystrokes of the median over rounds of the paired ratio; below 1 "
        + "is faster. A ratio is over all n typed keystrokes, a common ratio over those that every "
        + "ranked matcher has: compare within a column.",
      "Noise is how far \(reference), built and measured a second time, differed from itself on "
        + "the same corpus: a smaller difference means nothing."
    ).folded(isDetail: true)
  }

  private static func range(_ least: Double, _ most: Double) -> String {
    let (first, last) = (IntervalFormat.percent(least), IntervalFormat.percent(most))
    return first == last ? first : "\(first) to \(last)"
  }

  private static func ratioTable(_ lines: [RatioLine], reference: String) -> ReportTable {
    typealias Column = ReportTable.Column<RatioLine>
    let names: [Column] = [
      .words("profile") { $0.part.cell.profile.name },
      .words("corpus") { $0.part.cell.corpus.name },
      .words("matcher") { $0.entry.id },
    ]
    func columns(_ lead: String, _ share: @escaping (RatioLine) -> Standings.Share?) -> [Column] {
      [
        .ratio("\(lead)ratio") { share($0)?.ratio },
        .figures("\(lead)95 % interval") { share($0)?.range },
        .count("\(lead)n") { share($0)?.keystrokeCount },
      ]
    }
    let hasCommon = lines.contains { $0.entry.common != nil }
    return ReportTable(
      "Time as a ratio to \(reference)", lines,
      names + columns("") { $0.entry.whole } + [.percent("noise") { $0.part.noise }]
        + (hasCommon ? columns("common ") { $0.entry.common } : [])
        + [.count("rank") { $0.entry.rank }])
  }
}

/// The scale, lanes and noise floor that the ratio panels share.
private struct RatioPlotting {
  let matchers: [(position: Int, name: String)]
  /// The lane and the sign of each matcher that has one.
  private let lanes: [String: (index: Int, sign: Sign)]
  private let x: Axis
  /// True if an interval extends beyond the picture.
  let isClipped: Bool

  /// The factor by which the picture may extend beyond the ratios; an interval over many powers of
  /// ten would leave no space for the others.
  private static let overhang = 3.0

  /// The maximum number of rows whose names do not overlap.
  private static let corpusLimit = 16

  init(_ roster: Roster, _ lines: [RatioLine]) {
    matchers = roster.legend(lines.map(\.entry.id))
    let shown = matchers.prefix(Picture.matcherLimit).enumerated()
    lanes = Dictionary(
      uniqueKeysWithValues: shown.map {
        ($0.element.name, ($0.offset, Sign(position: $0.element.position)))
      })
    let shares = lines.flatMap { [$0.entry.whole, $0.entry.common].compactMap(\.self) }
    let centres = shares.compactMap(\.ratio).filter { $0 > 0 } + [1]
    let range = (centres.min() ?? 1) / Self.overhang...(centres.max() ?? 1) * Self.overhang
    let ends = shares.flatMap { [$0.interval?.lower, $0.interval?.upper].compactMap(\.self) }
    isClipped = ends.contains { !range.contains($0) }
    let clipped = ends.map { min(max($0, range.lowerBound), range.upperBound) }
    let floor = 1 + (lines.compactMap(\.part.noise).max() ?? 0)
    x = .counts(centres + clipped + [floor], title: "ratio")
  }

  /// Returns panels over every typed keystroke, and over the common keystrokes if those are fewer.
  func panels(_ group: ProfileGroup<RatioLine>) -> [Picture.Panel] {
    [
      panel(group, "every keystroke") { $0.whole },
      panel(group, "common keystrokes") { $0.common },
    ].compactMap(\.self)
  }

  /// Returns a panel with a row for each corpus; nil if there is no ratio.
  private func panel(
    _ group: ProfileGroup<RatioLine>, _ scope: String,
    _ share: (Standings.Entry) -> Standings.Share?
  ) -> Picture.Panel? {
    let points = group.items.compactMap { line in
      share(line.entry).flatMap { point(line, $0) }.map { (line: line, point: $0) }
    }
    guard !points.isEmpty else { return nil }
    let rows = points.filter { lanes[$0.line.entry.id] != nil }.grouped {
      $0.line.part.cell.corpus.name
    }
    .prefix(Self.corpusLimit).map { corpus, own in
      let title = "noise floor on \(DisplayText.line(corpus)): "
      return Plot.Row(
        name: corpus, points: own.prefix(Picture.matcherLimit).map(\.point),
        floor: own[0].line.part.noise.map { ($0, 0.46, title + IntervalFormat.percent($0)) })
    }
    let plot = Plot(
      rows, x: x, height: 52 + max(26, 12 * Double(lanes.count)) * Double(rows.count),
      isAroundOne: true,
      summary: "Dot plot: time as a ratio to the reference matcher, a row for each corpus, "
        + "profile \(DisplayText.line(group.profile)), \(scope)")
    return Picture.Panel(
      group.profile, "\(QuantityFormat.rows(group.rowCount)), \(scope)", plot)
  }

  /// Returns the figure of a matcher in its own lane, so that no sign hides another.
  private func point(_ line: RatioLine, _ share: Standings.Share) -> Plot.Point? {
    guard let ratio = share.ratio, ratio > 0 else { return nil }
    let (index, sign) = lanes[line.entry.id] ?? (0, Sign(position: 0))
    let offset = Double(lanes.count - 1) / 2 - Double(index)
    return Plot.Point(
      x: ratio, y: offset * 0.62 / Double(max(lanes.count, 1)),
      ends: share.interval.map { ($0.lower, $0.upper) }, sign: sign,
      title:
        "\(DisplayText.line(line.entry.id)) on \(DisplayText.line(line.part.cell.corpus.name)), "
        + "\(QuantityFormat.keystrokes(share.keystrokeCount)): "
        + QuantityFormat.ratio(ratio) + (share.range.map { " (95 %: \($0))" } ?? ""))
  }
}
