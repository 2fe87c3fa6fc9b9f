/// A failure of a child process, or a refusal of the system.
package enum ChildProcessError: Error, Hashable, Sendable {
  /// The program does not exist; `reason` names the places that were searched.
  case notFound(program: String, reason: String)
  /// The program exists but could not be started.
  case notStarted(program: String, reason: String)
  /// The system has no descriptor, process or memory left for the child, so nothing is known about
  /// the program.
  case exhausted(program: String, reason: String)
  /// The deadline passed; the child may be busy, stopped, or not reading.
  case timedOut
  /// The child ended while something was expected from it.
  case ended(ChildEnding)
  /// The child is alive but closed its standard input or output.
  case closed(ChildStream)
  /// The child ended, but another process keeps its standard output open.
  case held(ChildEnding)
  /// No line feed arrived within the limit in bytes.
  case lineTooLong(limitInBytes: Int)
  /// More bytes of complete lines than the limit arrived without being requested.
  case tooMuchOutput(limitInBytes: Int)
  case refused(ChildStream, reason: String)
}

extension ChildProcessError {
  /// The expectation in messages about ``exhausted(program:reason:)``.
  package static let exhaustionRemedy =
    "that the system can start one more process; end other processes or raise the limit "
    + "(ulimit -n, ulimit -u)"

  package static func tooMany(program: String) -> ChildProcessError {
    .exhausted(program: program, reason: "\(ChildProcess.countLimit) processes are already running")
  }
}

package enum ChildStream: String, Sendable {
  case input = "standard input"
  case output = "standard output"
  case errors = "standard error"
}

package enum ChildEnding: Hashable, Sendable {
  case exited(status: Int32)
  case killed(signal: Int32)
  /// Another part of this process reaped the child, so the way in which it ended is unknown.
  case lost

  /// True if the process crashed: by ILL, TRAP, ABRT, BUS, FPE or SEGV.
  package var isCrash: Bool {
    if case .killed(let signal) = self { [4, 5, 6, 7, 8, 10, 11].contains(signal) } else { false }
  }
}

extension ChildEnding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)\(Self.name(of: signal))"
    case .lost: "ended in an unknown way"
    }
  }

  /// Returns the name of a signal that ends programs; the numbers are the same on every system.
  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT",
      8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    ]
    return names[signal].map { ", \($0)" } ?? ""
  }
}

extension ChildProcessError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let program, let reason): "cannot find the program '\(program)': \(reason)"
    case .notStarted(let program, let reason), .exhausted(let program, let reason):
      "cannot start '\(program)': \(reason)"
    case .timedOut: "got no answer in time"
    case .ended(let ending): "the process \(ending)"
    case .closed(let stream): "the process runs, but closed its \(stream.rawValue)"
    case .held(let ending):
      "the process \(ending), but another process keeps its standard output open"
    case .lineTooLong(let limit): "a line of more than \(limit) bytes"
    case .tooMuchOutput(let limit): "got more than \(limit) unrequested bytes"
    case .refused(let stream, let reason): "cannot use the \(stream.rawValue): \(reason)"
    }
  }
}
