import CScan
package import MatchmarkCore

/// Functions that read sets, with the C kernels where these are faster.
///
/// Safety: sets are read as the builder of the store wrote them. Each set lies in its pool, padding
/// follows lists and octets, and every row is below `rowCount`; no pointer outlives its call.
extension PostingStore {
  /// The number of readable bytes after the lists.
  static let poolPadding = Int(CSCAN_POOL_PADDING)

  /// The number of readable bytes after the octets.
  static let octetPadding = Int(CSCAN_OCTET_PADDING)

  /// Inserts the rows of an id.
  ///
  /// - Complexity: O(count), or O(rowCount / 64).
  package func insertRows(of id: Int, into rows: inout Bitmap) {
    insertRows(ofAll: [UInt32(id)], into: &rows)
  }

  /// Inserts the rows of several ids.
  ///
  /// - Precondition: the bitmap covers the rows.
  /// - Complexity: O(sum of counts), or O(rowCount / 64) if a count is larger.
  package func insertRows(ofAll ids: ArraySlice<UInt32>, into rows: inout Bitmap) {
    precondition(rows.bitCount == rowCount, "a bitmap of other rows")
    unsafe withSets { sets in
      unsafe ids.withUnsafeBufferPointer { ids in
        unsafe rows.words.withUnsafeMutableBufferPointer { words in
          if let words = words.baseAddress {
            unsafe cscan_insert(path.number ?? 0, sets, ids.baseAddress, ids.count, words)
          }
        }
      }
    }
  }

  /// Appends the rows of several ids, ascending and each once.
  ///
  /// - Parameter count: the sum of their counts.
  /// - Precondition: no count is above `listLimit`.
  /// - Complexity: O(count + rowCount / 4 096).
  package func mergeRows(
    ofAll ids: ArraySlice<UInt32>, count: Int, using scratch: inout MergeScratch,
    into rows: inout [UInt32]
  ) {
    scratch.fit(rowCount)
    unsafe withSets { sets in
      unsafe ids.withUnsafeBufferPointer { ids in
        unsafe scratch.words.withUnsafeMutableBufferPointer { words in
          unsafe scratch.summary.withUnsafeMutableBufferPointer { summary in
            guard let words = words.baseAddress, let summary = summary.baseAddress else { return }
            rows.append(addingCapacity: count) { output in
              unsafe output.withUnsafeMutableBufferPointer { free, filled in
                guard let first = free.baseAddress else { return }
                filled += unsafe cscan_merge(
                  sets, ids.baseAddress, ids.count, words, summary, first + filled)
              }
            }
          }
        }
      }
    }
  }

  private func withSets(_ body: (cscan_sets) -> Void) {
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe counts.withUnsafeBufferPointer { counts in
        unsafe pool.withUnsafeBufferPointer { pool in
          unsafe octets.withUnsafeBufferPointer { octets in
            unsafe bitmapWords.withUnsafeBufferPointer { bitmaps in
              unsafe body(
                cscan_sets(
                  starts: starts.baseAddress,
                  counts: counts.baseAddress, pool: pool.baseAddress,
                  octets: octets.baseAddress, bitmaps: bitmaps.baseAddress,
                  word_count: (rowCount + 63) / 64,
                  unit: unit, number_size: limits.numberSize, number_limit: limits.number,
                  wide_limit: limits.wide, list_limit: limits.list, octet_limit: limits.octet))
            }
          }
        }
      }
    }
  }

  /// Calls `body` with each row of `id`, ascending.
  @inline(__always)
  package func visitRows(of id: Int, _ body: (Int) -> Void) {
    let count = Int(counts[id])
    if count > limits.octet {
      visitBits(from: start(id), body)
    } else if count > limits.list {
      visitOctets(from: start(id), body)
    } else if count <= limits.number {
      visitNumbers(from: start(id), count: count, body)
    } else {
      visitGaps(from: start(id), count: count, areWide: count <= limits.wide, body)
    }
  }

  @inline(__always)
  private func visitNumbers(from start: Int, count: Int, _ body: (Int) -> Void) {
    let size = limits.numberSize
    unsafe pool.withUnsafeBytes { bytes in
      for index in 0..<count {
        let number = unsafe bytes.loadUnaligned(
          fromByteOffset: start &+ index &* size, as: UInt32.self)
        body(Int(number & (.max &>> UInt32(32 - 8 * size))))
      }
    }
  }

  @inline(__always)
  private func visitGaps(from start: Int, count: Int, areWide: Bool, _ body: (Int) -> Void) {
    unsafe pool.withUnsafeBytes { bytes in
      var position = start
      var row = -1
      var left = count
      while left > 0 {
        let gap: Int
        if areWide {
          gap = Int(unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self))
          position &+= 2
        } else {
          gap = Int(unsafe bytes[position])
          position &+= 1
        }
        row &+= gap
        if gap == (areWide ? 0xFFFF : 0xFF) { continue }
        body(row)
        left &-= 1
      }
    }
  }

  @inline(__always)
  private func visitOctets(from start: Int, _ body: (Int) -> Void) {
    let wordCount = (rowCount + 63) / 64
    var next = start + wordCount
    for word in 0..<wordCount {
      var mask = octets[start + word]
      while mask != 0 {
        var octet = octets[next]
        next &+= 1
        while octet != 0 {
          body(word * 64 + mask.trailingZeroBitCount * 8 + octet.trailingZeroBitCount)
          octet &= octet &- 1
        }
        mask &= mask &- 1
      }
    }
  }

  @inline(__always)
  private func visitBits(from start: Int, _ body: (Int) -> Void) {
    for index in 0..<(rowCount + 63) / 64 {
      var word = bitmapWords[start + index]
      while word != 0 {
        body(index * 64 + word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }
}

/// A bitmap of rows with a summary of its words, which puts rows in order without sorting them.
package struct MergeScratch: Sendable {
  package init() {}

  /// One bit per row; all zero between calls.
  var words: [UInt64] = []
  /// One bit per word; all zero between calls.
  var summary: [UInt64] = []

  mutating func fit(_ rowCount: Int) {
    let wordCount = (rowCount + 63) / 64
    guard words.count != wordCount else { return }
    words = Array(repeating: 0, count: wordCount)
    summary = Array(repeating: 0, count: (wordCount + 63) / 64)
  }
}
