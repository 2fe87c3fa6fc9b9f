import MatchmarkCore
import MatchmarkSession
import Testing

@Suite("A trace file")
struct TraceFileTests {
  private static let token = FieldToken(facet: "continent", value: "Europe")

  private static let everyEvent = Trace(
    name: "every-event", why: "one of each",
    events: [
      .activate(by: .user), .activate(by: .app), .type("u"), .backspace,
      .setText("a \"quoted\"\nline \u{1}é"), .insertToken(token, at: 0),
      .insertToken(token, at: nil), .removeToken(at: 1), .selectScope(2), .cancel, .deactivate,
      .markText("て"), .unmarkText, .select(0..<2), .copy, .cut, .paste(nil), .paste("{}"), .undo,
      .insertToken(FieldToken(facet: "f", value: "v", title: "V", icon: "leaf"), at: nil),
      .deleteToken(at: 0), .convertText(1..<2, token, at: 0), .search, .endEditing, .tapRow(3),
      .tapButton(.resultsList), .chooseSuggestion(1),
      .setSuggestions([
        Suggestion("a, b"), Suggestion(""),
        Suggestion("R", represented: .object(["a": .array([.integer(7), .null])])),
      ]), .setSuggestions([]), .chooseSearchSuggestion(0), .show(.scopeBar, true),
      .show(.results, nil), .show(.cancelButton, false), .setEnabled(false), .setTitle("Plans"),
      .save, .restore(nil), .restore("{}"), .appear,
    ])

  private static let everyEventText = #"""
    {"trace":"every-event","why":"one of each"}
    {"event":"activate","by":"user"}
    {"event":"activate","by":"app"}
    {"event":"type","text":"u"}
    {"event":"backspace"}
    {"event":"set-text","text":"a \"quoted\"\nline \u0001é"}
    {"event":"insert-token","facet":"continent","value":"Europe","at":0}
    {"event":"insert-token","facet":"continent","value":"Europe"}
    {"event":"remove-token","at":1}
    {"event":"select-scope","index":2}
    {"event":"cancel"}
    {"event":"deactivate"}
    {"event":"mark-text","text":"て"}
    {"event":"unmark-text"}
    {"event":"select","start":0,"end":2}
    {"event":"copy"}
    {"event":"cut"}
    {"event":"paste"}
    {"event":"paste","payload":"{}"}
    {"event":"undo"}
    {"event":"insert-token","facet":"f","value":"v","title":"V","icon":"leaf"}
    {"event":"remove-token","at":0,"by":"user"}
    {"event":"convert-text","start":1,"end":2,"facet":"continent","value":"Europe","at":0}
    {"event":"search"}
    {"event":"end-editing"}
    {"event":"tap-row","index":3}
    {"event":"tap-button","button":"results-list"}
    {"event":"choose-suggestion","index":1}
    {"event":"set-suggestions","suggestions":["a, b","",{"represented":{"a":[7,null]},"title":"R"}]}
    {"event":"set-suggestions","suggestions":[]}
    {"event":"choose-search-suggestion","index":0}
    {"event":"set-shows-scope-bar","value":true}
    {"event":"set-shows-results","value":null}
    {"event":"set-shows-cancel-button","value":false}
    {"event":"set-enabled","value":false}
    {"event":"set-title","title":"Plans"}
    {"event":"save"}
    {"event":"restore"}
    {"event":"restore","state":"{}"}
    {"event":"appear"}

