package import MatchmarkCore
package import MatchmarkMeasurement

/// One typing session, key by key: what each keystroke cost each matcher.
package struct TimelineFacts: Sendable, Hashable {
  /// One keystroke, with the median over rounds of each matcher, in roster order.
  package struct Key: Sendable, Hashable {
    package var query: SearchQuery
    package var eventClass: String
    /// What the key did to the text, short enough for an axis.
    package var label: String
    package var matchCount: Int?
    /// nil where a matcher was not measured on it.
    package var medians: [Double?]
  }

  package var corpus: String
  package var profile: String
  package var rowCount: Int
  package var matchers: [String]
  package var keys: [Key]
  /// Keystrokes of the session that are not shown.
  package var omittedCount: Int

  /// More bars than that cannot be told apart.
  package static let keyLimit = 40

  /// One session for each profile, at its largest size: that with the slowest keystroke of any
  /// matcher that was measured on all of them.
  package static func profiles(of record: RunRecord) -> [TimelineFacts] {
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

  /// The figures of all sessions.
  package static func table(_ sessions: [TimelineFacts]) -> ReportTable {
    var table = ReportTable(
      "Typing sessions, key by key",
      columns: [
        .words("corpus"), .words("profile"), .figures("key"), .words("query"), .words("event"),
        .figures("rows found"), .words("matcher"), .figures("median"),
      ])
    for session in sessions {
      for (index, key) in session.keys.enumerated() {
        for (matcher, median) in zip(session.matchers, key.medians) {
          table.append([
            DisplayText.line(session.corpus), DisplayText.line(session.profile),
            QuantityFormat.count(index + 1),
            DisplayText.query(key.query), DisplayText.line(key.eventClass),
            key.matchCount.map(QuantityFormat.count) ?? "–",
            DisplayText.line(matcher), median.map(QuantityFormat.time) ?? "not measured",
          ])
        }
      }
    }
    table.notes = ["Each session is the one with the slowest keystroke at its size."]
    let omitted = sessions.reduce(0) { $0 + $1.omittedCount }
    if omitted > 0 {
      table.notes.append("\(QuantityFormat.count(omitted)) later keystrokes are left out.")
    }
    return table
  }
}

/// The slowest keystroke of a cell, and the medians that it was found by.
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
    // The lowest keystroke wins where several are equally slow, so that a report can be repeated.
    guard let slowest = typed.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }) else {
      return nil
    }
    trace = cell.keystrokes[slowest.key].trace
    median = slowest.value
  }
}

extension MatcherRecord {
  /// The median over rounds of each keystroke that was measured, in nanoseconds.
  fileprivate func medians(of cell: CellRecord) -> [Int: Double] {
    Dictionary(grouping: samples(of: cell), by: \.keystroke)
      .compactMapValues { Quantile.median($0.map(\.nanoseconds)) }
  }
}

/// What one key did to the query, in a few characters.
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
