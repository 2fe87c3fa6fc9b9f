import CScan
import MatchmarkCore

/// Filters rows by the values of a facet, one column at a time.
struct KernelFilter {
  /// The number of the path in C.
  let path: Int32

  /// Removes the rows whose value is not among the wanted ones.
  ///
  /// - Precondition: the bitmap has one bit for each value.
  /// - Complexity: O(values × wanted / 16).
  func keep(_ rows: inout Bitmap, where values: [UInt32], in wanted: [UInt32]) {
    // Safety: C reads as many values as the bitmap has bits; no pointer outlives the call.
    unsafe values.withUnsafeBufferPointer { values in
      unsafe wanted.withUnsafeBufferPointer { wanted in
        unsafe rows.words.withUnsafeMutableBufferPointer { words in
          if let words = words.baseAddress {
            unsafe cscan_keep_values(
              path, values.baseAddress, values.count, wanted.baseAddress, wanted.count, words)
          }
        }
      }
    }
  }
}
