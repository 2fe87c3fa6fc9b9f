package import MatchmarkRecord

extension EngineFailure: CustomStringConvertible {
  /// The maximum size of a request in ``description``; ``requestLine`` has the whole request.
  static let shownRequestSizeInBytes = 4_096

  /// The state, the phase, and what was found and expected, on one line.
  package var headline: String {
    "\(state.rawValue) in \(phase.rawValue): got \(got), expected \(expected)"
  }

  package var description: String {
    var lines = [headline]
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

extension EngineState {
  package var summary: String {
    switch self {
    case .notInstalled: "the program or its library is missing"
    case .failedToStart: "the system could not start the program"
    case .systemExhausted:
      "the system had no descriptor, process or memory left to start it, so nothing is known of it"
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
