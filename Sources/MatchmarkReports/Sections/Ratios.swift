import MatchmarkCore
import MatchmarkMeasurement

/// The ratios of one profile at its largest size, for the picture and the table.
private struct RatioGroup {
  /// One matcher on one corpus.
  struct Line {
    var profile: String
    var corpus: String
    var entry: Standings.Entry
    /// The measured difference of the reference matcher from itself, as a share; nil if it was not
    /// measured.
    var noise: Double?
  }

  var profile: String
  var rowCount: Int
  /// The lines of all matchers except the reference.
  var lines: [Line]

  /// One for each profile, at its largest size; profiles with only the reference are left out.
  static func all(of record: RunRecord) -> [RatioGroup] {
    let roster = Roster(record)
    return record.largestByProfile.compactMap { group in
      let lines = group.cells.flatMap { cell in
        Standings(cell).entries.filter {
          $0.id != record.suite.reference && $0.shared?.ratio != nil
        }
        .sorted { roster.position(of: $0.id) < roster.position(of: $1.id) }
        .map { Line($0, in: cell) }
      }
      guard !lines.isEmpty else { return nil }
      return RatioGroup(profile: group.profile, rowCount: group.rowCount, lines: lines)
    }
  }

  static func table(_ groups: [RatioGroup], reference: String) -> ReportTable {
    let lines = groups.flatMap(\.lines)
    typealias Column = ReportTable.Column<Line>
    let names: [Column] = [
      .words("profile") { $0.profile }, .words("corpus") { $0.corpus },
      .words("matcher") { $0.entry.id },
    ]
    func columns(_ lead: String, _ share: @escaping (Line) -> Standings.Share?) -> [Column] {
      [
        .ratio("\(lead)ratio") { share($0)?.ratio },
        .figures("\(lead)95 % interval") { share($0)?.range },
        .count("\(lead)n") { share($0)?.keystrokeCount },
      ]
    }
    let hasCommon = lines.contains { $0.entry.common != nil }
    return ReportTable(
      "Time as a ratio to \(reference)", lines,
      names + columns("") { $0.entry.whole } + [.percent("noise") { $0.noise }]
        + (hasCommon ? columns("common ") { $0.entry.common } : [])
        + [.count("rank") { $0.entry.rank }])
  }
}

extension RatioGroup.Line {
  fileprivate init(_ entry: Standings.Entry, in cell: CellRecord) {
    let noise = cell.noise.map(\.ratio.distanceFromOne)
    self.init(
      profile: cell.profile.name, corpus: cell.corpus.name, entry: entry,
      noise: noise.flatMap { $0.isFinite ? $0 : nil })
  }
}

extension Standings.Share {
  /// For instance `0.24 … 0.26`.
  fileprivate var range: String? {
    interval.map { "\(QuantityFormat.ratio($0.lower)) … \(QuantityFormat.ratio($0.upper))" }
  }
}

/// A ratio for the picture, over one of the two sets of keystrokes.
private struct RatioMark {
  let matcher: String
  let corpus: String
  let share: Standings.Share
  let ratio: Double
  let noise: Double?

  init?(_ line: RatioGroup.Line, _ share: Standings.Share?) {
    guard let share, let ratio = share.ratio, ratio > 0 else { return nil }
    (matcher, corpus, noise) = (line.entry.id, line.corpus, line.noise)
    (self.share, self.ratio) = (share, ratio)
  }
}

extension Block {
  /// Paired ratios to the reference matcher; nil if there are none.
  static func ratios(of record: RunRecord) -> Block? {
    let reference = DisplayText.line(record.suite.reference)
    let groups = RatioGroup.all(of: record)
    guard !groups.isEmpty else { return nil }
    let drawn = groups.filter { !record.isDwarfed($0.rowCount) }
    let lines = drawn.flatMap(\.lines)
    let plotting = RatioPlotting(record, lines)
    var picture = Picture(
      lead: "Time as a ratio to \(reference), the same keystroke in the same round: left of 1 is "
        + "faster. The scale is logarithmic.",
      drawn.flatMap(plotting.panels))
    picture.show(plotting.matchers)
    if lines.contains(where: { $0.entry.shared?.interval != nil }) {
      picture.notes.append(
        "Lines are 95 % intervals"
          + (plotting.isClipped ? "; an arrow means that one continues outside the picture." : "."))
    }
    let noises = lines.compactMap(\.noise)
    if let least = noises.min(), let most = noises.max() {
      picture.notes.append(
        "The shaded bands are the noise floor: \(reference), built twice, differed from "
          + "itself by \(IntervalFormat.percent(least)) to \(IntervalFormat.percent(most)).")
    }
    picture.noteDwarfed(groups.count - drawn.count)
    return Block(
      "ratios", "Paired ratios",
      [.picture(picture), .table(RatioGroup.table(groups, reference: reference))]
    ).noting(
      "The geometric mean over keystrokes of the median over rounds of the paired ratio; below 1 "
        + "is faster. A ratio is over all n typed keystrokes, a common ratio over those that every "
        + "ranked matcher has: compare within a column.",
      "Noise is how far \(reference), built and measured a second time, differed from itself on "
        + "the same corpus: a smaller difference means nothing."
    ).folded(isDetail: true)
  }
}

