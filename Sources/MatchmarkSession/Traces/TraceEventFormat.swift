internal import MatchmarkCore
internal import MatchmarkJSON

/// The form of each event in a trace file: its name, its other keys, and the function that reads
/// it.
enum TraceEventFormat {
  static func event(_ line: TraceFileLine) throws(TraceFileError) -> SessionEvent {
    let name = try line["event"].string()
    if let part = ShownPart(rawValue: name) {
      return .show(part, try line.object(["event", "value"])["value"].optionalBoolean())
    }
    guard let form = forms.first(where: { $0.name == name }) else {
      let known = "\(names.joined(separator: ", "))\(NearestName.hint(name, among: names))"
      throw TraceFileError(
        "got event '\(name)', expected one of \(known)", at: line.origin.position(of: "event"))
    }
    return try form.read(line.object([], optional: ["event"] + form.keys))
  }

  static let names = forms.map(\.name) + ShownPart.allCases.map(\.rawValue)

  private typealias Read = @Sendable (TraceFileLine) throws(TraceFileError) -> SessionEvent

  /// A type, because a tuple with such a function needs the runtime of macOS 15.
  private struct Form: Sendable {
    let name: String
    let keys: [String]
    let read: Read

    init(_ name: String, _ keys: [String], _ read: @escaping Read) {
      (self.name, self.keys) = (name, keys)
      self.read = read
    }
  }

  private static let forms: [Form] = [
    Form(
      "activate", ["by"],
      { line throws(TraceFileError) in .activate(by: try line["by"].choice(Actor.self)) }
    ),
    Form("deactivate", [], { _ in .deactivate }),
    Form("type", ["text"], text(SessionEvent.type)),
    Form("backspace", [], { _ in .backspace }),
    Form("set-text", ["text"], text(SessionEvent.setText)),
    Form("mark-text", ["text"], text(SessionEvent.markText)),
    Form("unmark-text", [], { _ in .unmarkText }),
    // The positions count tokens first.
    Form("select", ["start", "end"], { line throws(TraceFileError) in .select(try range(line)) }),
    Form("copy", [], { _ in .copy }),
    Form("cut", [], { _ in .cut }),
    // Without a payload, the content of the pasteboard is pasted.
    Form("paste", ["payload"], optionalText(SessionEvent.paste, key: "payload")),
    Form("undo", [], { _ in .undo }),
    // Without `at`, the token is appended.
    Form(
      "insert-token", tokenKeys,
      { line throws(TraceFileError) in
        .insertToken(try FieldToken(line), at: try line["at"].ifPresent?.index())
      }
    ),
    // Without `by`, the app removes the token.
    Form(
      "remove-token", ["at", "by"],
      { line throws(TraceFileError) in
        let index = try line["at"].index()
        let isByUser = try line["by"].ifPresent?.choice(Actor.self) == .user
        return isByUser ? .deleteToken(at: index) : .removeToken(at: index)
      }
    ),
    Form(
      "convert-text", ["start", "end"] + tokenKeys,
      { line throws(TraceFileError) in
        .convertText(try range(line), try FieldToken(line), at: try line["at"].ifPresent?.index())
      }
    ),
    // Index 0 is the title that matches every row.
    Form("select-scope", ["index"], index(SessionEvent.selectScope)),
    Form("search", [], { _ in .search }),
    Form("end-editing", [], { _ in .endEditing }),
    Form("cancel", [], { _ in .cancel }),
    Form("tap-row", ["index"], index(SessionEvent.tapRow)),
    Form(
      "tap-button", ["button"],
      { line throws(TraceFileError) in
        .tapButton(try line["button"].choice(BarButton.self))
      }
    ),
    Form("choose-suggestion", ["index"], index(SessionEvent.chooseSuggestion)),
    Form(
      "set-suggestions", ["suggestions"],
      { line throws(TraceFileError) in .setSuggestions(try suggestions(line)) }
    ),
    Form("choose-search-suggestion", ["index"], index(SessionEvent.chooseSearchSuggestion)),
    Form(
      "set-enabled", ["value"],
      { line throws(TraceFileError) in .setEnabled(try line["value"].boolean()) }
    ),
    Form("set-title", ["title"], text(SessionEvent.setTitle, key: "title")),
    Form("save", [], { _ in .save }),
    // Without a state, the last saved one is read.
    Form("restore", ["state"], optionalText(SessionEvent.restore, key: "state")),
    Form("appear", [], { _ in .appear }),
  ]

