internal import MatchmarkCore

/// How each event is spelled in a trace file: its keys, in canonical order.
///
/// | event | keys |
/// |---|---|
/// | `activate` | `by`: `user` or `app` |
/// | `type`, `set-text` | `text` |
/// | `backspace`, `cancel`, `search`, `save`, `appear` | |
/// | `insert-token` | `facet`, `value`, and `at`, without which the token goes behind the last |
/// | `remove-token` | `at`, and `by`, without which the app removes it |
/// | `convert-text` | `start`, `end`, `facet`, `value`, and `at` as above |
/// | `copy-tokens` | `start`, `end` |
/// | `paste` | `payload` |
/// | `select-scope` | `index`: 0 is the title that matches every row |
/// | `tap-row`, `choose-suggestion`, `choose-search-suggestion` | `index` |
/// | `set-suggestions` | `titles`, set apart by commas |
/// | `set-shows-scope-bar`, `set-shows-results`, `set-shows-cancel-button` | `value` |
/// | `restore` | `state`, without which the last saved one is read |
enum TraceEventFormat {
  /// Reads the event of a line.
  static func event(_ line: TraceFileLine) throws(TraceFileError) -> SessionEvent {
    let name = try line.string("event")
    if let part = ShownPart(rawValue: name) {
      try line.checkKeys(["event", "value"])
      return .show(part, try line.boolean("value"))
    }
    switch name {
    case "type", "set-text", "backspace", "convert-text", "paste", "set-suggestions":
      return try textEvent(name, line)
    case "insert-token", "remove-token", "copy-tokens":
      return try tokenEvent(name, line)
    case "activate":
      try line.checkKeys(["event", "by"])
      return .activate(by: try actor(line))
    case "select-scope", "tap-row", "choose-suggestion", "choose-search-suggestion":
      return try indexEvent(name, line)
    case "restore":
      try line.checkKeys(["event", "state"])
      return .restore(try line.optionalString("state"))
    default:
      guard let event = plainEvents.first(where: { $0.name == name }) else {
        throw .unknownEvent(
          name, nearest: NearestName.of(name, among: SessionEvent.names),
          at: line.position(of: "event"))
      }
      try line.checkKeys(["event"])
      return event
    }
  }

  /// The events that are nothing but a name.
  private static let plainEvents: [SessionEvent] = [.cancel, .search, .save, .appear]

  private static func textEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    switch name {
    case "type", "set-text":
      try line.checkKeys(["event", "text"])
      let text = try line.string("text")
      return name == "type" ? .type(text) : .setText(text)
    case "paste":
      try line.checkKeys(["event", "payload"])
      return .paste(try line.string("payload"))
    case "set-suggestions":
      try line.checkKeys(["event", "titles"])
      return .setSuggestions(try line.string("titles").split(separator: ",").map(String.init))
    case "convert-text":
      try line.checkKeys(["event", "start", "end", "facet", "value", "at"])
      return .convertText(
        try range(line), try token(line), at: try line.optionalIndex("at"))
    default:
      try line.checkKeys(["event"])
      return .backspace
    }
  }

  private static func tokenEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    switch name {
    case "insert-token":
      try line.checkKeys(["event", "facet", "value", "at"])
      return .insertToken(try token(line), at: try line.optionalIndex("at"))
    case "remove-token":
      try line.checkKeys(["event", "at", "by"])
      let index = try line.index("at")
      let actor = try line.optionalString("by") == nil ? .app : try actor(line)
      return actor == .user ? .deleteToken(at: index) : .removeToken(at: index)
    default:
      try line.checkKeys(["event", "start", "end"])
      return .copyTokens(try range(line))
    }
  }

  private static func indexEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    try line.checkKeys(["event", "index"])
    let index = try line.index("index")
    switch name {
    case "tap-row": return .tapRow(index)
    case "choose-suggestion": return .chooseSuggestion(index)
    case "choose-search-suggestion": return .chooseSearchSuggestion(index)
    default: return .selectScope(index)
    }
  }

  private static func token(_ line: TraceFileLine) throws(TraceFileError) -> SearchToken {
    SearchToken(facet: try line.string("facet"), value: try line.string("value"))
  }

  private static func range(_ line: TraceFileLine) throws(TraceFileError) -> Range<Int> {
    let start = try line.index("start")
    let end = try line.index("end")
    guard start <= end else {
      throw .wrongType(
        key: "end", got: "the number \(end)", expected: "an index from \(start)",
        at: line.position(of: "end"))
    }
    return start..<end
  }

  /// Appends the canonical line of an event.
  static func append(_ event: SessionEvent, to bytes: inout [UInt8]) {
    bytes += Array("{\"event\":".utf8)
    JSONEscape.appendQuoted(event.name, to: &bytes)
    switch event {
    case .activate(let actor): append("by", actor.rawValue, to: &bytes)
    case .type(let text), .setText(let text): append("text", text, to: &bytes)
    case .insertToken(let token, let index): append(token, at: index, to: &bytes)
    case .removeToken(let index): append("at", index, to: &bytes)
    case .deleteToken(let index):
      append("at", index, to: &bytes)
      append("by", Actor.user.rawValue, to: &bytes)
    case .convertText(let range, let token, let index):
      append(range, to: &bytes)
      append(token, at: index, to: &bytes)
    case .copyTokens(let range): append(range, to: &bytes)
    case .paste(let payload): append("payload", payload, to: &bytes)
    case .setSuggestions(let titles):
      append("titles", titles.joined(separator: ","), to: &bytes)
    case .selectScope(let index), .tapRow(let index), .chooseSuggestion(let index),
      .chooseSearchSuggestion(let index):
      append("index", index, to: &bytes)
    case .show(_, let isShown): bytes += Array(",\"value\":\(isShown)".utf8)
    case .restore(let state): if let state { append("state", state, to: &bytes) }
    case .backspace, .cancel, .search, .save, .appear: break
    }
    bytes += [UInt8(ascii: "}"), 0x0A]
  }

  private static func append(_ token: SearchToken, at index: Int?, to bytes: inout [UInt8]) {
    append("facet", token.facet, to: &bytes)
    append("value", token.value, to: &bytes)
    if let index { append("at", index, to: &bytes) }
  }

  private static func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    append("start", range.lowerBound, to: &bytes)
    append("end", range.upperBound, to: &bytes)
  }

  private static func actor(_ line: TraceFileLine) throws(TraceFileError) -> Actor {
    let name = try line.string("by")
    guard let actor = Actor(rawValue: name) else {
      throw .unknownValue(
        key: "by", name, known: Actor.allCases.map(\.rawValue), at: line.position(of: "by"))
    }
    return actor
  }

  private static func append(_ key: String, _ text: String, to bytes: inout [UInt8]) {
    bytes += Array(",\"\(key)\":".utf8)
    JSONEscape.appendQuoted(text, to: &bytes)
  }

  private static func append(_ key: String, _ index: Int, to bytes: inout [UInt8]) {
    bytes += Array(",\"\(key)\":\(index)".utf8)
  }
}
