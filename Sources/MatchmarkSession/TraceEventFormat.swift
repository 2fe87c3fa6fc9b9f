internal import MatchmarkCore

/// How each event is spelled in a trace file: its keys, in canonical order.
///
/// | event | keys |
/// |---|---|
/// | `activate` | `by`: `user` or `app` |
/// | `type`, `set-text` | `text` |
/// | `backspace`, `cancel` | |
/// | `insert-token` | `facet`, `value`, and `at`, without which the token goes behind the last |
/// | `remove-token` | `at` |
/// | `select-scope` | `index`: 0 is the title that matches every row |
enum TraceEventFormat {
  /// Reads the event of a line.
  static func event(_ line: TraceFileLine) throws(TraceFileError) -> SessionEvent {
    let name = try line.string("event")
    switch name {
    case "activate":
      try line.checkKeys(["event", "by"])
      return .activate(by: try actor(line))
    case "type":
      try line.checkKeys(["event", "text"])
      return .type(try line.string("text"))
    case "set-text":
      try line.checkKeys(["event", "text"])
      return .setText(try line.string("text"))
    case "backspace":
      try line.checkKeys(["event"])
      return .backspace
    case "insert-token":
      try line.checkKeys(["event", "facet", "value", "at"])
      let token = SearchToken(facet: try line.string("facet"), value: try line.string("value"))
      return .insertToken(token, at: try line.optionalIndex("at"))
    case "remove-token":
      try line.checkKeys(["event", "at"])
      return .removeToken(at: try line.index("at"))
    case "select-scope":
      try line.checkKeys(["event", "index"])
      return .selectScope(try line.index("index"))
    case "cancel":
      try line.checkKeys(["event"])
      return .cancel
    default:
      throw .unknownEvent(
        name, nearest: NearestName.of(name, among: SessionEvent.names),
        at: line.position(of: "event"))
    }
  }

  /// Appends the canonical line of an event.
  static func append(_ event: SessionEvent, to bytes: inout [UInt8]) {
    bytes += Array("{\"event\":".utf8)
    JSONEscape.appendQuoted(event.name, to: &bytes)
    switch event {
    case .activate(let actor):
      append("by", actor.rawValue, to: &bytes)
    case .type(let text), .setText(let text):
      append("text", text, to: &bytes)
    case .insertToken(let token, let index):
      append("facet", token.facet, to: &bytes)
      append("value", token.value, to: &bytes)
      if let index { append("at", index, to: &bytes) }
    case .removeToken(let index):
      append("at", index, to: &bytes)
    case .selectScope(let index):
      append("index", index, to: &bytes)
    case .backspace, .cancel:
      break
    }
    bytes += [UInt8(ascii: "}"), 0x0A]
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
