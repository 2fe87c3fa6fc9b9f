import MatchmarkCore
import MatchmarkJSON
import Testing

@Suite("A JSON value")
struct JSONValueTests {
  private func value(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(text: Array(text.utf8))
  }

  @Test("JSON values that differ only in the order of keys are equal, and have equal hashes")
  func keyOrder() throws {
    let left = try value(#"{"a":[{"b":1,"c":null}],"d":[1,2]}"#)
    let right = try value(#"{"d":[1,2],"a":[{"c":null,"b":1}]}"#)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != (try value(#"{"a":[{"b":1,"c":null}],"d":[2,1]}"#)))
    #expect(JSONValue.integers([1]) == .array([.integer(1)]))
  }

  @Test("A JSON value is written as it was read, with its order of keys and its digits")
  func asRead() throws {
    let text = #"{"b":[0.50,1e400,-9007199254740993],"a":{"d":1,"c":"é\n"}}"#
    #expect(try value(text).text == text)
  }

  @Test("Keys are sorted on every level of a JSON value, after a chosen first one, and only once")
  func sorted() throws {
    let read = try value(#"{"b":1,"a":[{"y":1,"z":2,"x":3}],"b":2,"z":0}"#)
    #expect(read.sorted().text == #"{"a":[{"x":3,"y":1,"z":2}],"b":2,"z":0}"#)
    #expect(read.sorted(first: "z").text == #"{"z":0,"a":[{"z":2,"x":3,"y":1}],"b":2}"#)
  }

  @Test("A JSON object written as lines has each element of its arrays on a line of its own")
  func lines() throws {
    let read = try value(#"{"a":[{"x":1},{"y":[2]}],"b":{"c":"]"},"d":3,"e":[]}"#)
    #expect(
      String(decoding: read.lines, as: UTF8.self) == """
        {"a":[
        {"x":1},
        {"y":[2]}
        ],"b":{"c":"]"},
        "d":3,
        "e":[
        ]}

        """)
  }

  private enum Kind: String, Codable { case small, large }

  private struct Row: Codable, Equatable {
    var name: String?
    var seed: UInt64
    var share: Double
    var kind: Kind
    var marks: [[Int]]
    var counts: [String: Int]
  }

  @Test("The last of repeated keys counts, wherever an object is read or compared")
  func repeatedKeys() throws {
    let repeated = try value(#"{"a":1,"b":0,"a":2}"#)
    #expect(repeated["a"] == .integer(2))
    #expect(repeated == (try value(#"{"a":2,"b":0}"#)))
    #expect(try repeated.decoded(as: [String: Int].self) == ["a": 2, "b": 0])
  }

  @Test("A value that is decoded as itself keeps the order of its keys and its digits")
  func decodedAsItself() throws {
    let text = #"{"b":1e999,"a":[0.10]}"#
    #expect(try value(text).decoded(as: JSONValue.self).text == text)
  }

  @Test("A type is decoded from its JSON value, and unknown keys are ignored")
  func decoded() throws {
    let row = try value(
      #"""
      {"seed":18446744073709551615,"share":0.25,"kind":"small","marks":[[1,2],[]],"counts":{"a":1},
       "unknown":[{}]}
      """#
    ).decoded(as: Row.self)
    #expect(
      row
        == Row(
          seed: .max, share: 0.25, kind: .small, marks: [[1, 2], []], counts: ["a": 1]))
  }

  @Test(
    "A decoding error names the path to the JSON value that is missing or does not fit",
    arguments: [
      (#""seed""#, "missing key 'seed'"),
      (#""seed":-1"#, "seed: got a number out of range, expected a whole number"),
      (#""seed":1.5"#, "seed: got a number out of range, expected a whole number"),
      (#""seed":"x""#, "seed: got another kind of value, expected a whole number"),
      (#""seed":null"#, "seed: got null, expected a whole number"),
      (#""share":1e400"#, "share: got a number out of range, expected a number"),
      (#""kind":"x""#, "kind: got 'x', expected a word that is known here"),
      (#""marks":[[1],[true]]"#, "marks[1][0]: got another kind of value, expected a whole number"),
      (#""marks":{}"#, "marks: got another kind of value, expected a list"),
      (#""counts":{"b":[]}"#, "counts.b: got another kind of value, expected a whole number"),
      (#""name":7"#, "name: got another kind of value, expected a text"),
    ])
  func decodingErrors(change: String, expected: String) throws {
    var members = try value(
      #"{"seed":1,"share":1,"kind":"large","marks":[],"counts":{}}"#
    ).members
    let changed = try value("{\(change.contains(":") ? change : "\"other\":0")}").members
    if !change.contains(":") { members.removeFirst() }
    members += changed
    let error = #expect(throws: (any Error).self) {
      try JSONValue.object(members).decoded(as: Row.self)
    }
    #expect(error.map(DecodingReason.of) == expected)
  }

  @Test("Search profiles and queries are read back unchanged from their JSON")
  func forms() throws {
    for profile in SearchProfile.builtIn {
      #expect(try profile.json.decoded(as: SearchProfile.self) == profile)
    }
    let query = SearchQuery("é", tokens: [SearchToken(facet: "a", value: "b")], scope: "c")
    #expect(try query.json.decoded(as: SearchQuery.self) == query)
    #expect(SearchQuery("x").json.text == #"{"text":"x","tokens":[]}"#)
  }
}
