import MatchmarkEngines
import Testing

@Suite("Lines of input")
struct LineReaderTests {
  /// The lines of a text that arrives in chunks of this size.
  private func lines(_ text: String, chunk: Int, limit: Int = 8) -> [LineReader.Line] {
    var reader = LineReader(limitInBytes: limit)
    var lines: [LineReader.Line] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      reader.append(Array(bytes[start..<min(start + chunk, bytes.count)]))
      while let line = reader.next() { lines.append(line) }
    }
    while let line = reader.rest() { lines.append(line) }
    return lines
  }

  private func complete(_ texts: String...) -> [LineReader.Line] {
    texts.map { .complete(Array($0.utf8)) }
  }

  @Test("Lines of input do not depend on the chunks in which they arrive", arguments: 1...12)
  func chunks(size: Int) {
    #expect(lines("a\nbc\n\ndef", chunk: size) == complete("a", "bc", "", "def"))
    #expect(lines("", chunk: size).isEmpty)
    #expect(lines("\n", chunk: size) == complete(""))
    #expect(lines("12345678\n", chunk: size) == complete("12345678"))
    #expect(
      lines("a\n123456789\nb\n", chunk: size) == complete("a") + [.tooLong] + complete("b"))
    #expect(
      lines("1234567890123456789012345\n1234567890\nb", chunk: size)
        == [.tooLong, .tooLong] + complete("b"))
    #expect(lines("123456789", chunk: size) == [.tooLong])
    #expect(lines("1234567890123456789012345", chunk: size) == [.tooLong])
  }

  @Test("Lines of input are not kept once read, even if no chunk ends at a line end")
  func heldBytes() {
    var reader = LineReader(limitInBytes: 8)
    for _ in 0..<1_000 {
      reader.append(Array("34\n12".utf8))
      while reader.next() != nil {}
    }
    let held = Mirror(reflecting: reader).descendant("buffer", "bytes") as? [UInt8]
    #expect((held?.count ?? .max) < 16)
  }
}
