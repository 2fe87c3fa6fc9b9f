import CProcess
import LibC

/// The three descriptors that every program expects to be open.
package enum StandardStreams {
  /// Opens a replacement for each of the three that is closed, as after `>&-`; called before any
  /// file is opened.
  ///
  /// Otherwise the next file that is opened, such as a report, would become standard output, and
  /// printed text would go into it. The replacement refuses the operation for which the stream is
  /// meant, so reading or writing gives the same error as with a closed stream (EBADF).
  package static func reserve() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The system assigns the smallest free number, which is this one; the bytes of the path live
      // only for the call.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The process's standard input, as it arrives.
package enum StandardInput {
  private static let chunkSizeInBytes = 64 << 10

  /// Replaces `chunk` with the available bytes, and waits for at least one byte; empty at the end.
  ///
  /// A line must be answered before the next one is sent, so the call must not wait for a full
  /// buffer.
  package static func read(into chunk: inout [UInt8]) throws(FileError) {
    while try !readUntilSignal(into: &chunk) {}
  }

  /// Replaces `chunk` with the available bytes, like ``read(into:)``, but a signal ends the wait.
  ///
  /// - Returns: false if a signal ended the wait.
  package static func readUntilSignal(into chunk: inout [UInt8]) throws(FileError) -> Bool {
    chunk = [UInt8](repeating: 0, count: chunkSizeInBytes)
    // The buffer is the array's own memory, and read(2) fills at most its count.
    let count = unsafe chunk.withUnsafeMutableBytes {
      unsafe LibC.read(0, $0.baseAddress, $0.count)
    }
    let code = errno
    chunk.removeLast(chunk.count - max(count, 0))
    guard count < 0 else { return true }
    guard code == EINTR else { throw FileError(.read, path: "standard input", code: code) }
    return false
  }
}

/// The process's standard output; a failed write is an error instead of a crash or silence.
package enum StandardOutput {
  private static let name = "standard output"

  /// Writes all of `bytes`, after the text that was printed before.
  ///
  /// - Throws: ``FileError``, for example for a full disk or a reader that has closed the pipe.
  package static func write(_ bytes: [UInt8]) throws(FileError) {
    try flush()
    let bytes = bytes[...]
    try FileDescriptor.write(bytes.span, to: 1, reportedAs: name)
  }

  /// Passes all printed text to the system, which may refuse it only now.
  package static func flush() throws(FileError) {
    // The call flushes all streams, because naming the one of standard output, a global variable,
    // is unsafe.
    if fflush(nil) != 0 { throw FileError(.write, path: name, code: errno) }
    // Text that did not fit into the buffer was written during printing, when a failure could not
    // be reported.
    let code = cprocess_output_error()
    if code != 0 { throw FileError(.write, path: name, code: code) }
  }
}
