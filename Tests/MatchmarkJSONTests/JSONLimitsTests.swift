import MatchmarkJSON
import Testing

@Suite("Limits of JSON")
struct JSONLimitsTests {
  /// The error of a text; nil if it can be read.
  private func error(_ text: String) -> JSONError? { error(Array(text.utf8)) }

  private func error(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(text: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("The nesting depth of JSON counts brackets and braces outside strings")
  func depth() {
    let limit = JSONLimits.file.depth
    let (open, close) = (String(repeating: "[", count: limit), String(repeating: "]", count: limit))
    #expect(error(open + close) == nil)
    #expect(error(open + "[") == JSONLimits.file.tooDeep(at: limit))
    #expect(
      error(String(repeating: "{\"a\":", count: limit + 1))
        == JSONLimits.file.tooDeep(at: limit * 5))
    #expect(error("\"" + open + open + "\"") == nil)
    #expect(
      error("[" + Array(repeating: "[]", count: limit * 4).joined(separator: ",") + "]") == nil)
  }

  @Test("The limit on JSON values counts lists and objects too, but nothing inside strings")
  func values() {
    let limit = JSONLimits.file.valueCount
    func list(_ count: Int, of value: String) -> String {
      "[" + Array(repeating: value, count: count).joined(separator: ",") + "]"
    }
    #expect(error(list(limit - 1, of: "0")) == nil)
    #expect(error(list(limit, of: "0")) == JSONLimits.file.tooMany(at: 2 * limit - 1))
    #expect(error(list(limit - 1, of: "\",\"")) == nil)
    #expect(error(list(limit / 3, of: "{\"a\":[1]}")) == nil)
    #expect(error(list(limit / 3 + 1, of: "{\"a\":[1]}")) != nil)
  }

  @Test("The limit on long texts of JSON counts keys and strings of more than 15 bytes")
  func longTexts() {
    let limit = JSONLimits.file.longTextCount
    let (short, long) = ("\"123456789012345\"", "\"1234567890123456\"")
    func list(_ count: Int, of value: String) -> String {
      "[" + Array(repeating: value, count: count).joined(separator: ",") + "]"
    }
    #expect(error(list(limit + 1, of: short)) == nil)
    #expect(error(list(limit, of: long)) == nil)
    #expect(
      error(list(limit + 1, of: long))
        == JSONLimits.file.tooManyLongTexts(at: 1 + limit * (long.utf8.count + 1)))
    #expect(error(list(limit / 2, of: "{\(long):\(long)}")) == nil)
    #expect(error(list(limit / 2 + 1, of: "{\(long):\(long)}")) != nil)
  }

  @Test("JSON in an encoding other than UTF-8 is refused at its first offending byte")
  func encodings() {
    for (bytes, offset) in [
      ([0xFF, 0xFE, 0x5B, 0], 0), ([0xFE, 0xFF, 0, 0x5B], 0), ([0x5B, 0, 0x5D, 0], 1),
    ] as [([UInt8], Int)] {
      #expect(error(bytes)?.message == "got a byte that is not JSON in UTF-8, expected UTF-8")
      #expect(error(bytes)?.offset == offset)
    }
  }
}
