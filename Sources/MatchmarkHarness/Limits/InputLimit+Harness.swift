package import MatchmarkCore

extension InputLimit {
  /// The limits of what a run keeps.
  package static let harness = [
    InputLimit(
      "counterexamples", "the wrong answers that are kept of a matcher on a cell",
      Verification.counterexampleLimit, .counterexamples,
      beyond: .cut("further ones are counted"))
  ]
}
