import LibC

package enum FileReader {
  /// Returns all bytes of `path`.
  ///
  /// The size that the system reports is not trusted: a file of /proc reports 0, a pipe reports
  /// nothing, and a file may grow while it is read. Reading continues until the end or beyond the
  /// limit.
  ///
  /// - Parameter unsizedLimitInBytes: the limit for a pipe, a device, or a file without a size.
  /// - Throws: ``FileError``, also for a folder and for more than `maximumSizeInBytes` bytes
  ///   (EFBIG), which is thrown before any byte is read if the file reports its size.
  package static func read(
    _ path: String, maximumSizeInBytes: Int = .max, unsizedLimitInBytes: Int = .max
  ) throws(FileError) -> [UInt8] {
    let descriptor = try FileDescriptor.reading(path, maximumSizeInBytes: maximumSizeInBytes)
    // Files of /proc report the size 0, and some of them never end.
    let isSized = descriptor.statedSizeInBytes > 0
    return try descriptor.rest(
      limitInBytes: isSized
        ? maximumSizeInBytes : min(maximumSizeInBytes, unsizedLimitInBytes))
  }
}

extension FileDescriptor {
  static func reading(_ path: String, maximumSizeInBytes: Int) throws(FileError) -> FileDescriptor {
    guard try FileKind(at: path) != .folder else {
      throw FileError(.read, path: path, code: EISDIR)
    }
    let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY)
    guard descriptor.statedSizeInBytes <= maximumSizeInBytes else {
      throw .tooLong(path, limitInBytes: maximumSizeInBytes)
    }
    return descriptor
  }

  /// Reads the rest of the file.
  ///
  /// - Throws: ``FileError``; EFBIG if there are more than `limitInBytes` bytes.
  func rest(limitInBytes: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(statedSizeInBytes)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &buffer)
      if count == 0 { return bytes }
      guard bytes.count <= limitInBytes - count else {
        throw .tooLong(path, limitInBytes: limitInBytes)
      }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}

/// A file that is read in pieces, from any offset and any number of times.
///
/// A pipe, a device, or a file without a size (as in /proc) can be read only once, so its bytes are
/// kept in memory. This is a class because its copies share one descriptor, which is closed with
/// the last one.
package final class RereadableFile: Sendable {
  /// The size that the system reports, or the size of the bytes in memory.
  package let sizeInBytes: Int
  private let descriptor: FileDescriptor
  private let limitInBytes: Int
  /// The bytes of a file that can be read only once; nil for other files.
  private let kept: [UInt8]?

  /// Opens a file.
  ///
  /// - Parameter unsizedLimitInBytes: the maximum size of bytes that are kept in memory.
  /// - Throws: ``FileError``, also for a folder and for a file above its limit (EFBIG).
  package init(
    _ path: String, maximumSizeInBytes: Int, unsizedLimitInBytes: Int
  ) throws(FileError) {
    let descriptor = try FileDescriptor.reading(path, maximumSizeInBytes: maximumSizeInBytes)
    let statedSize = descriptor.statedSizeInBytes
    let limit = min(maximumSizeInBytes, unsizedLimitInBytes)
    kept = statedSize > 0 ? nil : try descriptor.rest(limitInBytes: limit)
    sizeInBytes = kept?.count ?? statedSize
    limitInBytes = maximumSizeInBytes
    self.descriptor = descriptor
  }

  /// Returns at most `count` bytes from an offset; none only at the end.
  ///
  /// - Throws: ``FileError``, also if the file has grown beyond the limit since it was opened.
  package func bytes(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    if let kept { return Array(kept[min(offset, kept.count)..<min(offset + count, kept.count)]) }
    let bytes = try descriptor.read(count, from: offset)
    guard offset + bytes.count <= limitInBytes else {
      throw .tooLong(descriptor.path, limitInBytes: limitInBytes)
    }
    return bytes
  }
}
