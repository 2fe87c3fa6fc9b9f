import CScan
import MatchmarkCore

/// The C kernels over one arena: their arguments, and why they are safe.
///
/// Safety: an arena meets the requirements of `cscan_text`. Its strings end with separators, which
/// never occur in UTF-8, its offsets ascend, and 64 separators follow the last string. A needle is
/// folded UTF-8, so it is never empty and never contains a separator. No pointer outlives its call.
struct KernelNeedle {
  let arena: TextArena
  let needle: Needle
  /// The positions in the needle of its two rarest bytes; equal for a needle of one byte.
  let anchors: (first: Int, second: Int)
  /// How often each of the 256 bytes occurs in the arena.
  let histogram: [UInt32]
  /// The number of the path in C.
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

  /// How a scan for the needle reads the text.
  var form: (isDense: Bool, isDecided: Bool) {
    var form = cscan_scan_form()
    unsafe withC { text, pattern in
      form = unsafe cscan_form(path, text, pattern, needle.mode == .wordPrefix ? 1 : 0)
    }
    return (form.is_dense != 0, form.is_decided != 0)
  }

  /// Inserts the strings that start with the needle, or equal it if the mode is equality.
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

  /// The number of the mode in C.
  private var mode: Int32 {
    switch needle.mode {
    case .contains: Int32(CSCAN_CONTAINS)
    case .wordPrefix: Int32(CSCAN_WORD_PREFIX)
    case .prefix: Int32(CSCAN_PREFIX)
    case .equality: Int32(CSCAN_EQUALITY)
    }
  }

  /// Lends the word scalars if the mode needs word starts, otherwise none.
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
