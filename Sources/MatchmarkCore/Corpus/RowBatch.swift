/// Some rows that a reader hands over together; each cell is a range of one buffer.
///
/// Neither cells nor rows are allocated one by one, and a column takes all of its cells at once.
package struct RowBatch: Sendable {
  /// A cell; a reader sees far less than four gigabytes at a time.
  package struct Cell: Sendable {
    /// The range of the text in ``RowBatch/bytes``.
    package let start: UInt32
    package let end: UInt32
    /// The place of the cell in what the reader sees, for errors.
    package let offset: UInt32

    @inlinable @inline(__always)
    package init(_ range: Range<Int>, at offset: Int) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      end = UInt32(truncatingIfNeeded: range.upperBound)
      self.offset = UInt32(truncatingIfNeeded: offset)
    }

    @inlinable @inline(__always)
    package var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The buffer of all texts, in well-formed UTF-8 as far as cells use it.
  package var bytes: [UInt8] = []
  /// The cells, row by row; those after ``rowCount`` rows are of the open row.
  package var cells: [Cell] = []
  package private(set) var rowCount = 0
  /// The number of cells of a row.
  package private(set) var columnCount: Int

  package init(columnCount: Int) { self.columnCount = columnCount }

  /// Returns the cell of a finished row.
  @inlinable @inline(__always)
  package func cell(row: Int, column: Int) -> Cell { cells[row &* columnCount &+ column] }

  /// The size of the cells of a column, each with a separator after it.
  func sizeInBytes(of column: Int) -> Int {
    var size = rowCount
    for row in 0..<rowCount { size += cell(row: row, column: column).range.count }
    return size
  }

  /// Removes all rows; the bytes are left to the reader, who may share them.
  package mutating func removeRows() {
    cells.removeAll(keepingCapacity: true)
    rowCount = 0
  }

  /// Finishes a row, whose cells were all appended.
  package mutating func endRow() {
    rowCount += 1
    precondition(rowCount * columnCount == cells.count, "a row has a cell for every column")
  }

  /// Finishes all rows whose cells were appended.
  ///
  /// - Precondition: there are columns, and the last row is whole.
  package mutating func endRows() {
    rowCount = cells.count / columnCount
    precondition(rowCount * columnCount == cells.count, "a row has a cell for every column")
  }

  /// Removes the cells of the open row.
  package mutating func removeOpenCells() {
    cells.removeLast(cells.count - rowCount * columnCount)
  }

  /// Gives every finished row more columns, whose cells are empty.
  ///
  /// - Precondition: no row is open.
  package mutating func widen(to count: Int) {
    let empty = repeatElement(Cell(0..<0, at: 0), count: count - columnCount)
    cells = (0..<rowCount).flatMap { row in
      cells[row * columnCount..<(row + 1) * columnCount] + empty
    }
    columnCount = count
  }
}

extension Array {
  /// Makes room for as many times the elements as there are, because more are expected.
  mutating func reserve(times factor: Double) {
    reserveCapacity(Int(Double(count) * factor) + 1)
  }

  /// Makes room for more elements, so that any number of calls costs as much as one append each.
  mutating func grow(by count: Int) {
    let needed = self.count + count
    if needed > capacity { reserveCapacity(Swift.max(needed, 2 * capacity)) }
  }
}
