internal import MatchmarkCore

/// How each event is spelled in a trace file: its keys, in canonical order.
///
/// | event | keys |
/// |---|---|
/// | `activate` | `by`: `user` or `app` |
/// | `type`, `set-text`, `mark-text` | `text` |
/// | `deactivate`, `backspace`, `unmark-text`, `copy`, `cut`, `undo` | |
/// | `search`, `end-editing`, `cancel`, `save`, `appear` | |
/// | `select` | `start`, `end`: positions, tokens first |
/// | `paste` | `payload`, without which the pasteboard is pasted |
/// | `insert-token` | `facet`, `value`, `title`, `icon`, and `at`, without which it goes last |
/// | `remove-token` | `at`, and `by`, without which the app removes it |
/// | `convert-text` | `start`, `end`, and the keys of `insert-token` |
/// | `select-scope` | `index`: 0 is the title that matches every row |
/// | `tap-row`, `choose-suggestion`, `choose-search-suggestion` | `index` |
/// | `tap-button` | `button`: `bookmark` or `results-list` |
/// | `set-suggestions` | `suggestions`: an array of titles, or of objects with a `title` |
/// | `set-shows-scope-bar`, `set-shows-results`, `set-shows-cancel-button` | `value`, or null |
/// | `set-enabled` | `value` |
/// | `set-title` | `title` |
/// | `restore` | `state`, without which the last saved one is read |
enum TraceEventFormat {
  /// Reads the event of a line.
  static func event(_ line: TraceFileLine) throws(TraceFileError) -> SessionEvent {
    let name = try line.string("event")
    if let part = ShownPart(rawValue: name) {
      try line.checkKeys(["event", "value"])
      return .show(part, try line.optionalBoolean("value"))
    }
    switch name {
    case "type", "set-text", "mark-text": return try textEvent(name, line)
    case "insert-token", "remove-token", "convert-text": return try tokenEvent(name, line)
    case "select-scope", "tap-row", "choose-suggestion", "choose-search-suggestion":
      return try indexEvent(name, line)
    case "activate":
      try line.checkKeys(["event", "by"])
      return .activate(by: try line.choice("by", of: Actor.self))
    case "tap-button":
      try line.checkKeys(["event", "button"])
      return .tapButton(try line.choice("button", of: BarButton.self))
    case "select":
      try line.checkKeys(["event", "start", "end"])
      return .select(try range(line))
    default: return try otherEvent(name, line)
    }
  }

  private static func otherEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    switch name {
    case "paste":
      try line.checkKeys(["event", "payload"])
      return .paste(try line.optionalString("payload"))
    case "restore":
      try line.checkKeys(["event", "state"])
      return .restore(try line.optionalString("state"))
    case "set-title":
      try line.checkKeys(["event", "title"])
      return .setTitle(try line.string("title"))
    case "set-enabled":
      try line.checkKeys(["event", "value"])
      return .setEnabled(try line.boolean("value"))
    case "set-suggestions":
      return .setSuggestions(try suggestions(line))
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

  private static func suggestions(
    _ line: TraceFileLine
  ) throws(TraceFileError) -> [Suggestion] {
    try line.checkKeys(["event", "suggestions"])
    let form = "an array of titles, or of objects with a title"
    let known = Suggestion.CodingKeys.allCases.map(\.rawValue)
    for case .object(let members) in try line.nested(
      "suggestions", as: [JSONValue].self, expected: form)
    {
      guard let unknown = members.keys.sorted().first(where: { !known.contains($0) })
      else { continue }
      throw .unknownKey(
        unknown, nearest: NearestName.of(unknown, among: known), known: known,
        at: line.position(of: "suggestions"))
    }
    return try line.nested("suggestions", as: [Suggestion].self, expected: form)
  }

  /// The events that are nothing but a name.
  private static let plainEvents: [SessionEvent] = [
    .deactivate, .backspace, .unmarkText, .copy, .cut, .undo, .search, .endEditing, .cancel,
    .save, .appear,
  ]

  private static func textEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    try line.checkKeys(["event", "text"])
    let text = try line.string("text")
    return switch name {
    case "type": .type(text)
    case "set-text": .setText(text)
    default: .markText(text)
    }
  }

  private static func tokenEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    let tokenKeys = ["facet", "value", "title", "icon", "at"]
    switch name {
    case "insert-token":
      try line.checkKeys(["event"] + tokenKeys)
      return .insertToken(try token(line), at: try line.optionalIndex("at"))
    case "convert-text":
      try line.checkKeys(["event", "start", "end"] + tokenKeys)
      return .convertText(try range(line), try token(line), at: try line.optionalIndex("at"))
    default:
      try line.checkKeys(["event", "at", "by"])
      let index = try line.index("at")
      let isByUser = try line.optionalChoice("by", of: Actor.self) == .user
      return isByUser ? .deleteToken(at: index) : .removeToken(at: index)
    }
  }

  private static func indexEvent(
    _ name: String, _ line: TraceFileLine
  ) throws(TraceFileError) -> SessionEvent {
    try line.checkKeys(["event", "index"])
    let index = try line.index("index")
    return switch name {
    case "tap-row": .tapRow(index)
    case "choose-suggestion": .chooseSuggestion(index)
    case "choose-search-suggestion": .chooseSearchSuggestion(index)
    default: .selectScope(index)
    }
  }

  private static func token(_ line: TraceFileLine) throws(TraceFileError) -> FieldToken {
    FieldToken(
      facet: try line.string("facet"), value: try line.string("value"),
      title: try line.optionalString("title"), icon: try line.optionalString("icon"))
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
}
