/// Copying of the cells of a column, with pointers.
extension RowBatch {
  /// Cells up to this size are copied as one vector, with what follows them in the buffer.
  private typealias ShortText = SIMD16<UInt8>

  /// Copies the cells of a column, each with a separator after it.
  ///
  /// - Parameters:
  ///   - start: the position of the first cell in `target`, which has room for exactly these cells,
  ///     with their separators, after it.
  ///   - ends: the last elements, one for each row, become the positions after the separators.
  /// - Complexity: O(rows + bytes of the cells).
  func copy(
    _ column: Int, into target: inout [UInt8], from start: Int, ends: inout [UInt32]
  ) {
    let first = ends.count - rowCount
    precondition(
      start + sizeInBytes(of: column) == target.count && first >= 0, "room for all cells")
    // The room for the cells after a short one takes what is written too much.
    let lastRoom = target.count - MemoryLayout<ShortText>.size
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        unsafe ends.withUnsafeMutableBufferPointer { ends in
          guard let source = source.baseAddress, let target = target.baseAddress,
            let ends = ends.baseAddress
          else { return }
          unsafe copy(
            column, from: source, to: target, at: start, ends: ends + first, lastRoom: lastRoom)
        }
      }
    }
  }

  private func copy(
    _ column: Int, from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>,
    at start: Int, ends: UnsafeMutablePointer<UInt32>, lastRoom: Int
  ) {
    let short = MemoryLayout<ShortText>.size
    let lastWhole = bytes.count - short
    var position = start
    for row in 0..<rowCount {
      let range = cell(row: row, column: column).range
      if range.count <= short, range.lowerBound <= lastWhole, position <= lastRoom {
        let text = unsafe UnsafeRawPointer(source + range.lowerBound)
          .loadUnaligned(as: ShortText.self)
        unsafe UnsafeMutableRawPointer(target + position).storeBytes(of: text, as: ShortText.self)
      } else {
        unsafe (target + position).update(from: source + range.lowerBound, count: range.count)
      }
      position &+= range.count
      unsafe target[position] = TextArena.separator
      position &+= 1
      unsafe ends[row] = UInt32(position)
    }
  }
}
