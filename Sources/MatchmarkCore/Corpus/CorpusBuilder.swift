/// A builder that collects rows into a ``Corpus`` and checks each row against the schema and the
/// limits.
///
/// ```swift
/// var builder = CorpusBuilder(name: "roses", schema: schema)
/// try builder.append(["Red Rose", "2012"])
/// let corpus = builder.finish()
/// ```
public struct CorpusBuilder: Sendable {
  private var corpus: Corpus
  private let isNumeric: [Bool]

  /// Creates a builder for a corpus that has no rows yet.
  public init(name: String, schema: Schema) {
    corpus = Corpus(name: name, schema: schema)
    isNumeric = schema.columns.map { $0.roles.contains(.numeric) }
  }

  /// Appends a row of one cell per column; an empty numeric or facet cell means that the row has no
  /// value.
  ///
  /// - Throws: ``CorpusError``, which names the row and the column; the builder cannot be used
  ///   afterwards.
  /// - Complexity: O(bytes of the row).
  public mutating func append(_ cells: [String]) throws(CorpusError) {
    var row = RowBytes()
    for cell in cells {
      row.withOpenCell { bytes in bytes.append(contentsOf: cell.utf8) }
      row.endCell()
    }
    try append(row)
  }

  /// Appends a row of one cell per column, given as well-formed UTF-8.
  ///
  /// - Throws: ``CorpusError``, which names the row and the column; the builder cannot be used
  ///   afterwards.
  package mutating func append(_ row: RowBytes) throws(CorpusError) {
    try check(row)
    guard corpus.rowCount < SearchLimits.rowCount else { throw .tooManyRows }
    for index in corpus.columns.indices { try corpus.columns[index].append(row.slice(index)) }
    corpus.rowCount += 1
  }

  /// Checks a row as ``append(_:)-(RowBytes)`` does, except that the size of the corpus so far is
  /// ignored.
  ///
  /// - Complexity: O(bytes of the row's numbers).
  package func check(_ row: RowBytes) throws(CorpusError) {
    guard row.cellCount == isNumeric.count else {
      throw .raggedRow(
        row: corpus.rowCount, cellCount: row.cellCount, expectedCount: isNumeric.count)
    }
    for index in isNumeric.indices {
      let sizeInBytes = row.range(of: index).count
      guard sizeInBytes <= SearchLimits.fieldSizeInBytes else {
        throw .fieldTooLong(
          row: corpus.rowCount, column: corpus.schema.columns[index].name,
          sizeInBytes: sizeInBytes)
      }
      if isNumeric[index], sizeInBytes > 0, CanonicalDecimal(utf8: row.slice(index).span) == nil {
        throw .notANumber(
          row: corpus.rowCount, column: corpus.schema.columns[index].name,
          cell: String(decoding: row.slice(index), as: UTF8.self))
      }
    }
  }

  /// Returns the finished corpus.
  public consuming func finish() -> Corpus {
    for index in corpus.columns.indices { corpus.columns[index].seal() }
    return corpus
  }
}

/// One row's cells in a reusable buffer, which generators and loaders pass to ``CorpusBuilder``.
///
/// A row of strings costs one allocation per cell; this costs none once the buffer has grown.
package struct RowBytes: Sendable {
  /// The UTF-8 of all cells, concatenated.
  package private(set) var bytes: [UInt8] = []
  /// The offset in ``bytes`` at which each cell ends.
  package private(set) var cellEnds: [Int] = []

  package init() {}

  package var cellCount: Int { cellEnds.count }

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

  @inline(__always)
  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Adds bytes to the open cell; a whole cell must be well-formed UTF-8.
  @inline(__always)
  package mutating func append(contentsOf new: ArraySlice<UInt8>) {
    bytes.append(contentsOf: new)
  }

  /// Adds bytes to the open cell; a whole cell must be well-formed UTF-8.
  package mutating func append(contentsOf new: Span<UInt8>) {
    for index in new.indices { bytes.append(new[index]) }
  }

  /// Lets `change` append to the open cell; the bytes before it belong to other cells.
  package mutating func withOpenCell(_ change: (inout [UInt8]) -> Void) { change(&bytes) }

  @inline(__always)
  package mutating func endCell() { cellEnds.append(bytes.count) }
}
