import CScan
import MatchmarkCore

/// A call of the C kernels over one arena, with the reasons why it is safe.
///
/// Safety: an arena meets the requirements of `cscan_text`. Its strings end with separators, which
/// never occur in UTF-8, its offsets ascend, and 64 separators follow the last string. A needle of
/// a query is never empty and never contains a separator. No pointer outlives its call.
struct KernelNeedle {
  let arena: TextArena
  let needle: Needle
  /// The positions in the needle of its two rarest bytes; equal for a needle of one byte.
  let anchors: (first: Int, second: Int)
  /// The number of occurrences in the arena of each of the 256 bytes.
  let histogram: [UInt32]
  /// The number by which C knows the path.
  let path: Int32

  /// Inserts the strings in which the needle occurs, anywhere or at a word start.
  func insertMatches(into rows: inout Bitmap) {
    unsafe withScalars { scalars in
      unsafe withC { text, pattern in
        unsafe rows.words.withUnsafeMutableBufferPointer { words in
          if let words = words.baseAddress {
            unsafe cscan_scan(path, text, pattern, scalars, words)
          }
        }
      }
    }
  }

  /// The way in which a scan for the needle reads the text.
  var form: (isDense: Bool, isDecided: Bool) {
    var form = cscan_scan_form()
    unsafe withC { text, pattern in
      form = unsafe cscan_form(path, text, pattern, needle.mode == .wordPrefix ? 1 : 0)
    }
    return (form.is_dense != 0, form.is_decided != 0)
  }

  /// Inserts the strings that start with the needle, or that equal it if the mode is equality.
  ///
  /// - Complexity: O(strings).
  func insertStarts(into rows: inout Bitmap) {
    unsafe withC { text, pattern in
      unsafe rows.words.withUnsafeMutableBufferPointer { words in
        if let words = words.baseAddress {
          unsafe cscan_starts(text, pattern, needle.mode == .equality ? 1 : 0, words)
        }
      }
    }
  }

  /// Removes the strings in which the needle does not occur according to its mode.
  ///
  /// - Precondition: every candidate is a string of the arena.
  func keep(_ candidates: inout [UInt32]) {
    var kept = 0
    unsafe withScalars { scalars in
      unsafe withC { text, pattern in
        unsafe candidates.withUnsafeMutableBufferPointer { rows in
          if let base = rows.baseAddress {
            kept = unsafe cscan_keep(path, mode, text, pattern, scalars, base, rows.count)
          }
        }
      }
    }
    candidates.removeLast(candidates.count - kept)
  }

  /// Removes the strings in which the needle does not occur according to its mode.
  ///
  /// - Precondition: the bitmap covers the strings of the arena.
  func keep(_ candidates: inout Bitmap) {
    unsafe withScalars { scalars in
      unsafe withC { text, pattern in
        unsafe candidates.words.withUnsafeMutableBufferPointer { words in
          if let base = words.baseAddress {
            unsafe cscan_keep_bits(path, mode, text, pattern, scalars, base, words.count)
          }
        }
      }
    }
  }

  /// The number by which C knows the match mode.
  private var mode: Int32 {
    switch needle.mode {
    case .contains: Int32(CSCAN_CONTAINS)
    case .wordPrefix: Int32(CSCAN_WORD_PREFIX)
    case .prefix: Int32(CSCAN_PREFIX)
    case .equality: Int32(CSCAN_EQUALITY)
    }
  }

  /// Lends the word scalars to `body` if the mode needs word starts, otherwise an empty set.
  private func withScalars(_ body: (cscan_word_scalars) -> Void) {
    guard needle.mode == .wordPrefix else { return unsafe body(cscan_word_scalars()) }
    WordBoundary.withTables { blocks, bits in
      unsafe blocks.withUnsafeBufferPointer { blocks in
        unsafe bits.withUnsafeBufferPointer { bits in
          unsafe body(cscan_word_scalars(blocks: blocks.baseAddress, words: bits.baseAddress))
        }
      }
    }
  }

  private func withC(_ body: (cscan_text, cscan_needle) -> Void) {
    unsafe arena.bytes.withUnsafeBufferPointer { bytes in
      unsafe arena.offsets.withUnsafeBufferPointer { offsets in
        unsafe histogram.withUnsafeBufferPointer { frequencies in
          unsafe needle.bytes.withUnsafeBufferPointer { all in
            guard let pattern = all.baseAddress else { return }
            let text = unsafe cscan_text(
              bytes: bytes.baseAddress, size: arena.textSizeInBytes,
              offsets: offsets.baseAddress, count: arena.count,
              frequencies: frequencies.baseAddress)
            let needle = unsafe cscan_needle(
              bytes: pattern + needle.range.lowerBound, size: needle.range.count,
              first: anchors.first, second: anchors.second)
            unsafe body(text, needle)
          }
        }
      }
    }
  }
}

