import ArgumentParser
package import MatchmarkDatasets
import MatchmarkRecord

/// The exit codes of every command, the same for every output format.
enum ExitStatus: Int32 {
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

  init(_ verdict: Verdict) {
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
  var word: String {
    Verdict.allCases.first { ExitStatus($0) == self }?.rawValue
      ?? (self == .usage ? "usage" : "could-not-run")
  }

  /// - Throws: the exit code, unless everything is fine.
  func end() throws {
    if self != .fine { throw ExitCode(rawValue) }
  }
}

/// The end of a command whose verdict is not right; the command has already shown why.
struct JudgedEnd: Error {
  let verdict: Verdict
}

extension Verdict {
  /// Ends the command.
  ///
  /// - Throws: ``JudgedEnd``, unless everything is right.
  func end() throws {
    if self != .right { throw JudgedEnd(verdict: self) }
  }
}

/// The error that ends a command: a message for the user, and the kind that gives the exit code.
package typealias CommandError = InputError

extension ExitStatus {
  init(_ kind: InputError.Kind) {
    self =
      switch kind {
      case .usage, .unknownName: .usage
      case .input: .couldNotRun
      case .engine: .engine
      case .notComparable: .notComparable
      }
  }
}

extension InputError {
  /// No participant answered anything, so nothing was compared.
  ///
  /// - Parameter place: the questions, such as `no cell of 'smoke'`.
  static func unanswered(by ids: [String], _ place: String, reason: String? = nil) -> Self {
    let why = reason.map { ": \($0)" } ?? ""
    let verb = ids.count == 1 ? "answers" : "answer"
    return .notComparable(
      "nothing was compared: \(ids.joined(separator: ", ")) \(verb) \(place)\(why)")
  }
}
