import MatchmarkReports
import Testing

@Suite("Making text harmless")
struct XMLSanitiserTests {
  @Test("C0 controls, DEL and C1 controls become visible, while tab, LF and CR stay")
  func controls() {
    for value in (UInt8(0)...0x9F).filter({ $0 < 0x20 || $0 > 0x7E })
    where ![0x09, 0x0A, 0x0D].contains(value) {
      let visible = "a\\u{\(String(value, radix: 16, uppercase: true))}é"
      #expect(clean("a\(Unicode.Scalar(value))é") == visible)
    }
    #expect(clean("a\t\n\r\u{A0}b") == "a\t\n\r\u{A0}b")
  }

  @Test("Noncharacters become U+FFFD, while their neighbours stay")
  func noncharacters() {
    let noncharacters = [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF] as [UInt32]
    for scalar in noncharacters.compactMap(Unicode.Scalar.init) {
      #expect(clean(String(scalar)) == "\u{FFFD}")
    }
    let values = [0xFFFD, 0xFDCF, 0xFDF0, 0x10FFFD, 0xD7FF, 0xE000, 0xFEFF] as [UInt32]
    let neighbours = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
    #expect(neighbours.unicodeScalars.count == 7)
    #expect(clean(neighbours) == neighbours)
  }

  @Test(
    "Complete terminal sequences are removed, and incomplete ones become visible",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "red"),
      ("\u{1B}[38;5;196;1mx", "x"),
      ("\u{9B}1mx", "x"),
      ("\u{1B}]0;title\u{7}x", "x"),
      ("\u{1B}]8;;http://a\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{9D}0;t\u{9C}x", "x"),
      ("\u{1B}[31", "\\u{1B}[31"),
      ("\u{1B}]0;never ends\nnext", "\\u{1B}]0;never ends\nnext"),
      ("\u{1B}", "\\u{1B}"),
      ("\u{1B}[\u{1B}[1m", "\\u{1B}["),
      ("\u{9D}0;t\u{9D}0;t\u{9C}x", "\\u{9D}0;tx"),
    ])
  func sequences(text: String, expected: String) {
    #expect(XMLSanitiser.clean(text, as: .text) == expected)
  }

  @Test(
    "A line of sanitised text has single spaces inside and none at its ends",
    arguments: [
      ("  a \t\r\n b\u{B}\u{C}c  ", "a b c"), ("\n", ""), ("", ""), ("a", "a"),
      ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"), ("\u{1B}[1m a \u{1B}[0m", "a"),
    ])
  func lines(text: String, expected: String) {
    #expect(XMLSanitiser.clean(text, as: .line) == expected)
  }

  @Test("Cleaning a clean text changes nothing")
  func idempotent() {
    let all = String(String.UnicodeScalarView((0...0xFFFF).compactMap(Unicode.Scalar.init)))
    for form in [XMLSanitiser.Form.text, .line] {
      let once = XMLSanitiser.clean(all, as: form)
      #expect(XMLSanitiser.clean(once, as: form) == once)
    }
  }

  private func clean(_ text: String) -> String { XMLSanitiser.clean(text, as: .text) }
}
