import Foundation
import MatchmarkTestSupport
import Testing

@Suite("The session command")
struct SessionCommandTests {
  /// The output of `session` when these lines are typed.
  private func typing(_ lines: [String], app: String) throws -> String {
    let outcome = try Program.matchmark.run(
      ["session", "--app", app], input: lines.map { "\($0)\n" }.joined())
    #expect(outcome.code == 0)
    return outcome.output
  }

  /// The output after the echo of a line.
  private func part(_ output: String, after line: String) throws -> String {
    let start = try #require(output.range(of: "> \(line)\n")).upperBound
    let rest = output[start...]
    return String(rest[..<(rest.range(of: "\n> ")?.lowerBound ?? rest.endIndex)])
  }

  @Test("The text 'bu' becomes a token at once, and only its section remains (T8)")
  func conversion() throws {
    let output = try typing(["type b", "type u"], app: "plans")
    let converted = try part(output, after: "type u")
    #expect(converted.contains("field    [business] |"))
    #expect(converted.contains("results, 4 rows"))
    #expect(converted.contains("calls    should-change, text-did-change, update"))
    #expect(!converted.contains("travel"))
  }

  @Test("A session says why a pasted payload that is not a token had no effect (D18)")
  func payload() throws {
    let output = try typing([#"paste {"plan":"garden"}"#], app: "plans")
    let pasted = try part(output, after: #"paste {"plan":"garden"}"#)
    #expect(pasted.contains("calls    none"))
    #expect(
      pasted.contains("because  the payload is not a token of this field: no row can have plan"))
  }

  @Test("A session shows tokens, scopes and text in the field, the scope bar and the list")
  func countries() throws {
    let output = try typing(["token continent=Europe", "type uni", "scope 2"], app: "countries")
    let end = try part(output, after: "scope 2")
    #expect(end.contains("field    [Europe] uni|"))
    #expect(end.contains("scope    All 2018 (2019)"))
    #expect(end.contains("GB · United Kingdom · Europe · 2058323 · 2019") && end.contains("1 row"))
    #expect(try part(output, after: "activate").contains("0  Africa"))
  }

  @Test("A scope is selected by its number, or by its title")
  func scopeTitle() throws {
    let output = try typing(
      ["type uni", "scope 2018", "scope All", "scope 2", "scope al"], app: "countries")
    #expect(try part(output, after: "scope 2018").contains("scope    All (2018) 2019"))
    #expect(try part(output, after: "scope All").contains("scope    (All) 2018 2019"))
    #expect(try part(output, after: "scope 2").contains("scope    All 2018 (2019)"))
    #expect(
      try part(output, after: "scope al").contains(
        "got 'al', expected an index from 0, or a scope title"))
    let without = try typing(["scope 1"], app: "products")
    #expect(try part(without, after: "scope 1").contains("because  the field has no scopes\n"))
  }

  @Test(
    "An impossible event is refused with its reason, and the session goes on",
    arguments: [
      ("tpye x", "did you mean 'type'"), ("remove 3", "got token index 3"),
      ("remove x", "expected an index from 0"), ("token Europe", "expected FACET=VALUE"),
      (#"{"event":"typ"}"#, "line:1:2: got event 'typ'"), ("activate it", "got 'it'"),
      (
        "text \(String(repeating: "x", count: 5_000))",
        "got a text of 5000 bytes"
      ), ("suggest 9", "got suggestion 9"),
    ])
  func refused(line: String, reason: String) throws {
    let output = try typing([line, "type uni"], app: "countries")
    let refusal = try part(output, after: line)
    #expect(refusal.contains("refused") && refusal.contains(reason), "\(refusal)")
    #expect(output.contains("field    uni|"))
  }

  @Test(
    "The traces of each app print the app's golden output, which MATCHMARK_REWRITE=1 rewrites",
    arguments: ["countries", "products", "plans", "architecture"])
  func goldens(app: String) throws {
    let shown = try Program.matchmark.run([
      "session", "--app", app, WorkingCopy.path("Fixtures/traces/\(app).jsonl"),
    ])
    #expect(shown.code == 0, "\(shown.errors)")
    let path = WorkingCopy.path("Fixtures/golden/session-\(app).txt")
    if ProcessInfo.processInfo.environment["MATCHMARK_REWRITE"] == "1" {
      try shown.output.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == shown.output)
  }

  @Test(
    "A session with --json prints each event as an object with the query and the resulting view")
  func json() throws {
    let shown = try Program.matchmark.run([
      "session", "--app", "products", "--json",
      WorkingCopy.path("Fixtures/traces/products.jsonl"),
    ])
    let lines = try shown.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.allSatisfy { $0["snapshot"] is [String: Any] && $0["trace"] is String })
    let tapped = try #require(lines.first { $0["opened"] != nil })
    #expect(tapped["rows"] as? [Int] == [5] && tapped["opened"] as? Int == 5)
    let typed = try #require(lines.dropFirst().first)
    #expect(typed["eventClass"] as? String == "first-key")
    #expect((typed["query"] as? [String: Any])?["text"] as? String == "r")
  }

  @Test("Matches are underlined where colours are on, and given as UTF-8 ranges in JSON")
  func marks() throws {
    let session = ["session", "--app", "products"]
    let typed = "type rose 2012\n"
    let shown = try Program.matchmark.run(session + ["--color", "always"], input: typed)
    #expect(shown.output.contains("White \u{1B}[1;4mRose\u{1B}[0m · \u{1B}[1;4m2012\u{1B}[0m · "))
    let plain = try Program.matchmark.run(session, input: typed)
    #expect(plain.output.contains("White Rose · 2012 · "))
    let json = try Program.matchmark.run(session + ["--json"], input: typed)
    #expect(json.output.contains("\"ranges\":[{\"title\":[[6,10]],\"year\":[[0,4]]}]"))
    let query = ["query", "--corpus", "products", "rose 2012"]
    let rows = try Program.matchmark.run(query + ["--color", "always"])
    #expect(rows.output.contains("White \u{1B}[1;4mRose\u{1B}[0m · \u{1B}[1;4m2012\u{1B}[0m · "))
    let lines = try Program.matchmark.run(query + ["--json"]).lines
    #expect(
      lines.first?.contains("\"ranges\":[{\"title\":[[6,10]],\"year\":[[0,4]]}],\"rows\"") == true)
    #expect(lines.dropFirst().allSatisfy { !$0.contains("ranges") })
  }

