/// The set of matching rows, enumerated in corpus order.
///
/// Matchers reuse one answer, so that a keystroke allocates nothing: a matcher calls
/// ``reset(rowCount:)`` and then inserts rows in any order; inserting a row twice is harmless. A
/// small answer is a sorted list of rows, a large one is a bitmap, and a set that is stored in an
/// index is referenced without being copied. The count and the first page are therefore as cheap as
/// possible. An answer holds rows only; it does not know how a list displays them.
///
/// A ranked answer, from ``rank(_:)``, has an order as well.
public struct Answer: Sendable {
  /// The number of rows of the corpus; every member lies in `0 ..< rowCount`.
  public private(set) var rowCount: Int
  private var form = Form.sparse
  /// The rows of a sparse answer, ascending, without duplicates.
  private var sparse: [UInt32] = []
  private var dense = Bitmap(bitCount: 0)
  /// The number of members of `dense`, if it was known when the bitmap was filled.
  private var denseCount: Int?
  private var stored = StoredBitmap()
  /// The rows of a ranked answer, the best first; nil if it is a set.
  private var ranked: [UInt32]?

  private enum Form {
    case sparse
    case dense
    case stored
  }

  /// Creates an empty answer over a corpus of `rowCount` rows.
  public init(rowCount: Int = 0) { self.rowCount = rowCount }

  /// Makes the answer empty, keeping its memory.
  ///
  /// - Complexity: O(1).
  public mutating func reset(rowCount: Int) {
    self.rowCount = rowCount
    form = .sparse
    sparse.removeAll(keepingCapacity: true)
    ranked = nil
  }

  /// Makes the answer these rows, the best first.
  ///
  /// - Precondition: `0 ≤ row < rowCount` for each, and none comes twice.
  /// - Complexity: O(rows × log rows).
  public mutating func rank(_ rows: [Int]) {
    reset(rowCount: rowCount)
    for row in rows { insert(row) }
    precondition(count == rows.count, "a row that is ranked twice")
    ranked = rows.map { UInt32($0) }
  }

  /// True if the rows have an order, the best first.
  public var isRanked: Bool { ranked != nil }

