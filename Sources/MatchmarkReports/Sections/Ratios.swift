import MatchmarkCore
import MatchmarkMeasurement

/// How a matcher compares with the reference matcher: paired, same keystroke and same round.
struct RatioFacts {
  /// One matcher on one corpus.
  struct Entry {
    var profile: String
    var corpus: String
    var matcher: String
    var ratio: Double
    /// Where the true ratio lies with 95 % confidence; nil in records that do not say.
    var interval: RatioInterval?
    /// By how much the reference matcher seemed to differ from itself, as a share; nil where that
    /// was not measured.
    var noise: Double?
    var isSampled: Bool

    /// For instance `0.24 … 0.26`.
    var range: String? {
      interval.map {
        "\(QuantityFormat.ratio($0.lower)) … \(QuantityFormat.ratio($0.upper))"
      }
    }
  }

  var profile: String
  var rowCount: Int
  /// Those of all matchers but the reference.
  var entries: [Entry]

  /// One for each profile, at its largest size; profiles with the reference alone are left out.
  static func profiles(of record: RunRecord) -> [RatioFacts] {
    record.largestByProfile.compactMap { group in
      let entries = group.cells.flatMap { cell in
        cell.matchers.filter { $0.id != record.suite.reference }.compactMap { Entry($0, in: cell) }
      }
      guard !entries.isEmpty else { return nil }
      return RatioFacts(profile: group.profile, rowCount: group.rowCount, entries: entries)
    }
  }

  fileprivate static func table(_ profiles: [RatioFacts], reference: String) -> ReportTable {
    let entries = profiles.flatMap(\.entries)
    return ReportTable(
      "Time as a ratio to \(reference)", entries,
      [
        .words("profile") { $0.profile }, .words("corpus") { $0.corpus },
        .words("matcher") { $0.matcher },
        .figures("ratio") { QuantityFormat.ratio($0.ratio) + ($0.isSampled ? "*" : "") },
        .figures("95 % interval") { $0.range }, .percent("noise") { $0.noise },
      ], notes: entries.contains(where: \.isSampled) ? [ReportTable.sampledNote] : [])
  }
}

extension RatioFacts.Entry {
  fileprivate init?(_ matcher: MatcherRecord, in cell: CellRecord) {
    guard matcher.isRanked, let ratio = matcher.figures?.ratioToReference, ratio > 0 else {
      return nil
    }
    let noise = cell.noise.map(\.ratio.distanceFromOne)
    self.init(
      profile: cell.profile.name, corpus: cell.corpus.name, matcher: matcher.id, ratio: ratio,
      interval: matcher.figures?.ratioInterval,
      noise: noise.flatMap { $0.isFinite ? $0 : nil }, isSampled: matcher.isSampled)
  }
}

extension Block {
  /// Paired ratios to the reference matcher; nil where there is none.
  static func ratios(of record: RunRecord) -> Block? {
    let reference = DisplayText.line(record.suite.reference)
    let profiles = RatioFacts.profiles(of: record)
    guard !profiles.isEmpty else { return nil }
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let entries = drawn.flatMap(\.entries)
    let plotting = RatioPlotting(record, entries)
    var picture = Picture(
      lead: "Time as a ratio to \(reference), the same keystroke in the same round: left of 1 is "
        + "faster. The scale is logarithmic.",
      drawn.map(plotting.panel))
    picture.show(plotting.matchers)
    if entries.contains(where: { $0.interval != nil }) {
      picture.notes.append("Lines are 95 % intervals.")
    }
    let noises = entries.compactMap(\.noise)
    if let least = noises.min(), let most = noises.max() {
      picture.notes.append(
        "The shaded bands are the noise floor: \(reference), built twice, seemed to differ from "
          + "itself by \(IntervalFormat.percent(least)) to \(IntervalFormat.percent(most)).")
    }
    picture.noteSampled(entries.contains(where: \.isSampled))
    picture.noteDwarfed(profiles.count - drawn.count)
    return Block(
      "ratios", "Paired ratios",
      [.picture(picture), .table(RatioFacts.table(profiles, reference: reference))]
    ).noting(
      "The geometric mean over keystrokes of the median over rounds of the paired ratio; below 1 "
        + "is faster.",
      "Noise is how far \(reference), built and measured a second time, seemed to be from itself "
        + "on the same corpus: less than that is no difference."
    ).folded(isDetail: true)
  }
}

/// What the panels of ratios share: scale, lanes and noise floor.
private struct RatioPlotting {
  let matchers: [(position: Int, name: String)]
  /// Those that have a lane.
  private let legend: [(position: Int, name: String)]
  private let x: Axis

  /// Beyond this many rows names run into one another.
  private static let corpusLimit = 16

  init(_ record: RunRecord, _ entries: [RatioFacts.Entry]) {
    matchers = Roster(record).legend(entries.map(\.matcher))
    legend = Array(matchers.prefix(Picture.matcherLimit))
    let ends = entries.flatMap { entry in
      [entry.ratio, entry.interval?.lower, entry.interval?.upper].compactMap(\.self)
    }
    x = .logarithmic(
      ends + [1, 1 + (entries.compactMap(\.noise).max() ?? 0)], title: "ratio",
      label: TickLabel.count)
  }

  func panel(_ profile: RatioFacts) -> Picture.Panel {
    let names = Set(legend.map(\.name))
    let entries = profile.entries.filter { names.contains($0.matcher) }
    var corpora: [String] = []
    for entry in entries where !corpora.contains(entry.corpus) { corpora.append(entry.corpus) }
    let shown = Array(corpora.prefix(Self.corpusLimit).reversed())
    var plot = Plot.rows(
      shown.reversed(), x: x,
      height: 52 + max(26, 12 * Double(legend.count)) * Double(shown.count),
      summary: "Dot plot: time as a ratio to the reference matcher, a row for each corpus, "
        + "profile \(DisplayText.line(profile.profile))")
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
      title: DisplayText.line(profile.profile, limit: 40),
      subtitle: QuantityFormat.rows(profile.rowCount), content: .plot(plot))
  }

  /// Each matcher has a lane in every row, so that no sign hides another.
  private func lane(of matcher: String) -> Double {
    let index = legend.firstIndex { $0.name == matcher } ?? 0
    return (Double(legend.count - 1) / 2 - Double(index)) * 0.62 / Double(max(legend.count, 1))
  }

  private func layers(_ entry: RatioFacts.Entry, y: Double) -> [Plot.Layer] {
    let sign = Sign(position: legend.first { $0.name == entry.matcher }?.position ?? 0)
    let title =
      "\(DisplayText.line(entry.matcher)) on \(DisplayText.line(entry.corpus)): "
      + QuantityFormat.ratio(entry.ratio) + (entry.range.map { " (95 %: \($0))" } ?? "")
    let mark = Plot.Layer.mark(
      x: entry.ratio, y: y, sign, .init(title: title, isHollow: entry.isSampled))
    guard let interval = entry.interval else { return [mark] }
    return [
      .whisker(from: interval.lower, to: interval.upper, y: y, sign), mark,
    ]
  }
}
