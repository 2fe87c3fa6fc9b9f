import DatasetsSupport
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import Testing

@Suite("Messages")
struct MessageTests {
  @Test("A query message is written in the order of the protocol")
  func query() throws {
    let request = EngineRequest.query(
      QueryRequest(
        id: 7,
        query: SearchQuery(
          "a\"b\\é\u{7}/", tokens: [SearchToken(facet: "f", value: "v")], scope: "2018"),
        want: .page, repeatCount: 3))
    let text =
      #"{"type":"query","id":7,"text":"a\"b\\é\u0007/","tokens":[{"facet":"f","value":"v"}],"#
      + #""scope":"2018","want":"page","repeat":3}"#
    #expect(request.text == text)
    #expect(request.encodedLine == Array((text + "\n").utf8))
    #expect(try EngineRequest(decoding: Array(text.utf8)) == request)
  }

  @Test("The bytes of a query's text survive, even if it is canonically equivalent to another")
  func bytes() throws {
    for text in ["e\u{301}", "é", "\u{0}", "\u{2028}", "👍🏽", "\u{FEFF}", "\u{10FFFF}"] {
      let request = QueryRequest(id: 0, query: SearchQuery(text), want: .rows)
      let line = Array(EngineRequest.query(request).encodedLine.dropLast())
      guard case .query(let read) = try EngineRequest(decoding: line) else {
        Issue.record("another request")
        continue
      }
      #expect(Array(read.query.text.utf8) == Array(text.utf8))
    }
  }

  @Test(
    "A profile in a load message is written in its JSON form, and read in any order",
    arguments: SearchProfile.builtIn)
  func profile(profile: SearchProfile) throws {
    let request = try EngineFixtures.loadRequest(
      EngineFixtures.corpus("countries"), profile: profile)
    let line = Array(request.encodedLine.dropLast())
    struct Load: Decodable { let profile: SearchProfile }
    #expect(try JSONDecoder().decode(Load.self, from: Data(line)).profile == profile)
    // Backwards, because another encoder may write the keys in any order.
    let encoded = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
    let other =
      #"{"profile":\#(encoded),"rows":"/r","schema":{},"corpus_hash":"0-0","type":"load"}"#
    guard case .load(let load) = try EngineRequest(decoding: Array(other.utf8)) else {
      Issue.record("another request")
      return
    }
    #expect(load.profile == profile)
  }

  @Test("The schema of a load message is exactly the first line of the file of rows")
  func schema() throws {
    let corpus = try EngineFixtures.corpus("countries")
    let request = try EngineFixtures.loadRequest(corpus, profile: .countries)
    let file = String(decoding: CanonicalCorpus.bytes(of: corpus), as: UTF8.self)
    let schema = try #require(file.split(separator: "\n").first)
    #expect(request.text.contains("\"schema\":\(schema),\"profile\""))
  }

  @Test(
    "An error in a message names the key, what was got, and what was expected",
    arguments: [
      (#""rows""#, "got 'rows' for key 'tokens', expected an array"),
      ("[5]", "got 5 for key 'tokens[0]', expected an object"),
      (
        #"[{"facet":"f","value":"v"},{"facet":"f","value":null}]"#,
        "got nothing for key 'tokens[1].value', expected a string"
      ),
      ("[]", "got nothing for key 'want', expected one of rows, page, count, digest"),
    ])
  func errors(tokens: String, message: String) {
    let line = #"{"type":"query","id":1,"text":"","tokens":\#(tokens),"repeat":1}"#
    let error = #expect(throws: MessageError.self) {
      try EngineRequest(decoding: Array(line.utf8))
    }
    #expect(error?.description == message)
  }

  @Test("The description of a failure has its state, phase, request and end of standard error")
  func failure() {
    let error = MessageError(.lyingCount, at: "count", got: "7", expected: "6")
    let failure = EngineFailure(
      error.state, in: .query, got: error.got, expected: error.expected,
      requestLine: #"{"type":"query"}"#, standardErrorTail: "one\ntwo\n")
    #expect(
      failure.description == """
        lying-count in query: got 7 for key 'count', expected 6
          request: {"type":"query"}
          standard error ends:
            one
            two
        """)
    let long = EngineFailure(
      .timedOut, in: .load, got: "nothing", expected: "a reply",
      requestLine: String(repeating: "x", count: 10_000))
    #expect(long.description.hasSuffix("x… (10000 bytes)"))
    #expect(long.description.utf8.count < 4_300)
  }

  @Test("Every engine state has a kebab-case name and a meaning of its own")
  func states() {
    for state in EngineState.allCases {
      #expect(state.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(!state.summary.isEmpty)
    }
    #expect(Set(EngineState.allCases.map(\.summary)).count == EngineState.allCases.count)
  }
}
