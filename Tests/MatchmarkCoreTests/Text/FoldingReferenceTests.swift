import MatchmarkCore
import MatchmarkTestSupport
@_spi(_Unicode) import Swift
import Testing

/// Compares folding with a second implementation, and checks its laws.
///
/// A short run checks a sample, a full one everything. Seeds are constants; a failure shows the
/// text.
@Suite struct FoldingReferenceTests {
  @Test(arguments: Folding.inModes)
  func everyScalarFoldsAsTheReferenceFoldsIt(folding: Folding, mode: MatchMode) {
    for scalar in Scalars.sample {
      let text = String(scalar)
      let folded = folding.fold(text, for: mode)
      if folded != ReferenceFolding.fold(text, folding, for: mode) {
        Issue.record("\(text.scalarNames) folds to \(folded.text.scalarNames)")
      }
    }
  }

  @Test(arguments: Folding.inModes)
  func randomTextsFoldAsTheReferenceFoldsThem(folding: Folding, mode: MatchMode) {
    var random = SeededGenerator(seed: 15, stream: "reference-\(folding.rawValue)")
    for _ in 0..<TestAmount.foldedTextCount {
      let text = Scalars.randomText(&random)
      let folded = folding.fold(text, for: mode)
      if folded != ReferenceFolding.fold(text, folding, for: mode) {
        Issue.record("\(text.scalarNames) folds to \(folded.text.scalarNames)")
      }
    }
  }

  @Test(arguments: Folding.inModes)
  func everyScalarAfterALetterAndBeforeAMarkFoldsAsTheReferenceFoldsIt(
    folding: Folding, mode: MatchMode
  ) {
    let surroundings = [("a", "\u{323}"), ("\u{1100}", "\u{11A8}"), ("\u{3B1}\u{301}", "\u{345}")]
    for (index, scalar) in Scalars.adversarial.every(TestAmount.adversarialStride).enumerated() {
      let (before, after) = surroundings[index % surroundings.count]
      let text = before + String(scalar) + after
      if folding.fold(text, for: mode) != ReferenceFolding.fold(text, folding, for: mode) {
        Issue.record(
          "\(text.scalarNames) folds to \(folding.fold(text, for: mode).text.scalarNames)")
      }
    }
  }

  @Test(arguments: Folding.inModes)
  func foldingTwiceIsFoldingOnce(folding: Folding, mode: MatchMode) {
    for text in Self.texts {
      let folded = folding.fold(text, for: mode)
      if folding.fold(folded.text, for: mode) != folded { Issue.record("\(text.scalarNames)") }
    }
  }

  @Test(arguments: Folding.inModes)
  func canonicallyEquivalentTextsFoldAlike(folding: Folding, mode: MatchMode) {
    for text in Self.texts {
      let folded = folding.fold(text, for: mode)
      for equivalent in [Self.joined(text._nfd), Self.joined(text._nfc)]
      where folding.fold(equivalent, for: mode) != folded {
        Issue.record("\(text.scalarNames)")
      }
    }
  }

  @Test(arguments: Folding.inModes)
  func foldsAreInNormalFormC(folding: Folding, mode: MatchMode) {
    for text in Self.texts {
      let folded = folding.fold(text, for: mode).text
      if Array(folded._nfc) != Array(folded.unicodeScalars) { Issue.record("\(text.scalarNames)") }
    }
  }

  @Test(arguments: [
    (Folding.exact, MatchMode.contains, 3, 3), (.caseInsensitive, .contains, 3, 3),
    (.caseAndDiacriticInsensitive, .contains, 3, 2), (.loose, .contains, 18, 11),
    (.loose, .wordPrefix, 18, 11),
  ])
  func aScalarFoldsToABoundedNumberOfScalarsAndBytes(
    folding: Folding, mode: MatchMode, maximumCount: Int, maximumFactor: Int
  ) {
    for scalar in Scalars.sample {
      let folded = folding.fold(String(scalar), for: mode)
      let size = String(scalar).utf8.count
      if folded.count > maximumFactor * size || folded.text.unicodeScalars.count > maximumCount {
        Issue.record("\(String(scalar).scalarNames) folds to \(folded.text.scalarNames)")
      }
    }
  }

  @Test func decompositionsStayWithinThreeTimesTheBytesSoThatBuffersSuffice() {
    for scalar in Scalars.sample where !(0xAC00...0xD7A3).contains(scalar.value) {
      let parts = Scalars.decomposed(scalar)
      let folded = parts.flatMap(ReferenceFolding.caseFolding)
      let size = String(scalar).utf8.count
      #expect(parts.reduce(0) { $0 + UTF8.width($1) } <= 3 * size)
      #expect(folded.reduce(0) { $0 + UTF8.width($1) } <= 3 * size)
    }
  }

  /// Every sampled scalar, and as many random texts as the run has time for.
  private static let texts: [String] = {
    var random = SeededGenerator(seed: 15, stream: "laws")
    let drawn = (0..<TestAmount.foldedTextCount).map { _ in Scalars.randomText(&random) }
    return Scalars.adversarial.map { String($0) } + drawn
  }()

  private static func joined(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
