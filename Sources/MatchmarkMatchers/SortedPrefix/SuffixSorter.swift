import MatchmarkCore

struct SortingWays: OptionSet, Sendable {
  let rawValue: UInt8
  static let distributedByPairs = SortingWays(rawValue: 1)
  static let distributedByBytes = SortingWays(rawValue: 2)
  static let shortNumbers = SortingWays(rawValue: 4)
  static let longNumbers = SortingWays(rawValue: 8)

  static let names: [(way: SortingWays, name: String)] = [
    (.distributedByPairs, "distributed by two bytes"),
    (.distributedByBytes, "distributed by one byte"),
    (.shortNumbers, "sorted with numbers of two bytes"),
    (.longNumbers, "sorted with numbers of three bytes"),
  ]
}

/// Sorts suffixes in the arrays in which they are kept, with little scratch memory.
///
/// If there are more suffixes than fit in the scratch memory, they are first distributed: all of
/// them by their first two bytes, directly into place; then runs that are still too large, by one
/// byte after another, in place ("Engineering Radix Sort", McIlroy, Bostic and McIlroy, 1993). Runs
/// that fit are sorted by six bytes at a time (five in large runs). These bytes share one word with
/// the number of their suffix, so that comparisons read no text.
///
/// - Complexity: O(n × ``SortedSuffixes/sortedSize`` + n log n) for n suffixes; a mebibyte of
///   scratch memory in addition to the arrays, or two bytes per suffix if that is more.
struct SuffixSorter<Place: FixedWidthInteger & UnsignedInteger> {
  private let arena: TextArena
  private let kernel: KernelSuffix
  /// The number of suffixes above which they are distributed.
  private let scratchCount: Int
  /// The number of the string of each suffix.
  private(set) var rows: [UInt32]
  /// The offset of each suffix in its string; empty if all are whole strings.
  private(set) var places: [Place]
  private(set) var ways = SortingWays()
  private var open: [(run: Range<Int>, depth: Int)] = []
  private var order: [UInt64] = []
  private var scratchRows: [UInt32] = []
  private var scratchPlaces: [Place] = []

  /// The number of suffixes, at most 65 536, up to which they are numbered with two bytes.
  private let smallRun: Int

  private static var leastScratch: Int { 1 << 16 }
  private static var largeRun: Int { 1 << 24 }
  private static var partInScratch: Int { 8 }

  init(_ arena: TextArena, at starts: SuffixStarts, count: Int, _ thresholds: Thresholds) {
    self.arena = arena
    kernel = KernelSuffix(arena)
    smallRun = thresholds[.shortNumberSuffixes]
    let chosen = thresholds[.sortedAtOnce]
    self.scratchCount = min(
      chosen > 0 ? chosen : max(Self.leastScratch, count / Self.partInScratch), Self.largeRun)
    rows = Array(repeating: 0, count: count)
    places = starts == .strings ? [] : Array(repeating: 0, count: count)
    if count <= self.scratchCount {
      fill(starts)
      addOpen(0..<count, 0)
    } else {
      distribute(starts)
    }
    while let (run, depth) = open.popLast() {
      if run.count <= self.scratchCount {
        sort(run, from: depth)
      } else {
        distribute(run, by: depth)
      }
    }
  }

  private mutating func put(_ string: Int, _ place: Int, at index: Int) {
    rows[index] = UInt32(truncatingIfNeeded: string)
    if !places.isEmpty { places[index] = Place(truncatingIfNeeded: place) }
  }

  private mutating func fill(_ starts: SuffixStarts) {
    var index = 0
    starts.visit(arena) { string, place in
      put(string, place, at: index)
      index += 1
    }
  }

  private mutating func addOpen(_ run: Range<Int>, _ depth: Int) {
    if run.count > 1, depth < SortedSuffixes.sortedSize { open.append((run, depth)) }
  }

