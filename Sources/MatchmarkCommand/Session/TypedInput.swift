import MatchmarkEngines
import MatchmarkSystem

/// The lines of standard input, as they are typed; one without an end is never held whole.
struct TypedInput {
  enum Line: Equatable {
    /// Its text; bytes that are not UTF-8 are replaced.
    case complete(String)
    /// It is over ``SessionCommand/lineSizeLimitInBytes``.
    case tooLong
  }

  private var lines = LineReader(limitInBytes: SessionCommand.lineSizeLimitInBytes)
  private var isAtEnd = false

  /// The next line; nil after the last.
  mutating func next() throws(CommandError) -> Line? {
    while true {
      if let line = isAtEnd ? lines.rest() : lines.next() { return Self.line(line) }
      if isAtEnd { return nil }
      var chunk: [UInt8] = []
      try CommandError.wrap { try StandardInput.read(into: &chunk) }
      isAtEnd = chunk.isEmpty
      lines.append(chunk)
    }
  }

  private static func line(_ line: LineReader.Line) -> Line {
    guard case .complete(let bytes) = line else { return .tooLong }
    return .complete(String(decoding: bytes, as: UTF8.self))
  }
}
