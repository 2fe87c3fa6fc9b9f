import Foundation
import MatchmarkDatasets
import MatchmarkSystem

/// The program and its arguments, with which it can start itself again.
struct Invocation: Sendable {
  @TaskLocal static var current = Invocation(program: "", arguments: [])

  /// The path of the running program, even if it was found through PATH or a link.
  static var programPath: String {
    Bundle.main.executablePath ?? CommandLine.arguments.first ?? "matchmark"
  }

  let program: String
  let arguments: [String]

  func has(_ flag: String) -> Bool { arguments.prefix { $0 != "--" }.contains(flag) }

  /// The arguments after `--`.
  var terminatedArguments: [String] { Array(arguments.drop { $0 != "--" }.dropFirst()) }

  /// The last value given for an option; nil if there is none.
  func value(of option: String) -> String? {
    let options = arguments.prefix { $0 != "--" }
    return zip(options, options.dropFirst() + [""]).compactMap { word, next -> String? in
      if word == option { return next }
      return word.beginsBytewise(with: "\(option)=") ? word.halves(at: "=")?.after : nil
    }.last
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

extension Invocation {
  /// This process's program with these arguments; nil means the process's own.
  init(_ arguments: [String]?) {
    self.init(
      program: Self.programPath,
      arguments: arguments ?? Array(CommandLine.arguments.dropFirst()))
  }
}
