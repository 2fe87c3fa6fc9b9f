/// How the time of one matcher grows with the number of rows.
package struct Growth: Sendable {
  package var matcher: String
  /// The sizes at which it was timed, and its p50 and p99 of medians there, in nanoseconds.
  package var points: [Point]
  package var ofP50: PowerLawFit?
  package var ofP99: PowerLawFit?

  package struct Point: Sendable {
    package var rowCount: Int
    package var p50: Double
    package var p99: Double
  }

  /// For each matcher of the cells that was right everywhere; cells of one workload and growing
  /// size.
  package static func of(_ cells: [CellRecord]) -> [Growth] {
    let sorted = cells.sorted { $0.corpus.rowCount < $1.corpus.rowCount }
    let ids = sorted.first?.matchers.map(\.id) ?? []
    return ids.compactMap { id in
      let points = sorted.compactMap { cell -> Point? in
        guard let matcher = cell.matchers.first(where: { $0.id == id }), matcher.isRanked,
          let typed = matcher.figures?.typed
        else { return nil }
        return Point(
          rowCount: cell.corpus.rowCount, p50: typed.p50OfMedians, p99: typed.p99OfMedians)
      }
      guard !points.isEmpty else { return nil }
      let sizes = points.map { Double($0.rowCount) }
      return Growth(
        matcher: id, points: points,
        ofP50: PowerLawFit(sizes: sizes, times: points.map(\.p50)),
        ofP99: PowerLawFit(sizes: sizes, times: points.map(\.p99)))
    }
  }
}
