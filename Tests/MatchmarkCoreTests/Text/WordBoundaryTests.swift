import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite struct WordBoundaryTests {
  @Test func wordScalarsAreLettersMarksAndNumbersOfUnicode15() {
    for scalar in Scalars.all
    where WordBoundary.isWordScalar(scalar.value) != isWordScalar(scalar) {
      Issue.record("\(String(scalar).scalarNames)")
    }
  }

  @Test func numbersThatAreNoScalarsAreInNoWord() {
    #expect(!WordBoundary.isWordScalar(0xD800))
    #expect(!WordBoundary.isWordScalar(0x11_0000))
    #expect(!WordBoundary.isWordScalar(.max))
  }

  @Test(arguments: [
    ("", [0]), ("ab", [0]), ("a b", [0, 2]), ("don't", [0, 4]), ("a-b_c.d", [0, 2, 4, 6]),
    ("x2 y", [0, 3]), ("語 é", [0, 4]), ("é語", [0]), ("a\u{301}b", [0]), ("½a", [0]),
    ("😀a", [0, 4]), ("(a)", [0, 1, 3]), ("  ", [0, 1, 2]), ("a’b", [0, 4]),
    ("\u{378}a", [0, 2]), ("क\u{94D}त", [0]),
  ])
  func wordsStartWhereNoWordScalarStandsBefore(text: String, expected: [Int]) {
    let bytes = Array(text.utf8)
    var starts: [Int] = []
    var position = 0
    for scalar in text.unicodeScalars {
      if WordBoundary.isStart(of: position, in: bytes.span) { starts.append(position) }
      position += UTF8.width(scalar)
    }
    if WordBoundary.isStart(of: position, in: bytes.span) { starts.append(position) }
    #expect(starts == expected)
  }

  private func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    guard Scalars.isKnown(scalar) else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
