import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Compares the folding of ASCII, which is done eight bytes at a time, with another implementation.
@Suite("Folding of ASCII by words")
struct ASCIIFoldingTests {
  private static let lengths = Array(0...26) + [255, 256, 257]

  @Test(
    "Every ASCII character folds right in any place of a word", arguments: Folding.inModes)
  func everyCharacter(folding: Folding, mode: MatchMode) {
    for code in UInt8(0)..<0x80 {
      let sign = String(Unicode.Scalar(code))
      for place in 0..<18 {
        for count in [0, 1, 9] {
          let before = String(repeating: "Z", count: place)
          check(before + sign + String(repeating: "@", count: count), folding, mode)
        }
      }
    }
  }

  @Test(
    "Signs and spaces fold in texts of any length, also before a letter that is not ASCII",
    arguments: Folding.inModes)
  func manySigns(folding: Folding, mode: MatchMode) {
    let pool = [" ", " ", "-", "'", "`", "\t", "/", "%", "A", "z"]
    var random = SeededGenerator(seed: 16, stream: "ascii-\(folding.rawValue)")
    for length in Self.lengths {
      for signs in [2, 5, pool.count] {
        var text = ""
        for _ in 0..<length {
          text += random.below(3) == 0 ? pool[random.below(signs)] : "b"
        }
        for end in ["", "\u{E9}", "\u{2019} \u{301}", " \u{30AB}-", "\u{200D}"] {
          check(text + end, folding, mode)
        }
      }
    }
  }

  private func check(_ text: String, _ folding: Folding, _ mode: MatchMode) {
    let folded = folding.fold(text, for: mode)
    if folded != ReferenceFolding.fold(text, folding, for: mode) {
      Issue.record("\(text.debugDescription) folds to \(folded.text.debugDescription)")
    }
  }
}
