internal import MatchmarkCore
package import MatchmarkJSON
internal import MatchmarkRecord
package import MatchmarkSession

/// A request to a search box in another process.
package enum BoxRequest: Sendable, Hashable {
  /// Make a new box, which takes the place of the last one, from a saved state if there is one.
  case start(savedState: String?)
  /// Handle an event at a time in milliseconds.
  case event(BoxEvent, time: Int)
  /// Save the state of the box.
  case save

  package var type: String {
    switch self {
    case .start: "start"
    case .event: "event"
    case .save: "save"
    }
  }

  /// The line without its line feed.
  package var json: JSONValue {
    let type = JSONValue.Member("type", .string(type))
    switch self {
    case .start(let state):
      return .object([type, .init("state", state.map { .string($0) } ?? .null)])
    case .event(let event, let time):
      return .object([type, .init("at", .integer(time))] + event.json.members)
    case .save: return .object([type])
    }
  }
}

/// The reply of a search box in another process.
package struct BoxReply: Sendable, Hashable {
  /// The reaction to an event; an empty one to everything else.
  package var reaction = BoxReaction()
  /// The display; nil in the reply to `save`.
  package var display: BoxDisplay?
  /// The saved state; nil if nothing was saved.
  package var savedState: String?

  /// Reads the reply to a request.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  package init(decoding line: [UInt8], to request: BoxRequest) throws(MessageError) {
    let object = try MessageField(reading: line)
    let type = try object["type"].string()
    if type == "error" {
      throw MessageError(
        .errored, at: "error", got: "'\(try object["error"].nonEmptyString())'",
        expected: "a reply to '\(request.type)'")
    }
    guard type == request.type else {
      throw MessageError(.outOfOrder, at: "type", got: "'\(type)'", expected: "'\(request.type)'")
    }
    switch request {
    case .start:
      display = try BoxDisplay(try object.object(["type", "display"])["display"])
    case .save:
      savedState = try object.object(["type", "state"])["state"].optionalString()
    case .event:
      _ = try object.object(
        ["type", "display"], optional: ["ask", "cancel", "open", "wake_at"])
      display = try BoxDisplay(object["display"])
      reaction = try BoxReaction(object)
    }
  }
}

extension BoxReaction {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    self.init()
    asks =
      try object["ask"].ifPresent?.array().map { ask throws(MessageError) in
        _ = try ask.object(["search", "text"], optional: ["tokens", "scope"])
        return Ask(search: try ask["search"].integer(), try BoxQuery(ask))
      } ?? []
    cancelled =
      try object["cancel"].ifPresent?.array().map { search throws(MessageError) in
        try search.integer()
      } ?? []
    if let opening = object["open"].ifPresent {
      let keys = try opening.keys()
      guard keys == ["row"] || keys == ["text"] else {
        throw opening.wrong("an object with the key 'row' or 'text'")
      }
      opened =
        keys == ["row"]
        ? .row(try opening["row"].string()) : .text(try opening["text"].string())
    }
    wakeAt = try object["wake_at"].ifPresent?.integer()
  }
}

extension BoxQuery {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    self.init(
      try object["text"].string(), tokens: try object["tokens"].ifPresent?.strings() ?? [],
      scope: try object["scope"].ifPresent?.integer() ?? 0)
  }
}

extension BoxDisplay {
  fileprivate init(_ object: MessageField) throws(MessageError) {
    _ = try object.object(
      ["text", "state", "rows"], optional: ["tokens", "scope", "stale", "count"])
    self.init(
      try BoxQuery(object), try object["state"].choice(State.self),
      rows: try object["rows"].strings(),
      isStale: try object["stale"].ifPresent?.boolean() ?? false,
      count: try object["count"].ifPresent?.integer())
  }
}

extension BoxRules {
  private static let keys = ["features", "submit", "debounce_ms", "in_flight"]

  /// Reads the rules that a box declares.
  ///
  /// An unknown rule is refused: the box would not be held to what it means to promise.
  init(_ object: MessageField) throws(MessageError) {
    _ = try object.object([], optional: Self.keys)
    self.init(
      features: Set(
        try object["features"].ifPresent?.array().map { feature throws(MessageError) in
          try feature.choice(Feature.self)
        } ?? []),
      submit: try object["submit"].ifPresent?.choice(Submit.self),
      debounceInMilliseconds: try object["debounce_ms"].ifPresent?.integer(),
      inFlightLimit: try object["in_flight"].ifPresent?.integer())
    if let contradiction {
      throw MessageError(at: "rules", got: contradiction, expected: "rules that can hold")
    }
  }
}
