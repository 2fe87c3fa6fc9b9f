import CLibXML2

/// The bytes behind an XML reader, and what libxml2 found wrong with them.
///
/// A class, for libxml2's callbacks know it by address.
@safe final class XMLSource {
  /// libxml2 writes here; the address stays the same for as long as this object lives.
  @unsafe let failure: UnsafeMutablePointer<clibxml2_failure>
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    unsafe failure = .allocate(capacity: 1)
    unsafe failure.initialize(to: clibxml2_failure())
  }

  deinit {
    // A C struct without anything to release.
    unsafe failure.deallocate()
  }

  /// Fills `buffer` with what comes next and says how many bytes that is.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    let count = min(buffer.count, bytes.count - position)
    // `count` fits both sides.
    unsafe buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return Int32(count)
  }
}
