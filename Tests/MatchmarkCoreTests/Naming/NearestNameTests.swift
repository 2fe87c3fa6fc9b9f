import MatchmarkCore
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  private static let names = ["type", "backspace", "set-text", "insert-token", "remove-token"]

  @Test(
    "The nearest name is a known name within a few edits",
    arguments: [
      ("insert-tokn", "insert-token"), ("tpye", "type"), ("settext", "set-text"),
      ("Backspace", "backspace"), ("remove-tokens", "remove-token"), ("typ", "type"),
    ])
  func near(typed: String, expected: String) {
    #expect(NearestName.of(typed, among: Self.names) == expected)
  }

  @Test(
    "There is no nearest name if every known name is far away",
    arguments: ["", "explode", "xy", "token"])
  func far(typed: String) {
    #expect(NearestName.of(typed, among: Self.names) == nil)
  }

  @Test("The nearest name is the first of equally near ones, and an empty list has none")
  func ties() {
    #expect(NearestName.of("b", among: ["a", "c"]) == "a")
    #expect(NearestName.of("b", among: []) == nil)
  }

  @Test(
    "The edit distance counts a swap of neighbours as one edit",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
      ("titel", "title", 1), ("ca", "abc", 3), ("é", "e\u{301}", 0),
    ])
  func distances(first: String, second: String, expected: Int) {
    #expect(NearestName.editDistance(Array(first), Array(second)) == expected)
  }
}
