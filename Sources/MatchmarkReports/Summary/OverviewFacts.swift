package import MatchmarkMeasurement

/// The worst p99 at each size over everything that was measured there: what the choice rests on.
package struct OverviewFacts: Sendable, Hashable {
  /// One matcher at one size.
  package struct Point: Sendable, Hashable {
    package var rowCount: Int
    /// The worst p99 of medians over the cells of the size, in nanoseconds.
    package var worstP99: Double
    /// How many of the cells it answered.
    package var cellCount: Int
    /// Whether it answered every keystroke of every cell of the size.
    package var isComplete: Bool
  }

  package struct Series: Sendable, Hashable {
    package var matcher: String
    package var points: [Point]
  }

  package var series: [Series]
  /// How many cells there are of each size.
  package var cellCounts: [Int: Int]

  package init(_ record: RunRecord) {
    let cells = record.cells.filter { $0.corpus.rowCount > 0 && !$0.keystrokes.isEmpty }
    let sizes = Dictionary(grouping: cells, by: \.corpus.rowCount)
    cellCounts = sizes.mapValues(\.count)
    series = Participation.all(in: cells, Roster(record)).compactMap { participation in
      let bySize = Dictionary(grouping: participation.parts, by: \.cell.corpus.rowCount)
      let points = bySize.keys.sorted().compactMap { size in
        Point(size, bySize[size] ?? [], cellCount: sizes[size]?.count ?? 0)
      }
      return points.isEmpty ? nil : Series(matcher: participation.matcher, points: points)
    }
  }

  /// The figures as a grid: matchers as rows, sizes as columns, the largest ones.
  package var pivot: ReportTable {
    let sizes = cellCounts.keys.sorted().suffix(Self.pivotLimit)
    var table = ReportTable(
      "Worst p99 by corpus size",
      columns: [.words("matcher")] + sizes.map { .figures(QuantityFormat.rows($0)) })
    for series in series {
      table.append(
        [DisplayText.line(series.matcher)]
          + sizes.map { size in
            guard let point = series.points.first(where: { $0.rowCount == size }) else {
              return "–"
            }
            return QuantityFormat.time(point.worstP99) + (point.isComplete ? "" : "*")
          })
    }
    table.notes = ["The worst p99 of medians over all corpora and profiles of a size."]
    if series.contains(where: { $0.points.contains { !$0.isComplete } }) {
      table.notes.append("* did not answer all of them, or only a sample of the keystrokes")
    }
    return table
  }

  /// More columns do not fit a page.
  private static let pivotLimit = 6

  /// The figures.
  package var table: ReportTable {
    var table = ReportTable(
      "Worst p99 by corpus size",
      columns: [
        .words("matcher"), .figures("rows"), .figures("worst p99"), .figures("cells answered"),
      ])
    for series in series {
      for point in series.points {
        table.append([
          DisplayText.line(series.matcher), QuantityFormat.count(point.rowCount),
          QuantityFormat.time(point.worstP99),
          "\(point.cellCount) of \(cellCounts[point.rowCount] ?? 0)"
            + (point.isComplete ? "" : ", not all"),
        ])
      }
    }
    table.notes = ["The worst p99 of medians over all corpora and profiles of a size."]
    return table
  }
}

extension OverviewFacts.Point {
  /// - Parameter cellCount: how many cells there are of the size.
  init?(
    _ rowCount: Int, _ parts: [(cell: CellRecord, record: MatcherRecord)], cellCount: Int
  ) {
    self.rowCount = rowCount
    worstP99 = 0
    self.cellCount = 0
    isComplete = parts.count == cellCount
    for (_, record) in parts {
      guard record.isRanked, let typed = record.figures?.typed
      else {
        isComplete = false
        continue
      }
      if record.isSampled || record.declinedCount > 0 { isComplete = false }
      worstP99 = max(worstP99, typed.p99OfMedians)
      self.cellCount += 1
    }
    if self.cellCount == 0 { return nil }
  }
}
