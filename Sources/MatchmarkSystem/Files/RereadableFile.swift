import LibC

/// A file that is read in pieces, from any place and as often as one likes.
///
/// A pipe, a device, or a file without a size, as those of /proc are, can be read once: its bytes
/// are held in memory. It is a class because its pieces share one descriptor, closed with the last.
package final class RereadableFile: Sendable {
  /// The size that the system states, or that of the bytes in memory.
  package let sizeInBytes: Int
  private let descriptor: FileDescriptor
  private let limitInBytes: Int
  private let path: String
  /// The bytes of what can be read once; nil of another file.
  private let kept: [UInt8]?

  /// Opens `path`, and reads what can be read once.
  ///
  /// - Parameters:
  ///   - maximumSizeInBytes: the longest file.
  ///   - unsizedLimitInBytes: the most of what is held in memory.
  /// - Throws: ``FileError``; a folder is refused as one, and so is anything longer than it may be
  ///   (EFBIG).
  package init(
    _ path: String, maximumSizeInBytes: Int, unsizedLimitInBytes: Int
  ) throws(FileError) {
    let descriptor = try FileDescriptor.reading(path, maximumSizeInBytes: maximumSizeInBytes)
    let statedSize = descriptor.statedSizeInBytes
    let limit = min(maximumSizeInBytes, unsizedLimitInBytes)
    kept = statedSize > 0 ? nil : try descriptor.rest(limitInBytes: limit)
    sizeInBytes = kept?.count ?? statedSize
    limitInBytes = maximumSizeInBytes
    self.path = path
    self.descriptor = descriptor
  }

  /// The bytes from an offset on, at most `count` of them; none at the end only.
  ///
  /// - Throws: ``FileError``, also where the file has meanwhile become longer than the limit.
  package func bytes(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    if let kept { return Array(kept[min(offset, kept.count)..<min(offset + count, kept.count)]) }
    let bytes = try descriptor.read(count, from: offset)
    guard offset + bytes.count <= limitInBytes else {
      throw .tooLong(path, limitInBytes: limitInBytes)
    }
    return bytes
  }
}
