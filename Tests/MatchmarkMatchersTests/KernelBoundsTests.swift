import CScan
import Foundation
import MatchmarkTestSupport
import Testing

/// The kernels may read only what their header says: all of these tests put an unreadable page
/// directly after that.
@Suite(.exits) struct KernelBoundsTests {
  private static let paths = [CSCAN_SSE2, CSCAN_AVX2, CSCAN_AVX512].map { Int32($0) }
    .filter { cscan_has($0) != 0 }

  @Test func octetsAreReadWithinTheirPadding() async {
    await #expect(processExitsWith: .success) {
      // Rows in the first word only: all other words come after the last octet.
      for wordCount in 1..<20 {
        let set: [UInt8] =
          [0b11] + Array(repeating: 0, count: wordCount - 1) + [0b1010_0101, 0b1111_0000]
        let octets = GuardedBytes(set, padding: Int(CSCAN_OCTET_PADDING))
        for path in Self.paths {
          var rows = [UInt64](repeating: 0, count: wordCount)
          unsafe Self.withSet(count: 8, rowCount: 64 * wordCount, octets: octets) { set in
            unsafe cscan_insert(path, set, [0], 1, &rows)
          }
          guard rows[0] == 0b1111_0000_1010_0101, rows.dropFirst().allSatisfy({ $0 == 0 }) else {
            exit(1)
          }
        }
      }
    }
  }

  @Test func codesAreReadWithinTheirPadding() async {
    await #expect(processExitsWith: .success) {
      // Six low bits each of the rows 5 and 70 of 128, then the bits 0 + 0 and 1 + 1.
      let pool = GuardedBytes([0b1000_0101, 0b0101_0001], padding: Int(CSCAN_POOL_PADDING))
      var rows: [UInt64] = [0, 0]
      unsafe Self.withSet(count: 2, rowCount: 128, pool: pool) { set in
        unsafe cscan_insert(0, set, [0], 1, &rows)
      }
      guard rows == [1 << 5, 1 << 6] else { exit(1) }
      var summary: [UInt64] = [0]
      var result: [UInt32] = [0, 0]
      rows = [0, 0]
      let count = unsafe Self.withSet(count: 2, rowCount: 128, pool: pool) { set in
        unsafe cscan_merge(set, [0], 1, &rows, &summary, &result)
      }
      guard count == 2, result == [5, 70] else { exit(2) }
      result = [0, 0]
      unsafe Self.withSet(count: 2, rowCount: 128, pool: pool) { set in
        unsafe cscan_list(set, 0, &result)
      }
      guard result == [5, 70] else { exit(3) }
    }
  }

  @Test func textsAreReadWithinTheirPadding() async {
    await #expect(processExitsWith: .success) {
      for length in 0..<150 {
        let strings = [Array("abcab".utf8), Array(repeating: UInt8(ascii: "x"), count: length)]
        for needle in [
          "x", "xx", "ab", "xxxxxxxxxxxxxxxxx", "xy", String(repeating: "x", count: 70),
        ] {
          let found = strings.map { $0.contains(Array(needle.utf8)) }
          for path in Self.paths where Self.scan(path, strings, Array(needle.utf8)) != found {
            exit(1)
          }
        }
      }
    }
  }

  /// Calls `body` with one set: a list, or octets.
  private static func withSet<Result>(
    count: UInt32, rowCount: Int, pool: borrowing GuardedBytes = GuardedBytes([]),
    octets: borrowing GuardedBytes = GuardedBytes([]), _ body: (cscan_sets) -> Result
  ) -> Result {
    let start: UInt32 = 0
    return unsafe withUnsafePointer(to: start) { start in
      unsafe withUnsafePointer(to: count) { count in
        unsafe body(
          cscan_sets(
            starts: start, counts: count, pool: pool.start, octets: octets.start, bitmaps: nil,
            row_count: rowCount, unit: 1, list_limit: 4, octet_limit: 16))
      }
    }
  }

  /// The strings that contain the needle.
  private static func scan(_ path: Int32, _ strings: [[UInt8]], _ needle: [UInt8]) -> [Bool] {
    var bytes: [UInt8] = []
    var offsets: [UInt32] = [0]
    for string in strings {
      bytes += string + [UInt8(CSCAN_SEPARATOR)]
      offsets.append(UInt32(bytes.count))
    }
    let text = GuardedBytes(bytes, padding: Int(CSCAN_PADDING), filling: UInt8(CSCAN_SEPARATOR))
    let pattern = GuardedBytes(needle)
    var rows: [UInt64] = [0]
    let frequencies = [UInt32](repeating: 1, count: 256)
    unsafe offsets.withUnsafeBufferPointer { offsets in
      unsafe frequencies.withUnsafeBufferPointer { frequencies in
        unsafe cscan_scan(
          path,
          cscan_text(
            bytes: text.start, size: bytes.count, offsets: offsets.baseAddress,
            count: strings.count, frequencies: frequencies.baseAddress),
          cscan_needle(
            bytes: pattern.start, size: needle.count, first: 0, second: needle.count - 1),
          cscan_word_scalars(blocks: nil, words: nil), &rows)
      }
    }
    return strings.indices.map { rows[0] & 1 << UInt64($0) != 0 }
  }
}

/// Bytes and some padding, directly followed by an unreadable page.
///
/// Safety: the pages are never released; they end with the test process.
@safe private struct GuardedBytes: ~Copyable {
  let start: UnsafePointer<UInt8>

  init(_ bytes: [UInt8], padding: Int = 0, filling: UInt8 = 0) {
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    let count = bytes.count + padding
    let size = (count + pageSize - 1) / pageSize * pageSize
    let pages = unsafe mmap(
      nil, size + pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED,
      unsafe mprotect(pages + size, pageSize, PROT_NONE) == 0
    else { fatalError("no page to guard bytes with") }
    let first = unsafe (pages + (size - count)).assumingMemoryBound(to: UInt8.self)
    for (index, byte) in (bytes + Array(repeating: filling, count: padding)).enumerated() {
      unsafe first[index] = byte
    }
    unsafe start = UnsafePointer(first)
  }
}
