import ArgumentParser
import Foundation
public import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkIncumbents
import MatchmarkMatchers
import MatchmarkRecord
import MatchmarkReports
public import MatchmarkSession
import MatchmarkSystem

/// The whole command, for packages that add their own matchers.
///
/// ```swift
/// Matchmark.main(adding: [MatcherEntry(MyMatcher.self)])
/// ```
public enum Matchmark {
  /// The version of the program.
  public static let version = "0.1.0"

  /// Runs the command that the arguments name, and exits with its code.
  ///
  /// - Parameters:
  ///   - entries: matchers in addition to the built-in ones; each is listed, verified and timed
  ///     like them. One with the id of a built-in matcher replaces it.
  ///   - rankers: rankers, which `hunt --ranked` holds to the laws of ranking.
  ///   - boxes: search boxes, which `hunt --boxes` holds to the contract of late answers.
  ///   - arguments: those after the program's name; nil means the process's own.
  public static func main(
    adding entries: [MatcherEntry] = [], rankers: [RankerEntry] = [],
    boxes: [SearchBoxEntry] = [], arguments: [String]? = nil
  ) -> Never {
    StandardStreams.reserve()
    Signals.installInterruptHandlers()
    // A package may fix the arguments of its command; those of a fork come from its parent.
    let own = Array(CommandLine.arguments.dropFirst())
    let fixed = own == [ForkCommand.name] ? nil : arguments
    let invocation = Invocation(
      program: Bundle.main.executablePath ?? CommandLine.arguments.first ?? "matchmark",
      calledAs: CommandLine.arguments.first ?? "", arguments: fixed ?? own)
    let context = ProgramContext(invocation, adding: entries, rankers: rankers, boxes: boxes)
    let status = context.callAsCurrent {
      let malformed = fixed == nil ? ProgramArguments.firstMalformed() : nil
      let (status, verdict) = malformed.map(refuse) ?? run(invocation)
      VerdictLine.show(status, verdict, of: invocation)
      return status
    }
    exit(flushed(status))
  }

  /// Refuses a path with malformed bytes, which would turn into another path.
  private static func refuse(_ malformed: String) -> (status: Int32, verdict: Verdict?) {
    StandardError.write(
      "matchmark: got an argument that is not UTF-8, '\(malformed)', expected UTF-8; "
        + "reach such a file through a link, or from inside its folder")
    return (ExitStatus.usage.rawValue, nil)
  }

  /// Flushes the output, because a failed write may show only now; wrong answers weigh more.
  ///
  /// A reader that stops early, such as `head`, is not a failure.
  private static func flushed(_ status: Int32) -> Int32 {
    do { try StandardOutput.flush() } catch {
      if error.isBrokenPipe { return status }
      StandardError.write(error)
      return status == ExitStatus.fine.rawValue ? ExitStatus.couldNotRun.rawValue : status
    }
    return status
  }

  /// Runs a command; returns its exit code, and its verdict if that is not right.
  private static func run(_ invocation: Invocation) -> (status: Int32, verdict: Verdict?) {
    let arguments = invocation.arguments
    do {
      try CommandNames.check(arguments)
      try invocation.refuseSecondInputs()
      var command = try RootCommand.parseAsRoot(arguments)
      try command.run()
      return (ExitStatus.fine.rawValue, nil)
    } catch let end as JudgedEnd {
      return (ExitStatus(end.verdict).rawValue, end.verdict)
    } catch let error as InputError {
      StandardError.write(error)
      return (ExitStatus(error.kind).rawValue, nil)
    } catch let error as FileError {
      if error.isBrokenPipe { return (ExitStatus.fine.rawValue, nil) }
      StandardError.write(error)
      return (ExitStatus.couldNotRun.rawValue, nil)
    } catch {
      return (present(error, of: arguments), nil)
    }
  }

