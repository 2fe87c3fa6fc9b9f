import MatchmarkCore
import Testing

@Suite("A source position")
struct SourcePositionTests {
  private func position(_ text: String, offset: Int) -> String {
    SourcePosition(file: "f", bytes: Array(text.utf8), offset: offset).description
  }

  @Test("counts lines at LF and columns in characters")
  func characters() {
    #expect(position("", offset: 0) == "f:1:1")
    #expect(position("ab\ncd", offset: 4) == "f:2:2")
    #expect(position("é👍🏽x", offset: 10) == "f:1:3")
    #expect(position("a\r\nb", offset: 3) == "f:2:1")
    #expect(position("a\n", offset: 2) == "f:2:1")
  }

  @Test("gives a byte-order mark no column")
  func byteOrderMark() {
    #expect(position("\u{FEFF}ab", offset: 4) == "f:1:2")
    #expect(position("\u{FEFF}ab", offset: 0) == "f:1:1")
  }

  @Test("has no column for a whole line")
  func wholeLine() {
    #expect(SourcePosition(file: "f", line: 3).description == "f:3")
  }

  @Test("points at the first byte that is not UTF-8")
  func invalidBytes() {
    #expect(SourceText.firstInvalidByte(in: Array("añb".utf8)) == nil)
    #expect(SourceText.firstInvalidByte(in: [0x61, 0xC3, 0x28]) == 1)
    #expect(SourceText.firstInvalidByte(in: [0x61, 0xED, 0xA0, 0x80]) == 1)
  }
}
