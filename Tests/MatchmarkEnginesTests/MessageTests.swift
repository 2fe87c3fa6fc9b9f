import MatchmarkCore
import MatchmarkEngines
import Testing

@Suite("Messages")
struct MessageTests {
  @Test("a query is written in the order of the protocol")
  func query() throws {
    let request = EngineRequest.query(
      QueryRequest(
        id: 7,
        query: SearchQuery(
          "a\"b\\é", tokens: [SearchToken(facet: "f", value: "v")], scope: nil),
        want: .page, repeatCount: 3))
    let text =
      #"{"type":"query","id":7,"text":"a\"b\\é","tokens":[{"facet":"f","value":"v"}],"#
      + #""scope":null,"want":"page","repeat":3}"#
    #expect(request.text == text)
    #expect(try EngineRequest(decoding: Array(text.utf8)) == request)
  }
}
