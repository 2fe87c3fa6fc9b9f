/// How many answers of a matcher were compared with the right ones, and what the wrong ones show.
package struct AnswerTally: Sendable, Codable {
  /// What wrong answers have in common: they are right under a profile that differs on one axis.
  package struct Cause: Sendable, Codable, Hashable {
    /// How they differ, for instance `accents`.
    package var difference: String
    /// The axis value under which they are right, for instance `folding c`.
    package var remedy: String
    /// How many of the examined wrong answers it explains.
    package var count: Int

    package init(difference: String, remedy: String, count: Int) {
      self.difference = difference
      self.remedy = remedy
      self.count = count
    }
  }

  package var checkedCount: Int
  package var wrongCount: Int
  /// How many of the wrong ones were examined.
  package var examinedCount: Int
  /// What explains most of the wrong answers; nil if nothing explains any.
  package var cause: Cause?
  /// The times of its keystrokes although it is not right, never ranked; nil if not timed.
  package var figures: Figures?

  package init(checkedCount: Int, wrongCount: Int, examinedCount: Int, cause: Cause? = nil) {
    self.checkedCount = checkedCount
    self.wrongCount = wrongCount
    self.examinedCount = examinedCount
    self.cause = cause
  }
}
