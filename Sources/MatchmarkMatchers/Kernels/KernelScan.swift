import MatchmarkCore

/// A scan of an arena for the strings in which a needle occurs, without an index.
///
/// The two bytes of the needle that are rarest in this corpus are compared with a block of
/// positions at once; if both match, the whole needle is compared.
///
/// The C paths compare 64 positions and find the row of a hit without a table: they count
/// separators, and a carry from each hit runs into the separator of its row. A branch into a block
/// that may contain a hit is usually mispredicted and costs as much as two dozen more comparisons.
/// So up to eight bytes are compared first, depending on a sample of blocks from the whole text,
/// and if many blocks have hits, there is no branch. The portable path maps a hit to its string by
/// a galloping search over the offsets, and continues after that string.
///
/// - Complexity: O(bytes / 64) comparisons if the rare bytes are rare; O(bytes × needle) at worst,
///   for a needle of repeated bytes over text of the same bytes.
struct KernelScan: Sendable {
  let arena: TextArena
  let path: KernelPath
  private let histogram: [UInt32]

  init(_ arena: TextArena, path: KernelPath) {
    self.arena = arena
    self.path = path
    var histogram = [UInt32](repeating: 0, count: 256)
    for byte in arena.bytes { histogram[Int(byte)] &+= 1 }
    self.histogram = histogram
  }

  /// The memory that the scan holds in addition to the arena, in bytes.
  var byteCount: Int { histogram.count * MemoryLayout<UInt32>.stride }

  func insertMatches(_ needle: Needle, into rows: inout Bitmap) {
    switch needle.mode {
    case .contains, .wordPrefix:
      if let kernel = kernel(for: needle) {
        kernel.insertMatches(into: &rows)
      } else {
        scan(needle, into: &rows)
      }
    case .prefix, .equality:
      if let kernel = kernel(for: needle) {
        kernel.insertStarts(into: &rows)
      } else {
        for row in 0..<arena.count where arena.matches(row, needle) { rows.insert(row) }
      }
    }
  }

  /// Removes the strings in which the needle does not occur according to its mode.
  ///
  /// - Complexity: O(candidates × string).
  func keepMatches(_ needle: Needle, in candidates: inout [UInt32]) {
    if let kernel = kernel(for: needle) {
      kernel.keep(&candidates)
    } else {
      candidates.removeAll { !arena.matches(Int($0), needle) }
    }
  }

  /// Removes the strings in which the needle does not occur according to its mode.
  ///
  /// - Complexity: O(candidates × string + strings / 64).
  func keepMatches(_ needle: Needle, in candidates: inout Bitmap) {
    if let kernel = kernel(for: needle) {
      kernel.keep(&candidates)
    } else {
      candidates.removeAll { !arena.matches($0, needle) }
    }
  }

  func kernel(for needle: Needle) -> KernelNeedle? {
    path.number.map {
      KernelNeedle(
        arena: arena, needle: needle, anchors: anchors(of: needle), histogram: histogram, path: $0)
    }
  }

  private func scan(_ needle: Needle, into rows: inout Bitmap) {
    let anchors = anchors(of: needle)
    let offsets = arena.offsets
    let textEnd = arena.textSizeInBytes
    let wantsWordStart = needle.mode == .wordPrefix
    // Safety: every read lies in `0 ..< bytes.count` (see `next`); the pointers do not escape.
    unsafe arena.bytes.withUnsafeBytes { text in
      unsafe needle.bytes.withUnsafeBytes { all in
        let pattern = unsafe UnsafeRawBufferPointer(rebasing: all[needle.range])
        var search = unsafe Search(
          text: text, needle: pattern, anchors: anchors, limit: textEnd - pattern.count)
        var row = 0
        var position = 0
        while let found = unsafe search.next(from: position) {
          row = Self.row(of: found, in: offsets, from: row)
          let start = Int(offsets[row])
          let isAccepted =
            unsafe !wantsWordStart
            || KernelVerification.isWordStart(
              found - start, in: UnsafeRawBufferPointer(rebasing: text[start...]))
          if isAccepted { rows.insert(row) }
          position = isAccepted ? Int(offsets[row + 1]) : found + 1
        }
      }
    }
  }

  /// Returns the positions in the needle of its two rarest bytes; they are equal for a needle of
  /// one byte.
  private func anchors(of needle: Needle) -> (first: Int, second: Int) {
    var first = 0
    var second = needle.range.count - 1
    func frequency(_ offset: Int) -> UInt32 {
      histogram[Int(needle.bytes[needle.range.lowerBound + offset])]
    }
    if frequency(second) < frequency(first) { swap(&first, &second) }
    for offset in needle.range.indices.dropFirst().dropLast() {
      let position = offset - needle.range.lowerBound
      if frequency(position) < frequency(first) {
        second = first
        first = position
      } else if frequency(position) < frequency(second) {
        second = position
      }
    }
    return (first, second)
  }

