import MatchmarkJSON
import Testing

@Suite("JSON laid out for a person")
struct JSONLayoutTests {
  @Test("A JSON value that fits the width stays on one line, and a longer one is broken up")
  func lines() {
    let value: JSONValue = [
      "name": .string("é"), "rows": .list([1, 2]),
      "long": .array([.string("aaaaaaaaaa"), .string("bbbbbbbbbb"), ["x": .null]]),
    ]
    #expect(
      JSONLayout.text(value, width: 30) == """
        {
          "name": "é",
          "rows": [1, 2],
          "long": [
            "aaaaaaaaaa",
            "bbbbbbbbbb",
            {"x": null}
          ]
        }

        """)
    #expect(JSONLayout.text(.array([])) == "[]\n")
    #expect(JSONLayout.text(.list([1, 2]), width: 4) == "[\n  1,\n  2\n]\n")
  }

  @Test(
    "JSON laid out for a person escapes invisible characters and combining marks",
    arguments: [
      ("e\u{301}", #""e\u0301""#), ("\u{AD}", #""\u00ad""#), ("\u{E0100}", #""\udb40\udd00""#),
      ("\u{3000}", #""\u3000""#), ("中é한👍", #""中é한👍""#), ("\"\\\n", #""\"\\\n""#),
      ("\u{378}", #""\u0378""#), ("\u{7F}", #""\u007f""#),
    ])
  func escapes(text: String, expected: String) {
    #expect(JSONLayout.text(.string(text)) == expected + "\n")
  }
}
