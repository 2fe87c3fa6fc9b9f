import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite struct CanonicalDecimalTests {
  @Test(arguments: [
    ("0", "0"), ("00", "0"), ("0.0", "0"), ("7", "7"), ("2018", "2018"), ("2018.0", "2018"),
    ("２０１８", "2018"), ("٢٠١٨", "2018"), ("२०१८", "2018"), ("2٠1８", "2018"), ("25", "25"),
    ("25.00", "25"), ("025.000", "25"), ("51.990", "51.99"), ("24.99", "24.99"), ("0.5", "0.5"),
    ("00.50", "0.5"), ("0.05", "0.05"), ("0.000000000000000001", nil), ("100", "100"),
    ("0.00000000000000001", "0.00000000000000001"), ("999999999999999999", "999999999999999999"),
    ("99999999999999999.9", "99999999999999999.9"), ("1000000000000000000", nil),
    ("0000000000000000025", nil), ("000000000000000025", "25"), ("𝟙𝟚", "12"),
    // No digit, or more than digits and one point.
    ("", nil), (".", nil), ("25.", nil), (".5", nil), ("+5", nil), ("-5", nil), ("5e3", nil),
    ("2,018", nil), ("51,99", nil), ("1.2.3", nil), ("1..2", nil), (" 5", nil), ("5 ", nil),
    ("1 999", nil), ("1_000", nil), ("0x1F", nil), ("nan", nil), ("inf", nil), ("5a", nil),
    ("2007abc", nil), ("1．5", nil), ("1٫5", nil), ("½", nil), ("²", nil), ("①", nil), ("Ⅳ", nil),
    ("五", nil), ("5\u{301}", nil), ("5\u{200B}", nil), ("\u{2212}5", nil),
  ])
  func textsReadAsTheseDecimals(text: String, expected: String?) {
    #expect(CanonicalDecimal(text)?.description == expected)
    let bytes = Array(text.utf8)
    #expect(CanonicalDecimal(utf8: bytes.span) == CanonicalDecimal(text))
  }

  @Test func onlyTheCanonicalValueCounts() throws {
    let forms = ["25", "25.00", "025.000", "２５", "00025.0"]
    #expect(Set(forms.compactMap { CanonicalDecimal($0) }).count == 1)
    #expect(CanonicalDecimal("25") != CanonicalDecimal("2.5"))
    #expect(CanonicalDecimal("25") != CanonicalDecimal("250"))
  }

  @Test func descriptionsAreReadBack() {
    var random = SeededGenerator(seed: 9, stream: "decimals")
    for _ in 0..<2_000 {
      let number = CanonicalDecimal(randomDecimal(&random))
      #expect(number != nil && number == number.flatMap { CanonicalDecimal($0.description) })
    }
  }

  @Test func decimalsAreOrderedByValue() {
    let ascending = [
      "0", "0.00000000000000001", "0.5", "0.50000000000000001", "1", "1.5", "2", "10", "10.01",
      "99999999999999999.9", "100000000000000000", "999999999999999999",
    ].compactMap { CanonicalDecimal($0) }
    #expect(ascending.count == 12)
    #expect(ascending.shuffled().sorted() == ascending)
    for (low, high) in zip(ascending, ascending.dropFirst()) {
      #expect(low < high)
      #expect(!(high < low))
      #expect(!(low < low))
    }
  }

  @Test func digitsAreThoseOfUnicode15WithTheirValues() {
    for scalar in Scalars.all {
      let properties = scalar.properties
      let isDigit = Scalars.isKnown(scalar) && properties.generalCategory == .decimalNumber
      let expected = isDigit ? properties.numericValue.map { Int($0) } : nil
      if DecimalDigit.value(of: scalar.value) != expected {
        Issue.record("\(String(scalar).scalarNames)")
      }
    }
  }

  private func randomDecimal(_ random: inout SeededGenerator) -> String {
    let digitCount = 1 + random.below(CanonicalDecimal.maximumDigitCount)
    var text = (0..<digitCount).map { _ in String(random.below(10)) }.joined()
    if digitCount > 1, random.chance(0.5) {
      let position = text.index(text.startIndex, offsetBy: 1 + random.below(digitCount - 1))
      text.insert(".", at: position)
    }
    return text
  }
}
