import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Words for a shell")
struct ShellWordTests {
  @Test(
    "A quoted word is read back by a shell unchanged, on one line but for trailing line feeds",
    arguments: [
      "", "a b", "it's", "a\nb", "a\n\n'b", "\na", "\tx", "a\n\n'\t", "a\t\u{1B}[2J", "a\n",
      "a\n\n", "\n", "-x\r\ny",
      "'\u{301}", "a\u{202E}b\u{E0041}", "$(touch x)`y`\\", "a\n\u{9B}c\n",
    ])
  func words(word: String) throws {
    let quoted = ShellWord.quoted(word)
    let outcome = try Child.run(["sh", "-c", "printf '%s|' \(quoted)"])
    #expect(Array(outcome.output.unicodeScalars) == Array("\(word)|".unicodeScalars), "\(quoted)")
    let body = quoted.unicodeScalars.reversed().drop { $0 == "'" || $0 == "\n" }
    #expect(!body.contains(where: ShellWord.isControl), "\(quoted)")
  }
}
