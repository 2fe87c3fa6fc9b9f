import Foundation
import MatchmarkDatasets
import MatchmarkRecord
import MatchmarkSystem

/// The program and its arguments, with which it can start itself again.
struct Invocation: Sendable {
  /// The path of the running program, even if it was found through PATH or a link.
  let program: String
  /// The word by which the program was called: a path, or a name to look up in PATH; it may be
  /// empty.
  let word: String
  let arguments: [String]

  init(program: String, calledAs word: String, arguments: [String]) {
    (self.program, self.word, self.arguments) = (program, word, arguments)
  }

  /// The command line, with the usual name of the program, as a record keeps it.
  var commandLine: [String] { ["matchmark"] + arguments }

  func has(_ flag: String) -> Bool { arguments.prefix { $0 != "--" }.contains(flag) }

  /// The arguments after `--`.
  var terminatedArguments: [String] { Array(arguments.drop { $0 != "--" }.dropFirst()) }

  /// The last value given for an option; nil if there is none.
  func value(of option: String) -> String? { values(of: option).last }

  private func values(of option: String) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    return zip(options, options.dropFirst() + [""]).compactMap { word, next in
      if word == option { return next }
      return word.beginsBytewise(with: "\(option)=") ? word.halves(at: "=")?.after : nil
    }
  }

  /// The options that name one input of a command.
  private static let inputs = [
    "--corpus", "--profile", "--rank", "--engine-file", "--queries", "--labels", "--baseline",
    "--against", "--app", "--settings", "--targets", "--suite",
  ]

  /// Refuses two inputs where a command takes one, because the parser would drop the first.
  func refuseSecondInputs() throws(InputError) {
    for option in Self.inputs {
      let values = values(of: option).uniqued
      guard values.count > 1 else { continue }
      let list = values.map { "'\($0)'" }.joined(separator: " and ")
      throw .usage("got \(option) with \(list), expected it once")
    }
  }

  /// Runs this program once more, and returns how it ended (nil if its time was over) and the last
  /// lines on standard error.
  ///
  /// - Throws: ``InputError/input(_:)`` if it cannot be started.
  func run(
    _ arguments: [String], input: [UInt8] = [], for time: Duration
  ) throws(InputError) -> (ending: ChildEnding?, complaint: String) {
    do {
      var child = try ChildProcess(
        ChildCommand(
          program, arguments, environment: ChildCommand.inheritedEnvironment, isTidy: true))
      let deadline = Deadline(after: time)
      // A child that ends before it has read everything says why on standard error.
      try? child.send(input, before: deadline)
      child.closeInput()
      let ending = child.waitForEnding(before: deadline)
      child.kill()
      return (ending, String(decoding: child.lastErrors, as: UTF8.self))
    } catch { throw .input(error.description) }
  }
}
