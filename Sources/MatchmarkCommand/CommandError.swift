import ArgumentParser
import MatchmarkCore
import MatchmarkMeasurement

/// The exit codes of every command, the same for every output format.
enum ExitStatus: Int32 {
  /// Everything is fine.
  case fine = 0
  /// The harness could not run: a file cannot be read or written, or holds bad input.
  case couldNotRun = 1
  /// A matcher gave a wrong answer.
  case wrongAnswers = 2
  /// Something became slower, or a declared budget or the floor of a target was missed.
  case slower = 3
  /// The measurements are inconclusive; used only if the caller asked for that to fail.
  case inconclusive = 4
  /// A required engine is missing, or an engine that was started violated the protocol.
  case engine = 5
  /// There is nothing to compare with, or something else was measured.
  case notComparable = 6
  /// Wrong usage, an unknown name, or nothing to do.
  case usage = 64

  /// How a command ends after runs with this verdict.
  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .right: .fine
      case .wrong: .wrongAnswers
      case .slower: .slower
      case .inconclusive: .inconclusive
      case .notComparable: .notComparable
      case .incomplete: .engine
      }
  }

  var word: String {
    Verdict.allCases.first { ExitStatus($0) == self }?.rawValue
      ?? (self == .usage ? "usage" : "could-not-run")
  }

  /// - Throws: the exit code, unless everything is fine.
  func end() throws {
    if self != .fine { throw ExitCode(rawValue) }
  }
}

package enum CommandError: Error {
  /// The arguments contradict each other.
  case usage(String)
  /// An unknown name, with the kind of thing that it should name.
  case unknownName(kind: String, name: String, known: [String])
  /// A file that cannot be read or written, or holds bad input.
  case input(String)
  /// An engine is missing, and nothing can be done without it.
  case engine(String)
  /// There is nothing to compare with, or something else was measured.
  case notComparable(String)

  var status: ExitStatus {
    switch self {
    case .usage, .unknownName: .usage
    case .input: .couldNotRun
    case .engine: .engine
    case .notComparable: .notComparable
    }
  }
}

extension CommandError {
  /// Runs a body and returns its value; an error that is not the command's own is bad input.
  ///
  /// - Parameter lead: the start of the message.
  static func wrap<Value: ~Copyable>(
    _ lead: String = "", _ body: () throws -> Value
  ) throws(CommandError) -> Value {
    do { return try body() } catch let error as CommandError { throw error } catch {
      throw .input("\(lead)\(error)")
    }
  }

  /// The same error, with where it comes from.
  func adding(_ origin: String) -> CommandError {
    switch self {
    case .usage(let message): .usage("\(message); \(origin)")
    case .unknownName: .usage("\(description); \(origin)")
    case .input(let message): .input("\(message); \(origin)")
    case .engine(let message): .engine("\(message); \(origin)")
    case .notComparable(let message): .notComparable("\(message); \(origin)")
    }
  }
}

extension CommandError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .usage(let message), .input(let message), .engine(let message),
      .notComparable(let message):
      message
    case .unknownName(let kind, let name, let known):
      "got \(kind) '\(name)', expected one of \(known.joined(separator: ", "))"
        + NearestName.hint(name, among: known)
    }
  }
}
