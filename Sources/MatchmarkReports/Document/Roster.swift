import MatchmarkCore
package import MatchmarkMeasurement

/// The matchers of a report, in one order everywhere: a matcher keeps its place and its colour.
package struct Roster {
  /// The ids, in order of first appearance.
  package let ids: [String]
  private let positions: [String: Int]

  package init(_ record: RunRecord) { self.init(record.cells) }

  package init(_ cells: [CellRecord]) {
    var ids: [String] = []
    var positions: [String: Int] = [:]
    for matcher in cells.flatMap(\.matchers) where positions[matcher.id] == nil {
      positions[matcher.id] = ids.count
      ids.append(matcher.id)
    }
    self.ids = ids
    self.positions = positions
  }

  /// The place of a matcher; the last place for one that is not here.
  package func position(of id: String) -> Int { positions[id] ?? ids.count }

  /// The matchers among `names`, each once, in roster order.
  func legend(_ names: [String]) -> [(position: Int, name: String)] {
    let present = Set(names)
    return ids.enumerated().filter { present.contains($0.element) }
      .map { (position: $0.offset, name: $0.element) }
  }
}

/// A matcher and where it took part.
struct Participation {
  let matcher: String
  /// Its record on each cell on which it has one, in the order of the cells.
  private(set) var parts: [(cell: CellRecord, record: MatcherRecord)] = []

  /// Its records by the place of the cell.
  private(set) var byPlace: [Int: MatcherRecord] = [:]

  /// The matchers of some cells, in roster order.
  ///
  /// - Complexity: O(n log n) for n records of matchers.
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

/// Cells that share something, in order of first appearance.
struct CellGroup<Key: Hashable> {
  let key: Key
  var cells: [CellRecord]

  static func groups(_ cells: [CellRecord], by key: (CellRecord) -> Key) -> [CellGroup] {
    var groups: [CellGroup] = []
    var positions: [Key: Int] = [:]
    for cell in cells {
      let key = key(cell)
      if let position = positions[key] {
        groups[position].cells.append(cell)
      } else {
        positions[key] = groups.count
        groups.append(CellGroup(key: key, cells: [cell]))
      }
    }
    return groups
  }

  /// The cells with the most rows.
  var largest: [CellRecord] {
    let rowCount = cells.map(\.corpus.rowCount).max()
    return cells.filter { $0.corpus.rowCount == rowCount }
  }
}

extension RunRecord {
  /// Whether rows are so few compared with the largest corpus that a picture of them says nothing:
  /// below a hundredth.
  func isDwarfed(_ rowCount: Int) -> Bool {
    rowCount * 100 < cells.map(\.corpus.rowCount).max() ?? 0
  }

  /// The cells of each profile, those of the largest size only.
  var largestByProfile: [(profile: String, rowCount: Int, cells: [CellRecord])] {
    CellGroup.groups(cells) { $0.profile.name }.map { group in
      let largest = group.largest
      return (group.key, largest.first?.corpus.rowCount ?? 0, largest)
    }
  }
}
