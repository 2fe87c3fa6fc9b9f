import MatchmarkCore
import Testing

@Suite("Limits of JSON")
struct JSONBoundsTests {
  private func offset(_ text: String) -> Int? {
    JSONBounds.offence(in: Array(text.utf8))?.offset
  }

  @Test("nesting counts brackets and braces outside texts")
  func depth() {
    let limit = JSONBounds.depthLimit
    #expect(offset(String(repeating: "[", count: limit)) == nil)
    #expect(offset(String(repeating: "[", count: limit + 1)) == limit)
    #expect(offset(String(repeating: "{\"a\":", count: limit + 1)) == limit * 5)
    #expect(offset("\"" + String(repeating: "[", count: limit * 2) + "\"") == nil)
    #expect(offset("\"\\\"" + String(repeating: "[", count: limit * 2)) == nil)
    #expect(offset("\"\\\\\"" + String(repeating: "[", count: limit + 1)) == limit + 4)
    #expect(offset(String(repeating: "[]", count: limit * 4)) == nil)
  }

  @Test("values are counted outside texts, lists and objects included")
  func values() {
    let limit = JSONBounds.valueLimit
    func list(_ count: Int, of value: String) -> String {
      "[" + Array(repeating: value, count: count).joined(separator: ",") + "]"
    }
    #expect(offset(list(limit - 1, of: "0")) == nil)
    #expect(offset(list(limit, of: "0")) == 2 * limit - 2)
    #expect(offset(list(limit - 1, of: "\",\"")) == nil)
    #expect(offset(list(limit / 3, of: "{\"a\":[1]}")) == nil)
    #expect(offset(list(limit / 3 + 1, of: "{\"a\":[1]}")) != nil)
  }

  @Test("other encodings are refused unread")
  func encodings() {
    #expect(JSONBounds.offence(in: [0xFF, 0xFE, 0x5B, 0])?.offset == 0)
    #expect(JSONBounds.offence(in: [0xFE, 0xFF, 0, 0x5B])?.offset == 0)
    #expect(JSONBounds.offence(in: [0x5B, 0, 0x22, 0x01])?.offset == 1)
    #expect(JSONBounds.offence(in: []) == nil)
  }
}
