package import MatchmarkCore

/// The set of rows of each id of `0 ..< idCount`, in the form that is cheapest for its size.
///
/// - Up to one row in 16: a list of Elias-Fano codes, which take two to three bits more for a row
///   than the logarithm of the mean distance between rows, wherever the rows are. Of each row, as
///   many low bits are stored as they are; the remaining ones are the distance between two bits
///   that are set. (Elias, "Efficient storage and retrieval by content and address of static
///   files", 1974; Fano, "On the number of bits required to implement an associative memory", 1971;
///   for posting lists: Vigna, "Quasi-succinct indices", 2013.)
/// - Up to one row in four: the non-zero octets of its bits, with a presence bit for each octet. At
///   that density they take little more space than codes, and the time to read them does not depend
///   on the number of rows.
/// - Above that: one bit per row, which an answer can share.
package struct PostingStore: Sendable {
  let counts: [UInt32]
  /// The start of each set: the word of `bitmapWords`, or the byte of `pool` or `octets` divided by
  /// `unit`.
  let starts: [UInt32]
  /// The unit of `starts`: 1, or `startUnit` if a pool is too large for 32 bits.
  let unit: Int
  let pool: [UInt8]
  let octets: [UInt8]
  let bitmapWords: [UInt64]
  let limits: SetLimits
  let path: KernelPath

  /// Creates a store from its parts.
  ///
  /// - Parameter starts: words for the sets of bits; bytes for the others, multiples of the unit.
  init(
    counts: [UInt32], starts: [Int], pool: [UInt8], octets: [UInt8], bitmapWords: [UInt64],
    unit: Int, limits: SetLimits, path: KernelPath
  ) {
    self.path = path
    self.counts = counts
    self.limits = limits
    self.unit = unit
    self.starts = zip(counts, starts).map { count, start in
      UInt32(count > limits.octet ? start : start / unit)
    }
    self.pool = pool
    self.octets = octets
    self.bitmapWords = bitmapWords
    checkInvariants()
  }

  /// Returns the same sets, numbered by their position in `ids`.
  func selecting(_ ids: [Int]) -> PostingStore {
    PostingStore(
      counts: ids.map { counts[$0] }, starts: ids.map(start), pool: pool, octets: octets,
      bitmapWords: bitmapWords, unit: unit, limits: limits, path: path)
  }

  package var byteCount: Int {
    (counts.count + starts.count) * MemoryLayout<UInt32>.stride
      + pool.count + octets.count + bitmapWords.count * MemoryLayout<UInt64>.stride
  }

  package var idCount: Int { counts.count }

  package var rowCount: Int { limits.rowCount }

  @inline(__always)
  package func count(_ id: Int) -> Int { Int(counts[id]) }

  /// Returns the start of a set: a word of `bitmapWords`, or a byte of `pool` or `octets`.
  @inline(__always)
  func start(_ id: Int) -> Int {
    let start = Int(starts[id])
    return Int(counts[id]) > limits.octet ? start : start &* unit
  }

  /// The number of bytes at whose multiples the sets of large pools start.
  static let startUnit = 16

  /// Returns true if a row is in a different octet from the row before; both are passed plus one,
  /// with 0 for none.
  @inline(__always)
  static func isNewOctet(_ mark: UInt32, after last: UInt32) -> Bool {
    last == 0 || (last &- 1) &>> 3 != (mark &- 1) &>> 3
  }

  package var listLimit: Int { limits.list }

  /// Returns the rows of `id` in a form that an answer can share; nil for a set that is not large
  /// enough.
  package func stored(_ id: Int) -> StoredBitmap? {
    guard count(id) > limits.octet else { return nil }
    return StoredBitmap(
      pool: bitmapWords, start: start(id), bitCount: rowCount, count: count(id))
  }

  /// The size of each set, computed in the first of two passes.
  package struct Sizes {
    private(set) var counts: [UInt32]
    /// The number of non-zero octets of each id's bits.
    private(set) var octetCounts: [UInt32]
    /// The last row of each id, plus one.
    private var marks: [UInt32]

    package init(idCount: Int) {
      counts = Array(repeating: 0, count: idCount)
      octetCounts = counts
      marks = counts
    }

    package mutating func addID() -> Int {
      counts.append(0)
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
      if PostingStore.isNewOctet(mark, after: last) { octetCounts[id] &+= 1 }
    }

    /// Returns only the ids at the given positions, in the given order.
    func selecting(_ ids: [Int]) -> Sizes {
      var selected = Sizes(idCount: ids.count)
      for (position, id) in ids.enumerated() {
        selected.counts[position] = counts[id]
        selected.octetCounts[position] = octetCounts[id]
      }
      return selected
    }
  }
}

extension PostingStore {
  init(
    idOfRow: some Sequence<Int?>, idCount: Int, rowCount: Int, path: KernelPath,
    _ thresholds: Thresholds
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
  /// A message if the rows of a set do not ascend, are not below the number of rows, or disagree
  /// with its count.
  package var brokenInvariant: String? {
    for id in 0..<idCount {
      var (last, found) = (-1, 0)
      var isAscending = true
      visitRows(of: id) { row in
        if row <= last { isAscending = false }
        (last, found) = (row, found + 1)
      }
      guard isAscending else { return "the rows of set \(id) do not ascend" }
      guard last < rowCount else { return "row \(last) in set \(id), expected below \(rowCount)" }
      guard found == count(id) else { return "\(found) rows in set \(id), expected \(count(id))" }
    }
    return nil
  }
}

extension PostingStore {
  static let allForms =
    SetForm.allCases.map { "set of \($0.rawValue)" } + [
      "sets start at any byte", "sets start at multiples",
    ]

  /// The number of sets per query whose forms are counted.
  private static let shownSets = 16

  func countForms(of ids: some Sequence<Int>, in counts: inout FormCounts) {
    for id in ids.prefix(Self.shownSets) where count(id) > 0 {
      let form = limits.form(count(id))
      counts.add("set of \(form.rawValue)")
      if form != .bits {
        counts.add(unit == 1 ? "sets start at any byte" : "sets start at multiples")
      }
    }
  }
}
