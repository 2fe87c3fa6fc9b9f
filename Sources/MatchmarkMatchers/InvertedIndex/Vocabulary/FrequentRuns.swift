import MatchmarkCore

/// The runs of suffixes that are so frequent that their rows are stored in addition to those of the
/// tokens.
///
/// The stored runs bound the number of rows that a query visits: either a run is stored here, or
/// the rows of its tokens add up to less than a bound. The bound is one row in 32, or higher if the
/// stored sets would exceed their share of the text.
struct FrequentRuns: Sendable {
  /// The runs, ascending by start, then by end.
  let runs: [Range<Int>]
  let postings: PostingStore

  /// Chooses the runs and stores their rows.
  ///
  /// - Complexity: O(cost of the chosen runs) time; space bounded as described above.
  init(
    _ suffixes: TokenSuffixes, _ tokens: PostingStore, textSizeInBytes: Int, _ building: Building
  ) {
    let rowCount = tokens.rowCount
    let thresholds = building.thresholds
    let bound = max(rowCount / thresholds[.rowsPerRun], thresholds[.leastRunCost])
    let share = thresholds[.runShare]
    let budget = share == 0 ? .max : Int(Double(textSizeInBytes) * Double(share) / 100)
    var builder = PostingStore.SetBuilder(rowCount: rowCount, path: building.path, thresholds)
    var kept: [Range<Int>] = []
    let candidates = suffixes.sorted.runs(costingMoreThan: bound, atEnds: nil) {
      suffixes.cost(of: $0)
    }
    func rows(_ position: Int) -> Bitmap {
      var rows = Bitmap(bitCount: rowCount)
      tokens.insertRows(ofAll: suffixes.tokens(of: candidates[position].run), into: &rows)
      return rows
    }
    for position in stride(from: 0, to: min(candidates.count, thresholds[.mostRuns]), by: 2) {
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

/// The rows in which one frequent run ends a word and another begins the next.
///
/// A needle such as `e s` has two parts that occur in most rows, but are adjacent in few: without
/// this set, the rows that both bitmaps share would have to be read one by one. If there are many
/// such rows, the rows of the pair are stored. The idea comes from next-word indexes for phrases,
/// limited to the costly pairs (Williams, Zobel and Bahle, "Fast phrase querying with combined
/// indexes", 2004).
struct FrequentPairs: Sendable {
  /// The pairs, as positions of both runs among the frequent ones: `end × runs + start`, ascending.
  private let keys: [Int]
  let postings: PostingStore
  private let runCount: Int

  /// Chooses the pairs and stores their rows.
  ///
  /// - Complexity: O(ends × starts × rows / 64 + tokens of the text × pairs of a token).
  init(
    _ suffixes: TokenSuffixes, _ frequent: FrequentRuns, _ text: Tokenisation, rowCount: Int,
    _ building: Building
  ) {
    let thresholds = building.thresholds
    let bound = max(rowCount / thresholds[.rowsPerPair], thresholds[.leastPairCount])
    let large = frequent.runs.indices.filter { frequent.postings.count($0) > bound }
    let ends = large.filter { suffixes.isEnd(frequent.runs[$0]) }
    let starts = large.filter { suffixes.isStart(frequent.runs[$0]) }
    var keys: [Int] = []
    var ids = [Int32](repeating: -1, count: ends.count * starts.count)
    let startRows = starts.map { frequent.bitmap(of: $0) }
    for (row, end) in ends.enumerated() {
      let endRows = frequent.bitmap(of: end)
      for (column, start) in starts.enumerated()
      where endRows.sharedCount(startRows[column]) > bound {
        ids[row * starts.count + column] = Int32(keys.count)
        keys.append(end * frequent.runs.count + start)
      }
    }
    let endsOfToken = TokenRuns(ends.map { frequent.runs[$0] }, of: suffixes)
    let startsOfToken = TokenRuns(starts.map { frequent.runs[$0] }, of: suffixes)
    func visitPairs(_ body: (_ row: Int, _ pair: Int) -> Void) {
      var last = (row: -1, token: 0)
      text.visit { row, token in
        if row == last.row {
          for end in endsOfToken.runs(of: last.token) {
            for start in startsOfToken.runs(of: token) {
              let id = ids[Int(end) * starts.count + Int(start)]
              if id >= 0 { body(row, Int(id)) }
            }
          }
        }
        last = (row, token)
      }
    }
    var sizes = PostingStore.Sizes(idCount: keys.count)
    if !keys.isEmpty { visitPairs { sizes.note($0, $1) } }
    var builder = PostingStore.Builder(
      rowCount: rowCount, sizes: sizes, path: building.path, thresholds)
    if !keys.isEmpty { visitPairs { builder.append($0, to: $1) } }
    self.keys = keys
    runCount = frequent.runs.count
    postings = builder.finish()
  }

  var byteCount: Int { keys.count * MemoryLayout<Int>.stride + postings.byteCount }

  var count: Int { keys.count }

  func position(end: Int, start: Int) -> Int? {
    let key = end * runCount + start
    let position = keys.partitioningIndex { $0 >= key }
    return position < keys.count && keys[position] == key ? position : nil
  }
}

/// The runs, out of a chosen few, in which each token has a suffix.
private struct TokenRuns {
  /// The position at which the runs of each token start, followed by the total count.
  private var starts: [UInt32]
  private var members: [UInt16]

  init(_ runs: [Range<Int>], of suffixes: TokenSuffixes) {
    starts = Array(repeating: 0, count: suffixes.tokens.count + 1)
    for run in runs {
      for suffix in run { starts[suffixes.token(suffix) + 1] += 1 }
    }
    for token in 0..<suffixes.tokens.count { starts[token + 1] += starts[token] }
    members = Array(repeating: 0, count: Int(starts[suffixes.tokens.count]))
    var filled = starts
    for (index, run) in runs.enumerated() {
      for suffix in run {
        let token = suffixes.token(suffix)
        members[Int(filled[token])] = UInt16(index)
        filled[token] += 1
      }
    }
  }

  @inline(__always)
  func runs(of token: Int) -> ArraySlice<UInt16> {
    members[Int(starts[token])..<Int(starts[token + 1])]
  }
}

extension TokenSuffixes {
  /// Returns true if the suffixes of a run all have the same text, which ends with a space.
  fileprivate func isEnd(_ run: Range<Int>) -> Bool {
    let first = bytes(of: run.lowerBound)
    return first.count > 1 && first.last == Tokenisation.space
      && first == bytes(of: run.upperBound - 1)
  }

  /// Returns true if the suffixes of a run are tokens that begin with a space and the same byte.
  fileprivate func isStart(_ run: Range<Int>) -> Bool {
    let first = bytes(of: run.lowerBound)
    return first.count > 1 && first.first == Tokenisation.space
      && first.prefix(2) == bytes(of: run.upperBound - 1).prefix(2)
  }
}

extension FrequentRuns {
  fileprivate func bitmap(of position: Int) -> Bitmap {
    var rows = Bitmap(bitCount: postings.rowCount)
    postings.insertRows(of: position, into: &rows)
    return rows
  }
}

extension Bitmap {
  fileprivate func sharedCount(_ other: Bitmap) -> Int {
    var total = 0
    for index in words.indices { total &+= (words[index] & other.words[index]).nonzeroBitCount }
    return total
  }
}
