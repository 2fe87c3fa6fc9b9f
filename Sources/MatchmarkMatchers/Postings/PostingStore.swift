package import MatchmarkCore

/// The set of rows of each id of `0 ..< idCount`.
///
/// ``KernelPostings`` decides the form of each set.
package struct PostingStore: Sendable {
  let sets: KernelPostings

  init(_ sets: KernelPostings) { self.sets = sets }

  /// The same sets, numbered by their position in `ids`.
  func selecting(_ ids: [Int]) -> PostingStore { PostingStore(sets.selecting(ids)) }

  /// The number of rows that a set can have.
  package var rowCount: Int { sets.rowCount }

  /// The size of the sets, in bytes.
  package var byteCount: Int {
    (sets.counts.count + sets.starts.count) * MemoryLayout<UInt32>.stride
      + sets.pool.count + sets.octets.count + sets.bitmapWords.count * MemoryLayout<UInt64>.stride
  }

  package var idCount: Int { sets.counts.count }

  /// The number of rows that have `id`.
  @inline(__always)
  package func count(_ id: Int) -> Int { Int(sets.counts[id]) }

  /// Inserts the rows of `id`.
  ///
  /// - Complexity: O(count), or O(rowCount / 64).
  package func insertRows(of id: Int, into rows: inout Bitmap) {
    sets.insert([UInt32(id)], into: &rows)
  }

  /// Inserts the rows of several ids.
  ///
  /// - Complexity: O(sum of counts), or O(rowCount / 64) if a count is larger.
  package func insertRows(ofAll ids: ArraySlice<UInt32>, into rows: inout Bitmap) {
    sets.insert(ids, into: &rows)
  }

  /// Appends the rows of several ids, ascending and each once.
  ///
  /// - Parameter count: the sum of their counts.
  /// - Precondition: no count is above `listLimit`.
  /// - Complexity: O(count + rowCount / 4 096).
  package func mergeRows(
    ofAll ids: ArraySlice<UInt32>, count: Int, using scratch: inout MergeScratch,
    into rows: inout [UInt32]
  ) {
    sets.merge(ids, count: count, using: &scratch, into: &rows)
  }

  /// Sets of more rows are not lists.
  package var listLimit: Int { sets.limits.list }

  /// The rows of `id` in a form that an answer can share; nil for a set that is not large enough.
  package func stored(_ id: Int) -> StoredBitmap? {
    guard count(id) > sets.limits.octet else { return nil }
    return StoredBitmap(
      pool: sets.bitmapWords, start: sets.start(id), bitCount: rowCount, count: count(id))
  }

  /// Calls `body` with each row of `id`, ascending.
  @inline(__always)
  package func visitRows(of id: Int, _ body: (Int) -> Void) { sets.visit(id, body) }

  /// Computes the size of each set; the first of two passes.
  package struct Sizes {
    /// The number of rows of each id.
    private(set) var counts: [UInt32]
    /// The number of splits of each id's gaps that do not fit in 16 bits.
    private(set) var wideSplits: [UInt32]
    /// The number of octets of each id's bits that are not zero.
    private(set) var octetCounts: [UInt32]
    /// The last row of each id, plus one.
    private var marks: [UInt32]

    package init(idCount: Int) {
      counts = Array(repeating: 0, count: idCount)
      wideSplits = counts
      octetCounts = counts
      marks = counts
    }

    /// Adds an id and returns its number.
    package mutating func addID() -> Int {
      counts.append(0)
      wideSplits.append(0)
      octetCounts.append(0)
      marks.append(0)
      return counts.count - 1
    }

    /// Notes that a row has an id; the rows of an id must ascend, but a row may repeat immediately.
    @inline(__always)
    package mutating func note(_ row: Int, _ id: Int) {
      let mark = UInt32(truncatingIfNeeded: row) &+ 1
      let last = marks[id]
      if last == mark { return }
      marks[id] = mark
      counts[id] &+= 1
      let gap = mark &- last
      if gap >= 0xFFFF { wideSplits[id] &+= gap / 0xFFFF }
      if KernelPostings.isNewOctet(mark, after: last) { octetCounts[id] &+= 1 }
    }

    /// Keeps only the ids at the given positions, in the given order.
    func selecting(_ ids: [UInt32]) -> Sizes {
      var selected = Sizes(idCount: 0)
      selected.counts = ids.map { counts[Int($0)] }
      selected.wideSplits = ids.map { wideSplits[Int($0)] }
      selected.octetCounts = ids.map { octetCounts[Int($0)] }
      return selected
    }
  }
}

extension PostingStore {
  /// A store from one optional id per row.
  init(
    idOfRow: some Sequence<Int?>, idCount: Int, rowCount: Int, path: KernelPath,
    _ thresholds: SetThresholds
  ) {
    var sizes = Sizes(idCount: idCount)
    for (row, id) in idOfRow.enumerated() {
      if let id { sizes.note(row, id) }
    }
    var builder = Builder(rowCount: rowCount, sizes: sizes, path: path, thresholds)
    for (row, id) in idOfRow.enumerated() {
      if let id { builder.append(row, to: id) }
    }
    self = builder.finish()
  }
}

extension PostingStore: CheckedInvariants {
  /// The rows of each set ascend, are below the number of rows, and agree with its count.
  package var brokenInvariant: String? {
    for id in 0..<idCount {
      var (last, found) = (-1, 0)
      var isAscending = true
      visitRows(of: id) { row in
        if row <= last { isAscending = false }
        (last, found) = (row, found + 1)
      }
      guard isAscending else { return "the rows of set \(id) do not ascend" }
      guard last < rowCount else { return "row \(last) in set \(id), of \(rowCount) rows" }
      guard found == count(id) else { return "\(found) rows in set \(id), expected \(count(id))" }
    }
    return nil
  }
}
