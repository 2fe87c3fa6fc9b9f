import MatchmarkCore

/// Finds the strings of an arena in which a needle occurs, without an index.
///
/// Portable SIMD: of the needle's bytes, the two that are rarest in this corpus are compared with
/// 32 positions at once; where both agree, the whole needle is compared. A hit is mapped to its
/// string by galloping over the offsets, and the search goes on behind that string.
///
/// - Complexity: O(bytes / 32) compares where the rare bytes are rare; O(bytes × needle) at worst,
///   for a needle of repeated bytes over text of the same.
struct KernelScan: Sendable {
  private let arena: TextArena
  /// How often each byte occurs in the arena.
  private let histogram: [UInt32]

  init(_ arena: TextArena) {
    self.arena = arena
    var histogram = [UInt32](repeating: 0, count: 256)
    for byte in arena.bytes { histogram[Int(byte)] &+= 1 }
    self.histogram = histogram
  }

  /// What the scan holds beside the arena, in bytes.
  var byteCount: Int { histogram.count * MemoryLayout<UInt32>.stride }

  /// Inserts the strings in which the needle lies as its mode says.
  func insertMatches(_ needle: Needle, into rows: inout Bitmap) {
    switch needle.mode {
    case .contains, .wordPrefix: scan(needle, into: &rows)
    case .prefix, .equality:
      for row in 0..<arena.count where arena.matches(row, needle) { rows.insert(row) }
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

  /// The positions in the needle of its two rarest bytes; equal for a needle of one byte.
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

  /// The string that holds a byte position, at or behind string `from`.
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

/// One needle over one buffer.
///
/// Safety: made and used inside the borrow of both buffers, never stored beyond it.
@unsafe private struct Search {
  let text: UnsafeRawBufferPointer
  let needle: UnsafeRawBufferPointer
  let anchors: (first: Int, second: Int)
  /// The last position at which the needle can begin.
  let limit: Int

  /// The first occurrence at or behind `start`.
  ///
  /// Safety: a block is read only where both loads of 32 bytes end inside `text`; the rest is
  /// compared byte by byte, at positions up to `limit`, where the whole needle still fits.
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
      var candidates = unsafe Self.mask((left .== first) .& (right .== second))
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

  /// One bit per lane: Swift's SIMD has no such instruction, so each byte keeps the bit of its
  /// lane and a multiplication gathers eight of them into one byte.
  @inline(__always)
  private static func mask(_ lanes: SIMDMask<SIMD32<Int8>>) -> UInt32 {
    let bits = unsafe SIMD32<UInt8>(repeating: 0).replacing(with: laneBits, where: lanes)
    // Safety: both types are 32 bytes without padding or invalid patterns.
    let words = unsafe unsafeBitCast(bits, to: SIMD4<UInt64>.self)
    if words == SIMD4(repeating: 0) { return 0 }
    let gathered = (words &* 0x0101_0101_0101_0101) &>> 56
    return UInt32(gathered[0]) | UInt32(gathered[1]) &<< 8 | UInt32(gathered[2]) &<< 16
      | UInt32(gathered[3]) &<< 24
  }

  private static var laneBits: SIMD32<UInt8> {
    @inline(__always) get {
      let byte = SIMD8<UInt8>(1, 2, 4, 8, 16, 32, 64, 128)
      let two = SIMD16(lowHalf: byte, highHalf: byte)
      return SIMD32(lowHalf: two, highHalf: two)
    }
  }
}
