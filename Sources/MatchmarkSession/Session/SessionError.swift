package import MatchmarkCore
package import MatchmarkJSON

/// The reason why an event is impossible; the session is unchanged.
public enum SessionError: Error, Hashable, Sendable {
  /// A token index outside the field.
  case tokenIndexOutOfRange(Int, tokenCount: Int)
  /// The text would exceed ``SearchLimits/querySizeInBytes``.
  case textTooLong(sizeInBytes: Int)
  /// The field would hold more than ``SearchLimits/tokenCount`` tokens.
  case tooManyTokens(Int)
  /// Positions outside the field.
  case rangeOutOfRange(from: Int, to: Int, end: Int)
  /// An index outside the suggestion list.
  case suggestionIndexOutOfRange(Int, suggestionCount: Int)
  /// A saved state that cannot be read.
  case unreadableState(String)
}

extension SessionError: CustomStringConvertible {
  /// A message that says what was found and what was expected.
  public var description: String {
    switch self {
    case .tokenIndexOutOfRange(let index, let tokenCount):
      "got token index \(index), expected one of the \(tokenCount) tokens of the field"
    case .textTooLong(let sizeInBytes):
      "got a text of \(sizeInBytes) bytes, expected at most \(SearchLimits.querySizeInBytes)"
    case .tooManyTokens(let count):
      "got \(count) tokens, expected at most \(SearchLimits.tokenCount)"
    case .rangeOutOfRange(let from, let to, let end):
      "got positions \(from) to \(to), expected positions from 0 to \(end), the end of the field"
    case .suggestionIndexOutOfRange(let index, let count):
      "got suggestion \(index), expected one of the \(count) on screen, counted from 0"
    case .unreadableState(let reason):
      "got a saved state that cannot be read: \(reason)"
    }
  }
}

/// A value of settings, suggestions or a saved state.
package typealias SessionField = JSONField<JSONCodingError>

extension InputLimit {
  /// The limits of a search field and of trace files; the position in the messages is an example.
  package static let session = [
    InputLimit(
      "field-text-size", "the text of a search field", SearchLimits.querySizeInBytes, .bytes,
      beyond: .refused(
        "\(SessionError.textTooLong(sizeInBytes: SearchLimits.querySizeInBytes + 1))")),
    InputLimit(
      "field-tokens", "the tokens of a search field", SearchLimits.tokenCount, .tokens,
      beyond: .refused("\(SessionError.tooManyTokens(SearchLimits.tokenCount + 1))")),
    InputLimit(
      "undo-steps", "the changes that can be undone", SearchSession.undoLimit, .steps,
      beyond: .cut("the oldest change can no longer be undone")),
    InputLimit(
      "trace-line-size", "a line of a trace file, with its line feed",
      TraceFile.lineSizeLimitInBytes, .bytes,
      beyond: .refused(
        "\(TraceFileError.lineTooLong(sizeInBytes: TraceFile.lineSizeLimitInBytes + 1, at: line))")
    ),
    InputLimit(
      "trace-nesting", "nested values in a trace file", JSONLimits.trace.depth,
      .levels, beyond: .refused("\(TraceFileError(tooDeep.message, at: value))")),
  ]

  private static let line = SourcePosition(file: "trace.jsonl", line: 2)
  private static let value = SourcePosition(file: "trace.jsonl", line: 2, column: 100)
  private static let tooDeep = JSONLimits.trace.tooDeep(at: 0)
}
