import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's standard output, with refusals as errors instead of deaths or silence.
package enum StandardOutput {
  private static let name = "standard output"

  /// Writes all of `bytes` after what was printed so far.
  ///
  /// - Throws: ``FileError``: a full disk, a reader that went away.
  package static func write(_ bytes: [UInt8]) throws(FileError) {
    try flush()
    var position = 0
    while position < bytes.count {
      let rest = bytes.span.extracting(position...)
      // The buffer is the span's own memory, valid for the call, and only read.
      let written = unsafe rest.withUnsafeBytes { unsafe systemWrite($0) }
      if written > 0 {
        position += written
      } else if written == 0 || errno != EINTR {
        throw FileError(.write, path: name, code: written == 0 ? EIO : errno)
      }
    }
  }

  /// Hands everything that was printed to the system, which may refuse it only now.
  ///
  /// - Throws: ``FileError``.
  package static func flush() throws(FileError) {
    // All streams: the one of standard output is a global variable, which is not safe to name.
    if fflush(nil) != 0 { throw FileError(.write, path: name, code: errno) }
    // What did not fit the buffer was handed over while it was printed, when there was no way to
    // report it.
    let code = cprocess_output_error()
    if code != 0 { throw FileError(.write, path: name, code: code) }
  }
}

/// write(2), under a name that the method above does not hide.
private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
  // An empty buffer has no base address; write(2) takes null with a count of 0.
  unsafe write(1, bytes.baseAddress, bytes.count)
}
