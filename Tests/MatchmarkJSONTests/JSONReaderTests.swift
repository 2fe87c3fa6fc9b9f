import MatchmarkJSON
import Testing

@Suite("Flat JSON")
struct JSONTests {
  /// All keys and values of the first line; the kind precedes each value.
  private func entries(_ text: String) throws(JSONError) -> [String] {
    var reader = JSONReader(Array(text.utf8))
    var entries: [String] = []
    var buffer: [UInt8] = []
    try reader.beginObject()
    while try reader.nextKey(into: &buffer) != nil {
      buffer += Array(" ".utf8)
      let kind = try reader.value(into: &buffer)
      entries.append("\(kind.rawValue) \(String(decoding: buffer, as: UTF8.self))")
      buffer.removeAll()
    }
    try reader.endLine()
    return entries
  }

  @Test("A flat JSON object is read with strings, numbers, booleans and null as its values")
  func kinds() throws {
    #expect(
      try entries(#" { "a" : "x" , "b":-1.5E+3,"c":true,"d":false,"e":null, "f":0 } "#)
        == [
          "string a x", "number b -1.5E+3", "boolean c true", "boolean d false", "null e ",
          "number f 0",
        ])
    #expect(try entries("{}\nrest").isEmpty)
  }

  @Test("A JSON string is escaped as little as possible, and is read back unchanged")
  func escapes() throws {
    let text = "\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}é👍"
    var bytes = Array("{\"k\":".utf8)
    JSONWriter.appendQuoted(text, to: &bytes)
    bytes += Array("}".utf8)
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(line == #"{"k":"\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7f}é👍\"}")
    #expect(try entries(line) == ["string k \(text)"])
  }

  @Test(
    "An error in flat JSON has the offset of the offending byte",
    arguments: [
      ("", 0), ("{", 1), (#"{"a"}"#, 4), (#"{"a":1"#, 6), (#"{"a":1 "b":2}"#, 7),
      (#"{"a":-}"#, 6), (#"{"a":1.}"#, 7), (#"{"a":1e}"#, 7), (#"{"a":00}"#, 5),
      (#"{"a":"\u00g0"}"#, 6), (#"{"a":"\udc00"}"#, 6), (#"{"a":"\ud800\u0041"}"#, 6),
      (#"{"a":"\x"}"#, 6), ("{\"a\":\"\t\"}", 6), ("{\"a\":\"b\n\"}", 5), (#"{"a":[]}"#, 5),
      (#"{"a":nul}"#, 5), (#"{,}"#, 1), (#"{"a":1,}"#, 7), (#"{} {}"#, 3), (#"{"a":"\"#, 6),
    ])
  func errors(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try entries(text) }
    #expect(error?.offset == offset, "\(text): \(error?.message ?? "")")
  }
}
