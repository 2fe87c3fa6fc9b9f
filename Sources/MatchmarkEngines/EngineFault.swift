/// An engine's failure, with everything that is needed to reproduce it.
package struct EngineFault: Error, Sendable, Hashable {
  package let state: EngineState
  package let phase: EnginePhase
  package let got: String
  package let expected: String
  /// The last request that was sent, without its line feed; nil before the first.
  package internal(set) var requestLine: String?
  /// The end of what the engine wrote to standard error.
  package internal(set) var standardErrorTail: String

  package init(
    _ state: EngineState, in phase: EnginePhase, got: String, expected: String,
    requestLine: String? = nil, standardErrorTail: String = ""
  ) {
    self.state = state
    self.phase = phase
    self.got = got
    self.expected = expected
    self.requestLine = requestLine
    self.standardErrorTail = standardErrorTail
  }

  /// Creates the fault of an engine whose reply is not the expected message.
  package init(_ error: MessageError, in phase: EnginePhase) {
    self.init(error.state, in: phase, got: error.placedGot, expected: error.expected)
  }
}

extension EngineFault: CustomStringConvertible {
  /// The longest request that ``description`` shows; ``requestLine`` has the whole request.
  static let shownRequestSizeInBytes = 4_096

  /// State and phase, got and expected; then the request and standard error, if there are any.
  package var description: String {
    var lines = ["\(state.rawValue) in \(phase.rawValue): got \(got), expected \(expected)"]
    if let requestLine { lines.append("  request: \(Self.shown(requestLine))") }
    let errors = standardErrorTail.split(separator: "\n").suffix(20)
    if !errors.isEmpty {
      lines.append("  standard error ends:")
      lines += errors.map { "    \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ request: String) -> String {
    let size = request.utf8.count
    guard size > shownRequestSizeInBytes else { return request }
    let start = String(decoding: request.utf8.prefix(shownRequestSizeInBytes), as: UTF8.self)
    return "\(start)… (\(size) bytes)"
  }
}

/// The way in which an engine violated the protocol.
///
/// There is one word for each way to fail, the same in every report. States are never merged
/// because each has a different remedy.
package enum EngineState: String, Sendable, Hashable, Codable, CaseIterable {
  case notInstalled = "not-installed"
  case failedToStart = "failed-to-start"
  case wrongProtocol = "wrong-protocol"
  case noVersion = "no-version"
  case timedOut = "timed-out"
  case crashed
  case exited
  case closedPipe = "closed-pipe"
  case garbage
  case endlessLine = "endless-line"
  case endlessOutput = "endless-output"
  case outOfOrder = "out-of-order"
  case duplicateID = "duplicate-id"
  case wrongHash = "wrong-hash"
  case wrongRowCount = "wrong-row-count"
  case idsOutOfRange = "ids-out-of-range"
  case idsNotAscending = "ids-not-ascending"
  case lyingCount = "lying-count"
  case lyingDigest = "lying-digest"
  case wrongRepeatCount = "wrong-repeat-count"
  case impossibleDuration = "impossible-duration"
  case outputAfterBye = "output-after-bye"
  case lingering
  case heldPipe = "held-pipe"
  case errored

  package var summary: String {
    switch self {
    case .notInstalled: "the program or its library is missing"
    case .failedToStart: "the system could not start the program"
    case .wrongProtocol: "it speaks another version of the protocol"
    case .noVersion: "it reported no version, so it is not measured"
    case .timedOut: "no reply came within the time of the phase"
    case .crashed: "a signal ended it"
    case .exited: "it ended by itself in the middle of the session"
    case .closedPipe: "it closed its input or output and kept running"
    case .garbage: "a line that is not UTF-8, not JSON, or not the expected message"
    case .endlessLine: "a line longer than the limit"
    case .endlessOutput: "more lines than were requested"
    case .outOfOrder: "a reply without a request"
    case .duplicateID: "a second reply to one query"
    case .wrongHash: "it read bytes that differ from the rows file"
    case .wrongRowCount: "it read a different number of rows"
    case .idsOutOfRange: "a row that the corpus does not have"
    case .idsNotAscending: "rows that are out of order, or repeated"
    case .lyingCount: "a count that its own rows, or the corpus, contradict"
    case .lyingDigest: "a digest that its own rows contradict"
    case .wrongRepeatCount: "a number of durations that differs from that of repetitions"
    case .impossibleDuration: "a duration of zero, or longer than the exchange took"
    case .outputAfterBye: "something printed after its last reply"
    case .lingering: "it did not end after bye"
    case .heldPipe: "it ended, but a process that it started keeps its output open"
    case .errored: "it reported an error"
    }
  }
}

/// The steps of a session; each has its own timeout.
package enum EnginePhase: String, Sendable, Hashable, Codable, CaseIterable {
  case start
  case hello
  case load
  case build
  case query
  case bye
}
