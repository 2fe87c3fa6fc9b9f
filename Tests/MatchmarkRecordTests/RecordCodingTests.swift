import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem
import Testing

@Suite("Records as JSON")
struct RecordCodingTests {
  @Test("A record is read back unchanged, and written in the same bytes")
  func roundTrip() throws {
    let record = RecordFixtures.full
    let bytes = try record.encoded()
    let decoded = try RunRecord(decoding: bytes)
    #expect(try decoded.encoded() == bytes)
    #expect(decoded.suite.seed == .max)
    let matcher = try #require(decoded.cells.first?.matchers.first)
    let original = try #require(record.cells.first?.matchers.first)
    #expect(matcher.counterexamples == original.counterexamples)
    #expect(matcher.figures?.typed == original.figures?.typed)
    #expect(decoded.cells.first?.profile == .countries)
    #expect(try SamplePacking.unpack(matcher.packedSamples).count == 1)
  }

  @Test("A record has a kind: another one is refused, and an older record may have none")
  func kind() throws {
    let text = String(decoding: try RecordFixtures.full.encoded(), as: UTF8.self)
    #expect(try RunRecord(decoding: Array(text.utf8)).kind == .run)
    let older = text.replacing("\"kind\":\"run\",", with: "")
    #expect(older != text)
    #expect(try RunRecord(decoding: Array(older.utf8)).kind == nil)
    let foreign = text.replacing("\"kind\":\"run\"", with: "\"kind\":\"walk\"")
    #expect(throws: RecordError.self) { try RunRecord(decoding: Array(foreign.utf8)) }
  }

  @Test("A query in a record keeps its bytes, whatever their normal form")
  func bytes() throws {
    let decoded = try RunRecord(decoding: RecordFixtures.full.encoded())
    let text = try #require(decoded.cells.first?.keystrokes.first).query.text
    #expect(Array(text.utf8) == Array("e\u{301} \u{0}\u{1F600}".utf8))
  }

  @Test("A dictionary in a record keeps a key that was once the name of a target's key")
  func keysOfDictionaries() throws {
    var record = RecordFixtures.full
    record.cells[0].matchers[0].wallSeconds = ["contestant": 1, "peer": 2]
    let decoded = try RunRecord(decoding: try record.encoded())
    #expect(decoded.cells[0].matchers[0].wallSeconds == ["contestant": 1, "peer": 2])
  }

  @Test("An extremely wide interval is read back unchanged from a record")
  func wideIntervals() throws {
    var record = RecordFixtures.full
    let ratio = RatioInterval(
      ratio: 1e40, lower: 1e-300, upper: 1e300, confidence: 0.95, standardError: 50,
      repetitionWidth: 1e300)
    record.cells[0].matchers[0].figures?.ratioInterval = ratio
    let decoded = try RunRecord(decoding: try record.encoded())
    #expect(decoded.cells[0].matchers[0].figures?.ratioInterval == ratio)
    #expect(ratio.upper == RatioInterval.largest)
  }

  @Test("A record whose numbers add up to too much is refused, even if each is small enough")
  func sums() throws {
    let text = String(decoding: try RecordFixtures.full.encoded(), as: UTF8.self)
    func padded(_ count: Int) -> [UInt8] {
      let numbers = Array(repeating: "9007199254740991", count: count).joined(separator: ",")
      return Array(text.replacing("{\"cells\":", with: "{\"x\":[\(numbers)],\"cells\":").utf8)
    }
    #expect(throws: Never.self) { try RunRecord(decoding: padded(7)) }
    #expect(throws: RecordError.sumTooLarge) { try RunRecord(decoding: padded(9)) }
  }

  @Test("A record is one line that ends with a line feed")
  func line() throws {
    let bytes = try RecordFixtures.full.encoded()
    #expect(bytes.last == 0x0A)
    #expect(bytes.dropLast().contains(0x0A) == false)
  }

  private func with(formatVersion: Int) throws -> [UInt8] {
    let text = String(decoding: try RecordFixtures.full.encoded(), as: UTF8.self)
    let own = "\"formatVersion\":\(RunRecord.currentFormatVersion)"
    #expect(text.contains(own))
    return Array(text.replacing(own, with: "\"formatVersion\":\(formatVersion)").utf8)
  }

  @Test("A wrong answer that no command repeats says so")
  func noReplay() throws {
    let record = try RunRecord(decoding: with(formatVersion: 1))
    var example = try #require(record.cells.flatMap(\.matchers).flatMap(\.counterexamples).first)
    example.replay = nil
    #expect(
      example.replayLine(of: ShownProgram("./matchmark"))
        == "(no command repeats it alone; run the command of this record again)")
  }

  @Test("A record of a later version is refused by its version, whatever it contains")
  func tooNew() throws {
    let version = RunRecord.currentFormatVersion + 1
    let bytes = try with(formatVersion: version)
    #expect(throws: RecordError.tooNew(.record, version: version)) {
      try RunRecord(decoding: bytes)
    }
    #expect(
      RecordError.tooNew(.record, version: 99).description.hasPrefix(
        "got a record of format version 99, expected at most"))
    // Whatever a later version contains, the error is about the version.
    #expect(throws: RecordError.tooNew(.record, version: 99)) {
      try RunRecord(decoding: Array(#"{"formatVersion":99,"cells":"elsewhere"}"#.utf8))
    }
  }

  @Test("A record of an earlier version is read")
  func earlier() throws {
    #expect(try RunRecord(decoding: with(formatVersion: 0)).formatVersion == 0)
  }

  @Test(
    "Anything but a record is refused as malformed",
    arguments: ["", "{", "[]", "null", "{}", #"{"formatVersion":1}"#, #"{"formatVersion":"1"}"#])
  func malformed(text: String) {
    #expect {
      try RunRecord(decoding: Array(text.utf8))
    } throws: { error in
      if case RecordError.malformed(.record, let what) = error { return !what.isEmpty }
      return false
    }
  }

  @Test("A truncated record is refused")
  func truncated() throws {
    let bytes = try RecordFixtures.full.encoded()
    for count in stride(from: 0, to: bytes.count - 2, by: 97) {
      #expect(throws: RecordError.self) { try RunRecord(decoding: Array(bytes.prefix(count))) }
    }
  }
}
