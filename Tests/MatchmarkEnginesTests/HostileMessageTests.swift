import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import Testing

@Suite("Hostile messages")
struct HostileMessageTests {
  /// The error in a reply to a query for rows; nil if it is accepted.
  private static func complaint(_ line: [UInt8]) -> MessageError? {
    let request = QueryRequest(id: 1, query: SearchQuery("a"), want: .rows)
    do throws(MessageError) {
      let reply = try EngineReply(decoding: line)
      try reply.check(against: .query(request), rowCount: 1_000)
      return nil
    } catch { return error }
  }

  private static func reply(_ key: String, _ value: String) -> [UInt8] {
    var values = ["id": "1", "elapsed_ns": "[5]", "count": "1", "rows": "[7]"]
    values[key] = value
    let members = ["id", "elapsed_ns", "count", "rows"].map { "\"\($0)\":\(values[$0] ?? "")" }
    return Array("{\"type\":\"query\",\(members.joined(separator: ","))}".utf8)
  }

  @Test(
    "Anything but a whole number of 53 bits is refused wherever a message needs one",
    arguments: ["id", "elapsed_ns", "count", "rows"],
    [
      "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "9007199254740992",
      "-9007199254740992", "9223372036854775807", "-9223372036854775808",
      "99999999999999999999999999999999999999", "0.5", "1e-1", "01", "+1", "1.", ".5", "0x1",
      "1_000", "\"1\"", "true", "null", "{}", "١",
    ])
  func numbers(key: String, number: String) {
    let isList = key == "elapsed_ns" || key == "rows"
    let error = Self.complaint(Self.reply(key, isList ? "[\(number)]" : number))
    #expect(error?.state == .garbage, "\(error as Any)")
  }

  @Test(
    "A whole number in a message may be spelled as other languages spell it",
    arguments: ["1.0", "1e0", "10e-1", "1.000000000000000000000", "0.1E+1"])
  func spellings(number: String) {
    #expect(Self.complaint(Self.reply("count", number)) == nil)
    #expect(Self.complaint(Self.reply("id", number)) == nil)
    #expect(Self.complaint(Self.reply("elapsed_ns", "[\(number)]")) == nil)
  }

