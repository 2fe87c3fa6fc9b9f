/// How many answers of a matcher were held to the right ones, and what is known of the wrong ones.
package struct AnswerTally: Sendable, Codable {
  /// What wrong answers have in common: they are right under a profile that differs in one axis.
  package struct Cause: Sendable, Codable, Hashable {
    /// In what they differ, for instance `accents`.
    package var difference: String
    /// The axis under which they are right, for instance `folding c`.
    package var remedy: String
    /// How many of the wrong answers that were looked at it explains.
    package var count: Int

    package init(difference: String, remedy: String, count: Int) {
      self.difference = difference
      self.remedy = remedy
      self.count = count
    }
  }

  package var checkedCount: Int
  package var wrongCount: Int
  /// How many of the wrong ones were looked at.
  package var examinedCount: Int
  /// What explains most of the wrong answers; nil where nothing explains any.
  package var cause: Cause?
  /// What its keystrokes take although it is not right, never ranked; nil where not timed.
  package var figures: Figures?

  package init(checkedCount: Int, wrongCount: Int, examinedCount: Int, cause: Cause? = nil) {
    self.checkedCount = checkedCount
    self.wrongCount = wrongCount
    self.examinedCount = examinedCount
    self.cause = cause
  }
}
