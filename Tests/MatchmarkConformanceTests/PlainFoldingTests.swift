import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("The folding of the oracle")
struct PlainFoldingTests {
  @Test(
    "The oracle folds every scalar of Unicode 15.0 as a third implementation does",
    arguments: Folding.inModes)
  func scalars(folding: Folding, mode: MatchMode) {
    var plain = PlainFolding(folding)
    for scalar in Scalars.sample {
      let text = String(scalar)
      let folded = plain.fold(text, for: mode)
      if folded != ReferenceFolding.fold(text, folding, for: mode) {
        Issue.record("\(text.scalarNames) folds to \(folded.text.scalarNames)")
      }
    }
  }

  @Test(
    "The oracle folds scalars that Unicode 15.0 does not know as the library does",
    arguments: Folding.inModes)
  func unknown(folding: Folding, mode: MatchMode) {
    var plain = PlainFolding(folding)
    for scalar in Scalars.all where !Scalars.isKnown(scalar) {
      let text = "a\u{327}" + String(scalar) + "\u{301}"
      if plain.fold(text, for: mode) != folding.fold(text, for: mode) {
        Issue.record("\(text.scalarNames)")
      }
    }
  }

  @Test(
    "The oracle folds random texts of letters and marks as a third implementation does",
    arguments: Folding.inModes)
  func texts(folding: Folding, mode: MatchMode) {
    var random = SeededGenerator(seed: 15, stream: "plain-\(folding.rawValue)")
    var plain = PlainFolding(folding)
    for _ in 0..<TestAmount.foldedTextCount {
      let text = Scalars.randomText(&random)
      let folded = plain.fold(text, for: mode)
      if folded != ReferenceFolding.fold(text, folding, for: mode) {
        Issue.record("\(text.scalarNames) folds to \(folded.text.scalarNames)")
      }
      let forms = [PlainFolding.composed(text), PlainFolding.decomposed(text)]
      if forms.contains(where: { plain.fold($0, for: mode) != folded }) {
        Issue.record("\(text.scalarNames)")
      }
    }
  }

  @Test(
    "The oracle and the library fold every scalar alike under loose, alone and between others",
    arguments: [MatchMode.contains, .wordPrefix])
  func loose(mode: MatchMode) {
    var plain = PlainFolding(.loose)
    // All scalars that Unicode 15.0 assigns, and planes without letters.
    let values = Array(UInt32(0)..<0x3_2400) + Array(0xE_0000..<0xE_1000) + [0x10_FFFF]
    for scalar in values.compactMap(Unicode.Scalar.init) {
      for text in [String(scalar), "か" + String(scalar) + "\u{3099} \u{E38}"] {
        if plain.fold(text, for: mode) != Folding.loose.fold(text, for: mode) {
          Issue.record("\(text.scalarNames)")
        }
      }
    }
  }
}
