import ArgumentParser
import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord

extension JSONText {
  /// Prints a result on one line of standard output, for programs.
  static func show(_ value: some Encodable) throws {
    Swift.print(String(decoding: try line(value), as: UTF8.self))
  }
}

struct JSONOptions: ParsableArguments {
  @Flag(help: "Print the result as one JSON object.")
  var json = false

  /// Prints a result if it was asked for as JSON.
  ///
  /// In that case, everything that ``Printer`` would show a person is left out.
  func show(_ result: @autoclosure () throws -> some Encodable) throws {
    if json { try JSONText.show(try result()) }
  }
}

/// The end of a command, as the last line of standard output.
struct VerdictLine: Encodable {
  let command: String
  let exitCode: Int32
  /// In words; nil for a code that no command uses.
  let verdict: String?

  static let option = "--json-verdict"

  /// - Parameter verdict: the verdict of the command; nil if it ended in another way.
  static func show(_ status: Int32, _ verdict: Verdict?, of invocation: Invocation) {
    guard invocation.has(option) else { return }
    let command = CommandNames.words(of: invocation.arguments)
    let word = verdict?.rawValue ?? ExitStatus(rawValue: status)?.word
    try? JSONText.show(VerdictLine(command: command, exitCode: status, verdict: word))
  }
}
