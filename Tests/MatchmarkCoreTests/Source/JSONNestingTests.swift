import MatchmarkCore
import Testing

@Suite("Nesting of JSON")
struct JSONNestingTests {
  private func offset(_ text: String) -> Int? {
    JSONNesting.offence(in: Array(text.utf8))?.offset
  }

  @Test("is counted outside of texts, brackets and braces alike")
  func depth() {
    let limit = JSONNesting.depthLimit
    #expect(offset(String(repeating: "[", count: limit)) == nil)
    #expect(offset(String(repeating: "[", count: limit + 1)) == limit)
    #expect(offset(String(repeating: "{\"a\":", count: limit + 1)) == limit * 5)
    #expect(offset("\"" + String(repeating: "[", count: limit * 2) + "\"") == nil)
    #expect(offset("\"\\\"" + String(repeating: "[", count: limit * 2)) == nil)
    #expect(offset("\"\\\\\"" + String(repeating: "[", count: limit + 1)) == limit + 4)
    #expect(offset(String(repeating: "[]", count: limit * 4)) == nil)
  }

  @Test("is not looked for in another encoding, which is refused")
  func encodings() {
    #expect(JSONNesting.offence(in: [0xFF, 0xFE, 0x5B, 0])?.offset == 0)
    #expect(JSONNesting.offence(in: [0xFE, 0xFF, 0, 0x5B])?.offset == 0)
    #expect(JSONNesting.offence(in: [0x5B, 0, 0x22, 0x01])?.offset == 1)
    #expect(JSONNesting.offence(in: []) == nil)
  }
}
