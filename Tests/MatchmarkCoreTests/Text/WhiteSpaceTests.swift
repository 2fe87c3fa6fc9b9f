import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite struct WhiteSpaceTests {
  /// The property White_Space, scalar by scalar.
  static let scalars: [UInt32] = [
    0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
    0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
  ]

  @Test func whiteSpaceIsThese25Scalars() {
    let found = Scalars.all.map(\.value).filter { WhiteSpace.contains($0) }
    #expect(found == Self.scalars)
  }

  @Test func whiteSpaceIsThatOfTheStandardLibrary() {
    for scalar in Scalars.all
    where WhiteSpace.contains(scalar.value) != scalar.properties.isWhitespace {
      Issue.record("\(String(scalar).scalarNames)")
    }
  }

  @Test(.needs(.unicodeData))
  func whiteSpaceIsThatOfTheDataFile() {
    var found: [UInt32] = []
    for fields in UnicodeDataFiles.fields("PropList.txt") where fields[1] == "White_Space" {
      let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      found += ends[0]...ends[ends.count - 1]
    }
    #expect(found == Self.scalars)
  }

  @Test(arguments: [
    ("", ""), (" ", ""), ("   ", ""), ("a", "a"), (" a ", "a"), ("a b", "a b"),
    ("\t\n a  b\u{3000}\r\n", "a  b"), ("\u{A0}é\u{85}", "é"), ("\u{2028}語\u{2029}", "語"),
    ("\u{200B}a\u{200B}", "\u{200B}a\u{200B}"), ("\u{FEFF} a", "\u{FEFF} a"),
    (" \u{301}", "\u{301}"), ("\u{3000}😀\u{205F}", "😀"),
  ])
  func trimmingTakesWhiteSpaceOffBothEnds(text: String, expected: String) {
    let bytes = Array(text.utf8)
    let range = WhiteSpace.trimmed(bytes.span)
    #expect(Array(bytes[range]) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("", []), (" ", []), ("\u{3000}\u{A0}\r\n", []), ("red", ["red"]),
    ("red  rose", ["red", "rose"]), (" rose\u{3000}white\t", ["rose", "white"]),
    ("a\u{85}b\u{1680}c", ["a", "b", "c"]), ("a\u{200B}b", ["a\u{200B}b"]),
    ("a\u{200C}b\u{AD}c", ["a\u{200C}b\u{AD}c"]), ("a,b-c.d", ["a,b-c.d"]),
    (" \u{301}x é", ["\u{301}x", "é"]), ("gladiolus 51.99 2001", ["gladiolus", "51.99", "2001"]),
    ("\r\na\r\n\r\nb", ["a", "b"]), ("語\u{2003}😀", ["語", "😀"]),
  ])
  func termsAreTheMaximalRunsWithoutWhiteSpace(text: String, expected: [String]) {
    #expect(terms(Array(text.utf8)) == expected.map { Array($0.utf8) })
  }

  @Test func termsOfRandomTextAreThoseOfAPlainSplit() {
    var random = SeededGenerator(seed: 6, stream: "terms")
    for _ in 0..<2_000 {
      var view = String.UnicodeScalarView()
      for _ in 0..<random.below(12) {
        let isSpace = random.chance(0.4)
        let value = isSpace ? random.pick(Self.scalars) : random.pick(Scalars.assigned).value
        if let scalar = Unicode.Scalar(value) { view.append(scalar) }
      }
      let expected = view.split { $0.properties.isWhitespace }.map { Array(String($0).utf8) }
      #expect(terms(Array(String(view).utf8)) == expected)
    }
  }

  private func terms(_ bytes: [UInt8]) -> [[UInt8]] {
    var terms: [[UInt8]] = []
    var position = 0
    while let range = WhiteSpace.nextTerm(in: bytes.span, from: position) {
      #expect(range.lowerBound >= position && !range.isEmpty)
      terms.append(Array(bytes[range]))
      position = range.upperBound
    }
    return terms
  }
}
