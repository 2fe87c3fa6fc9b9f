import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Compares the generated tables with the standard library and with the files they were made from.
@Suite struct UnicodeTableTests {
  static let data = CanonicalData()

  @Test func combiningClassesAreThoseOfTheStandardLibrary() {
    for scalar in Scalars.assigned
    where Self.data.combiningClass(scalar.value)
      != scalar.properties.canonicalCombiningClass.rawValue
    {
      Issue.record("\(String(scalar).scalarNames)")
    }
  }

  @Test func decompositionsAreThoseOfTheStandardLibrary() {
    for scalar in Scalars.sample where !(0xAC00...0xD7A3).contains(scalar.value) {
      if Self.data.decomposition(scalar.value) != Scalars.decomposed(scalar).map(\.value) {
        Issue.record("\(String(scalar).scalarNames)")
      }
    }
  }

  @Test func caseFoldingsAreThoseOfTheStandardLibrary() {
    for scalar in Scalars.sample {
      let expected = ReferenceFolding.caseFolding(scalar).map(\.value)
      if Self.data.caseFoldings[scalar.value] ?? [scalar.value] != expected {
        Issue.record("\(String(scalar).scalarNames)")
      }
    }
  }

  @Test func whatIsStrippedIsWhatTheStandardLibraryDescribes() {
    for scalar in Scalars.assigned
    where Self.data.stripped.contains(scalar.value) != ReferenceFolding.isStripped(scalar) {
      Issue.record("\(String(scalar).scalarNames)")
    }
  }

  @Test func theTablesHaveTheEntriesOfUnicode15() {
    #expect(Self.data.decompositions.count == 2_061)
    #expect(Self.data.combiningClasses.count == 922)
    #expect(Self.data.caseFoldings.count == 1_530)
    #expect(Self.data.compositions.count == 941)
  }

  @Test(arguments: Folding.allCases)
  func scalarsThatUnicode15DoesNotKnowFoldToThemselvesUnlessIgnorable(folding: Folding) {
    let plain = folding.fold("a\u{327}")
    for scalar in Scalars.all where !Scalars.isKnown(scalar) {
      let isRemoved =
        [.caseAndDiacriticInsensitive, .loose].contains(folding)
        && scalar.properties.isDefaultIgnorableCodePoint
      let expected = isRemoved ? [] : Array(String(scalar).utf8)
      // Between a letter and a mark: it must neither move nor let them compose.
      let text = "a\u{327}" + String(scalar) + "b"
      if folding.fold(text) != plain + expected + Array("b".utf8) {
        Issue.record("\(String(scalar).scalarNames)")
      }
    }
  }

  @Test(.needs(.unicodeData), .needs(.python3))
  func theCommittedTablesAreWhatTheScriptGenerates() throws {
    let check = try UnicodeDataFiles.checkGeneratedTables()
    #expect(check.code == 0, "\(check.text)")
  }

  @Test(.needs(.unicodeData))
  func bothSidesOfEveryCaseFoldingFoldAlike() {
    var count = 0
    for fields in UnicodeDataFiles.fields("CaseFolding.txt") where "CF".contains(fields[1]) {
      count += 1
      let left = UnicodeDataFiles.text(ofCodes: fields[0])
      let right = UnicodeDataFiles.text(ofCodes: fields[2])
      if Folding.caseInsensitive.fold(left) != Folding.caseInsensitive.fold(right) {
        Issue.record("\(left.scalarNames)")
      }
    }
    #expect(count == 1_530)
  }

  @Test(.needs(.unicodeData), .needs(.bzip2))
  func everyRowOfTheNormalizationTestFoldsAlikeInAllItsForms() throws {
    let rows = try UnicodeDataFiles.normalizationTest()
    #expect(rows.count == 19_074)
    for row in rows {
      if Folding.exact.fold(row[0]) != Array(row[1].utf8) {
        Issue.record("exact: \(row[0].scalarNames)")
      }
      for folding in Folding.allCases {
        let folded = folding.fold(row[0])
        for form in row[1...2] where folding.fold(form) != folded {
          Issue.record("\(folding): \(row[0].scalarNames)")
        }
      }
      // Compatibility forms are canonical forms of each other, too.
      if Folding.exact.fold(row[4]) != Array(row[3].utf8) {
        Issue.record("exact: \(row[4].scalarNames)")
      }
    }
  }
}
