import MatchmarkCore
package import MatchmarkMeasurement

/// Which matcher to use up to which size, for one match mode: what a person reads last, so it comes
/// first in mind.
///
/// The simplest matcher is the reference of the suite. It is enough up to where its p99 of medians
/// leaves one frame at 120 Hz on the worst corpus of the mode (``MatcherReach``). Another takes
/// over where it is faster on everything of the largest size, beyond its interval and beyond the
/// noise: what cannot be told from the simplest is no reason to leave it.
package struct Choice: Sendable, Hashable {
  /// A matcher over the cells of one size.
  package struct Standing: Sendable, Hashable {
    package var matcher: String
    package var rowCount: Int
    /// The worst p99 of medians over the cells, in nanoseconds; of a cell of too few keystrokes for
    /// one, the slowest of them counts.
    package var p99: Double
    /// Whether such a cell decides.
    package var isSlowest: Bool
    /// The geometric mean over the cells of the ratio to the reference matcher.
    package var ratio: Double
    /// Index bytes per byte of corpus text, over the cells together.
    package var indexBytesPerByte: Double
  }

  /// What is searched for: `contains`, `word prefix`.
  package var mode: String
  /// The simplest matcher at the largest size measured within its reach; where it never is enough
  /// and no other is faster, at the largest size; nil where another is.
  package var simplest: Standing?
  /// Up to how many rows the simplest is enough; nil where it never is.
  package var reach: MatcherReach?
  /// The largest size at which anything was timed.
  private let largest: Int

  /// Whether no other matcher was timed, so that there is nothing to choose.
  package var isAlone: Bool

  /// Whether larger sizes were measured than the one at which the simplest stands.
  package var isLimited: Bool { simplest?.rowCount != largest }
  /// The fastest other matcher at the largest size measured; nil where none is faster beyond doubt.
  package var beyond: Standing?

  /// A choice for each match mode in which anything was timed, in the order of the record.
  package static func all(_ record: RunRecord) -> [Choice] {
    record.timedByMode.compactMap { Choice($0.record, mode: $0.mode) }
  }

  /// Chooses by the cells of one mode; nil where the simplest was not timed and no other is faster.
  private init?(_ record: RunRecord, mode: String) {
    guard let largest = record.cells.map(\.corpus.rowCount).max() else { return nil }
    (self.mode, self.largest) = (mode, largest)
    let reference = record.suite.reference
    let cells = record.cells.filter { $0.corpus.rowCount == largest }
    let others = Set(cells.flatMap { Standings($0).entries.map(\.id) }).subtracting([reference])
    isAlone = others.isEmpty
    beyond = others.filter { id in cells.allSatisfy { $0.isFaster(id) } }
      .compactMap { Self.standing(of: $0, in: cells) }
      .min { ($0.ratio, $0.matcher) < ($1.ratio, $1.matcher) }
    reach = MatcherReach(of: reference, in: record, within: BudgetCounts.nanosecondsAt120Hertz)
    let size = reach?.measuredRowCount ?? (beyond == nil ? largest : nil)
    simplest = size.flatMap { size in
      Self.standing(of: reference, in: record.cells.filter { $0.corpus.rowCount == size })
    }
    guard simplest != nil || beyond != nil else { return nil }
  }

  /// How a matcher stands on cells of one size; nil where it did not answer all of each.
  private static func standing(of matcher: String, in cells: [CellRecord]) -> Standing? {
    let parts = cells.parts(of: matcher)
    let tails = cells.compactMap { $0.completeFigures(of: matcher)?.typed }
    let ratios = cells.map { Standings($0).entry(matcher)?.whole?.ratio ?? 1 }
    guard tails.allSatisfy({ $0.tail != nil }), tails.count == cells.count,
      let worst = tails.max(by: { $0.tail ?? 0 < $1.tail ?? 0 }), let p99 = worst.tail,
      let ratio = geometricMean(ratios)
    else { return nil }
    return Standing(
      matcher: matcher, rowCount: cells[0].corpus.rowCount, p99: p99,
      isSlowest: worst.p99OfMedians == nil, ratio: ratio,
      indexBytesPerByte: parts.indexBytesPerByte ?? 0)
  }
}

extension CellRecord {
  /// Whether a complete matcher takes less time than the reference, by more than its interval and
  /// the noise of the run leave in doubt.
  fileprivate func isFaster(_ matcher: String) -> Bool {
    guard let share = Standings(self).entry(matcher)?.whole, let ratio = share.ratio else {
      return false
    }
    let floor = noise.map { 1 / (1 + $0.ratio.distanceFromOne) } ?? 1
    return ratio < floor && share.interval.map { $0.upper < 1 } ?? true
  }
}

extension SearchProfile {
  /// How its text fields match: `contains`, `word prefix`.
  var modes: String {
    let names = textFields.map { $0.match == .wordPrefix ? "word prefix" : $0.match.rawValue }
      .uniqued
    return names.isEmpty ? "no text" : names.joined(separator: " and ")
  }
}

// MARK: Words