  @Test("The largest and the smallest whole number of a message are read")
  func largest() {
    #expect(Self.complaint(Self.reply("elapsed_ns", "[9007199254740991]")) == nil)
    #expect(
      Self.complaint(Self.reply("elapsed_ns", "[-9007199254740991]"))?.state
        == .impossibleDuration)
    #expect(Self.complaint(Self.reply("rows", "[-0]")) == nil)
  }

  @Test("A repeated key in a message is refused, even one that is never read")
  func twice() {
    for line in [
      #"{"type":"bye","type":"bye"}"#, #"{"type":"bye","x":1,"x":2}"#,
      #"{"type":"bye","x":{"y":[{"z":1,"z":1}]}}"#, #"{"type":"bye","ty\u0070e":"hello"}"#,
    ] {
      let error = Self.complaint(Array(line.utf8))
      #expect(error?.state == .garbage)
      #expect(error?.got.contains("twice at byte ") == true, "\(error as Any)")
    }
    // Canonically equivalent keys are two keys: JSON compares them scalar by scalar.
    let line = "{\"type\":\"bye\",\"\u{E9}\":1,\"e\u{301}\":1}"
    #expect(throws: Never.self) { try EngineReply(decoding: Array(line.utf8)) }
  }

  @Test("Nested values in a message are read up to a limit and refused beyond it, however deep")
  func nesting() {
    func line(_ depth: Int, open: String, close: String) -> [UInt8] {
      Array(
        ("{\"type\":\"bye\",\"x\":" + String(repeating: open, count: depth)
          + "1" + String(repeating: close, count: depth) + "}").utf8)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let limit = EngineLimits.nestingDepth
      #expect(throws: Never.self) {
        try EngineReply(decoding: line(limit - 1, open: open, close: close))
      }
      for depth in [limit, 1_000_000] {
        let error = Self.complaint(line(depth, open: open, close: close))
        #expect(error?.got.hasPrefix("values nested deeper than \(limit) at byte ") == true)
      }
    }
    #expect(Self.complaint(Array(String(repeating: "[", count: 2_000_000).utf8)) != nil)
  }

  @Test("A message with 200 000 keys is refused for the number of its keys")
  func keys() {
    let members = (0..<200_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let error = Self.complaint(Array("{\(members)}".utf8))
    let got = "an object with more than \(EngineLimits.keyCount) keys at byte "
    #expect(error?.got.hasPrefix(got) == true, "\(error as Any)")
  }

  @Test("A message may have exactly as many keys and repetitions as the limits")
  func bounds() {
    func reads(keyCount: Int) -> Bool {
      let members = (1..<keyCount).map { ",\"k\($0)\":0" }.joined()
      return Self.complaint(Array("{\"type\":\"bye\"\(members)}".utf8))?.got
        .hasPrefix("an object with more than") != true
    }
    #expect(reads(keyCount: EngineLimits.keyCount))
    #expect(!reads(keyCount: EngineLimits.keyCount + 1))
    func decode(repeatCount: Int) throws(MessageError) {
      let request = QueryRequest(
        id: 1, query: SearchQuery(), want: .count, repeatCount: repeatCount)
      _ = try EngineRequest(decoding: Array(EngineRequest.query(request).encodedLine.dropLast()))
    }
    #expect(throws: Never.self) { try decode(repeatCount: EngineLimits.repeatCount) }
    #expect(throws: MessageError.self) { try decode(repeatCount: EngineLimits.repeatCount + 1) }
  }

  @Test(
    "Bytes of a message that are not UTF-8 are refused with their place",
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func malformedText(bytes: [UInt8]) {
    let start = Array(#"{"type":"error","error":""#.utf8)
    let error = Self.complaint(start + bytes + Array("\"}".utf8))
    #expect(error?.got == "bytes that are not UTF-8 at byte \(start.count)")
    #expect(throws: MessageError.self) { try EngineRequest(decoding: bytes) }
  }

  @Test(
    "Half surrogate pairs, bare controls and unknown escapes in a message are refused",
    arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, "\u{1}", "\t", #"\x41"#, #"\u12"#])
  func strings(text: String) {
    let error = Self.complaint(Array("{\"type\":\"error\",\"error\":\"\(text)\"}".utf8))
    #expect(error?.state == .garbage)
  }

  @Test(
    "A message that is truncated or has trailing bytes is refused",
    arguments: [
      "", " ", "{", "{}", "[]", "\"", "null", "true", "{\"type\":\"bye\"", "{\"type\":\"bye\"}}",
      "{\"type\":\"bye\"} {\"type\":\"bye\"}", "{\"type\":\"bye\",}", "{,\"type\":\"bye\"}",
      "{\"type\" \"bye\"}", "{'type':'bye'}", "{type:\"bye\"}", "{\"type\":\"bye\"}\n{}",
      "\u{FEFF}{\"type\":\"bye\"}", "{\"type\":\"bye\"} // end", "{\"type\":\"bye\"}\0",
    ])
  func shapes(line: String) {
    #expect(Self.complaint(Array(line.utf8))?.state == .garbage)
    #expect(throws: MessageError.self) { try EngineRequest(decoding: Array(line.utf8)) }
  }

  @Test("No proper prefix of a message is a message")
  func prefixes() throws {
    for line in [Self.reply("count", "1"), Self.reply("rows", "[7]")] {
      #expect(Self.complaint(line) == nil)
      for count in 0..<line.count {
        #expect(Self.complaint(Array(line[..<count])) != nil)
      }
    }
  }

  @Test("A text of two million bytes in a message is refused with a short error")
  func longLines() {
    let long = String(repeating: "x", count: 2 << 20)
    let error = Self.complaint(Self.reply("count", "\"\(long)\""))
    #expect(error?.state == .garbage)
    #expect((error?.description.utf8.count ?? .max) < 200)
    #expect(Self.complaint(Array("{\"type\":\"\(long)\"}".utf8))?.state == .garbage)
    let note = String(repeating: "x", count: EngineLimits.textSizeInBytes)
    #expect(Self.complaint(Self.reply("rows", "[7],\"note\":\"\(note)\"")) == nil)
    #expect(Self.complaint(Self.reply("rows", "[7],\"note\":\"\(long)\""))?.state == .garbage)
    let rows = (0..<1_000).map(String.init).joined(separator: ",")
    let many = Self.reply("rows", "[\(rows)]")
    #expect(Self.complaint(many)?.state == .lyingCount)
  }
}
