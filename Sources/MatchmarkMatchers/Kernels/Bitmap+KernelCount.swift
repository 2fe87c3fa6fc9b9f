import CScan
import MatchmarkCore

extension Bitmap {
  /// The number of members, with the instruction for it where the processor has one.
  ///
  /// - Complexity: O(bitCount / 64).
  func memberCount(_ path: KernelPath) -> Int {
    // Safety: the words are read during the call only.
    unsafe words.withUnsafeBufferPointer { words in
      unsafe cscan_count(path.number ?? 0, words.baseAddress, words.count)
    }
  }
}

/// A bitmap of rows with a summary of its words: what puts rows in order without sorting them.
package struct MergeScratch: Sendable {
  package init() {}

  /// One bit per row; all zero between calls.
  var words: [UInt64] = []
  /// One bit per word; all zero between calls.
  var summary: [UInt64] = []

  /// Makes room for a number of rows, where there is another number so far.
  mutating func fit(_ rowCount: Int) {
    let wordCount = (rowCount + 63) / 64
    guard words.count != wordCount else { return }
    words = Array(repeating: 0, count: wordCount)
    summary = Array(repeating: 0, count: (wordCount + 63) / 64)
  }
}
