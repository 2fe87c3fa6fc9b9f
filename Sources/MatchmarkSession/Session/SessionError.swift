import MatchmarkCore

/// Why an event cannot happen; the session is unchanged.
public enum SessionError: Error, Hashable, Sendable {
  /// A token index outside the field.
  case tokenIndexOutOfRange(Int, tokenCount: Int)
  /// The text would be over ``SearchLimits/querySizeInBytes``.
  case textTooLong(sizeInBytes: Int)
  /// The field would hold more than ``SearchLimits/tokenCount`` tokens.
  case tooManyTokens(Int)
  /// Positions outside the field.
  case rangeOutOfRange(from: Int, to: Int, end: Int)
  /// A line outside the suggestion list.
  case suggestionIndexOutOfRange(Int, suggestionCount: Int)
  /// A saved state that cannot be read.
  case unreadableState(String)
}

extension SessionError: CustomStringConvertible {
  /// What was got and what was expected.
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