  @Test("A session with --json prints help on standard error, so that every output line is JSON")
  func jsonHelp() throws {
    let shown = try Program.matchmark.run(
      ["session", "--app", "countries", "--json"], input: "help\ntype a\n")
    #expect(shown.code == 0)
    #expect(shown.lines.count == 2)
    for line in shown.lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(shown.errors.contains("type "))
  }

  @Test("A combining mark typed after a space stays as it is")
  func combiningMark() throws {
    let output = try typing(["type e", "type \u{301}"], app: "countries")
    #expect(output.contains("field    e\u{301}|"))
  }

  @Test(
    "An invalid settings file of a session is refused with the place and the reason",
    arguments: [
      ("[]", "expected an object"), ("{\n", "settings.json:2:1: got the end of the file"),
      (#"{"titel":"x"}"#, "got key 'titel', expected one of title, placeholder"),
      (#"{"titel":"x"}"#, "did you mean 'title'?"),
      (#"{"title":1}"#, "title: got 1, expected a string"),
      (#"{"vetoes":["should-x"]}"#, "vetoes[0]: got 'should-x', expected one of should-begin"),
      (#"{"conversions":[{"trigger":"a"}]}"#, "conversions[0]: missing key 'facet'"),
      (#"{"tokens":[{"facet":"a","value":"b","icn":"c"}]}"#, "tokens[0]: got key 'icn'"),
    ])
  func badSettings(text: String, reason: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/settings.json"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try Program.matchmark.run(["session", "--settings", path])
    #expect(outcome.code == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(!outcome.errors.contains("DecodingError"), "\(outcome.errors)")
  }

  @Test("Every line that the help of a session lists can be typed")
  func help() throws {
    let output = try typing(
      [
        "help", "type uni", "text united", "mark x", "commit", "select 0 2", "select all", "copy",
        "cut", "paste", "undo", "token continent=Europe", "convert 0 1 continent=Asia", "remove 0",
        "scope 1", "suggest 0", "offer new, united states", "choose 1", "row 0", "search", "save",
        "cancel", "restore", "appear", "deactivate", #"{"event":"set-title","title":"x"}"#,
      ], app: "countries")
    #expect(!output.contains("refused"), "\(output)")
    #expect(try part(output, after: "choose 1").contains("chose    united states"))
    #expect(try part(output, after: "offer new, united states").contains("offers   new · united"))
  }

  @Test("A session types words that are not commands, numbers the rows and prints only changes")
  func briefly() throws {
    let output = try typing(["uni", "search", "help type", "help"], app: "countries")
    let typed = try part(output, after: "uni")
    #expect(typed.contains("field    uni|") && typed.contains("      0  "))
    let searched = try part(output, after: "search")
    #expect(searched.contains("  field    uni\n") && !searched.contains("shows"))
    #expect(output.components(separatedBy: "type TEXT").count == 3)
    #expect(output.contains("quit") && output.components(separatedBy: "backspace").count == 2)
  }

  @Test("Your own rows can be searched in a session, but not together with an app")
  func ownRows() throws {
    let world = WorkingCopy.path("Fixtures/corpora/world.csv")
    let outcome = try Program.matchmark.run(["session", "--corpus", world], input: "united\n")
    #expect(outcome.code == 0 && outcome.output.contains("> united\n  field    united|"))
    #expect(outcome.output.contains("in the presenting list"))
    let both = try Program.matchmark.run(["session", "--corpus", world, "--app", "plans"])
    #expect(both.code == 64 && both.errors.contains("expected one of them"))
  }

  @Test("The line 'row N' opens the row with that number on screen, even where sections interleave")
  func interleaved() throws {
    let folder = try TemporaryFolder()
    try "title,kind\nx,\na,one\nb,two\nc,one\n".write(
      toFile: folder.file("rows.csv"), atomically: true, encoding: .utf8)
    try """
    name: kinds
    columns: {title: [text], kind: [facet]}
    text: {title: contains}
    facets: [kind]
    sections: {facet: kind}
    empty: browse

    """.write(toFile: folder.file("kinds.yaml"), atomically: true, encoding: .utf8)
    let session = ["session", "--corpus", "rows.csv", "--profile", "kinds.yaml"]
    let typed = (0..<4).map { "row \($0)\n" }.joined()
    let outcome = try Program.matchmark.run(session, in: folder.path, input: typed)
    let shown = try part(outcome.output, after: "activate")
    #expect(
      shown.contains(/one\n +0  a · one\n +1  c · one\n +two\n +2  b · two\n +3  x/), "\(shown)")
    for (number, title) in ["a · one", "c · one", "b · two", "x"].enumerated() {
      let opened = try part(outcome.output, after: "row \(number)")
      #expect(opened.contains("opens    \(title)"), "\(opened)")
    }
    let json = try Program.matchmark.run(session + ["--json"], in: folder.path, input: "row 1\n")
    #expect(json.lines.first?.contains("\"rows\":[1,3,2,0]") == true, "\(json.output)")
    #expect(json.lines.last?.contains("\"opened\":3") == true, "\(json.output)")
  }

  @Test("A trace file is replayed, and a bad one is refused with its position and exit code 1")
  func traces() throws {
    let folder = try TemporaryFolder()
    let good = WorkingCopy.path("Fixtures/traces/countries.jsonl")
    let replayed = try Program.matchmark.run(["session", good])
    #expect(replayed.code == 0 && replayed.output.contains("field    [Europe] un|"))
    let bad = folder.path + "/bad.jsonl"
    let text = "{\"trace\":\"a\"}\n{\"event\":\"remove-token\",\"at\":-1}\n"
    try text.write(toFile: bad, atomically: true, encoding: .utf8)
    let outcome = try Program.matchmark.run(["session", bad])
    #expect(outcome.code == 1 && outcome.errors.contains("bad.jsonl:2"), "\(outcome.errors)")
    let impossible =
      "{\"trace\":\"a\"}\n{\"event\":\"save\"}\n{\"event\":\"remove-token\",\"at\":3}\n"
    try impossible.write(toFile: bad, atomically: true, encoding: .utf8)
    let refused = try Program.matchmark.run(["session", bad])
    #expect(refused.code == 1, "\(refused.errors)")
    #expect(refused.errors.contains("bad.jsonl:3: trace 'a', event 2: got token index 3"))
    #expect(try Program.matchmark.run(["session", "--app", "countrie"]).code == 64)
  }
}
