/// Many strings in one flat byte buffer.
///
/// String `i` is `bytes[offsets[i] ..< offsets[i + 1]]`, whose last byte is a separator. UTF-8
/// never contains that byte, so a search over the whole buffer cannot match across two strings.
/// Another ``padding`` separators follow the last string, so that a kernel may read past a match.
package struct TextArena: Sendable {
  package static let separator: UInt8 = 0xFF
  package static let padding = 64

  package private(set) var bytes: [UInt8] = []
  package private(set) var offsets: [UInt32] = [0]
  private(set) var isSealed = false

  package init() {}

  package var count: Int { offsets.count - 1 }

  /// The size of all strings with their separators, in bytes, without the padding.
  package var textSizeInBytes: Int { Int(offsets[offsets.count - 1]) }

  package var sizeInBytes: Int {
    bytes.count + offsets.count * MemoryLayout<UInt32>.stride
  }

  /// Returns the range of string `index`, without its separator.
  @inline(__always)
  package func range(of index: Int) -> Range<Int> {
    Int(offsets[index])..<Int(offsets[index + 1]) - 1
  }

  @inline(__always)
  package func slice(_ index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  package func string(_ index: Int) -> String {
    String(decoding: slice(index), as: UTF8.self)
  }

  /// Appends a string; `write` appends its bytes to the buffer.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)`` if the offsets would no longer fit in 32 bits.
  package mutating func append(_ write: (inout [UInt8]) -> Void) throws(CorpusError) {
    precondition(!isSealed, "a sealed arena does not grow")
    write(&bytes)
    bytes.append(Self.separator)
    guard bytes.count <= SearchLimits.columnSizeInBytes else { throw .columnTooLarge }
    offsets.append(UInt32(bytes.count))
  }

  /// Appends the cells of a column of some rows.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)`` if the offsets would no longer fit in 32 bits.
  /// - Complexity: O(rows + bytes of the cells).
  mutating func append(_ column: Int, of batch: RowBatch) throws(CorpusError) {
    precondition(!isSealed, "a sealed arena does not grow")
    let (start, size) = (bytes.count, batch.sizeInBytes(of: column))
    guard start + size <= SearchLimits.columnSizeInBytes else { throw .columnTooLarge }
    bytes.grow(by: size)
    bytes.append(contentsOf: repeatElement(Self.separator, count: size))
    offsets.grow(by: batch.rowCount)
    offsets.append(contentsOf: repeatElement(0, count: batch.rowCount))
    batch.copy(column, into: &bytes, from: start, ends: &offsets)
  }

  mutating func reserve(times factor: Double) {
    bytes.reserve(times: factor)
    offsets.reserve(times: factor)
  }

  package mutating func reserve(_ sizeInBytes: Int) {
    bytes.reserveCapacity(sizeInBytes + Self.padding)
  }

  /// Shares the memory of another arena's offsets if they are equal, as they are for ASCII under
  /// any folding.
  mutating func shareOffsets(of other: TextArena) {
    if offsets == other.offsets { offsets = other.offsets }
  }

  /// Adds the padding; nothing can be appended afterwards.
  package mutating func seal() {
    guard !isSealed else { return }
    isSealed = true
    bytes.append(contentsOf: repeatElement(Self.separator, count: Self.padding))
    checkInvariants()
  }
}
