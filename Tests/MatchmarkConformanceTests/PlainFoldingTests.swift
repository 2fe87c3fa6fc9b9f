import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("The folding of the oracle")
struct PlainFoldingTests {
  @Test(
    "The oracle folds every scalar of Unicode 15.0 as a third implementation does",
    arguments: Folding.allCases)
  func scalars(folding: Folding) {
    var plain = PlainFolding(folding)
    for scalar in Scalars.sample {
      let text = String(scalar)
      let folded = plain.fold(text)
      if folded != ReferenceFolding.fold(text, folding) {
        Issue.record("\(text.scalarNames) folds to \(folded.text.scalarNames)")
      }
    }
  }

  @Test(
    "The oracle folds scalars that Unicode 15.0 does not know as the library does",
    arguments: Folding.allCases)
  func unknown(folding: Folding) {
    var plain = PlainFolding(folding)
    for scalar in Scalars.all where !Scalars.isKnown(scalar) {
      let text = "a\u{327}" + String(scalar) + "\u{301}"
      if plain.fold(text) != folding.fold(text) { Issue.record("\(text.scalarNames)") }
    }
  }

  @Test(
    "The oracle folds random texts of letters and marks as a third implementation does",
    arguments: Folding.allCases)
  func texts(folding: Folding) {
    var random = SeededGenerator(seed: 15, stream: "plain-\(folding.rawValue)")
    var plain = PlainFolding(folding)
    for _ in 0..<TestAmount.foldedTextCount {
      let text = Scalars.randomText(&random)
      let folded = plain.fold(text)
      if folded != ReferenceFolding.fold(text, folding) {
        Issue.record("\(text.scalarNames) folds to \(folded.text.scalarNames)")
      }
      let forms = [PlainFolding.composed(text), PlainFolding.decomposed(text)]
      if forms.contains(where: { plain.fold($0) != folded }) { Issue.record("\(text.scalarNames)") }
    }
  }
}