/// The scale, lanes and noise floor that the ratio panels share.
private struct RatioPlotting {
  let matchers: [(position: Int, name: String)]
  /// The matchers that have a lane.
  private let legend: [(position: Int, name: String)]
  private let x: Axis
  /// Whether an interval extends beyond the picture.
  let isClipped: Bool

  /// The factor by which the picture may extend beyond the ratios: one interval over many powers of
  /// ten would leave no room for the others.
  private static let overhang = 3.0

  /// The most rows whose names do not overlap.
  private static let corpusLimit = 16

  init(_ record: RunRecord, _ lines: [RatioGroup.Line]) {
    matchers = Roster(record).legend(lines.map(\.entry.id))
    legend = Array(matchers.prefix(Picture.matcherLimit))
    let shares = lines.flatMap { [$0.entry.whole, $0.entry.common].compactMap(\.self) }
    let centres = shares.compactMap(\.ratio).filter { $0 > 0 } + [1]
    let range = (centres.min() ?? 1) / Self.overhang...(centres.max() ?? 1) * Self.overhang
    let ends = shares.flatMap { [$0.interval?.lower, $0.interval?.upper].compactMap(\.self) }
    isClipped = ends.contains { !range.contains($0) }
    let clipped = ends.map { min(max($0, range.lowerBound), range.upperBound) }
    let floor = 1 + (lines.compactMap(\.noise).max() ?? 0)
    x = .logarithmic(centres + clipped + [floor], title: "ratio", label: TickLabel.count)
  }

  /// Panels over every typed keystroke, and over the common keystrokes if those are fewer.
  func panels(_ group: RatioGroup) -> [Picture.Panel] {
    let whole = group.lines.compactMap { RatioMark($0, $0.entry.whole) }
    let common = group.lines.compactMap { RatioMark($0, $0.entry.common) }
    return [
      whole.isEmpty ? nil : panel(group, whole, "every keystroke"),
      common.isEmpty ? nil : panel(group, common, "common keystrokes"),
    ].compactMap(\.self)
  }

  private func panel(_ group: RatioGroup, _ marks: [RatioMark], _ scope: String) -> Picture.Panel {
    let names = Set(legend.map(\.name))
    let entries = marks.filter { names.contains($0.matcher) }
    let shown = Array(entries.map(\.corpus).uniqued.prefix(Self.corpusLimit).reversed())
    var plot = Plot.rows(
      shown.reversed(), x: x,
      height: 52 + max(26, 12 * Double(legend.count)) * Double(shown.count),
      summary: "Dot plot: time as a ratio to the reference matcher, a row for each corpus, "
        + "profile \(DisplayText.line(group.profile)), \(scope)")
    for (row, corpus) in shown.enumerated() {
      guard let noise = entries.first(where: { $0.corpus == corpus })?.noise else { continue }
      let floor = 1 + noise
      plot.layers.append(
        .band(
          1 / floor...floor, y: Double(row) - 0.46...Double(row) + 0.46,
          label: "noise floor on \(DisplayText.line(corpus)): \(IntervalFormat.percent(noise))"))
    }
    plot.layers.append(.upright(x: 1))
    for (row, corpus) in shown.enumerated() {
      for entry in entries.filter({ $0.corpus == corpus }).prefix(Picture.matcherLimit) {
        plot.layers += layers(entry, y: Double(row) + lane(of: entry.matcher))
      }
    }
    return Picture.Panel(
      title: DisplayText.line(group.profile, limit: 40),
      subtitle: "\(QuantityFormat.rows(group.rowCount)), \(scope)", content: .plot(plot))
  }

  /// The lane of a matcher; each has its own in every row, so that no sign hides another.
  private func lane(of matcher: String) -> Double {
    let index = legend.firstIndex { $0.name == matcher } ?? 0
    return (Double(legend.count - 1) / 2 - Double(index)) * 0.62 / Double(max(legend.count, 1))
  }

  private func layers(_ entry: RatioMark, y: Double) -> [Plot.Layer] {
    let sign = Sign(position: legend.first { $0.name == entry.matcher }?.position ?? 0)
    let title =
      "\(DisplayText.line(entry.matcher)) on \(DisplayText.line(entry.corpus)), "
      + "\(QuantityFormat.keystrokes(entry.share.keystrokeCount)): "
      + QuantityFormat.ratio(entry.ratio) + (entry.share.range.map { " (95 %: \($0))" } ?? "")
    let mark = Plot.Layer.mark(x: entry.ratio, y: y, sign, .init(title: title))
    guard let interval = entry.share.interval else { return [mark] }
    return [
      .whisker(from: interval.lower, to: interval.upper, y: y, sign), mark,
    ]
  }
}
