internal import MatchmarkCore

extension TraceEventFormat {
  /// Appends the canonical line of an event.
  static func append(_ event: SessionEvent, to bytes: inout [UInt8]) {
    bytes += Array("{\"event\":".utf8)
    JSONEscape.appendQuoted(event.name, to: &bytes)
    for (key, value) in members(of: event) {
      bytes += Array(",\"\(key)\":".utf8)
      bytes += value.line()
    }
    bytes += [UInt8(ascii: "}"), 0x0A]
  }

  /// The keys of an event after its name, in canonical order.
  private static func members(of event: SessionEvent) -> [(String, JSONValue)] {
    switch event {
    case .activate(let actor): [("by", .string(actor.rawValue))]
    case .type(let text), .setText(let text), .markText(let text): [("text", .string(text))]
    case .select(let range): members(of: range)
    case .paste(let payload): payload.map { [("payload", .string($0))] } ?? []
    case .insertToken(let token, let index): members(of: token) + members(at: index)
    case .removeToken(let index): members(at: index)
    case .deleteToken(let index):
      members(at: index) + [("by", .string(Actor.user.rawValue))]
    case .convertText(let range, let token, let index):
      members(of: range) + members(of: token) + members(at: index)
    case .selectScope(let index), .tapRow(let index), .chooseSuggestion(let index),
      .chooseSearchSuggestion(let index):
      [("index", .integer(index))]
    case .tapButton(let button): [("button", .string(button.rawValue))]
    case .setSuggestions(let suggestions):
      [("suggestions", .array(suggestions.map(\.json)))]
    case .show(_, let isShown): [("value", isShown.map(JSONValue.boolean) ?? .null)]
    case .setEnabled(let isEnabled): [("value", .boolean(isEnabled))]
    case .setTitle(let title): [("title", .string(title))]
    case .restore(let state): state.map { [("state", .string($0))] } ?? []
    case .deactivate, .backspace, .unmarkText, .copy, .cut, .undo, .search, .endEditing, .cancel,
      .save, .appear:
      []
    }
  }

  private static func members(of token: FieldToken) -> [(String, JSONValue)] {
    [("facet", .string(token.facet)), ("value", .string(token.value))]
      + (token.title.map { [("title", .string($0))] } ?? [])
      + (token.icon.map { [("icon", .string($0))] } ?? [])
  }

  private static func members(of range: Range<Int>) -> [(String, JSONValue)] {
    [("start", .integer(range.lowerBound)), ("end", .integer(range.upperBound))]
  }

  private static func members(at index: Int?) -> [(String, JSONValue)] {
    index.map { [("at", .integer($0))] } ?? []
  }
}
