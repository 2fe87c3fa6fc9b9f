import LibC

/// What the system refused: which operation, on which path, and with which errno.
package struct FileError: Error, Hashable, Sendable {
  /// The operations that can be refused.
  package enum Operation: String, Sendable {
    case open
    case read
    case write
    case synchronise
    case rename
    case remove
    case createFolder = "create the folder"
    /// Another process writes there (EWOULDBLOCK).
    case claim = "write into the folder"
  }

  package let operation: Operation
  package let path: String
  /// The errno from the system.
  package let code: Int32
  /// The size limit that the file exceeds; nil if that is not the error.
  package let limitInBytes: Int?

  package init(_ operation: Operation, path: String, code: Int32, limitInBytes: Int? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.limitInBytes = limitInBytes
  }

  /// The error for a file that is longer than its reader accepts.
  package static func tooLong(_ path: String, limitInBytes: Int) -> FileError {
    FileError(.read, path: path, code: EFBIG, limitInBytes: limitInBytes)
  }

  /// Whether the reader of the output has gone, as after `| head`.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// The system's own words for ``code``, except for a claim, where they would be useless.
  package var reason: String {
    operation == .claim
      ? "another run is writing there; wait until it ends, or name another folder with -o"
      : Self.reason(of: code)
  }

  /// The system's own words for an errno.
  static func reason(of code: Int32) -> String {
    // strerror returns a valid string for every code; it is copied at once.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    let expected = limitInBytes.map { ", expected at most \($0) bytes" } ?? ""
    return "cannot \(operation.rawValue) '\(path)': \(reason)\(expected)"
  }
}
