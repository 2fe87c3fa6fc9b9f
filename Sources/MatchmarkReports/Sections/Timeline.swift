import MatchmarkCore
import MatchmarkRecord

/// A typing session, key by key, with the time of each keystroke for each matcher.
///
/// It is the session with the slowest keystroke of any matcher that was measured on all of the
/// cell.
private struct TypingSession {
  /// A keystroke, with the median over rounds of each matcher, in roster order.
  struct Key {
    let query: SearchQuery
    let eventClass: String
    /// The change of the text by the key, short enough for an axis.
    let label: String
    let matchCount: Int?
    /// The medians; nil for a matcher that was not measured on the keystroke.
    let medians: [Double?]
  }

  let corpus: String
  let profile: String
  let matchers: [String]
  private(set) var keys: [Key] = []
  let omittedCount: Int
  let slowest: Double

  /// The maximum number of bars that can be told apart.
  private static let keyLimit = 40

  init?(_ cell: CellRecord) {
    let timed = cell.matchers.filter { $0.isRanked && $0.figures != nil }
    let medians = timed.map { $0.samples(of: cell).medians }
    let complete = zip(timed, medians).filter { !$0.0.isSampled }.map(\.1)
    let typed = (complete.isEmpty ? medians : complete).flatMap { $0 }
      .filter { cell.keystrokes[$0.key].isTyped }
    // If several are equally slow, the lowest index wins, so that a report is reproducible.
    guard let slowest = typed.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else {
      return nil
    }
    let trace = cell.keystrokes[slowest.key].trace
    let indices = cell.keystrokes.indices.filter { cell.keystrokes[$0].trace == trace }
    self.slowest = slowest.value
    corpus = cell.corpus.name
    profile = cell.profile.name
    matchers = timed.map(\.id)
    omittedCount = max(0, indices.count - Self.keyLimit)
    var previous = SearchQuery()
    for index in indices.prefix(Self.keyLimit) {
      let keystroke = cell.keystrokes[index]
      keys.append(
        Key(
          query: keystroke.query, eventClass: keystroke.eventClass,
          label: Self.label(keystroke.query, after: previous), matchCount: keystroke.matchCount,
          medians: medians.map { $0[index] }))
      previous = keystroke.query
    }
  }

  private static func label(_ query: SearchQuery, after previous: SearchQuery) -> String {
    if query.tokens.count > previous.tokens.count { return "+token" }
    if query.tokens.count < previous.tokens.count { return "−token" }
    if query.scope != previous.scope { return "scope" }
    let (new, old) = (query.text, previous.text)
    if new.count == old.count + 1, new.hasPrefix(old), let last = new.last {
      return last == " " ? "␣" : DisplayText.line(String(last), limit: 2)
    }
    if old.count == new.count + 1, old.hasPrefix(new) { return "⌫" }
    if new.isEmpty { return "clear" }
    return new.count > old.count ? "paste" : "edit"
  }

  static func table(_ sessions: [TypingSession]) -> ReportTable {
    typealias Row = (
      session: TypingSession, number: Int, key: Key, matcher: String, median: Double?
    )
    let rows = sessions.flatMap { session in
      session.keys.enumerated().flatMap { index, key in
        zip(session.matchers, key.medians).map { Row(session, index + 1, key, $0, $1) }
      }
    }
    let omitted = sessions.reduce(0) { $0 + $1.omittedCount }
    return ReportTable(
      "Typing sessions, key by key", rows,
      [
        .words("corpus") { $0.session.corpus }, .words("profile") { $0.session.profile },
        .count("key") { $0.number },
        .words("query", limit: 4 * DisplayText.lengthLimit) { DisplayText.query($0.key.query) },
        .words("event") { $0.key.eventClass }, .count("rows found") { $0.key.matchCount },
        .words("matcher") { $0.matcher },
        .figures("median") { $0.median.map(QuantityFormat.time) ?? "not measured" },
      ],
      notes: omitted > 0
        ? ["\(QuantityFormat.count(omitted)) later keystrokes are left out."] : [])
  }
}

