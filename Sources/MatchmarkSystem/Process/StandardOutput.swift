import CProcess
import LibC

/// The process's standard output, with refusals as errors instead of deaths or silence.
package enum StandardOutput {
  private static let name = "standard output"

  /// Writes all of `bytes` after what was printed so far.
  ///
  /// - Throws: ``FileError``: a full disk, a reader that went away.
  package static func write(_ bytes: [UInt8]) throws(FileError) {
    try flush()
    try FileDescriptor.write(bytes.span, to: 1, reportedAs: name)
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
