public import MatchmarkCore

/// Why a file of traces cannot be read, and where.
public struct TraceFileError: Error, Hashable, Sendable {
  /// The line and, if known, the column.
  public let position: SourcePosition
  /// What was got, and what was expected.
  public let message: String

  init(_ message: String, at position: SourcePosition) {
    self.position = position
    self.message = message
  }

  static func lineTooLong(sizeInBytes: Int, at position: SourcePosition) -> TraceFileError {
    TraceFileError(
      "got a line of \(sizeInBytes) bytes, expected at most \(TraceFile.lineSizeLimitInBytes)",
      at: position)
  }
}

extension TraceFileError: CustomStringConvertible {
  /// Where, what was got, and what was expected.
  public var description: String { "\(position): \(message)" }
}
