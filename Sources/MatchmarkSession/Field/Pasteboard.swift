/// What was copied out of a search field, or put there by another app.
public struct Pasteboard: Sendable, Hashable, Codable {
  /// Payloads of tokens, a line for each; a token of an unknown value has an empty one.
  public var payload: String
  /// Plain text.
  public var text: String

  /// Creates a pasteboard.
  public init(payload: String = "", text: String = "") {
    self.payload = payload
    self.text = text
  }

  /// Whether there is nothing to paste.
  public var isEmpty: Bool { payload.isEmpty && text.isEmpty }

  /// The payloads and, after them, the text.
  public var content: String {
    [payload, text].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