  /// Moves every suffix to those with the same first two bytes.
  private mutating func distribute(_ starts: SuffixStarts) {
    ways.insert(.distributedByPairs)
    let kernel = kernel
    var ends = [Int](repeating: 0, count: 1 << 16 + 1)
    starts.visit(arena) { string, place in ends[kernel.pair(string, place) + 1] += 1 }
    for pair in 0..<1 << 16 { ends[pair + 1] += ends[pair] }
    // Each entry starts as the beginning of a pair's run and becomes its end as the run is filled.
    starts.visit(arena) { string, place in
      let pair = kernel.pair(string, place)
      put(string, place, at: ends[pair])
      ends[pair] += 1
    }
    var start = 0
    for pair in 0..<1 << 16 {
      // A suffix that has ended has no more bytes to sort by.
      if pair & 0xFF != 0xFF { addOpen(start..<ends[pair], 2) }
      start = ends[pair]
    }
  }

  /// Sorts a run by the byte at `depth`, in place.
  private mutating func distribute(_ run: Range<Int>, by depth: Int) {
    ways.insert(.distributedByBytes)
    var ends = [Int](repeating: 0, count: 256)
    for index in run { ends[byte(index, depth)] += 1 }
    var heads = ends
    var start = run.lowerBound
    for value in 0..<256 {
      heads[value] = start
      start += ends[value]
      ends[value] = start
    }
    for value in 0..<256 {
      let first = heads[value]
      if first == run.lowerBound, ends[value] == run.upperBound {
        heads[value] = ends[value]
      }
      while heads[value] < ends[value] {
        let other = byte(heads[value], depth)
        if other != value {
          rows.swapAt(heads[value], heads[other])
          if !places.isEmpty { places.swapAt(heads[value], heads[other]) }
        }
        heads[other] += 1
      }
      if value != Int(TextArena.separator) {
        addOpen((value == 0 ? run.lowerBound : ends[value - 1])..<ends[value], depth + 1)
      }
    }
  }

  private func byte(_ index: Int, _ depth: Int) -> Int {
    Int(arena.bytes[Int(arena.offsets[Int(rows[index])]) + place(index) + depth])
  }

  private func place(_ index: Int) -> Int { places.isEmpty ? 0 : Int(places[index]) }

  /// Sorts a run whose suffixes agree in their first `depth` bytes.
  private mutating func sort(_ run: Range<Int>, from depth: Int) {
    let numberBits: UInt64 = run.count <= smallRun ? 16 : 24
    let numberMask: UInt64 = 1 << numberBits - 1
    ways.insert(numberBits == 16 ? .shortNumbers : .longNumbers)
    order.removeAll(keepingCapacity: true)
    for index in run {
      let head = kernel.key(Int(rows[index]), place(index) + depth)
      order.append(head & ~numberMask | UInt64(truncatingIfNeeded: index - run.lowerBound))
    }
    order.sort()
    scratchRows.removeAll(keepingCapacity: true)
    scratchRows.append(contentsOf: rows[run])
    for (offset, entry) in order.enumerated() {
      rows[run.lowerBound + offset] = scratchRows[Int(entry & numberMask)]
    }
    if !places.isEmpty {
      scratchPlaces.removeAll(keepingCapacity: true)
      scratchPlaces.append(contentsOf: places[run])
      for (offset, entry) in order.enumerated() {
        places[run.lowerBound + offset] = scratchPlaces[Int(entry & numberMask)]
      }
    }
    openEqualHeads(of: run, depth, numberBits: numberBits)
  }

  private mutating func openEqualHeads(of run: Range<Int>, _ depth: Int, numberBits: UInt64) {
    var first = 0
    for offset in 1...order.count {
      let head = order[first] >> numberBits
      if offset < order.count, order[offset] >> numberBits == head { continue }
      let isEnded = head & 0xFF == UInt64(TextArena.separator)
      if !isEnded {
        addOpen(run.lowerBound + first..<run.lowerBound + offset, depth + 8 - Int(numberBits / 8))
      }
      first = offset
    }
  }
}
