/// One row's cells in a reusable buffer, which generators and loaders pass to ``CorpusBuilder``.
///
/// A row of strings costs one allocation per cell; this costs none once the buffer has grown.
package struct RowBytes: Sendable {
  /// The UTF-8 of all cells, concatenated.
  package private(set) var bytes: [UInt8] = []
  /// Where each cell ends in ``bytes``.
  package private(set) var cellEnds: [Int] = []

  package init() {}

  /// The number of finished cells.
  package var cellCount: Int { cellEnds.count }

  /// The range of a finished cell in ``bytes``.
  @inline(__always)
  package func range(of cell: Int) -> Range<Int> {
    (cell == 0 ? 0 : cellEnds[cell - 1])..<cellEnds[cell]
  }

  package func slice(_ cell: Int) -> ArraySlice<UInt8> { bytes[range(of: cell)] }

  /// Removes the row and keeps the buffers.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    cellEnds.removeAll(keepingCapacity: true)
  }

  /// Adds a byte to the open cell.
  @inline(__always)
  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Adds bytes to the open cell; a whole cell must be well-formed UTF-8.
  @inline(__always)
  package mutating func append(contentsOf new: ArraySlice<UInt8>) {
    bytes.append(contentsOf: new)
  }

  /// Lets `change` add bytes to the open cell.
  package mutating func withOpenCell<Failure: Error>(
    _ change: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try change(&bytes)
  }

  /// Ends the open cell and begins the next.
  @inline(__always)
  package mutating func endCell() { cellEnds.append(bytes.count) }
}
