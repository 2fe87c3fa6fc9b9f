import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// ASCII has a fast path, whose results must equal those of the general one.
@Suite struct FoldingASCIITests {
  @Test(arguments: Folding.inModes)
  func allPairsOfASCIIFoldAsTheReferenceFoldsThem(folding: Folding, mode: MatchMode) {
    for first in UInt8(0)..<128 {
      for second in UInt8(0)..<128 {
        let pair = [first, second]
        var folded: [UInt8] = []
        folding.fold(pair.span, for: mode, into: &folded)
        if folded != ReferenceFolding.fold(pair.text, folding, for: mode) {
          Issue.record("\(pair)")
        }
      }
    }
  }

  /// After a scalar outside ASCII, the rest of the text takes the general path.
  @Test(arguments: Folding.allCases)
  func asciiFoldsAloneAsItDoesAfterOtherScalars(folding: Folding) {
    var random = SeededGenerator(seed: 7, stream: "ascii")
    for count in 0..<200 {
      let ascii = (0..<count).map { _ in UInt8(random.below(128)) }
      let after = folding.fold("語" + ascii.text)
      #expect(Array("語".utf8) + folding.fold(ascii.text) == after)
    }
  }

  @Test(arguments: Folding.inModes)
  func everyASCIILetterComposesWithAMarkAfterARunOfASCII(folding: Folding, mode: MatchMode) {
    for byte in UInt8(0)..<128 {
      for mark in ["\u{301}", "\u{327}", "\u{308}\u{304}", "\u{338}", "\u{AD}\u{301}"] {
        for run in ["", "abcdefghijklmnopqrstuvwxyz 0123456789"] {
          let text = run + [byte].text + mark + "Z"
          #expect(folding.fold(text, for: mode) == ReferenceFolding.fold(text, folding, for: mode))
        }
      }
    }
  }

  @Test(arguments: Folding.inModes)
  func mixturesOfASCIIAndOtherScriptsFoldAsTheReferenceFoldsThem(folding: Folding, mode: MatchMode)
  {
    var random = SeededGenerator(seed: 8, stream: "mixtures")
    for _ in 0..<1_000 {
      var text = ""
      for _ in 0..<random.below(6) {
        let ascii = (0..<random.below(24)).map { _ in UInt8(random.below(128)) }
        text += ascii.text + Scalars.randomText(&random, maximumCount: 3)
      }
      #expect(folding.fold(text, for: mode) == ReferenceFolding.fold(text, folding, for: mode))
    }
  }

  @Test func onlyTheLettersOfASCIIChange() {
    let ascii = Array(UInt8(0)..<128)
    let lower = ascii.map { (65...90).contains($0) ? $0 + 32 : $0 }
    #expect(Folding.exact.fold(ascii.text) == ascii)
    #expect(Folding.caseInsensitive.fold(ascii.text) == lower)
    #expect(Folding.caseAndDiacriticInsensitive.fold(ascii.text) == lower)
  }
}
