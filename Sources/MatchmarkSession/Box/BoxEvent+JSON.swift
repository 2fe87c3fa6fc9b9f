internal import MatchmarkCore
package import MatchmarkJSON

/// The events of a person in files and messages: `{"event": "type", "text": "a"}`.
extension BoxEvent {
  private static let plain: [(name: String, event: BoxEvent)] = [
    ("backspace", .backspace), ("remove-token", .removeToken), ("submit", .submit),
    ("release", .release), ("clear", .clear), ("cancel", .cancel), ("dismiss", .dismiss),
  ]
  private static let texts = ["type": "text", "paste": "text", "add-token": "token"]
  private static let numbers = ["press": "row", "select-scope": "scope"]

  /// The names of the events that a person causes.
  package static let personNames = plain.map(\.name) + (Array(texts.keys) + numbers.keys).sorted()

  /// Reads an event of a person; nil if none has the name.
  package init?<Failure: JSONFormatError>(
    _ field: JSONField<Failure>, named name: String
  ) throws(Failure) {
    if let key = Self.texts[name] {
      let text = try field.object(["event", key])[key].string()
      self =
        switch name {
        case "type": .type(text)
        case "paste": .paste(text)
        default: .addToken(text)
        }
    } else if let key = Self.numbers[name] {
      let number = try field.object(["event", key])[key].integer(
        in: 0 ... .max, expected: "a whole number, 0 or more")
      self = name == "press" ? .press(number) : .selectScope(number)
    } else if let form = Self.plain.first(where: { $0.name == name }) {
      _ = try field.object(["event"])
      self = form.event
    } else {
      return nil
    }
  }

  /// The event as it is written in files and messages.
  package var json: JSONValue {
    func event(_ name: String, _ key: String, _ value: JSONValue) -> JSONValue {
      .object([.init("event", .string(name)), .init(key, value)])
    }
    switch self {
    case .type(let text): return event("type", "text", .string(text))
    case .paste(let text): return event("paste", "text", .string(text))
    case .addToken(let token): return event("add-token", "token", .string(token))
    case .press(let row): return event("press", "row", .integer(row))
    case .selectScope(let scope): return event("select-scope", "scope", .integer(scope))
    case .comeBack: return .object([.init("event", .string("come-back"))])
    case .wake: return .object([.init("event", .string("wake"))])
    case .answer(let search, let answer):
      return .object(
        [.init("event", .string("answer")), .init("search", .integer(search))] + answer.members)
    default:
      let name = Self.plain.first { $0.event == self }?.name ?? ""
      return .object([.init("event", .string(name))])
    }
  }
}

extension BoxAnswer {
  fileprivate var members: [JSONValue.Member] {
    switch self {
    case .failure: [.init("failed", .boolean(true))]
    case .rows(let rows, let total, let isComplete):
      [
        .init("rows", .list(rows)), .init("total", .integer(total)),
        .init("complete", .boolean(isComplete)),
      ]
    }
  }
}
