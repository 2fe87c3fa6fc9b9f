import ArgumentParser

/// Whether the result is for a program.
struct JSONOptions: ParsableArguments {
  @Flag(help: "Print the result as one JSON object.")
  var json = false

  /// Prints a result if it was asked for as JSON.
  ///
  /// In that case, everything that ``print(_:)`` would show a person is left out.
  func show(_ result: @autoclosure () throws -> some Encodable) throws {
    if json { try JSONLine.show(try result()) }
  }
}

/// A result on one line of standard output, for programs.
enum JSONLine {
  static func show(_ value: some Encodable) throws {
    Swift.print(String(decoding: try JSONText.line(value), as: UTF8.self))
  }
}

/// How a command ended, as the last line of standard output.
struct VerdictLine: Encodable {
  let command: String
  let exitCode: Int32
  /// In words; nil for a code that no command uses.
  let verdict: String?

  static let option = "--json-verdict"

  /// Shows the line if it was asked for.
  static func show(_ status: Int32, of invocation: Invocation) {
    guard invocation.has(option) else { return }
    let command = invocation.arguments.first { !$0.hasPrefix("-") } ?? ""
    let verdict = ExitStatus(rawValue: status)?.word
    try? JSONLine.show(VerdictLine(command: command, exitCode: status, verdict: verdict))
  }
}