/// A needle inside the byte buffer of a resolved query.
struct Needle {
  let bytes: [UInt8]
  let range: Range<Int>
  let mode: MatchMode
}

extension ResolvedQuery {
  func needle(_ term: Int, _ mode: MatchMode) -> Needle {
    Needle(bytes: bytes, range: needleRange(term, for: mode), mode: mode)
  }
}

extension TextArena {
  /// Returns true if the needle occurs in string `index` according to its mode: the exact test for
  /// the candidates of an index.
  ///
  /// - Complexity: O(string × needle) at worst, O(string) on ordinary text; no allocation.
  func matches(_ index: Int, _ needle: Needle) -> Bool {
    let range = range(of: index)
    // Safety: `range` lies in `bytes` by the layout of the arena, and the needle's range lies in
    // its own buffer; neither pointer leaves the closures.
    return unsafe bytes.withUnsafeBytes { text in
      unsafe needle.bytes.withUnsafeBytes { pattern in
        unsafe KernelVerification.matches(
          UnsafeRawBufferPointer(rebasing: text[range]),
          UnsafeRawBufferPointer(rebasing: pattern[needle.range]), needle.mode)
      }
    }
  }
}

/// The exact test of one needle against one string.
enum KernelVerification {
  static func matches(
    _ text: UnsafeRawBufferPointer, _ needle: UnsafeRawBufferPointer, _ mode: MatchMode
  ) -> Bool {
    guard needle.count <= text.count else { return false }
    switch mode {
    case .prefix:
      return unsafe equals(text, at: 0, needle)
    case .equality:
      return unsafe text.count == needle.count && equals(text, at: 0, needle)
    case .contains:
      return unsafe position(of: needle, in: text, from: 0) != nil
    case .wordPrefix:
      var start = 0
      while let position = unsafe position(of: needle, in: text, from: start) {
        if unsafe isWordStart(position, in: text) { return true }
        start = position + 1
      }
      return false
    }
  }

  /// Returns true if the needle lies at a position of the text.
  ///
  /// - Precondition: `position + needle.count ≤ text.count`.
  @inline(__always)
  static func equals(
    _ text: UnsafeRawBufferPointer, at position: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    var offset = 0
    while offset < needle.count {
      if unsafe text[position &+ offset] != needle[offset] { return false }
      offset &+= 1
    }
    return true
  }

  @inline(__always)
  private static func position(
    of needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    let first = unsafe needle[0]
    var position = start
    let last = text.count - needle.count
    while position <= last {
      if unsafe text[position] == first, unsafe equals(text, at: position, needle) {
        return position
      }
      position &+= 1
    }
    return nil
  }

  static func isWordStart(_ position: Int, in text: UnsafeRawBufferPointer) -> Bool {
    // Safety: the span does not outlive the call, during which the buffer is borrowed.
    let span = unsafe Span<UInt8>(_unsafeBytes: text)
    return WordBoundary.isStart(of: position, in: span)
  }
}

extension Bitmap {
  /// Removes the rows whose value is not among the wanted ones.
  ///
  /// - Parameter path: the number by which C knows the path.
  /// - Precondition: the bitmap has one bit for each value.
  /// - Complexity: O(values × wanted / 16).
  mutating func keep(where values: [UInt32], in wanted: [UInt32], _ path: Int32) {
    // Safety: C reads as many values as the bitmap has bits; no pointer outlives the call.
    unsafe values.withUnsafeBufferPointer { values in
      unsafe wanted.withUnsafeBufferPointer { wanted in
        unsafe words.withUnsafeMutableBufferPointer { words in
          if let words = words.baseAddress {
            unsafe cscan_keep_values(
              path, values.baseAddress, values.count, wanted.baseAddress, wanted.count, words)
          }
        }
      }
    }
  }

  /// Returns the number of members, counted by a processor instruction if there is one.
  ///
  /// - Complexity: O(bitCount / 64).
  func memberCount(_ path: KernelPath) -> Int {
    // Safety: the words are read only during the call.
    unsafe words.withUnsafeBufferPointer { words in
      unsafe cscan_count(path.number ?? 0, words.baseAddress, words.count)
    }
  }
}
