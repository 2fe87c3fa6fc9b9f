import MatchmarkMeasurement

extension Figure {
  /// Paired ratios to the reference matcher.
  static func ratios(of record: RunRecord) -> Figure {
    let profiles = RatioFacts.profiles(of: record)
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let plotting = RatioPlotting(record, drawn)
    var figure = Figure(
      id: "ratios", title: "Paired ratios",
      lead: "Time as a ratio to \(DisplayText.line(record.suite.reference)), the same keystroke in "
        + "the same round: left of 1 is faster. The scale is logarithmic.",
      panels: drawn.map(plotting.panel),
      table: RatioFacts.table(profiles, reference: record.suite.reference))
    figure.show(plotting.matchers)
    if drawn.contains(where: { $0.entries.contains { $0.interval != nil } }) {
      figure.notes.append("Lines are 95 % intervals.")
    }
    let noises = drawn.flatMap(\.entries).compactMap(\.noise)
    if let least = noises.min(), let most = noises.max() {
      figure.notes.append(
        "The shaded bands are the noise floor: \(DisplayText.line(record.suite.reference)), built "
          + "twice, seemed to differ from itself by \(IntervalFormat.percent(least)) to "
          + "\(IntervalFormat.percent(most)).")
    }
    if drawn.contains(where: { $0.entries.contains(where: \.isSampled) }) {
      figure.notes.append("Hollow: measured on a seeded sample of the keystrokes.")
    }
    figure.noteDwarfed(profiles.count - drawn.count)
    return figure
  }
}

/// What the panels of ratios share: scale, lanes and noise floor.
private struct RatioPlotting {
  let matchers: [(position: Int, name: String)]
  /// Those that have a lane.
  private let legend: [(position: Int, name: String)]
  private let x: Axis

  /// Beyond so many rows names run into one another.
  private static let corpusLimit = 16

  init(_ record: RunRecord, _ profiles: [RatioFacts]) {
    let entries = profiles.flatMap(\.entries).filter { !$0.isReference }
    matchers = Roster(record).legend(entries.map(\.matcher))
    legend = Array(matchers.prefix(Figure.matcherLimit))
    let ends = entries.flatMap { entry in
      [entry.ratio, entry.interval?.lower, entry.interval?.upper].compactMap(\.self)
    }
    x = .logarithmic(
      ends + [1, 1 + (entries.compactMap(\.noise).max() ?? 0)], title: "ratio",
      label: TickLabel.ratio)
  }

  func panel(_ profile: RatioFacts) -> Figure.Panel {
    let names = Set(legend.map(\.name))
    let entries = profile.entries.filter { !$0.isReference && names.contains($0.matcher) }
    var corpora: [String] = []
    for entry in entries where !corpora.contains(entry.corpus) { corpora.append(entry.corpus) }
    let shown = Array(corpora.prefix(Self.corpusLimit).reversed())
    var plot = Plot(
      x: x, y: .places(shown.map { DisplayText.line($0, limit: 20) }),
      summary: "Dot plot: time as a ratio to the reference matcher, a row for each corpus, "
        + "profile \(DisplayText.line(profile.profile)); the figures are in the table below")
    plot.left = 112
    plot.height = 52 + max(26, 12 * Double(legend.count)) * Double(shown.count)
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
      for entry in entries.filter({ $0.corpus == corpus }).prefix(Figure.matcherLimit) {
        plot.layers += layers(entry, y: Double(row) + lane(of: entry.matcher))
      }
    }
    return Figure.Panel(
      title: DisplayText.line(profile.profile, limit: 40),
      subtitle: QuantityFormat.rows(profile.rowCount), picture: plot.markup())
  }

  /// Each matcher has a lane in every row, so that no sign hides another.
  private func lane(of matcher: String) -> Double {
    let index = legend.firstIndex { $0.name == matcher } ?? 0
    return (Double(legend.count - 1) / 2 - Double(index)) * 0.62 / Double(max(legend.count, 1))
  }

  private func layers(_ entry: RatioFacts.Entry, y: Double) -> [Plot.Layer] {
    let sign = Sign(position: legend.first { $0.name == entry.matcher }?.position ?? 0)
    let interval = entry.interval.map { " (95 %: \(RatioFacts.describe($0)))" } ?? ""
    let title =
      "\(DisplayText.line(entry.matcher)) on \(DisplayText.line(entry.corpus)): "
      + QuantityFormat.ratio(entry.ratio) + interval
    let mark = Plot.Layer.mark(
      x: entry.ratio, y: y, sign, .init(title: title, isHollow: entry.isSampled))
    guard let interval = entry.interval else { return [mark] }
    return [
      .whisker(from: interval.lower, to: interval.upper, y: y, sign), mark,
    ]
  }
}