    """#

  private func decode(_ text: String) throws(TraceFileError) -> [Trace] {
    try TraceFile.decode(Array(text.utf8), file: "t.jsonl")
  }

  private func at(_ line: Int, _ column: Int? = nil) -> SourcePosition {
    SourcePosition(file: "t.jsonl", line: line, column: column)
  }

  /// The error of an event line, which follows the line of its trace.
  private func error(ofEvent line: String) -> TraceFileError? {
    #expect(throws: TraceFileError.self) {
      try decode("{\"trace\":\"t\"}\n" + line + "\n")
    }
  }

  @Test("writes every event in exactly one way")
  func canonicalBytes() {
    let bytes = TraceFile.encode([Self.everyEvent])
    #expect(String(decoding: bytes, as: UTF8.self) == Self.everyEventText)
  }

  @Test("reads back what it wrote")
  func roundTrip() throws {
    let traces = [
      Self.everyEvent, Trace(name: "empty", events: []),
      Trace(name: "nfd", events: [.type("e\u{301}")]),
    ]
    let decoded = try TraceFile.decode(TraceFile.encode(traces), file: "t.jsonl")
    #expect(decoded == traces)
    #expect(TraceFile.encode(decoded) == TraceFile.encode(traces))
  }

  @Test("has an identity that follows its bytes")
  func identity() {
    #expect(TraceFile.identity(of: []) == "00000000-0")
    #expect(TraceFile.identity(of: [Trace(name: "t", events: [])]).hasSuffix("-14"))
  }

  @Test("can be empty, and have spaces, CR LF, keys in any order after the first, and no final LF")
  func leniency() throws {
    #expect(try decode("").isEmpty)
    let event = #"{"event":"insert-token","value":"v","facet":"f"}"#
    #expect(
      try decode("{ \"trace\" : \"t\" }\r\n" + event)
        == [Trace(name: "t", events: [.insertToken(FieldToken(facet: "f", value: "v"), at: nil)])])
  }

  @Test("offers the nearest known event for an unknown one")
  func unknownEvent() {
    let error = error(ofEvent: #"{"event":"insert-tokn"}"#)
    #expect(error == .unknownEvent("insert-tokn", nearest: "insert-token", at: at(2, 2)))
    #expect(error?.description.contains("did you mean 'insert-token'?") == true)
    #expect(
      self.error(ofEvent: #"{"event":"explode"}"#)
        == .unknownEvent("explode", nearest: nil, at: at(2, 2)))
  }

  @Test("refuses unknown, repeated and missing keys")
  func keys() {
    #expect(
      error(ofEvent: #"{"event":"type","txt":"u"}"#)
        == .unknownKey("txt", nearest: "text", known: ["event", "text"], at: at(2, 17)))
    #expect(
      error(ofEvent: #"{"event":"backspace","at":1}"#)
        == .unknownKey("at", nearest: nil, known: ["event"], at: at(2, 22)))
    #expect(
      error(ofEvent: #"{"event":"type","text":"u","text":"v"}"#)
        == .duplicateKey("text", at: at(2, 28)))
    #expect(error(ofEvent: #"{"event":"type"}"#) == .missingKey("text", at: at(2)))
    #expect(
      error(ofEvent: #"{"event":"set-suggestions","suggestions":[{"title":"x","icn":"y"}]}"#)
        == .unknownKey(
          "icn", nearest: "icon",
          known: ["title", "description", "icon", "attributed", "represented"], at: at(2, 28)))
    #expect(error(ofEvent: #"{"event":"remove-token"}"#) == .missingKey("at", at: at(2)))
  }

  @Test("refuses values of the wrong type")
  func types() {
    #expect(
      error(ofEvent: #"{"event":"type","text":1}"#)
        == .wrongType(key: "text", got: "1", expected: "a string", at: at(2, 17)))
    #expect(
      error(ofEvent: #"{"event":"remove-token","at":1.5}"#)
        == .wrongType(
          key: "at", got: "1.5", expected: "a whole number", at: at(2, 25)))
    #expect(
      error(ofEvent: #"{"event":"select-scope","index":null}"#)
        == .wrongType(key: "index", got: "null", expected: "a whole number", at: at(2, 25)))
    #expect(
      error(ofEvent: #"{"event":"select-scope","index":-1}"#)
        == .negativeIndex(key: "index", -1, at: at(2, 25)))
    #expect(
      error(ofEvent: #"{"event":"activate","by":"cat"}"#)
        == .unknownValue(key: "by", "cat", known: ["user", "app"], at: at(2, 21)))
    #expect(
      error(ofEvent: #"{"event":"type","text":["u"]}"#)
        == .wrongType(key: "text", got: "an array of 1", expected: "a string", at: at(2, 17)))
    let form = "a title, or an object with a title"
    for (list, error) in [
      (
        #"{"a":1}"#,
        .wrongType(key: "suggestions", got: "an object", expected: "an array", at: at(2, 28))
      ),
      ("[1]", .wrongType(key: "suggestions[0]", got: "1", expected: form, at: at(2, 28))),
      (#"["a",{"icon":"x"}]"#, .missingKey("title", at: at(2, 28))),
      (
        #"[{"title":7}]"#,
        .wrongType(key: "suggestions[0].title", got: "7", expected: "a string", at: at(2, 28))
      ),
    ] as [(String, TraceFileError)] {
      #expect(self.error(ofEvent: #"{"event":"set-suggestions","suggestions":\#(list)}"#) == error)
    }
    let deep = String(repeating: "[", count: 40)
    let nested = error(ofEvent: #"{"event":"set-suggestions","suggestions":\#(deep)"#)
    #expect(nested?.description.contains("nested deeper than 32") == true)
  }

  @Test("refuses lines that are neither a trace nor an event")
  func lines() {
    #expect(
      error(ofEvent: #"{"kind":"type"}"#) == .unknownLine(firstKey: "kind", at: at(2)))
    #expect(error(ofEvent: "{}") == .unknownLine(firstKey: nil, at: at(2)))
    #expect(throws: TraceFileError.eventOutsideTrace(at: at(1))) {
      try decode(#"{"event":"cancel"}"#)
    }
    #expect(throws: TraceFileError.duplicateTrace("t", at: at(2))) {
      try decode("{\"trace\":\"t\"}\n{\"trace\":\"t\"}")
    }
    #expect(throws: TraceFileError.emptyName(at: at(1))) { try decode("{\"trace\":\"\"}") }
  }

  @Test(
    "names line and column of invalid JSON",
    arguments: [
      ("", 1), ("nonsense", 1), (#"{"event":"cancel"} x"#, 20), (#"{"event":"cancel",}"#, 19),
      (#"{"event":tru}"#, 10), (#"{"event":"type","text":"é\q"}"#, 26), (#"{"event":"ca"#, 10),
      (#"{"event":"type","text":01}"#, 24), (#"{"event":"type","text":"\ud800"}"#, 25),
    ])
  func invalidJSON(line: String, column: Int) {
    guard case .invalidJSON(_, let position) = error(ofEvent: line) else {
      Issue.record("\(line) is refused as JSON")
      return
    }
    #expect(position == at(2, column))
  }

  @Test("names the byte of invalid UTF-8")
  func invalidUTF8() {
    let bytes = Array("{\"trace\":\"é".utf8) + [0xFF]
    #expect(throws: TraceFileError.invalidUTF8(byteOffset: 12, at: at(1, 12))) {
      try TraceFile.decode(bytes, file: "t.jsonl")
    }
  }

  @Test("decodes surrogate pairs and the short escapes")
  func escapes() throws {
    let text = "{\"trace\":\"\\ud83d\\udc4d\\t\\/\\u00e9\"}"
    #expect(try decode(text).first?.name == "👍\t/é")
  }

  @Test("replays its events, inactive before and after")
  func replay() throws {
    let trace = Trace(
      name: "t", events: [.type("x"), .activate(by: .user), .type("y"), .backspace, .cancel])
    let keystrokes = try trace.keystrokes(in: SearchSession())
    #expect(keystrokes.map(\.query.text) == ["x", "xy", "x"])
  }
}
