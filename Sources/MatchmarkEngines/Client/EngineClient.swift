internal import MatchmarkCore
internal import MatchmarkSystem

/// The client of an engine: sends each request, reads its reply, and audits it.
///
/// The steps follow the order of the protocol: ``hello()``, ``load(_:profile:)``, ``build()``, any
/// number of ``query(_:want:repeatCount:)``, ``bye()``. Each corpus gets a fresh process. Any error
/// ends the engine's whole process group at once and is thrown as one of ``EngineState``; later
/// steps throw the same error again. An engine that is released without a goodbye is killed.
package final class EngineClient {
  package let launch: EngineLaunch
  package private(set) var fault: EngineFault?
  /// What the engine reported about itself; nil before the greeting.
  package internal(set) var greeting: HelloReply?
  /// The facts that are known when the index is built.
  package internal(set) var facts: EngineIntroduction?
  /// What its durations reveal about its clock.
  package internal(set) var durations = DurationAudit(statedResolutionInNanoseconds: 0)

  var child: ChildProcess
  /// The last request that was sent, without its line feed.
  var requestText: String?
  /// The current step, or the last one.
  var phase = EnginePhase.start
  var rowCount = 0
  var lastQueryID = 0
  var ledger = AnswerLedger()

  /// Starts the program.
  ///
  /// - Throws: ``EngineFault``: not installed, or failed to start.
  package init(_ launch: EngineLaunch) throws(EngineFault) {
    self.launch = launch
    child = try Self.start(launch)
    child.settleTime = launch.timeouts.settle
  }

  /// The id of the engine's process and of its process group.
  package var processNumber: Int32 { child.number }

  private static func start(_ launch: EngineLaunch) throws(EngineFault) -> ChildProcess {
    let variables = ChildCommand.inheritedEnvironment.merging(launch.environment) { $1 }
    let command = ChildCommand(
      launch.command.first ?? "", Array(launch.command.dropFirst()), folder: launch.folder,
      environment: variables)
    do throws(ChildProcessError) { return try ChildProcess(command) } catch {
      if case .notFound = error {
        throw EngineFault(
          .notInstalled, in: .start, got: error.description, expected: "a program")
      }
      throw EngineFault(
        .failedToStart, in: .start, got: error.description, expected: "a running process")
    }
  }

  func end(with fault: EngineFault) -> EngineFault {
    if let earlier = self.fault { return earlier }
    child.kill()
    let complete = EngineFault(
      fault.state, in: fault.phase, got: fault.got, expected: fault.expected,
      requestLine: requestText,
      standardErrorTail: String(decoding: child.lastErrors, as: UTF8.self))
    self.fault = complete
    return complete
  }
}
