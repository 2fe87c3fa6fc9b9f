import MatchmarkCore
import MatchmarkMeasurement

/// A typing session: a strip for each matcher, a bar for each key, on one logarithmic scale.
///
/// Its size is fixed, so that a short session is a small picture and a long one scrolls.
struct TimelinePlot {
  private let session: TimelineFacts
  private let roster: Roster
  private let axis: Axis
  /// The indices of the matchers measured on at least half of the keys, up to the limit.
  private let shown: [Int]
  /// The matchers that were measured on fewer.
  let absentees: [String]

  private let left = 54.0
  private let step = 25.0
  private let barHeight = 44.0
  private let stripHeight = 68.0
  private let top = 8.0

  init(_ session: TimelineFacts, roster: Roster) {
    self.session = session
    self.roster = roster
    let measured = session.matchers.indices.filter { matcher in
      session.keys.count { $0.medians[matcher] != nil } * 2 >= session.keys.count
    }
    shown = Array(measured.prefix(Picture.matcherLimit))
    absentees = session.matchers.indices.filter { !measured.contains($0) }
      .map { session.matchers[$0] }
    let times = shown.flatMap { matcher in session.keys.compactMap { $0.medians[matcher] } }
    axis = Axis.logarithmic(times + [(times.min() ?? 1) / 1.5], title: "", label: TickLabel.time)
  }

  private var width: Double { max(left + step * Double(session.keys.count) + 8, 230) }
  private var height: Double { top + stripHeight * Double(shown.count) + 30 }

  func markup() -> Markup {
    tag(
      "svg", .kind("plot fixed"),
      .init("viewBox", "0 0 \(SVG.number(width)) \(SVG.number(height))"),
      .init("width", SVG.number(width)), .init("height", SVG.number(height)),
      .init("role", "img"), .init("aria-label", summary)
    ) {
      for (row, index) in shown.enumerated() { strip(index, row: row) }
      keyLabels(at: top + stripHeight * Double(shown.count))
    }
  }

  private var summary: String {
    "Bars: a typing session of \(session.keys.count) keystrokes on "
      + "\(DisplayText.line(session.corpus)), profile \(DisplayText.line(session.profile)); "
      + "the figures are in the table below"
  }

  /// The ticks that are at least a line's height apart.
  private var ticks: [Axis.Tick] {
    var last = -1.0
    return axis.ticks.filter { tick in
      let share = axis.share(of: tick.value)
      guard share - last > 0.32 else { return false }
      last = share
      return true
    }
  }

  @MarkupBuilder
  private func strip(_ index: Int, row: Int) -> Markup {
    let base = top + stripHeight * Double(row + 1) - 6
    let sign = roster.sign(of: session.matchers[index])
    for tick in ticks {
      let y = base - axis.share(of: tick.value) * barHeight
      SVG.line("grid", from: (left, y), to: (width - 2, y))
      SVG.text("tick", at: (left - 7, y + 3.5), anchor: "end", tick.label)
    }
    for budget in [BudgetCounts.nanosecondsAt120Hertz, BudgetCounts.nanosecondsAt60Hertz]
    where axis.contains(budget) {
      let y = base - axis.share(of: budget) * barHeight
      SVG.line("bound", from: (left, y), to: (width - 2, y))
    }
    SVG.line("axis", from: (left, base), to: (width - 2, base))
    for (position, key) in session.keys.enumerated() {
      bar(key, of: index, sign, at: (left + (Double(position) + 0.5) * step, base))
    }
    tag("g", .kind(sign.colour)) {
      sign.mark(at: (left + 4, base - barHeight - 10), size: 3.4, kind: "sign")
      SVG.text(
        "name", at: (left + 13, base - barHeight - 6.5),
        DisplayText.line(session.matchers[index], limit: 30))
    }
  }

  @MarkupBuilder
  private func bar(
    _ key: TimelineFacts.Key, of matcher: Int, _ sign: Sign, at point: (x: Double, y: Double)
  ) -> Markup {
    if let median = key.medians[matcher] {
      let length = max(axis.share(of: median) * barHeight, 1)
      SVG.rectangle(
        "bar \(sign.colour)", at: (point.x - 7, point.y - length), width: 14, height: length,
        title: "\(DisplayText.line(session.matchers[matcher])): "
          + "\(DisplayText.query(key.query)) \(QuantityFormat.time(median))")
    } else {
      SVG.text("note", at: (point.x, point.y - 3), anchor: "middle", "–")
    }
  }

  @MarkupBuilder
  private func keyLabels(at height: Double) -> Markup {
    for (position, key) in session.keys.enumerated() {
      SVG.text(
        key.label.count > 2 ? "key word" : "key",
        at: (left + (Double(position) + 0.5) * step, height + 9 + stagger(position)),
        anchor: "middle", key.label)
    }
  }

  /// The vertical offset of a label: words are wider than a key, so neighbours use two lines.
  private func stagger(_ position: Int) -> Double {
    let isWord = { (index: Int) in
      session.keys.indices.contains(index) && session.keys[index].label.count > 2
    }
    var run = 0
    while isWord(position - run) { run += 1 }
    return run > 0 && run % 2 == 0 ? 11 : 0
  }
}
