extension Shrinker {
  /// Leaves out kinds of equal rows, then runs of them; shortens what is left, and empties cells of
  /// whole kinds: with a hundred thousand rows, each cannot be tried by itself.
  mutating func shrinkRuns(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    guard smallest.isOfFewKinds else { return false }
    let size = smallest.rows.count
    dropKinds(&smallest, stillFails)
    dropRuns(&smallest, stillFails)
    shortenRuns(&smallest, stillFails)
    let isChanged = smallest.rows.count < size
    return emptyCells(&smallest, stillFails) || isChanged
  }

  private mutating func dropKinds(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) {
    for kind in Set(smallest.rows).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      weigh(smallest)
      _ = attempt(
        smallest.with { $0.rows.removeAll { $0 == kind } }, &smallest, stillFails)
    }
  }

  private mutating func dropRuns(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) {
    let whole = smallest
    weigh(whole)
    let runs = shrink(list: RowRun.runs(of: whole.rows)) { runs in
      stillFails(whole.with { $0.rows = RowRun.rows(of: runs) })
    }
    smallest.rows = RowRun.rows(of: runs)
  }

  private mutating func shortenRuns(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) {
    var runs = RowRun.runs(of: smallest.rows)
    // The longest comes first: with fewer rows, every later trial costs less.
    for index in runs.indices.sorted(by: { runs[$0].count > runs[$1].count }).prefix(64) {
      var (low, high) = (0, runs[index].count)
      while low < high {
        var shorter = runs
        shorter[index].count = (low + high) / 2
        weigh(smallest)
        let rows = RowRun.rows(of: shorter)
        if attempt(smallest.with { $0.rows = rows }, &smallest, stillFails) {
          (runs, high) = (shorter, shorter[index].count)
        } else {
          low = (low + high) / 2 + 1
        }
        if trialCount >= trialLimit { return }
      }
    }
  }

  private mutating func emptyCells(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    var isChanged = false
    for kind in Set(smallest.rows).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var changed = kind
      for column in changed.indices where !changed[column].isEmpty {
        var emptied = changed
        emptied[column] = ""
        weigh(smallest)
        let smaller = smallest.with { copy in
          copy.rows = copy.rows.map { $0 == changed ? emptied : $0 }
        }
        if attempt(smaller, &smallest, stillFails) { (changed, isChanged) = (emptied, true) }
      }
    }
    return isChanged
  }
}

extension Situation {
  /// Above this many rows, rows are left out run by run and changed kind by kind.
  private static let manyRows = 512
  /// With more different rows than this, kinds do not help.
  private static let mostKinds = 64

  /// Whether there are many rows but few different ones.
  var isOfFewKinds: Bool {
    rows.count > Self.manyRows && Set(rows).count <= Self.mostKinds
  }
}

/// A run of equal rows.
struct RowRun: Equatable {
  let cells: [String]
  var count: Int

  /// - Complexity: O(rows).
  static func runs(of rows: [[String]]) -> [RowRun] {
    rows.reduce(into: []) { runs, cells in
      if runs.last?.cells == cells {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(RowRun(cells: cells, count: 1))
      }
    }
  }

  /// The rows written out; those of one run share their cells.
  static func rows(of runs: [RowRun]) -> [[String]] {
    runs.flatMap { repeatElement($0.cells, count: $0.count) }
  }
}
