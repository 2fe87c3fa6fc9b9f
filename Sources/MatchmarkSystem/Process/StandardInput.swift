import LibC

/// The process's standard input, as it arrives.
package enum StandardInput {
  private static let name = "standard input"
  private static let chunkSizeInBytes = 64 << 10

  /// Replaces `chunk` by what is available, waiting for at least one byte; empty at the end.
  ///
  /// A line must be answered before the next is sent, so nothing may wait for a full buffer.
  ///
  /// - Throws: ``FileError``.
  package static func read(into chunk: inout [UInt8]) throws(FileError) {
    while try !readUntilSignal(into: &chunk) {}
  }

  /// The same, but a signal ends the wait.
  ///
  /// - Returns: false if a signal ended the wait.
  /// - Throws: ``FileError``.
  package static func readUntilSignal(into chunk: inout [UInt8]) throws(FileError) -> Bool {
    chunk = [UInt8](repeating: 0, count: chunkSizeInBytes)
    // The buffer is the array's own memory, and read(2) fills at most its count.
    let count = unsafe chunk.withUnsafeMutableBytes {
      unsafe LibC.read(0, $0.baseAddress, $0.count)
    }
    let code = errno
    chunk.removeLast(chunk.count - max(count, 0))
    guard count < 0 else { return true }
    guard code == EINTR else { throw FileError(.read, path: name, code: code) }
    return false
  }
}
