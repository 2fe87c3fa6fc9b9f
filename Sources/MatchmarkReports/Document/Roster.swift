import MatchmarkCore
package import MatchmarkMeasurement

/// The matchers of a report in one order everywhere, so that each keeps its position and colour.
package struct Roster {
  /// The ids, in order of first appearance.
  let ids: [String]
  private let positions: [String: Int]

  package init(_ record: RunRecord) { self.init(record.cells) }

  init(_ cells: [CellRecord]) {
    ids = cells.flatMap(\.matchers).map(\.id).uniqued
    positions = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
  }

  /// The position of a matcher; the last position for an unknown one.
  package func position(of id: String) -> Int { positions[id] ?? ids.count }

  /// The sign of a matcher in a picture.
  func sign(of id: String) -> Sign { Sign(position: position(of: id)) }

  /// The matchers among `names`, each once, in roster order.
  func legend(_ names: [String]) -> [(position: Int, name: String)] {
    let present = Set(names)
    return ids.enumerated().filter { present.contains($0.element) }
      .map { (position: $0.offset, name: $0.element) }
  }
}

/// A matcher on a cell.
typealias MatcherPart = (cell: CellRecord, record: MatcherRecord)

/// A ranked matcher with its times on one cell.
struct TimedPart {
  let part: MatcherPart
  let tails: Tails
  /// The p99 of medians, or the slowest keystroke if there are too few of them.
  let tail: Double
  /// Whether it has a time for every typed keystroke.
  let isComplete: Bool

  /// Creates the part; nil if it has no rank or no times.
  init?(_ part: MatcherPart) {
    guard part.record.isRanked, let tails = part.record.figures?.typed, let tail = tails.tail
    else { return nil }
    (self.part, self.tails, self.tail) = (part, tails, tail)
    isComplete = part.cell.isComplete(part.record)
  }

  var cell: CellRecord { part.cell }
  var record: MatcherRecord { part.record }
  var rowCount: Int { part.cell.corpus.rowCount }
  /// Whether its tail is not a p99 over every keystroke.
  var isHollow: Bool { !isComplete || tails.p99OfMedians == nil }
}

extension [MatcherPart] {
  /// Index bytes per byte of corpus text, over all the cells; nil if nothing was built.
  var indexBytesPerByte: Double? {
    let built = compactMap { cell, record in
      record.build.map { (text: cell.corpus.sizeInBytes, index: $0.indexSizeInBytes) }
    }
    guard !built.isEmpty else { return nil }
    return Double(built.reduce(0) { $0 + $1.index })
      / Double(Swift.max(built.reduce(0) { $0 + $1.text }, 1))
  }
}

extension [CellRecord] {
  /// The cells on which a matcher has a record, with that record.
  func parts(of matcher: String) -> [MatcherPart] {
    compactMap { cell in cell.matchers.first { $0.id == matcher }.map { (cell, $0) } }
  }

  /// Each matcher with the cells on which it has a record, in roster order.
  ///
  /// - Complexity: O(n log n) for n matcher records.
  func byMatcher(_ roster: Roster) -> [(matcher: String, parts: [MatcherPart])] {
    let parts = flatMap { cell in cell.matchers.map { MatcherPart(cell, $0) } }
    return parts.grouped { $0.record.id }.map { (matcher: $0.key, parts: $0.elements) }
      .sorted { roster.position(of: $0.matcher) < roster.position(of: $1.matcher) }
  }

  /// The cells with the most rows.
  var largest: [CellRecord] {
    let rowCount = map(\.corpus.rowCount).max()
    return filter { $0.corpus.rowCount == rowCount }
  }
}

/// What a section shows of one profile at its largest size.
struct ProfileGroup<Item> {
  let profile: String
  let rowCount: Int
  let cellCount: Int
  let items: [Item]
  /// Whether it has no picture, because it has less than a hundredth of the rows of the largest
  /// corpus.
  let isDwarfed: Bool
}

extension RunRecord {
  /// One group for each profile; those without an item are left out.
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

  /// Whether a corpus has too few rows for a meaningful picture.
  func isDwarfed(_ rowCount: Int) -> Bool {
    rowCount * 100 < cells.map(\.corpus.rowCount).max() ?? 0
  }

  /// The timed cells for each match mode, in the order of the record.
  var timedByMode: [(mode: String, record: RunRecord)] {
    cells.filter { $0.corpus.rowCount > 0 && !Standings($0).entries.isEmpty }
      .grouped { $0.profile.modes }.map { mode, cells in
        var part = self
        part.cells = cells
        return (mode, part)
      }
  }
}
