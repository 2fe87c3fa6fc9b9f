import MatchmarkCore
package import MatchmarkMeasurement

/// The matchers of a report in one order everywhere, so that each keeps its position and colour.
package struct Roster {
  /// The ids, in order of first appearance.
  package let ids: [String]
  private let positions: [String: Int]

  package init(_ record: RunRecord) { self.init(record.cells) }

  package init(_ cells: [CellRecord]) {
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

/// A matcher and the cells in which it took part.
struct Participation {
  let matcher: String
  /// Its record on each cell that has one, in the order of the cells.
  private(set) var parts: [(cell: CellRecord, record: MatcherRecord)] = []

  /// Its records by the index of the cell.
  private(set) var byPlace: [Int: MatcherRecord] = [:]

  /// The matchers of the given cells, in roster order.
  ///
  /// - Complexity: O(n log n) for n matcher records.
  static func all(in cells: [CellRecord], _ roster: Roster) -> [Participation] {
    var byPosition: [Int: Participation] = [:]
    for (place, cell) in cells.enumerated() {
      for record in cell.matchers {
        byPosition[roster.position(of: record.id), default: Participation(matcher: record.id)]
          .add(record, on: cell, at: place)
      }
    }
    return byPosition.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func add(_ record: MatcherRecord, on cell: CellRecord, at place: Int) {
    parts.append((cell, record))
    byPlace[place] = record
  }
}

/// A ranked matcher with its times on one cell.
struct TimedPart {
  let part: (cell: CellRecord, record: MatcherRecord)
  let tails: Tails
  /// The p99 of medians, or the slowest keystroke if there are too few of them.
  let tail: Double
  /// Whether it has a time for every typed keystroke.
  let isComplete: Bool

  /// Creates the part; nil if it has no rank or no times.
  init?(_ part: (cell: CellRecord, record: MatcherRecord)) {
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

extension [(cell: CellRecord, record: MatcherRecord)] {
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
  func parts(of matcher: String) -> [(cell: CellRecord, record: MatcherRecord)] {
    compactMap { cell in cell.matchers.first { $0.id == matcher }.map { (cell, $0) } }
  }

  /// The cells with the most rows.
  var largest: [CellRecord] {
    let rowCount = map(\.corpus.rowCount).max()
    return filter { $0.corpus.rowCount == rowCount }
  }
}

extension RunRecord {
  /// The timed cells for each match mode, in the order of the record.
  var timedByMode: [(mode: String, record: RunRecord)] {
    cells.filter { $0.corpus.rowCount > 0 && !Standings($0).entries.isEmpty }
      .grouped { $0.profile.modes }.map { mode, cells in
        var part = self
        part.cells = cells
        return (mode, part)
      }
  }

  /// Whether there are too few rows for a meaningful picture: fewer than a hundredth of the largest
  /// corpus.
  func isDwarfed(_ rowCount: Int) -> Bool {
    rowCount * 100 < cells.map(\.corpus.rowCount).max() ?? 0
  }

  /// The cells of each profile at its largest size.
  var largestByProfile: [(profile: String, rowCount: Int, cells: [CellRecord])] {
    cells.grouped { $0.profile.name }.map { group in
      let largest = group.elements.largest
      return (group.key, largest.first?.corpus.rowCount ?? 0, largest)
    }
  }
}
