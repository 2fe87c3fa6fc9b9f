import MatchmarkCore

/// The runs of suffixes so frequent that their rows are stored in addition to those of the tokens.
///
/// This bounds the rows to visit for any query: a run is either stored here, or the rows of its
/// tokens add up to less than a bound. The bound is one row in 32, or higher if the sets would
/// outgrow their share of the text.
struct FrequentRuns: Sendable {
  /// Ascending by start, then by end.
  let runs: [Range<Int>]
  let postings: PostingStore

  /// Chooses the most costly runs.
  ///
  /// - Complexity: O(cost of the chosen runs), time; space as bounded above.
  init(
    _ suffixes: TokenSuffixes, _ tokens: PostingStore, textSizeInBytes: Int, _ building: Building
  ) {
    let rowCount = tokens.rowCount
    let thresholds = building.thresholds
    let bound = max(rowCount / thresholds.rowsPerRun, thresholds.leastRunCost)
    let share = thresholds.runShareInPercent
    let budget = share == 0 ? .max : Int(Double(textSizeInBytes) * Double(share) / 100)
    var builder = PostingStore.SetBuilder(rowCount: rowCount, path: building.path, thresholds.sets)
    var kept: [Range<Int>] = []
    let candidates = suffixes.runs(costingMoreThan: bound)
      .sorted { ($0.cost, $1.run.lowerBound) > ($1.cost, $0.run.lowerBound) }
    func rows(_ position: Int) -> Bitmap {
      var rows = Bitmap(bitCount: rowCount)
      tokens.insertRows(ofAll: suffixes.tokens(of: candidates[position].run), into: &rows)
      return rows
    }
    for position in stride(from: 0, to: min(candidates.count, thresholds.mostRuns), by: 2) {
      let pair = building.cores.both {
        rows(position)
      } _: {
        position + 1 < candidates.count ? rows(position + 1) : nil
      }
      for (offset, rows) in [pair.0, pair.1].enumerated() where builder.byteCount < budget {
        guard let rows else { continue }
        builder.append(rows)
        kept.append(candidates[position + offset].run)
      }
      if builder.byteCount >= budget { break }
    }
    let order = kept.indices.sorted {
      (kept[$0].lowerBound, kept[$0].upperBound) < (kept[$1].lowerBound, kept[$1].upperBound)
    }
    postings = builder.finish().selecting(order)
    runs = order.map { kept[$0] }
  }

  var byteCount: Int { runs.count * MemoryLayout<Range<Int>>.stride + postings.byteCount }
}
