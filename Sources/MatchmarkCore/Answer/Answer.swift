/// The set of matching rows, enumerated in corpus order.
///
/// A matcher is handed one answer again and again, so that a keystroke allocates nothing: it calls
/// ``reset(rowCount:)`` and then inserts rows in any order, each any number of times. Few rows are
/// kept as a sorted list, many as one bit per row. An answer knows nothing of what a list displays.
public struct Answer: Sendable {
  /// The number of rows of the corpus; members lie in `0 ..< rowCount`.
  public private(set) var rowCount: Int
  /// Used while `isDense` is false: ascending, without repetition.
  private var sparse: [UInt32] = []
  /// Used while `isDense` is true.
  private var dense = Bitmap(bitCount: 0)
  private var isDense = false

  /// An empty answer over a corpus of `rowCount` rows.
  public init(rowCount: Int = 0) { self.rowCount = rowCount }

  /// Makes the answer empty, keeping its memory.
  ///
  /// - Complexity: O(1).
  public mutating func reset(rowCount: Int) {
    self.rowCount = rowCount
    isDense = false
    sparse.removeAll(keepingCapacity: true)
  }

  /// Inserts a row.
  ///
  /// - Precondition: `0 ≤ row < rowCount`.
  /// - Complexity: amortised O(1) where rows come in ascending order or the answer is large.
  public mutating func insert(_ row: Int) {
    precondition(row >= 0 && row < rowCount, "a row outside the corpus")
    if isDense {
      dense.insert(row)
    } else if let last = sparse.last, row <= Int(last) {
      if row < Int(last) { insertBehindOrder(row) }
    } else {
      append(UInt32(row))
    }
  }

  /// Inserts every row.
  ///
  /// - Complexity: O(rowCount / 64).
  public mutating func insertAll() {
    dense.reset(bitCount: rowCount)
    dense.fill()
    isDense = true
  }

  /// Whether the answer has the row.
  ///
  /// - Complexity: O(log count), or O(1) for a large answer.
  public func contains(_ row: Int) -> Bool {
    guard row >= 0, row < rowCount else { return false }
    if isDense { return dense.contains(row) }
    let position = sparse.partitioningIndex { $0 >= UInt32(row) }
    return position < sparse.count && sparse[position] == UInt32(row)
  }

  /// The number of rows in the answer.
  ///
  /// - Complexity: O(1), or O(rowCount / 64) for a large answer.
  public var count: Int { isDense ? dense.count : sparse.count }

  /// Appends the first `limit` rows to `rows`, ascending.
  public func appendRows(to rows: inout [UInt32], limit: Int = .max) {
    guard isDense else {
      rows.append(contentsOf: sparse.prefix(limit))
      return
    }
    var left = limit
    guard left > 0 else { return }
    dense.visit { row in
      rows.append(UInt32(row))
      left -= 1
      return left > 0
    }
  }

  /// The rows, ascending.
  public var rows: [Int] {
    var ids: [UInt32] = []
    appendRows(to: &ids)
    return ids.map(Int.init)
  }

  /// The same rows in memory of their own, so that a later write to either copies nothing.
  ///
  /// - Complexity: O(rows of the answer + rowCount / 64).
  package func copied() -> Answer {
    var copy = self
    // Room for more than there is makes what is shared one's own.
    copy.sparse.reserveCapacity(sparse.count + 1)
    copy.dense.words.reserveCapacity(dense.words.count + 1)
    return copy
  }

  /// Exchanges the answer with a bitmap of the matching rows, in O(1).
  ///
  /// - Precondition: the bitmap ranges over the corpus.
  package mutating func exchange(with bitmap: inout Bitmap) {
    precondition(bitmap.bitCount == rowCount, "a bitmap of another corpus")
    swap(&dense, &bitmap)
    isDense = true
  }

  /// Appends a row above all rows so far; the fast path of an ascending producer.
  @inline(__always)
  package mutating func append(_ row: UInt32) {
    if isDense { return dense.insert(Int(row)) }
    sparse.append(row)
    if sparse.count > Self.sparseLimit(rowCount) { becomeDense() }
  }

  /// A list of 32-bit ids outgrows a bitmap at one row in 32.
  private static func sparseLimit(_ rowCount: Int) -> Int { 64 + rowCount / 32 }

  private mutating func insertBehindOrder(_ row: Int) {
    let position = sparse.partitioningIndex { $0 >= UInt32(row) }
    if sparse[position] == UInt32(row) { return }
    if sparse.count < 64 {
      sparse.insert(UInt32(row), at: position)
    } else {
      becomeDense()
      dense.insert(row)
    }
  }

  private mutating func becomeDense() {
    dense.reset(bitCount: rowCount)
    for row in sparse { dense.insert(Int(row)) }
    sparse.removeAll(keepingCapacity: true)
    isDense = true
  }
}

extension Answer: Equatable {
  /// Whether two answers hold the same rows of equally many.
  public static func == (left: Answer, right: Answer) -> Bool {
    guard left.rowCount == right.rowCount else { return false }
    switch (left.isDense, right.isDense) {
    case (true, true): return left.dense == right.dense
    case (false, false): return left.sparse == right.sparse
    case (true, false): return right.equalsDense(left.dense)
    case (false, true): return left.equalsDense(right.dense)
    }
  }

  private func equalsDense(_ bitmap: Bitmap) -> Bool {
    sparse.count == bitmap.count && sparse.allSatisfy { bitmap.contains(Int($0)) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first position whose element satisfies a predicate that, once true, stays true.
  ///
  /// - Complexity: O(log count).
  @inlinable
  package func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