  private static func text(
    _ event: @escaping @Sendable (String) -> SessionEvent, key: String = "text"
  ) -> Read {
    { line throws(TraceFileError) in event(try line[key].string()) }
  }

  private static func optionalText(
    _ event: @escaping @Sendable (String?) -> SessionEvent, key: String
  ) -> Read {
    { line throws(TraceFileError) in event(try line[key].ifPresent?.string()) }
  }

  private static func index(_ event: @escaping @Sendable (Int) -> SessionEvent) -> Read {
    { line throws(TraceFileError) in event(try line["index"].index()) }
  }

  private static let tokenKeys = ["facet", "value", "title", "icon", "at"]

  /// Reads an array of titles, or of objects with a `title`.
  private static func suggestions(
    _ line: TraceFileLine
  ) throws(TraceFileError) -> [Suggestion] {
    try line["suggestions"].array().map { field throws(TraceFileError) in
      if case .object? = field.value {
        _ = try field.object(["title"], optional: Suggestion.optionalKeys)
      }
      return try Suggestion(field)
    }
  }

  private static func range(_ line: TraceFileLine) throws(TraceFileError) -> Range<Int> {
    let start = try line["start"].index()
    let end = try line["end"].index()
    guard start <= end else {
      throw TraceFileError(
        "got the number \(end) for 'end', expected an index from \(start)",
        at: line.origin.position(of: "end"))
    }
    return start..<end
  }

  static func append(_ event: SessionEvent, to bytes: inout [UInt8]) {
    let (name, keys) = written(event)
    let members = [JSONValue.Member("event", .string(name))] + keys.members
    bytes += JSONValue.object(members).bytes + [0x0A]
  }

  /// Returns the name of an event and its other keys, in canonical order.
  static func written(_ event: SessionEvent) -> (name: String, keys: JSONValue) {
    switch event {
    case .activate(let actor): ("activate", ["by": .string(actor.rawValue)])
    case .deactivate: ("deactivate", [:])
    case .type(let text): ("type", ["text": .string(text)])
    case .backspace: ("backspace", [:])
    case .setText(let text): ("set-text", ["text": .string(text)])
    case .markText(let text): ("mark-text", ["text": .string(text)])
    case .unmarkText: ("unmark-text", [:])
    case .select(let range): ("select", .object(ends(of: range)))
    case .copy: ("copy", [:])
    case .cut: ("cut", [:])
    case .paste(let payload): ("paste", ["payload": payload.map { .string($0) }])
    case .undo: ("undo", [:])
    case .insertToken(let token, let index):
      ("insert-token", .object(token.json.members + place(index)))
    case .removeToken(let index): ("remove-token", ["at": .integer(index)])
    case .deleteToken(let index):
      ("remove-token", ["at": .integer(index), "by": .string(Actor.user.rawValue)])
    case .convertText(let range, let token, let index):
      ("convert-text", .object(ends(of: range) + token.json.members + place(index)))
    case .selectScope(let index): ("select-scope", ["index": .integer(index)])
    case .search: ("search", [:])
    case .endEditing: ("end-editing", [:])
    case .cancel: ("cancel", [:])
    case .tapRow(let index): ("tap-row", ["index": .integer(index)])
    case .tapButton(let button): ("tap-button", ["button": .string(button.rawValue)])
    case .chooseSuggestion(let index): ("choose-suggestion", ["index": .integer(index)])
    case .setSuggestions(let list): ("set-suggestions", ["suggestions": .array(list.map(\.json))])
    case .chooseSearchSuggestion(let index):
      ("choose-search-suggestion", ["index": .integer(index)])
    case .show(let part, let isShown):
      (part.rawValue, ["value": isShown.map { .boolean($0) } ?? .null])
    case .setEnabled(let isEnabled): ("set-enabled", ["value": .boolean(isEnabled)])
    case .setTitle(let title): ("set-title", ["title": .string(title)])
    case .save: ("save", [:])
    case .restore(let state): ("restore", ["state": state.map { .string($0) }])
    case .appear: ("appear", [:])
    }
  }

  private static func ends(of range: Range<Int>) -> [JSONValue.Member] {
    [.init("start", .integer(range.lowerBound)), .init("end", .integer(range.upperBound))]
  }

  private static func place(_ index: Int?) -> [JSONValue.Member] {
    index.map { [.init("at", .integer($0))] } ?? []
  }
}
