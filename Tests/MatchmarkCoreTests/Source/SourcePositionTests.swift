import MatchmarkCore
import Testing

@Suite("A source position")
struct SourcePositionTests {
  private func position(_ text: String, offset: Int) -> String {
    SourcePosition(file: "f", bytes: Array(text.utf8), offset: offset).description
  }

  @Test("A source position counts lines at LF and columns in characters")
  func characters() {
    #expect(position("", offset: 0) == "f:1:1")
    #expect(position("ab\ncd", offset: 4) == "f:2:2")
    #expect(position("é👍🏽x", offset: 10) == "f:1:3")
    #expect(position("a\r\nb", offset: 3) == "f:2:1")
    #expect(position("a\n", offset: 2) == "f:2:1")
  }

  @Test("A byte-order mark takes up no column of a source position")
  func byteOrderMark() {
    #expect(position("\u{FEFF}ab", offset: 4) == "f:1:2")
    #expect(position("\u{FEFF}ab", offset: 0) == "f:1:1")
  }

  @Test("A source position of a whole line has no column")
  func wholeLine() {
    #expect(SourcePosition(file: "f", line: 3).description == "f:3")
  }

  @Test(
    "The first byte of a text that is not UTF-8 is found, on older systems as well",
    arguments: [
      (Array("añb€👍".utf8), nil), ([], nil), ([0x61, 0xC3, 0x28], 1),
      ([0x61, 0xED, 0xA0, 0x80], 1), ([0xC3, 0xB1, 0x80], 2), ([0x61, 0xF0, 0x9F, 0x91], 1),
      ([0xE2, 0x82, 0xAC, 0xFF, 0x61], 3), ([0xC0, 0x80], 0),
    ] as [([UInt8], Int?)])
  func invalidBytes(bytes: [UInt8], offset: Int?) {
    #expect(SourceText.firstInvalidByte(in: bytes) == offset)
    #expect(SourceText.firstInvalidByte(decoding: bytes) == offset)
  }
}
