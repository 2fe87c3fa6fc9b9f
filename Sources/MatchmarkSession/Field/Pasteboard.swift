import MatchmarkCore
internal import MatchmarkJSON

/// The content that was copied from a search field, or that another app put on the pasteboard.
public struct Pasteboard: Sendable, Hashable {
  /// The payloads of tokens, one per line; a token with an unknown value has an empty payload.
  public var payload: String
  /// The plain text.
  public var text: String

  /// Creates a pasteboard.
  public init(payload: String = "", text: String = "") {
    self.payload = payload
    self.text = text
  }

  /// True if there is nothing to paste.
  public var isEmpty: Bool { payload.isEmpty && text.isEmpty }

  /// The payloads, followed by the text.
  public var content: String {
    [payload, text].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// A token on the pasteboard: a JSON object with its facet as the only key, `{"plan":"travel"}`.
enum TokenPayload {
  /// The reason why a payload is not a token of a field.
  enum Problem: Error, CustomStringConvertible {
    case malformed(String)
    case unknownToken(SearchToken)

    var description: String {
      switch self {
      case .malformed(let why): "expected an object such as {\"facet\":\"value\"}; \(why)"
      case .unknownToken(let token): "no row can have \(token.facet) '\(token.value)'"
      }
    }
  }

  /// Returns the payload of a token; empty if the token is not in `candidates`.
  static func encode(_ token: FieldToken, among candidates: [FieldToken]) -> String {
    guard candidates.contains(where: { isSame($0, token.searchToken) }) else { return "" }
    return JSONValue.object([.init(token.facet, .string(token.value))]).text
  }

  static func decode(
    _ payload: String, among candidates: [FieldToken]
  ) -> Result<FieldToken, Problem> {
    var reader = JSONReader(Array(payload.utf8))
    var facet: [UInt8] = []
    var value: [UInt8] = []
    var rest: [UInt8] = []
    do throws(JSONError) {
      try reader.beginObject()
      guard try reader.nextKey(into: &facet) != nil else {
        return .failure(.malformed("got an empty object"))
      }
      guard try reader.value(into: &value) == .string else {
        return .failure(.malformed("got a value that is not a string"))
      }
      guard try reader.nextKey(into: &rest) == nil else {
        return .failure(.malformed("got more than one key"))
      }
      try reader.endLine()
    } catch {
      return .failure(.malformed(error.message))
    }
    let token = SearchToken(
      facet: String(decoding: facet, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    let known = candidates.first { isSame($0, token) }
    return known.map(Result.success) ?? .failure(.unknownToken(token))
  }

  private static func isSame(_ candidate: FieldToken, _ token: SearchToken) -> Bool {
    candidate.facet == token.facet
      && FacetValue(text: candidate.value) == FacetValue(text: token.value)
  }
}
