import LibC

/// A file that is read in pieces, from any offset and any number of times.
///
/// A pipe, a device, or a file without a size (as in /proc) can be read only once, so its bytes are
/// held in memory. It is a class because its pieces share one descriptor, closed with the last one.
package final class RereadableFile: Sendable {
  /// The size that the system reports, or that of the bytes in memory.
  package let sizeInBytes: Int
  private let descriptor: FileDescriptor
  private let limitInBytes: Int
  private let path: String
  /// The bytes of a file that can be read only once; nil for other files.
  private let kept: [UInt8]?

  /// Opens `path`, and reads it if that is possible only once.
  ///
  /// - Parameters:
  ///   - maximumSizeInBytes: the size limit of a file.
  ///   - unsizedLimitInBytes: the size limit of what is held in memory.
  /// - Throws: ``FileError``; a folder is refused as one, and so is anything beyond its limit
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

  /// The bytes from an offset, at most `count` of them; empty only at the end.
  ///
  /// - Throws: ``FileError``, also if the file has meanwhile grown beyond the limit.
  package func bytes(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    if let kept { return Array(kept[min(offset, kept.count)..<min(offset + count, kept.count)]) }
    let bytes = try descriptor.read(count, from: offset)
    guard offset + bytes.count <= limitInBytes else {
      throw .tooLong(path, limitInBytes: limitInBytes)
    }
    return bytes
  }
}