  /// Inserts a row.
  ///
  /// - Precondition: `0 ≤ row < rowCount`, and the answer is not ranked.
  /// - Complexity: amortised O(1) if rows come in ascending order or the answer is large.
  public mutating func insert(_ row: Int) {
    precondition(row >= 0 && row < rowCount, "a row outside the corpus")
    if form != .sparse {
      insertDense(row)
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
    denseCount = rowCount
    form = .dense
    ranked = nil
  }

  /// Returns true if the answer contains the row.
  ///
  /// - Complexity: O(log count), or O(1) for a large answer.
  public func contains(_ row: Int) -> Bool {
    guard row >= 0, row < rowCount else { return false }
    switch form {
    case .dense: return dense.contains(row)
    case .stored: return stored.contains(row)
    case .sparse: break
    }
    let position = sparse.partitioningIndex { $0 >= UInt32(row) }
    return position < sparse.count && sparse[position] == UInt32(row)
  }

  /// The number of rows in the answer.
  ///
  /// - Complexity: O(1); O(rowCount / 64) for a large answer whose count the matcher did not know.
  public var count: Int {
    switch form {
    case .sparse: sparse.count
    case .dense: denseCount ?? dense.count
    case .stored: stored.count
    }
  }

  /// True if ``count`` is the number of rows.
  ///
  /// A matcher may pass on a count from its index, and that count may be wrong; code that compares
  /// answers must check it.
  ///
  /// - Complexity: O(1); O(rowCount / 64) for a large answer.
  public var isCountRight: Bool {
    switch form {
    case .sparse: true
    case .dense: denseCount.map { $0 == dense.count } ?? true
    case .stored: stored.count == stored.words.reduce(0) { $0 + $1.nonzeroBitCount }
    }
  }

  /// Appends the first `limit` rows to `rows`, ascending, or the best first if they are ranked.
  ///
  /// - Complexity: O(rows appended + rows before the last of them / 64).
  public func appendRows(to rows: inout [UInt32], limit: Int = .max) {
    guard limit > 0 else { return }
    if let ranked {
      rows.append(contentsOf: ranked.prefix(limit))
      return
    }
    var left = limit
    func append(_ row: Int) -> Bool {
      rows.append(UInt32(row))
      left -= 1
      return left > 0
    }
    switch form {
    case .sparse: rows.append(contentsOf: sparse.prefix(limit))
    case .dense: dense.visit(while: append)
    case .stored: stored.visit(while: append)
    }
  }

  /// The rows, ascending, or the best first if they are ranked.
  public var rows: [Int] {
    var ids: [UInt32] = []
    appendRows(to: &ids)
    return ids.map(Int.init)
  }

  /// Returns a copy with its own memory, so that a later write to either answer copies nothing.
  ///
  /// - Complexity: O(rows of the answer + rowCount / 64).
  package func copied() -> Answer {
    var copy = self
    // Reserving more than the current count forces a unique copy of the shared storage.
    copy.sparse.reserveCapacity(sparse.count + 1)
    copy.dense.words.reserveCapacity(dense.words.count + 1)
    return copy
  }

  /// Exchanges the answer with a bitmap of the matching rows, in O(1).
  ///
  /// - Parameter count: the number of members, if it is known.
  /// - Precondition: the bitmap covers the rows of the corpus.
  package mutating func exchange(with bitmap: inout Bitmap, count: Int? = nil) {
    ranked = nil
    precondition(bitmap.bitCount == rowCount, "a bitmap of another corpus")
    swap(&dense, &bitmap)
    denseCount = count
    form = .dense
  }

  /// Exchanges the answer with a list of the matching rows, in O(1).
  ///
  /// - Precondition: the rows are ascending, without duplicates, and within the corpus.
  package mutating func exchange(withAscending rows: inout [UInt32]) {
    ranked = nil
    swap(&sparse, &rows)
    form = .sparse
  }

  /// Makes the answer refer to a set that is stored in an index, in O(1); the set is copied only if
  /// a row is inserted.
  ///
  /// - Precondition: the set covers the rows of the corpus.
  package mutating func share(_ rows: StoredBitmap) {
    precondition(rows.bitCount == rowCount, "a set of another corpus")
    ranked = nil
    stored = rows
    form = .stored
  }

  /// Appends a row that is greater than all rows so far: the fast path for producers that find rows
  /// in ascending order.
  @inline(__always)
  package mutating func append(_ row: UInt32) {
    guard form == .sparse else { return insertDense(Int(row)) }
    sparse.append(row)
    // A list of 32-bit ids outgrows a bitmap at one row in 32.
    if sparse.count > 64 + rowCount / 32 { becomeDense() }
  }

  private mutating func insertDense(_ row: Int) {
    if form == .stored { becomeDense() }
    dense.insert(row)
    denseCount = nil
  }

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
    denseCount = nil
    if form == .stored {
      stored.copy(into: &dense)
    } else {
      for row in sparse { dense.insert(Int(row)) }
      sparse.removeAll(keepingCapacity: true)
    }
    form = .dense
  }
}

extension Answer: Equatable {
  /// Returns true if both answers cover the same number of rows, have the same members, report the
  /// same count, and have the same order if they are ranked.
  public static func == (left: Answer, right: Answer) -> Bool {
    guard left.rowCount == right.rowCount, left.count == right.count,
      left.ranked == right.ranked
    else { return false }
    switch (left.form == .sparse, right.form == .sparse) {
    case (true, true): return left.sparse == right.sparse
    case (false, false): return left.words == right.words
    case (true, false): return right.hasExactly(left.sparse)
    case (false, true): return left.hasExactly(right.sparse)
    }
  }

  /// The bits of a large answer.
  private var words: ArraySlice<UInt64> { form == .stored ? stored.words : dense.words[...] }

  private func hasExactly(_ rows: [UInt32]) -> Bool {
    rows.count == count && rows.allSatisfy { contains(Int($0)) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first position whose element satisfies the predicate.
  ///
  /// - Precondition: once the predicate is true for an element, it is true for all that follow.
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
