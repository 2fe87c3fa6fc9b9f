package import MatchmarkCore

/// The order of many rows that are made of few different ones.
///
/// The place of a row has no effect on its matches, so a million rows cost an oracle no more than
/// the different ones do.
package struct RowOrder: Sendable {
  /// A run of equal rows.
  package struct Run: Sendable, Hashable {
    /// The index of the different row.
    package let kind: Int
    package let count: Int
  }

  package let runs: [Run]
  package let rowCount: Int
  private let members: [Bitmap]

  /// - Complexity: O(rows + rows / 64 × kinds).
  package init(_ runs: [Run], kindCount: Int) {
    let rowCount = runs.reduce(0) { $0 + $1.count }
    var members = [Bitmap](repeating: Bitmap(bitCount: rowCount), count: kindCount)
    var row = 0
    for run in runs {
      for member in row..<row + run.count { members[run.kind].insert(member) }
      row += run.count
    }
    self.runs = runs
    self.rowCount = rowCount
    self.members = members
  }

  /// - Complexity: O(kinds × rows / 64).
  package func rows(of kinds: [Int]) -> Bitmap {
    var rows = Bitmap(bitCount: rowCount)
    for kind in kinds { rows.formUnion(members[kind]) }
    return rows
  }

  /// Returns the whole corpus; `kinds` has one row of each kind.
  package func corpus(of kinds: Corpus) throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: kinds.name, schema: kinds.schema)
    var rows: [RowBytes] = []
    for kind in 0..<kinds.rowCount {
      var row = RowBytes()
      for column in kinds.schema.columns.indices {
        row.withOpenCell { $0.append(contentsOf: kinds.cell(row: kind, column: column).utf8) }
        row.endCell()
      }
      rows.append(row)
    }
    for run in runs {
      for _ in 0..<run.count { try builder.append(rows[run.kind]) }
    }
    return builder.finish()
  }

  /// Distances and lengths on both sides of each threshold at which a structure changes its form.
  package static let edges = [
    1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 254, 255, 256, 257, 509, 510, 511, 4_095, 4_096,
    4_097, 65_534, 65_535, 65_536, 65_537, 131_069, 131_070, 131_071,
  ]

  /// About `rowCount` rows, at least one of each kind, in segments of different skew.
  package static func skewed(
    rowCount: Int, kindCount: Int, using generator: inout SeededGenerator
  ) -> RowOrder {
    var runs: [Run] = (0..<kindCount).map { Run(kind: $0, count: 1) }
    var left = rowCount - kindCount
    let segmentCount = 1 + generator.below(3)
    for segment in 0..<segmentCount where left > 0 {
      let size = segment == segmentCount - 1 ? left : generator.below(left + 1)
      switch generator.below(8) {
      case 0: runs += generator.blocks(size, of: kindCount)
      case 1: runs += generator.clusters(size, of: kindCount)
      case 2: runs += generator.interleaved(size, of: kindCount)
      case ..<5: runs += generator.gaps(size, of: kindCount)
      default: runs += generator.bursts(size, of: kindCount)
      }
      left -= size
    }
    return RowOrder(joined(runs), kindCount: kindCount)
  }

  private static func joined(_ runs: [Run]) -> [Run] {
    runs.reduce(into: []) { joined, run in
      if run.count == 0 { return }
      if let last = joined.last, last.kind == run.kind {
        joined[joined.count - 1] = Run(kind: run.kind, count: last.count + run.count)
      } else {
        joined.append(run)
      }
    }
  }
}

/// The segments of an order: runs of kinds, `size` rows in all.
extension SeededGenerator {
  fileprivate typealias Run = RowOrder.Run

  /// One long run of each kind, as names that are sorted by country.
  fileprivate mutating func blocks(_ size: Int, of kindCount: Int) -> [Run] {
    let cuts = (0..<kindCount - 1).map { _ in below(size + 1) }.sorted()
    return zip([0] + cuts, cuts + [size]).enumerated().map { kind, range in
      Run(kind: kind, count: range.1 - range.0)
    }
  }

  /// Runs of any length, mostly short.
  fileprivate mutating func clusters(_ size: Int, of kindCount: Int) -> [Run] {
    let most = 1 << below(17)
    return Self.fill(size) { Run(kind: below(kindCount), count: 1 + below(most)) }
  }

  /// The kinds in turn, over and over.
  fileprivate mutating func interleaved(_ size: Int, of kindCount: Int) -> [Run] {
    let period = 1 + below(kindCount)
    let first = below(kindCount)
    var next = 0
    return Self.fill(size) {
      next += 1
      return Run(kind: (first + next % period) % kindCount, count: 1)
    }
  }

  /// Rare rows at block edges, between rows of one kind.
  fileprivate mutating func gaps(_ size: Int, of kindCount: Int) -> [Run] {
    let (filler, rare) = (below(kindCount), below(kindCount))
    let knownCount = 1 + below(RowOrder.edges.count)
    let known = Array(RowOrder.edges.filter { $0 <= max(1, size) }.suffix(knownCount))
    var isRare = false
    return Self.fill(size) {
      isRare.toggle()
      if isRare { return Run(kind: chance(0.8) ? rare : filler, count: 1) }
      return Run(kind: filler, count: max(0, pick(known) - below(2)))
    }
  }

  /// A few rows of one kind, then none for as long as the escape code of a gap can express, give or
  /// take one row.
  fileprivate mutating func bursts(_ size: Int, of kindCount: Int) -> [Run] {
    let (filler, rare) = (below(kindCount), below(kindCount))
    let escape = pick(Self.escapes.filter { $0 < max(256, size) })
    var isRare = false
    return Self.fill(size) {
      isRare.toggle()
      if isRare { return Run(kind: rare, count: 1 + below(12)) }
      return Run(kind: filler, count: escape - 2 + below(3))
    }
  }

  /// The widest gaps that one byte and two bytes hold, and twice those.
  private static let escapes = [255, 510, 65_535, 65_535, 131_070]

  private static func fill(_ size: Int, _ next: () -> Run) -> [Run] {
    var runs: [Run] = []
    var left = size
    while left > 0 {
      let run = next()
      runs.append(Run(kind: run.kind, count: min(run.count, left)))
      left -= run.count
    }
    return runs
  }
}
