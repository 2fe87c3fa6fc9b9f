import CProcess
import LibC

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
  ///
  /// - Throws: ``FileError``.
  package static func flush() throws(FileError) {
    // All streams: that of standard output is a global variable, which is unsafe to name.
    if fflush(nil) != 0 { throw FileError(.write, path: name, code: errno) }
    // What did not fit into the buffer was written during printing, when there was no way to
    // report a failure.
    let code = cprocess_output_error()
    if code != 0 { throw FileError(.write, path: name, code: code) }
  }
}
