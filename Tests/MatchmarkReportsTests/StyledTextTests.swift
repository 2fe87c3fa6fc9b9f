import MatchmarkReports
import Testing

@Suite("Text for a terminal")
struct StyledTextTests {
  private let colours = TextStyle(isColoured: true)
  private let hostile = "\n::error::x\u{1B}[1;31m\u{E0041}"
  private let visible = "⏎::error::x\\u{1B}[1;31m\\u{E0041}"

  @Test("A value in a styled text is made visible, and a literal stays as it is")
  func values() {
    let text: StyledText = "name:\n  \(hostile)"
    #expect(text.output == "name:\n  \(visible)")
  }

  @Test("A colour of our own stays in a styled text, around a value that is made visible")
  func colouring() {
    let text: StyledText = "it is \(colours.wrong(hostile)), \(hostile)"
    #expect(text.output == "it is \u{1B}[1;31m\(visible)\u{1B}[0m, \(visible)")
  }

  @Test("Marked text is made visible inside and outside of the marks")
  func marking() {
    let text = colours.marked("a\nb\nc", [1..<3])
    #expect(text.output == "a\u{1B}[1;4m⏎b\u{1B}[0m⏎c")
    #expect(TextStyle(isColoured: false).marked("a\nb", [0..<1]).output == "a⏎b")
  }
}
