import MatchmarkCore
package import MatchmarkRecord

/// The matchers of a report in one order, so that each has the same position and colour everywhere.
package struct Roster {
  /// The ids, in order of first appearance.
  let ids: [String]
  private let positions: [String: Int]

  package init(_ record: RunRecord) { self.init(record.cells) }

  init(_ cells: [CellRecord]) {
    ids = cells.flatMap(\.matchers).map(\.id).uniqued
    positions = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
  }

  /// Returns the position of a matcher; the last position for an unknown one.
  package func position(of id: String) -> Int { positions[id] ?? ids.count }

  func sign(of id: String) -> Sign { Sign(position: position(of: id)) }

  /// Returns the matchers among `names`, each once, in roster order.
  func legend(_ names: [String]) -> [(position: Int, name: String)] {
    let present = Set(names)
    return ids.enumerated().filter { present.contains($0.element) }
      .map { (position: $0.offset, name: $0.element) }
  }
}

/// A matcher on a cell, with its standing there.
struct MatcherPart {
  let cell: CellRecord
  let record: MatcherRecord
  let standings: Standings
  /// The standing; nil if the matcher has no rank.
  let entry: Standings.Entry?

  var figures: Figures? { record.figures }
  /// The times of a matcher that is wrong or declines, and has no rank; nil for others.
  var unrankedFigures: Figures? { record.answers?.figures }
  /// The times, with or without a rank.
  var anyFigures: Figures? { figures ?? unrankedFigures }

  /// The times over every typed keystroke, which a verified matcher may have even without a rank;
  /// nil if it lacks some.
  var whole: Tails? {
    guard record.status == .verified, let typed = figures?.typed else { return nil }
    let isComplete = entry?.isComplete ?? (typed.keystrokeCount >= standings.typedCount)
    return isComplete ? typed : nil
  }
}

/// A ranked matcher with its times on one cell.
struct TimedPart {
  let part: MatcherPart
  let tails: Tails
  /// The p99 of medians, or the slowest keystroke if there are too few of them.
  let tail: Double

  /// Creates the part; the result is nil if the matcher has no times, or no rank unless that is
  /// allowed.
  init?(_ part: MatcherPart, orUnranked: Bool = false) {
    let figures = part.record.isRanked ? part.figures : orUnranked ? part.unrankedFigures : nil
    guard let tails = figures?.typed, let tail = tails.tail else { return nil }
    (self.part, self.tails, self.tail) = (part, tails, tail)
  }

  var rowCount: Int { part.cell.corpus.rowCount }
  /// True if the matcher has a time for every typed keystroke.
  var isComplete: Bool { part.entry?.isComplete ?? false }
  /// True if the tail is not a p99 over every keystroke.
  var isHollow: Bool { !isComplete || tails.p99OfMedians == nil }
  var text: String {
    part.record.isRanked
      ? TimesFormat.tail(tails, isComplete: isComplete)
      : TimesFormat.tail(tails, isComplete: true) + ", not ranked"
  }
}

extension [MatcherPart] {
  /// The index bytes per byte of corpus text, over all the cells; nil if nothing was built.
  var indexBytesPerByte: Double? {
    let built = filter { $0.record.build != nil }
    guard !built.isEmpty else { return nil }
    let index = built.reduce(0) { $0 + ($1.record.build?.indexSizeInBytes ?? 0) }
    let text = built.reduce(0) { $0 + $1.cell.corpus.sizeInBytes }
    return Double(index) / Double(Swift.max(text, 1))
  }
}

extension [CellRecord] {
  /// The matchers on each cell, cell by cell.
  ///
  /// - Complexity: O(n log n) for n matcher records.
  var parts: [MatcherPart] {
    flatMap { cell in
      let standings = Standings(cell)
      let entries = Dictionary(standings.entries.map { ($0.id, $0) }) { first, _ in first }
      return cell.matchers.map {
        MatcherPart(cell: cell, record: $0, standings: standings, entry: entries[$0.id])
      }
    }
  }

  /// Returns each matcher with the cells on which it has a record, in roster order.
  func byMatcher(_ roster: Roster) -> [(matcher: String, parts: [MatcherPart])] {
    parts.grouped { $0.record.id }.map { (matcher: $0.key, parts: $0.elements) }
      .sorted { roster.position(of: $0.matcher) < roster.position(of: $1.matcher) }
  }

  var largest: [CellRecord] {
    let rowCount = map(\.corpus.rowCount).max()
    return filter { $0.corpus.rowCount == rowCount }
  }
}

/// The content of a section about one profile at its largest size.
struct ProfileGroup<Item> {
  let profile: String
  let rowCount: Int
  let cellCount: Int
  let items: [Item]
  /// True if the group has no picture, because it has less than a hundredth of the rows of the
  /// largest corpus.
  let isDwarfed: Bool
}

extension RunRecord {
  /// Returns one group for each profile; profiles without an item are left out.
  func groups<Item>(_ items: ([CellRecord]) -> [Item]) -> [ProfileGroup<Item>] {
    cells.grouped { $0.profile.name }.compactMap { profile, cells in
      let largest = cells.largest
      let (items, rowCount) = (items(largest), largest.first?.corpus.rowCount ?? 0)
      return items.isEmpty
        ? nil
        : ProfileGroup(
          profile: profile, rowCount: rowCount, cellCount: largest.count, items: items,
          isDwarfed: isDwarfed(rowCount))
    }
  }

  func isDwarfed(_ rowCount: Int) -> Bool {
    rowCount * 100 < cells.map(\.corpus.rowCount).max() ?? 0
  }

  /// The timed cells of each match mode, in the order of the record.
  var timedByMode: [(mode: String, record: RunRecord)] {
    cells.filter { $0.corpus.rowCount > 0 && !Standings($0).entries.isEmpty }
      .grouped { $0.profile.modes }.map { mode, cells in
        var part = self
        part.cells = cells
        return (mode, part)
      }
  }
}
