#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files, devices and pipes whole.
package enum FileReader {
  /// All bytes of `path`.
  ///
  /// The size that the system states is not believed: a file of /proc says 0, a pipe says nothing,
  /// and a file may grow meanwhile. It is read until there is no more, or more than may be.
  ///
  /// - Parameter unsizedLimitInBytes: the most of a pipe, a device, or a file that states no size.
  /// - Throws: ``FileError``; a folder is refused as one, and so is anything longer than
  ///   `maximumSizeInBytes` (EFBIG): before a byte of it is read where it says so itself.
  package static func read(
    _ path: String, maximumSizeInBytes: Int = .max, unsizedLimitInBytes: Int = .max
  ) throws(FileError) -> [UInt8] {
    guard try FileKind(at: path) != .folder else {
      throw FileError(.read, path: path, code: EISDIR)
    }
    let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY)
    let statedSize = descriptor.statedSizeInBytes
    guard statedSize <= maximumSizeInBytes else {
      throw .tooLong(path, limitInBytes: maximumSizeInBytes)
    }
    // Files of /proc say 0, and some of them never end.
    let limit = statedSize > 0 ? maximumSizeInBytes : min(maximumSizeInBytes, unsizedLimitInBytes)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(statedSize)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try descriptor.read(into: &buffer)
      if count == 0 { return bytes }
      guard bytes.count <= limit - count else {
        throw .tooLong(path, limitInBytes: limit)
      }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
