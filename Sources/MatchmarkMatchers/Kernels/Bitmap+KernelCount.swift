import CScan
import MatchmarkCore

extension Bitmap {
  /// The number of members, counted by a processor instruction if there is one.
  ///
  /// - Complexity: O(bitCount / 64).
  func memberCount(_ path: KernelPath) -> Int {
    // Safety: the words are read during the call only.
    unsafe words.withUnsafeBufferPointer { words in
      unsafe cscan_count(path.number ?? 0, words.baseAddress, words.count)
    }
  }
}

/// A bitmap of rows with a summary of its words, which orders rows without sorting them.
package struct MergeScratch: Sendable {
  package init() {}

  /// One bit per row; all zero between calls.
  var words: [UInt64] = []
  /// One bit per word; all zero between calls.
  var summary: [UInt64] = []

  /// Makes room for a number of rows, if the current number differs.
  mutating func fit(_ rowCount: Int) {
    let wordCount = (rowCount + 63) / 64
    guard words.count != wordCount else { return }
    words = Array(repeating: 0, count: wordCount)
    summary = Array(repeating: 0, count: (wordCount + 63) / 64)
  }
}
