import CProcess
import LibC

/// The three descriptors that every program expects to be open.
package enum StandardStreams {
  /// Fills the numbers of those that are closed, as after `>&-`; called before anything is opened.
  ///
  /// Otherwise the next file that is opened, such as a report, becomes standard output, and what is
  /// printed goes into it. The replacement refuses what the stream is for: reading or writing is
  /// still the same error as for a closed one (EBADF).
  package static func reserve() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The smallest free number is assigned, which is this; the path's bytes live for the call.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The process's standard input, as it arrives.
package enum StandardInput {
  private static let chunkSizeInBytes = 64 << 10

  /// Replaces `chunk` by what is available, waiting for at least one byte; empty at the end.
  ///
  /// A line must be answered before the next is sent, so nothing may wait for a full buffer.
  package static func read(into chunk: inout [UInt8]) throws(FileError) {
    while try !readUntilSignal(into: &chunk) {}
  }

  /// The same, but a signal ends the wait: then it returns false.
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

/// The process's standard output, with failed writes as errors instead of crashes or silence.
package enum StandardOutput {
  private static let name = "standard output"

  /// Writes all of `bytes` after what was printed so far.
  ///
  /// - Throws: ``FileError``: a full disk, or a reader that went away.
  package static func write(_ bytes: [UInt8]) throws(FileError) {
    try flush()
    try FileDescriptor.write(bytes.span, to: 1, reportedAs: name)
  }

  /// Passes everything that was printed to the system, which may refuse it only now.
  package static func flush() throws(FileError) {
    // All streams: that of standard output is a global variable, which is unsafe to name.
    if fflush(nil) != 0 { throw FileError(.write, path: name, code: errno) }
    // What did not fit into the buffer was written during printing, when there was no way to
    // report a failure.
    let code = cprocess_output_error()
    if code != 0 { throw FileError(.write, path: name, code: code) }
  }
}
