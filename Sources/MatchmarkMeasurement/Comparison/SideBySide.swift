/// The matchers of one run next to each other, over what all of them answered.
package struct SideBySide: Sendable {
  /// One matcher on one cell.
  package struct Entry: Sendable {
    package var matcher: String
    package var status: MatcherStatus?
    /// The p50 of medians, in nanoseconds.
    package var p50: Double?
    /// To the reference, over the keystrokes that all answered.
    package var ratio: RatioInterval?
  }

  /// One cell, an entry for each matcher.
  package struct Row: Sendable {
    package var cell: String
    package var entries: [Entry]
    /// Keystrokes that all matchers answered; nil where one of them did not take part.
    package var commonCount: Int?
  }

  package let reference: String
  package let matchers: [String]
  package let rows: [Row]

  /// - Parameter matchers: the ids to compare; the reference is always among them.
  package init(_ run: Baseline, matchers: [String], seed: UInt64 = 1) {
    reference = run.conditions.reference
    let chosen = [run.conditions.reference] + matchers.filter { $0 != run.conditions.reference }
    self.matchers = chosen
    rows = run.cells.map {
      Self.row($0, matchers: chosen, reference: run.conditions.reference, seed: seed)
    }
  }

  private static func row(
    _ cell: BaselineCell, matchers: [String], reference: String, seed: UInt64
  ) -> Row {
    let others = matchers.filter { $0 != reference }.map { cell.matcher($0)?.ratios }
    var common: Set<Int>?
    if !others.isEmpty, others.allSatisfy({ $0 != nil }) {
      common = others.compactMap { $0.map { Set($0.queries) } }.reduce(nil) { kept, queries in
        kept?.intersection(queries) ?? queries
      }
    }
    let bootstrap = HierarchicalBootstrap(
      seed: seed, replicateCount: FigureCalculation.replicateCount)
    let entries = matchers.map { id in
      let matcher = cell.matcher(id)
      let kept = common.flatMap { common in matcher?.ratios?.keeping(common) } ?? matcher?.ratios
      return Entry(
        matcher: id, status: matcher?.status, p50: matcher?.p50,
        ratio: kept.flatMap { bootstrap.interval(RatioComparison(ratios: $0)) })
    }
    return Row(
      cell: cell.id, entries: entries, commonCount: common.flatMap { $0.isEmpty ? nil : $0.count })
  }

  /// The cells on which every matcher was timed.
  package var commonRows: [Row] { rows.filter { $0.commonCount != nil } }

  /// The geometric mean over the cells that all answered; nil for the reference.
  package func mean(of matcher: String) -> RatioInterval? {
    PooledRatio.mean(
      commonRows.compactMap { row in row.entries.first { $0.matcher == matcher }?.ratio })
  }

  /// Who was wrong, and where.
  package var voided: [(matcher: String, cell: String)] {
    rows.flatMap { row in
      row.entries.filter { $0.status == .voided || $0.status == .errored }.map {
        ($0.matcher, row.cell)
      }
    }
  }
}
