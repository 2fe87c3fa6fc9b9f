import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("Characters, as the oracle reads them")
struct PlainCharacterTests {
  @Test("The oracle's characters pass all 602 break tests of Unicode 15.0")
  func breakTests() throws {
    let tests = try BreakTest.all()
    #expect(tests.count == 602)
    for test in tests {
      let starts = Self.starts(of: test.scalars)
      if starts != test.starts { Issue.record("\(test.line): got breaks before \(starts)") }
    }
  }

  @Test("The oracle and the library find the same characters around every kind of scalar")
  func library() {
    let frames: [(String, String)] = [
      ("", "a"), ("a", "\u{308}"), ("a\u{200D}", "👩"), ("👩\u{308}\u{200D}", "\u{200D}👩"),
      ("👩\u{200D}\u{200D}", "👩"), ("🇺", "🇸🇯"), ("🇺🇸🇯", "🇵"), ("\u{1100}", "\u{11A8}"),
      ("가", "\u{1161}"),
      ("각", "\u{11A8}"), ("\u{600}", "\u{600}"), ("\r", "\n"), ("क\u{94D}", "क"),
      ("\u{903}", "\u{903}"),
    ]
    for (index, scalar) in Scalars.all.every(TestAmount.scalarStride).enumerated() {
      let (before, after) = frames[index % frames.count]
      expectAgreement(on: before + String(scalar) + after)
    }
  }

  @Test("The oracle and the library find the same characters in random texts")
  func random() {
    let pieces = [
      "a", "\u{308}", "\u{200D}", "👩", "🏽", "🇺", "\u{1100}", "\u{1161}", "\u{11A8}", "가", "각",
      "\u{600}", "\r",
      "\n", "\u{AD}", "\u{903}", "क", "\u{94D}",
    ]
    var random = SeededGenerator(seed: 15, stream: "breaks")
    for _ in 0..<TestAmount.foldedTextCount {
      expectAgreement(on: (0..<2 + random.below(8)).map { _ in random.pick(pieces) }.joined())
    }
  }

  private func expectAgreement(on text: String) {
    var breaks = GraphemeBreaks()
    let scalars = Array(text.unicodeScalars)
    let starts = scalars.indices.filter { breaks.begins(at: scalars[$0].value) }
    if starts != Self.starts(of: scalars) { Issue.record("\(text.scalarNames)") }
  }

  private static func starts(of scalars: [Unicode.Scalar]) -> [Int] {
    let text = String(String.UnicodeScalarView(scalars))
    let borders = scalars.indices.map { index in scalars[..<index].reduce(0) { $0 + UTF8.width($1) }
    }
    let starts = PlainCharacters.ranges(of: text).map(\.lowerBound)
    return borders.indices.filter { starts.contains(borders[$0]) }
  }
}