  /// Returns the string that holds a byte position, at or after string `from`.
  ///
  /// - Complexity: O(log distance).
  private static func row(of position: Int, in offsets: [UInt32], from: Int) -> Int {
    var step = 1
    var low = from
    while low + step < offsets.count, Int(offsets[low + step]) <= position {
      low += step
      step *= 2
    }
    var high = min(low + step, offsets.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(offsets[middle]) <= position { low = middle } else { high = middle }
    }
    return low
  }
}

/// The search for one needle in one buffer.
///
/// Safety: the value is created and used while both buffers are borrowed, and never stored beyond
/// that.
@unsafe private struct Search {
  let text: UnsafeRawBufferPointer
  let needle: UnsafeRawBufferPointer
  let anchors: (first: Int, second: Int)
  /// The last position at which the needle can begin.
  let limit: Int

  /// Returns the position of the first occurrence at or after `start`.
  ///
  /// Safety: a block is read only if both loads of 32 bytes end inside `text`; the rest is compared
  /// byte by byte, at positions up to `limit`, where the whole needle still fits.
  @inline(__always)
  mutating func next(from start: Int) -> Int? {
    var position = start
    let first = unsafe SIMD32<UInt8>(repeating: needle[anchors.first])
    let second = unsafe SIMD32<UInt8>(repeating: needle[anchors.second])
    let lastBlock = unsafe text.count - 32 - max(anchors.first, anchors.second)
    while unsafe position <= limit, position <= lastBlock {
      let left = unsafe text.loadUnaligned(
        fromByteOffset: position &+ anchors.first, as: SIMD32<UInt8>.self)
      let right = unsafe text.loadUnaligned(
        fromByteOffset: position &+ anchors.second, as: SIMD32<UInt8>.self)
      var candidates = LaneMask.bits((left .== first) .& (right .== second))
      while candidates != 0 {
        let candidate = position &+ candidates.trailingZeroBitCount
        if unsafe candidate > limit { return nil }
        if unsafe KernelVerification.equals(text, at: candidate, needle) { return candidate }
        candidates &= candidates &- 1
      }
      position &+= 32
    }
    while unsafe position <= limit {
      if unsafe KernelVerification.equals(text, at: position, needle) { return position }
      position &+= 1
    }
    return nil
  }
}

/// Comparisons of 32 lanes, packed into a word of bits.
private enum LaneMask {
  /// Returns one bit per lane.
  ///
  /// Swift's SIMD has no such instruction, so each byte keeps the bit of its lane, and a
  /// multiplication gathers eight of them into one byte.
  @inline(__always)
  static func bits(_ lanes: SIMDMask<SIMD32<Int8>>) -> UInt32 {
    // Safety: both types are 32 bytes without padding or invalid patterns; a lane is 0 or −1.
    let words = unsafe unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
    if words[0] | words[1] | words[2] | words[3] == 0 { return 0 }
    return gathered(words[0]) | gathered(words[1]) &<< 8 | gathered(words[2]) &<< 16
      | gathered(words[3]) &<< 24
  }

  @inline(__always)
  private static func gathered(_ lanes: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: ((lanes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56)
  }
}

extension KernelScan {
  /// The forms of a scan, for all instructions that this processor has.
  static let allForms: [String] =
    KernelPath.available.flatMap { path in
      path.number == nil
        ? portableForms : kernelForms.map { "scan by \(path.rawValue), \($0)" }
    } + tailForms + keepForms

  private static let portableForms = ["scan by swift", "scan by swift, words", "starts by swift"]
  private static let kernelForms = [
    "branching", "branching for words", "dense", "dense for words", "verified", "starts",
    "starts of more than a word",
  ]
  private static let tailForms = [
    "text ends within a block", "text ends with a block", "needle longer than a block",
  ]
  private static let keepForms = ["keep in a list", "keep in a bitmap"]

  func countForms(inserting needle: Needle, in counts: inout FormCounts) {
    guard let kernel = kernel(for: needle) else {
      switch needle.mode {
      case .contains: counts.add("scan by swift")
      case .wordPrefix: counts.add("scan by swift, words")
      case .prefix, .equality: counts.add("starts by swift")
      }
      return
    }
    let name = "scan by \(path.rawValue)"
    switch needle.mode {
    case .contains, .wordPrefix:
      let form = kernel.form
      let way = form.isDense ? "dense" : "branching"
      counts.add("\(name), \(way)\(needle.mode == .wordPrefix ? " for words" : "")")
      if !form.isDecided { counts.add("\(name), verified") }
      let isWhole = arena.textSizeInBytes.isMultiple(of: 64)
      counts.add(isWhole ? "text ends with a block" : "text ends within a block")
      if needle.range.count > 64 { counts.add("needle longer than a block") }
    case .prefix, .equality:
      counts.add("\(name), starts\(needle.range.count > 8 ? " of more than a word" : "")")
    }
  }
}
