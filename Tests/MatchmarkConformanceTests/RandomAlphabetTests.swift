import MatchmarkConformance
import MatchmarkCore
import Testing

@Suite("Random alphabets")
struct RandomAlphabetTests {
  @Test("Random alphabets have scalars of every script of Unicode")
  func scripts() {
    var generator = SeededGenerator(seed: 1)
    var drawn: Set<UInt32> = []
    for _ in 0..<3_000 {
      for piece in RandomAlphabet.pieces(using: &generator) {
        drawn.formUnion(piece.unicodeScalars.map(\.value))
      }
    }
    let missing = UnicodeScripts.runs.filter { run in
      !(run.first..<run.first + UInt32(run.count)).contains(where: drawn.contains)
    }.map(\.name)
    #expect(missing == [])
    #expect(UnicodeScripts.runs.count > 150)
  }

  @Test("Random alphabets have the characters that are special in query languages")
  func syntax() {
    var generator = SeededGenerator(seed: 3)
    let drawn = (0..<500).flatMap { _ in RandomAlphabet.pieces(using: &generator) }
    #expect(Set(RandomAlphabet.syntax).subtracting(drawn) == [])
  }

  @Test("Each random alphabet has only a few pieces, so that texts collide")
  func few() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let pieces = RandomAlphabet.pieces(using: &generator)
      #expect((2...48).contains(pieces.count))
    }
  }
}
