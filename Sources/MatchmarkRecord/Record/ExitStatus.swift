/// The exit codes of every command, the same for every output format.
package enum ExitStatus: Int32 {
  case fine = 0
  /// The harness could not run: a file cannot be read or written, or holds bad input.
  case couldNotRun = 1
  case wrongAnswers = 2
  /// Something became slower, or a declared budget or the floor of a target was missed.
  case slower = 3
  /// The measurements are inconclusive; used only if the caller asked for that to fail.
  case inconclusive = 4
  /// An engine that was asked for is missing, or a started engine violated the protocol.
  case engine = 5
  /// There is nothing to compare with, something else was measured, or a participant that was asked
  /// for answered nothing.
  case notComparable = 6
  /// Wrong usage, an unknown name, or nothing to do.
  case usage = 64

  package init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .right: .fine
      case .wrong: .wrongAnswers
      case .slower, .missed: .slower
      case .inconclusive: .inconclusive
      case .notComparable: .notComparable
      case .incomplete: .engine
      }
  }

  /// The word for the code.
  ///
  /// Two verdicts share a code; ``VerdictLine`` has a word for each.
  package var word: String {
    Verdict.allCases.first { ExitStatus($0) == self }?.rawValue
      ?? (self == .usage ? "usage" : "could-not-run")
  }
}
