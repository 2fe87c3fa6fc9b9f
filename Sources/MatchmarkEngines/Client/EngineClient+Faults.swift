internal import MatchmarkSystem

extension EngineClient {
  /// The exit status with which shells and env(1) report that a program was not found.
  private static let notFoundStatus: Int32 = 127

  /// The fault for an error of the child process.
  func fault(for error: ChildProcessError) -> EngineFault {
    if error == .timedOut { return Self.timeout(in: phase, launch.timeouts) }
    let reply = "a reply to '\(phase.rawValue)'"
    let (state, expected): (EngineState, String) =
      switch error {
      case .timedOut: (.timedOut, reply)
      case .notFound: (.notInstalled, reply)
      case .notStarted: (.failedToStart, reply)
      case .ended(let ending): (self.state(of: ending), reply)
      case .closed, .refused: (.closedPipe, reply)
      case .held: (.heldPipe, reply)
      case .lineTooLong(let limit): (.endlessLine, "\(reply) of at most \(limit) bytes")
      case .tooMuchOutput: (.endlessOutput, "one line for one request")
      }
    return EngineFault(state, in: phase, got: error.description, expected: expected)
  }

  /// The fault of an engine that exceeds a timeout.
  static func timeout(in phase: EnginePhase, _ timeouts: EngineTimeouts) -> EngineFault {
    EngineFault(
      .timedOut, in: phase, got: "no whole line",
      expected: "a reply to '\(phase.rawValue)' within \(timeouts[phase])")
  }

  /// The fault of an engine whose unrequested output exceeds the limit.
  static func flood(in phase: EnginePhase) -> EngineFault {
    EngineFault(
      .endlessOutput, in: phase,
      got: "\(excessLimitInBytes) bytes and more, unrequested",
      expected: "one line for one request")
  }

  /// The fault of an engine whose line is not the expected message.
  func fault(for error: MessageError, in line: [UInt8]) -> EngineFault {
    EngineFault(
      error.state, in: phase, got: "\(error.placedGot), in \(Self.shown(line))",
      expected: error.expected)
  }

  /// The number of bytes of a line that a fault shows.
  static let shownLineSizeInBytes = 200

  /// The start of a line, as a fault shows it.
  static func shown(_ line: [UInt8]) -> String {
    let isWhole = line.count <= shownLineSizeInBytes
    let start = String(decoding: line.prefix(shownLineSizeInBytes), as: UTF8.self)
    return "the line '\(start)\(isWhole ? "" : "…")'"
  }

  private func state(of ending: ChildEnding) -> EngineState {
    switch ending {
    case .killed: .crashed
    case .exited(Self.notFoundStatus) where phase == .hello: .notInstalled
    case .exited, .lost: .exited
    }
  }
}
