import MatchmarkCore
import MatchmarkJSON
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
        Suggestion("R", represented: ["a": .array([.integer(7), .null])]),
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

  private func error(of text: String) -> TraceFileError? {
    #expect(throws: TraceFileError.self) { try decode(text) }
  }

  /// The error of an event line, which follows the line of its trace.
  private func error(ofEvent line: String) -> TraceFileError? {
    error(of: "{\"trace\":\"t\"}\n" + line + "\n")
  }

  /// Expects an error of an event line, which is line 2, at a column.
  private func expect(
    _ message: String, at column: Int?, ofEvent line: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = error(ofEvent: line)
    #expect(error?.message == message, sourceLocation: sourceLocation)
    #expect(error?.position == at(2, column), sourceLocation: sourceLocation)
  }

  @Test("A trace file writes every event in exactly one way")
  func canonicalBytes() {
    let bytes = TraceFile.encode([Self.everyEvent])
    #expect(String(decoding: bytes, as: UTF8.self) == Self.everyEventText)
  }

  @Test("A trace file reads back what it wrote")
  func roundTrip() throws {
    let traces = [
      Self.everyEvent, Trace(name: "empty", events: []),
      Trace(name: "nfd", events: [.type("e\u{301}")]),
    ]
    let decoded = try TraceFile.decode(TraceFile.encode(traces), file: "t.jsonl")
    #expect(decoded == traces)
    #expect(TraceFile.encode(decoded) == TraceFile.encode(traces))
  }

  @Test("The identity of a trace file follows its bytes")
  func identity() {
    #expect(TraceFile.identity(of: []) == "00000000-0")
    #expect(TraceFile.identity(of: [Trace(name: "t", events: [])]).hasSuffix("-14"))
  }

  @Test("A trace file may be empty, and may have spaces, CR LF and no final LF")
  func leniency() throws {
    #expect(try decode("").isEmpty)
    let event = #"{"event":"insert-token","value":"v","facet":"f"}"#
    #expect(
      try decode("{ \"trace\" : \"t\" }\r\n" + event)
        == [Trace(name: "t", events: [.insertToken(FieldToken(facet: "f", value: "v"), at: nil)])])
  }

  @Test("The error about an unknown event in a trace file offers the nearest known one")
  func unknownEvent() {
    let error = error(ofEvent: #"{"event":"insert-tokn"}"#)
    #expect(error?.position == at(2, 2))
    let start = "t.jsonl:2:2: got event 'insert-tokn', expected one of activate, deactivate, type, "
    #expect(error?.description.hasPrefix(start) == true)
    #expect(error?.message.hasSuffix("; did you mean 'insert-token'?") == true)
    let other = self.error(ofEvent: #"{"event":"explode"}"#)
    #expect(other?.position == at(2, 2))
    #expect(other?.message.hasPrefix("got event 'explode', expected one of activate, ") == true)
    #expect(other?.message.contains("did you mean") == false)
  }

  @Test("A trace file with unknown, repeated or missing keys is refused")
  func keys() {
    expect(
      "got key 'txt', expected one of event, text; did you mean 'text'?", at: 17,
      ofEvent: #"{"event":"type","txt":"u"}"#)
    expect(
      "got key 'at', expected one of event", at: 22, ofEvent: #"{"event":"backspace","at":1}"#)
    expect(
      "got key 'text' twice, expected it only once", at: 28,
      ofEvent: #"{"event":"type","text":"u","text":"v"}"#)
    expect("missing key 'text'", at: nil, ofEvent: #"{"event":"type"}"#)
    expect(
      """
      got key 'icn', expected one of title, description, icon, attributed, represented; \
      did you mean 'icon'?
      """, at: 28,
      ofEvent: #"{"event":"set-suggestions","suggestions":[{"title":"x","icn":"y"}]}"#)
    expect("missing key 'at'", at: nil, ofEvent: #"{"event":"remove-token"}"#)
  }

  @Test("A trace file with a value of the wrong type is refused")
  func types() {
    expect(
      "got 1 for 'text', expected a string", at: 17, ofEvent: #"{"event":"type","text":1}"#)
    expect(
      "got 1.5 for 'at', expected a whole number", at: 25,
      ofEvent: #"{"event":"remove-token","at":1.5}"#)
    expect(
      "got null for 'index', expected a whole number", at: 25,
      ofEvent: #"{"event":"select-scope","index":null}"#)
    expect(
      "got -1 for 'index', expected an index from 0", at: 25,
      ofEvent: #"{"event":"select-scope","index":-1}"#)
    expect(
      "got the number 1 for 'end', expected an index from 2", at: 29,
      ofEvent: #"{"event":"select","start":2,"end":1}"#)
    expect(
      "got 'cat' for 'by', expected one of user, app", at: 21,
      ofEvent: #"{"event":"activate","by":"cat"}"#)
    expect(
      "got an array of 1 for 'text', expected a string", at: 17,
      ofEvent: #"{"event":"type","text":["u"]}"#)
    for (list, message) in [
      (#"{"a":1}"#, "got an object for 'suggestions', expected an array"),
      ("[1]", "got 1 for 'suggestions[0]', expected a title, or an object with a title"),
      (#"["a",{"icon":"x"}]"#, "missing key 'title'"),
      (#"[{"title":7}]"#, "got 7 for 'suggestions[0].title', expected a string"),
    ] {
      expect(message, at: 28, ofEvent: #"{"event":"set-suggestions","suggestions":\#(list)}"#)
    }
    let deep = String(repeating: "[", count: 40)
    let nested = error(ofEvent: #"{"event":"set-suggestions","suggestions":\#(deep)"#)
    #expect(nested?.description.contains("nested deeper than 32") == true)
  }

  @Test("A trace file with a line that is neither a trace nor an event is refused")
  func lines() {
    let expected = "expected 'trace' or 'event' as the first key"
    expect(
      "got a line that begins with 'kind', \(expected)", at: nil, ofEvent: #"{"kind":"type"}"#)
    expect("got an empty object, \(expected)", at: nil, ofEvent: "{}")
    #expect(
      error(of: #"{"event":"cancel"}"#)?.description
        == "t.jsonl:1: got an event, expected a line that names a trace first")
    #expect(
      error(of: "{\"trace\":\"t\"}\n{\"trace\":\"t\"}")?.description
        == "t.jsonl:2: got a second trace 't', expected unique names")
    #expect(
      error(of: "{\"trace\":\"\"}")?.description
        == "t.jsonl:1: got a trace without a name, expected one")
  }

  @Test(
    "The error about invalid JSON in a trace file names the line and the column",
    arguments: [
      ("", 1), ("nonsense", 1), (#"{"event":"cancel"} x"#, 20), (#"{"event":"cancel",}"#, 19),
      (#"{"event":tru}"#, 10), (#"{"event":"type","text":"é\q"}"#, 26), (#"{"event":"ca"#, 10),
      (#"{"event":"type","text":01}"#, 24), (#"{"event":"type","text":"\ud800"}"#, 25),
    ])
  func invalidJSON(line: String, column: Int) {
    #expect(error(ofEvent: line)?.position == at(2, column))
  }

  @Test("The error about invalid UTF-8 in a trace file names the byte")
  func invalidUTF8() {
    let bytes = Array("{\"trace\":\"é".utf8) + [0xFF]
    let error = #expect(throws: TraceFileError.self) {
      try TraceFile.decode(bytes, file: "t.jsonl")
    }
    #expect(
      error?.description
        == "t.jsonl:1:12: got a byte sequence that is not UTF-8 at byte 12, expected UTF-8")
    #expect(error?.position == at(1, 12))
  }

  @Test("Surrogate pairs and short escapes in a trace file are decoded")
  func escapes() throws {
    let text = "{\"trace\":\"\\ud83d\\udc4d\\t\\/\\u00e9\"}"
    #expect(try decode(text).first?.name == "👍\t/é")
  }

  @Test("A trace replays its events, and only those of an active search give keystrokes")
  func replay() throws {
    let trace = Trace(
      name: "t", events: [.type("x"), .activate(by: .user), .type("y"), .backspace, .cancel])
    let keystrokes = try trace.keystrokes(in: SearchSession())
    #expect(keystrokes.map(\.query.text) == ["x", "xy", "x"])
  }
}
