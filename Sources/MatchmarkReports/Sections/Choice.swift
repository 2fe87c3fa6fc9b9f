package import MatchmarkMeasurement

/// Which matcher to use up to which size: what a person reads last, so it comes first in mind.
///
/// The simplest matcher is the reference of the suite. It is enough up to where its p99 of medians
/// leaves one frame at 120 Hz on the worst corpus and profile (``MatcherReach``); beyond, the
/// matcher takes over that answers everything of the largest size in the least share of its time.
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

  /// The simplest matcher at the largest size measured within its reach; nil where it never is
  /// enough.
  package var simplest: Standing?
  /// Up to how many rows the simplest is enough.
  package var reach: MatcherReach?
  /// The largest size at which anything was timed.
  private let largest: Int

  /// Whether larger sizes were measured than the one at which the simplest stands.
  package var isLimited: Bool { simplest?.rowCount != largest }
  /// The fastest other matcher at the largest size measured; nil where there is none.
  package var beyond: Standing?

  /// Chooses by a record; nil where nothing was timed.
  package init?(_ record: RunRecord) {
    let timed = record.cells.filter { !$0.typedMatchers.isEmpty }
    guard let largest = timed.map(\.corpus.rowCount).max() else { return nil }
    self.largest = largest
    let reference = record.suite.reference
    reach = MatcherReach(of: reference, in: record, within: BudgetCounts.nanosecondsAt120Hertz)
    simplest = reach.flatMap {
      Self.standing(of: reference, at: $0.measuredRowCount, in: timed)
    }
    let others = Set(timed.flatMap(\.typedMatchers)).subtracting([reference])
    beyond = others.compactMap { Self.standing(of: $0, at: largest, in: timed) }
      .filter { $0.ratio < 1 }.min { ($0.ratio, $0.matcher) < ($1.ratio, $1.matcher) }
    guard simplest != nil || beyond != nil else { return nil }
  }

  /// How a matcher stands at a size; nil where it did not answer every cell of that size.
  private static func standing(
    of matcher: String, at rowCount: Int, in cells: [CellRecord]
  ) -> Standing? {
    let cells = cells.filter { $0.corpus.rowCount == rowCount }
    var p99 = 0.0
    var isSlowest = false
    var ratios: [Double] = []
    var indexSize = 0
    var textSize = 0
    for cell in cells {
      guard let tails = cell.completeFigures(of: matcher)?.typed, let tail = tails.tail else {
        return nil
      }
      if tail > p99 { (p99, isSlowest) = (tail, tails.p99OfMedians == nil) }
      ratios.append(Standings(cell).entry(matcher)?.whole?.ratio ?? 1)
      indexSize += cell.matchers.first { $0.id == matcher }?.build?.indexSizeInBytes ?? 0
      textSize += cell.corpus.sizeInBytes
    }
    guard let ratio = geometricMean(ratios) else { return nil }
    return Standing(
      matcher: matcher, rowCount: rowCount, p99: p99, isSlowest: isSlowest, ratio: ratio,
      indexBytesPerByte: Double(indexSize) / Double(max(textSize, 1)))
  }
}

extension CellRecord {
  /// The matchers with figures of typed keystrokes.
  fileprivate var typedMatchers: [String] {
    matchers.filter { $0.isRanked && $0.figures != nil }.map(\.id)
  }
}

extension Choice.Standing {
  /// What its tail is.
  fileprivate var tailName: String { isSlowest ? "slowest keystroke" : "worst p99" }
}

extension Choice: CustomStringConvertible {
  /// One line, for instance `Choose linear-scan up to 100 000 rows …`.
  package var description: String {
    guard let simplest else {
      return beyond.map { "Choose \($0.matcher): \(Self.describe($0))." } ?? ""
    }
    let first = "Choose \(simplest.matcher) up to \(reachText): " + Self.describe(simplest)
    guard let beyond else { return first + "." }
    return first + ". Beyond, choose \(beyond.matcher): "
      + "\(QuantityFormat.ratio(beyond.ratio)) of its time, \(Self.describe(beyond))."
  }

  /// The size up to which the simplest is enough, with its interval; that it was measured, or that
  /// it is extrapolated.
  var reachText: String {
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

  /// The simplest matcher, then the one beyond.
  static func choice(_ choice: Choice, of record: RunRecord, _ roster: Roster) -> [Card] {
    let simplest = choice.simplest.map { simplest in
      Card(
        simplest, roster, lead: "Up to \(choice.reachText)",
        why:
          "The simplest matcher. Its \(simplest.tailName) stays within one frame at 120 Hz, "
          + "8.33 ms, on everything that was measured at "
          + "\(QuantityFormat.rows(simplest.rowCount)).")
    }
    let beyond = choice.beyond.map { beyond in
      Card(
        beyond, roster, lead: choice.simplest == nil ? "At every size" : "Beyond",
        why: "Answers everything in \(QuantityFormat.ratio(beyond.ratio)) of the time of "
          + "\(DisplayText.line(record.suite.reference)), the least of all at "
          + "\(QuantityFormat.rows(beyond.rowCount)).")
    }
    return [simplest, beyond].compactMap(\.self)
  }
}
