public import MatchmarkCore

/// The reason why a file of traces cannot be read, with its position.
public struct TraceFileError: Error, Hashable, Sendable {
  /// The line and, if known, the column.
  public let position: SourcePosition
  /// The message, which says what was found and what was expected.
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
  /// The position, followed by the message.
  public var description: String { "\(position): \(message)" }
}
