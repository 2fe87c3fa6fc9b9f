/// Many strings in one flat byte buffer.
///
/// Layout: `bytes[offsets[i] ..< offsets[i + 1]]` is string `i` followed by one separator, a byte
/// that UTF-8 never produces, so a search over the whole buffer cannot match across strings.
/// Another ``padding`` separators follow the last one, so that a kernel may read past a match.
package struct TextArena: Sendable {
  package static let separator: UInt8 = 0xFF
  package static let padding = 64

  package private(set) var bytes: [UInt8] = []
  package private(set) var offsets: [UInt32] = [0]
  private(set) var isSealed = false

  package init() {}

  package var count: Int { offsets.count - 1 }

  /// The bytes of all strings with their separators, without the padding.
  package var textSizeInBytes: Int { Int(offsets[offsets.count - 1]) }

  package var sizeInBytes: Int {
    bytes.count + offsets.count * MemoryLayout<UInt32>.stride
  }

  /// The range of string `index`, without its separator.
  @inline(__always)
  package func range(of index: Int) -> Range<Int> {
    Int(offsets[index])..<Int(offsets[index + 1]) - 1
  }

  @inline(__always)
  package func slice(_ index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  package func string(_ index: Int) -> String {
    String(decoding: slice(index), as: UTF8.self)
  }

  /// Appends a string whose bytes `write` appends to the buffer.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)`` if the offsets would no longer fit.
  package mutating func append(_ write: (inout [UInt8]) -> Void) throws(CorpusError) {
    precondition(!isSealed, "a sealed arena does not grow")
    write(&bytes)
    bytes.append(Self.separator)
    guard bytes.count <= SearchLimits.columnSizeInBytes else { throw .columnTooLarge }
    offsets.append(UInt32(bytes.count))
  }

  package mutating func reserve(_ sizeInBytes: Int) {
    bytes.reserveCapacity(sizeInBytes + Self.padding)
  }

  /// Shares the offsets of another arena if both are equal, as they are for ASCII under any
  /// folding.
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