extension Choice.Standing {
  fileprivate var tailName: String { isSlowest ? "slowest keystroke" : "worst p99" }
}

extension Choice: CustomStringConvertible {
  fileprivate static func lines(_ choices: [Choice]) -> [String] {
    choices.map { DisplayText.line($0.description, limit: 1_000) }
  }

  /// One line, for instance `Choose linear-scan for contains, up to 100 000 rows …`.
  package var description: String {
    guard let simplest else {
      return beyond.map { "Choose \($0.matcher) for \(mode): \(Self.describe($0))." } ?? ""
    }
    let lead =
      isAlone
      ? "Only \(simplest.matcher) was measured for \(mode): \(scope), "
      : "Choose \(simplest.matcher) for \(mode), \(scope): "
    let first = lead + Self.describe(simplest)
    guard let beyond else { return first + "." }
    return first + ". Beyond, choose \(beyond.matcher): "
      + "\(QuantityFormat.ratio(beyond.ratio)) of its time, \(Self.describe(beyond))."
  }

  /// Up to how many rows the simplest is fast enough, and why it is chosen if it never is.
  var scope: String {
    switch (reach == nil, isAlone) {
    case (true, true): "over one frame at 120 Hz"
    case (true, false): "over one frame at 120 Hz, but nothing else is clearly faster"
    case (false, true): "within one frame at 120 Hz up to \(reachText)"
    case (false, false): "up to \(reachText)"
    }
  }

  /// The size up to which the simplest is enough, with its interval; that it was measured, or that
  /// it is extrapolated.
  private var reachText: String {
    guard let reach else { return "" }
    let rows = QuantityFormat.rows(reach.reach.rowCount)
    switch (reach.reach.bound, reach.reach.isExtrapolated) {
    case (.about, let isExtrapolated):
      let bounds = reach.bounds.map { bounds in
        let upper = bounds.upper.bound == .above ? "> " : ""
        return " [\(QuantityFormat.count(bounds.lower.rowCount)), "
          + "\(upper)\(QuantityFormat.count(bounds.upper.rowCount))]"
      }
      return "about \(rows)\(bounds ?? "")" + (isExtrapolated ? extrapolation : "")
    case (_, true): return "\(rows) at least\(extrapolation)"
    case (_, false): return rows + (isLimited ? " (measured)" : " (the largest size measured)")
    }
  }

  private var extrapolation: String {
    guard let reach else { return "" }
    return ", extrapolated from \(QuantityFormat.count(reach.reach.measuredRowCount)) measured"
  }

  private static func describe(_ standing: Standing) -> String {
    "\(standing.tailName) \(QuantityFormat.time(standing.p99)) at "
      + "\(QuantityFormat.rows(standing.rowCount)), "
      + "\(QuantityFormat.ratio(standing.indexBytesPerByte)) index bytes per corpus byte"
  }
}

extension Card {
  /// A matcher of the choice, why it is chosen, and up to where.
  private init(
    _ standing: Choice.Standing, _ roster: Roster, lead: String, why: String
  ) {
    self.init(
      lead: lead, matcher: standing.matcher, position: roster.position(of: standing.matcher),
      facts: [
        Fact(standing.tailName, QuantityFormat.time(standing.p99)),
        Fact(
          "index bytes per corpus byte", QuantityFormat.ratio(standing.indexBytesPerByte)),
      ], note: why)
  }

  /// The simplest matcher of a mode, then the one beyond.
  fileprivate static func cards(
    _ choice: Choice, _ reference: String, _ roster: Roster
  ) -> [Card] {
    let simplest = choice.simplest.map { simplest in
      Card(
        simplest, roster, lead: "\(choice.mode), \(choice.scope)",
        why: (choice.isAlone ? "The only one measured." : "The simplest matcher.")
          + (choice.reach == nil
            ? ""
            : " Its \(simplest.tailName) stays within one frame at 120 Hz, 8.33 ms, on "
              + "everything that was measured at \(QuantityFormat.rows(simplest.rowCount))."))
    }
    let beyond = choice.beyond.map { beyond in
      Card(
        beyond, roster,
        lead: "\(choice.mode), \(choice.simplest == nil ? "at every size" : "beyond")",
        why: "Answers everything in \(QuantityFormat.ratio(beyond.ratio)) of the time of "
          + "\(reference), the least of all at \(QuantityFormat.rows(beyond.rowCount)).")
    }
    return [simplest, beyond].compactMap(\.self)
  }
}

extension Document {
  /// Says what to choose for each mode.
  ///
  /// Each choice is made once, for its interval takes redrawings.
  mutating func choose(_ record: RunRecord, _ roster: Roster) {
    let choices = Choice.all(record)
    choice = choices.flatMap { Card.cards($0, DisplayText.line(record.suite.reference), roster) }
    choiceLines = Choice.lines(choices)
  }
}

extension RunRecord {
  /// The record as a report: with what to choose.
  package var withChoice: RunRecord {
    var record = self
    record.choice = Choice.lines(Choice.all(self))
    return record
  }
}
