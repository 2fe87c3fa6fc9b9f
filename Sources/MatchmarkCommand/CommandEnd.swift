import ArgumentParser
import MatchmarkDatasets
import MatchmarkRecord

extension ExitStatus {
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

extension ExitStatus {
  /// The code of a command that an error ends.
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
