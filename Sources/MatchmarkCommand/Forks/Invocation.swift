import Foundation
import MatchmarkSystem

/// How this program was started, so that it can start itself again.
struct Invocation: Sendable {
  /// That of the running command.
  @TaskLocal static var current = Invocation(program: "", arguments: [])

  /// The file of the running program, also where it was found in PATH or through a link.
  static var programPath: String {
    Bundle.main.executablePath ?? CommandLine.arguments.first ?? "matchmark"
  }

  /// The program's own file.
  let program: String
  /// What stood after its name.
  let arguments: [String]

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { arguments.prefix { $0 != "--" }.contains(flag) }

  /// The value of an option, as it was given last; nil where it was not.
  func value(of option: String) -> String? {
    let options = arguments.prefix { $0 != "--" }
    return zip(options, options.dropFirst() + [""]).compactMap { word, next -> String? in
      if word == option { return next }
      return word.beginsBytewise(with: "\(option)=") ? word.halves(at: "=")?.after : nil
    }.last
  }

  /// The same command with options inserted after its name.
  ///
  /// - Parameter nameLength: how many words name the command; two for `baseline save`.
  func arguments(adding options: [String], after nameLength: Int) -> [String] {
    Array(arguments.prefix(nameLength)) + options + Array(arguments.dropFirst(nameLength))
  }

  /// Runs this program once more: how that ended, nil where its time was over, and the last that
  /// it said on standard error.
  ///
  /// - Throws: ``CommandError/input(_:)`` where it cannot be started.
  func run(
    _ arguments: [String], for time: Duration
  ) throws(CommandError) -> (ending: ChildEnding?, complaint: String) {
    do {
      var child = try ChildProcess(
        ChildCommand(program, arguments, environment: ChildCommand.inheritedEnvironment))
      child.closeInput()
      let ending = child.waitForEnding(before: Deadline(after: time))
      child.kill()
      return (ending, String(decoding: child.lastErrors, as: UTF8.self))
    } catch { throw .input(error.description) }
  }
}

extension Invocation {
  /// This process's program with these arguments; nil takes its own.
  init(_ arguments: [String]?) {
    self.init(
      program: Self.programPath,
      arguments: arguments ?? Array(CommandLine.arguments.dropFirst()))
  }
}