  /// Shows what the argument parser throws: help and version on standard output, errors elsewhere,
  /// in the form of all others.
  private static func present(_ error: any Error, of words: [String]) -> Int32 {
    let code = RootCommand.exitCode(for: error)
    var message = RootCommand.fullMessage(for: error)
    // The parser quotes words as they are; a line end in one would begin a line of its own.
    for word in words.flatMap({ [$0, $0.halves(at: "=")?.after ?? ""] })
    where TerminalText.visible(word) != word {
      let isLineEnd = word.allSatisfy(\.isNewline)
      let quote = isLineEnd ? "'" : ""
      message = message.replacing(
        quote + word + quote, with: quote + TerminalText.visible(word) + quote)
    }
    if message.hasPrefix("Error: ") {
      var text = message.dropFirst("Error: ".count)
      // Our own checks name the option and its value, so the parser need not do so as well.
      if text.hasPrefix("The value '"), let range = text.firstRange(of: "': got --") {
        text = text[range.lowerBound...].dropFirst("': ".count)
      }
      message = "matchmark: " + text.prefix(1).lowercased() + text.dropFirst()
    }
    if !message.isEmpty {
      if code.isSuccess { Swift.print(message) } else { StandardError.write(lines: message) }
    }
    return code.rawValue
  }
}

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matchmark",
    abstract: "Benchmarks and conformance-checks search-as-you-type matchers.",
    discussion: """
      Every answer to every keystroke of a typing session is checked against the specification \
      and timed. Start with 'matchmark run'. --help lists the options of a command; --help-hidden \
      adds the rare ones. 'matchmark --generate-completion-script bash' (zsh, fish) completes names.

      Exit codes:
        0   passed
        1   could not run: a file that cannot be read or written, or bad input
        2   wrong answers
        3   slower, or a budget or the floor of a target missed
        4   inconclusive, with --strict
        5   an engine is missing or failed, or a fleet's work is incomplete
        6   nothing to compare with, or nothing compared
        64  wrong usage, an unknown name, or nothing to do
        129, 130, 143  interrupted; 132 to 139  a matcher crashed the process
      """,
    version: "matchmark \(Matchmark.version), record format \(RunRecord.currentFormatVersion), "
      + "specification \(RunRecord.currentSpecificationVersion), Unicode 15.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Main",
        subcommands: [
          RunCommand.self, VerifyCommand.self, QueryCommand.self, SessionCommand.self,
          CheckCommand.self, ReportCommand.self, QualityCommand.self,
        ]),
      CommandGroup(
        name: "Advanced",
        subcommands: [
          HuntCommand.self, BaselineCommand.self, FleetCommand.self, EngineCommand.self,
          DataCommand.self, InitCommand.self, ListCommand.self, InfoCommand.self, ForkCommand.self,
        ]),
    ])

  @Flag(
    name: .customLong(String(VerdictLine.option.dropFirst(2))),
    help: "Print how the command ended as a last line of JSON: command, exitCode, verdict.")
  var jsonVerdict = false

  static let force = "--force"

  @Flag(
    name: .customLong(String(force.dropFirst(2))),
    help: """
      Replace files that matchmark did not write, and write through links. Without this, such a \
      file is an error, and it stays. Any command that writes takes it.
      """)
  var replacesForeign = false
}

extension Matchmark {
  /// Runs the command with matcher types in addition to the built-in ones:
  /// `Matchmark.main(adding: [MyMatcher.self])`.
  public static func main(adding types: [any Matcher.Type], arguments: [String]? = nil) -> Never {
    main(adding: types.map { MatcherEntry($0) }, arguments: arguments)
  }
}

enum CommandNames {
  /// The commands that took over from those of earlier versions.
  private static let successors = [
    "measure": "run --no-reports", "scaling": "run --corpus ROWS --sizes 1000,4000,16000",
    "capacity": "run --corpus ROWS --sizes 1000,4000,16000 --budget p99=8.33ms",
    "smoke": "verify -- PROGRAM", "reproduce": "verify CASES.json",
    "compare": "report RECORD RECORD", "history": "report --history", "request": "engine requests",
    "plan": "fleet plan", "work": "fleet work", "merge": "fleet merge", "version": "--version",
  ]

  /// Checks the names that the arguments begin with, such as `data show`.
  static func check(_ arguments: [String]) throws(InputError) {
    var command: any ParsableCommand.Type = RootCommand.self
    for argument in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-") else { return }
      guard let next = commands.first(where: { $0.configuration.commandName == argument }) else {
        if command == RootCommand.self, let successor = successors[argument] {
          throw .usage(
            "there is no command '\(argument)' any more; use 'matchmark \(successor)'")
        }
        // The compiler rejects a key path into a type's own property.
        let known = commands.filter { $0.configuration.shouldDisplay }
          .compactMap { $0.configuration.commandName }
        throw .unknownName(kind: "command", name: argument, known: known)
      }
      command = next
    }
  }

  /// The names that the arguments begin with, such as `fleet merge`; empty if there are none.
  static func words(of arguments: [String]) -> String {
    var words: [String] = []
    var commands = RootCommand.configuration.subcommands
    for argument in arguments where !commands.isEmpty && !argument.hasPrefix("-") {
      words.append(argument)
      commands =
        commands.first { $0.configuration.commandName == argument }?.configuration.subcommands ?? []
    }
    return words.joined(separator: " ")
  }
}
