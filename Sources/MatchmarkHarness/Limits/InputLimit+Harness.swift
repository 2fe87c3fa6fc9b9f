package import MatchmarkCore

extension InputLimit {
  /// The limits of what a run keeps.
  package static let harness = [
    InputLimit(
      "counterexamples",
      "the wrong answers that a record keeps of a matcher for each kind of keystroke",
      Contender.counterexampleLimit, .counterexamples,
      beyond: .cut("the first ones are kept"))
  ]
}
