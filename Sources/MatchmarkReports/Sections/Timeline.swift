import MatchmarkCore
import MatchmarkMeasurement

/// One typing session, key by key, with the time of each keystroke for each matcher.
struct TimelineFacts {
  /// One keystroke, with the median over rounds of each matcher, in roster order.
  struct Key {
    var query: SearchQuery
    var eventClass: String
    /// What the key changed in the text, short enough for an axis.
    var label: String
    var matchCount: Int?
    /// The medians; nil for a matcher that was not measured on it.
    var medians: [Double?]
  }

  var corpus: String
  var profile: String
  var rowCount: Int
  var matchers: [String]
  var keys: [Key]
  /// The number of keystrokes of the session that are not shown.
  var omittedCount: Int

  /// The most bars that can be told apart.
  static let keyLimit = 40

  /// One session for each profile, at its largest size: the session with the slowest keystroke of
  /// any matcher that was measured on all of them.
  static func profiles(of record: RunRecord) -> [TimelineFacts] {
    record.largestByProfile.compactMap { group in
      group.cells.compactMap(Slowest.init).max { $0.median < $1.median }
        .map { TimelineFacts($0) }
    }
  }

  private init(_ slowest: Slowest) {
    let cell = slowest.cell
    let indices = cell.keystrokes.indices.filter { cell.keystrokes[$0].trace == slowest.trace }
    corpus = cell.corpus.name
    profile = cell.profile.name
    rowCount = cell.corpus.rowCount
    matchers = slowest.medians.map(\.matcher)
    omittedCount = max(0, indices.count - Self.keyLimit)
    var previous = SearchQuery()
    keys = []
    for index in indices.prefix(Self.keyLimit) {
      let keystroke = cell.keystrokes[index]
      keys.append(
        Key(
          query: keystroke.query, eventClass: keystroke.eventClass,
          label: KeyLabel.of(keystroke.query, after: previous), matchCount: keystroke.matchCount,
          medians: slowest.medians.map { $0.byKeystroke[index] }))
      previous = keystroke.query
    }
  }

  fileprivate static func table(_ sessions: [TimelineFacts]) -> ReportTable {
    let omitted = sessions.reduce(0) { $0 + $1.omittedCount }
    return ReportTable(
      "Typing sessions, key by key", sessions.flatMap(\.rows),
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

  private typealias Row = (
    session: TimelineFacts, number: Int, key: Key, matcher: String, median: Double?
  )

  /// A row for each key and matcher.
  private var rows: [Row] {
    keys.enumerated().flatMap { index, key in
      zip(matchers, key.medians).map { (self, index + 1, key, $0, $1) }
    }
  }
}

extension Block {
  /// Typing sessions, key by key; nil if none was timed.
  static func timeline(of record: RunRecord) -> Block? {
    let sessions = TimelineFacts.profiles(of: record)
    guard !sessions.isEmpty else { return nil }
    let roster = Roster(record)
    let drawn = sessions.filter { !record.isDwarfed($0.rowCount) }
    let plots = drawn.map { TimelinePlot($0, roster: roster) }
    var picture = Picture(
      lead: "Each key is a bar, the median over the rounds, on a log scale. The label says what "
        + "the key did: a character, ⌫ for a deletion, ␣ for a space, or a word for a token, a "
        + "scope or a paste. Dashed: frames at 120 Hz and 60 Hz.",
      zip(drawn, plots).map { session, plot in
        Picture.Panel(
          title: DisplayText.line(session.corpus, limit: 40),
          subtitle: DisplayText.line(session.profile, limit: 40), content: .timeline(plot))
      })
    picture.isFixed = true
    picture.show(roster.legend(sessions.flatMap(\.matchers)), isNamed: true)
    let absentees = roster.legend(plots.flatMap(\.absentees)).map(\.name)
    if !absentees.isEmpty {
      picture.notes.append(
        "Left out, because fewer than half of the keys were measured: "
          + "\(DisplayText.list(absentees, limit: 6)).")
    }
    picture.noteDwarfed(sessions.count - drawn.count)
    return Block(
      "timeline", "A typing session, key by key",
      lead: "For each profile, the session with the slowest keystroke at the largest size.",
      [.picture(picture), .table(TimelineFacts.table(sessions))]
    ).folded(isDetail: true)
  }
}

/// The slowest keystroke of a cell, and the medians from which it was found.
private struct Slowest {
  let cell: CellRecord
  let medians: [(matcher: String, byKeystroke: [Int: Double])]
  let trace: String
  let median: Double

  init?(_ cell: CellRecord) {
    self.cell = cell
    let timed = cell.matchers.filter { $0.isRanked && $0.figures != nil }
    medians = timed.map { ($0.id, $0.medians(of: cell)) }
    let complete = zip(timed, medians).filter { !$0.0.isSampled }.map(\.1.byKeystroke)
    let candidates = complete.isEmpty ? medians.map(\.byKeystroke) : complete
    let typed = candidates.flatMap { $0 }.filter { cell.keystrokes[$0.key].isTyped }
    // If several are equally slow, the lowest index wins, so that a report is reproducible.
    guard let slowest = typed.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else {
      return nil
    }
    trace = cell.keystrokes[slowest.key].trace
    median = slowest.value
  }
}

extension MatcherRecord {
  /// The median over rounds of each measured keystroke, in nanoseconds.
  fileprivate func medians(of cell: CellRecord) -> [Int: Double] {
    Dictionary(grouping: samples(of: cell), by: \.keystroke)
      .compactMapValues { Quantile.median($0.map(\.nanoseconds)) }
  }
}

/// What one key changed in the query, in a few characters.
private enum KeyLabel {
  static func of(_ query: SearchQuery, after previous: SearchQuery) -> String {
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
}