extension Block {
  /// Returns typing sessions, key by key; nil if none was timed.
  static func timeline(of record: RunRecord) -> Block? {
    let groups = record.groups { cells in
      [cells.compactMap(TypingSession.init).max { $0.slowest < $1.slowest }].compactMap(\.self)
    }
    guard !groups.isEmpty else { return nil }
    let roster = Roster(record)
    let sessions = groups.flatMap(\.items)
    let drawn = groups.filter { !$0.isDwarfed }.flatMap(\.items)
    let plots = drawn.map { TimelinePlot($0, roster) }
    var picture = Picture(
      lead: "Each key is a bar, the median over the rounds, on a log scale. The label says what "
        + "the key did: a character, ⌫ for a deletion, ␣ for a space, or a word for a token, a "
        + "scope or a paste."
        + (plots.contains(where: \.hasBudgets) ? " Dashed: frames at 120 Hz and 60 Hz." : ""),
      zip(drawn, plots).map { session, plot in
        Picture.Panel(
          session.corpus, Picture.Panel.name(session.profile), markup: plot.markup)
      }, .fixed, roster.legend(sessions.flatMap(\.matchers)), isNamed: true)
    let absentees = roster.legend(plots.flatMap(\.absentees)).map(\.name)
    if !absentees.isEmpty {
      picture.notes.append(
        "Left out, because fewer than half of the keys were measured: "
          + "\(DisplayText.list(absentees, limit: 6)).")
    }
    picture.noteDwarfed(groups)
    return Block(
      "timeline", "A typing session, key by key",
      lead: "For each profile, the session with the slowest keystroke at the largest size.",
      [.picture(picture), .table(TypingSession.table(sessions))]
    ).folded(isDetail: true)
  }
}

/// A plot of a typing session: a strip for each matcher, a bar for each key, on one logarithmic
/// scale.
///
/// Each bar has a fixed size, so a short session is a small picture, and a long one scrolls.
private struct TimelinePlot {
  private let session: TypingSession
  private let roster: Roster
  private let axis: Axis
  /// The indices of the matchers measured on at least half of the keys, up to the limit.
  private let shown: [Int]
  /// The matchers that were measured on fewer keys.
  let absentees: [String]

  private let left = 54.0
  private let step = 25.0
  private let barHeight = 44.0
  private let stripHeight = 68.0
  private let top = 8.0

  init(_ session: TypingSession, _ roster: Roster) {
    self.session = session
    self.roster = roster
    let measured = session.matchers.indices.filter { matcher in
      session.keys.count { $0.medians[matcher] != nil } * 2 >= session.keys.count
    }
    shown = Array(measured.prefix(Picture.matcherLimit))
    absentees = session.matchers.indices.filter { !measured.contains($0) }
      .map { session.matchers[$0] }
    let times = shown.flatMap { matcher in session.keys.compactMap { $0.medians[matcher] } }
    axis = Axis.times(times + [(times.min() ?? 1) / 1.5], title: "")
  }

  private static let budgets = [
    BudgetCounts.nanosecondsAt120Hertz, BudgetCounts.nanosecondsAt60Hertz,
  ]
  /// True if the budget of a frame lies within the scale, so that it is drawn.
  var hasBudgets: Bool { Self.budgets.contains(where: axis.contains) }

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
    for budget in Self.budgets where axis.contains(budget) {
      let y = base - axis.share(of: budget) * barHeight
      SVG.line("bound", from: (left, y), to: (width - 2, y))
    }
    SVG.line("axis", from: (left, base), to: (width - 2, base))
    for (position, key) in session.keys.enumerated() {
      bar(key, of: index, sign, at: (left + (Double(position) + 0.5) * step, base))
    }
    tag("g", .kind(sign.colour)) {
      sign.mark(at: (left + 4, base - barHeight - 10), size: 3.4)
      SVG.text(
        "name", at: (left + 13, base - barHeight - 6.5),
        DisplayText.line(session.matchers[index], limit: 30))
    }
  }

  @MarkupBuilder
  private func bar(
    _ key: TypingSession.Key, of matcher: Int, _ sign: Sign, at point: (x: Double, y: Double)
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

  /// Returns the vertical offset of a label; words are wider than a key, so neighbours use two
  /// lines.
  private func stagger(_ position: Int) -> Double {
    let before = session.keys[...position].reversed().prefix { $0.label.count > 2 }.count
    return before > 0 && before % 2 == 0 ? 11 : 0
  }
}
