/// The bytes behind an XML reader.
///
/// A class, for libxml2's callbacks know it by address.
final class XMLSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Fills `buffer` with what comes next and says how many bytes that is.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    let count = min(buffer.count, bytes.count - position)
    // `count` fits both sides.
    unsafe buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return Int32(count)
  }
}
