/// An engine's failure, with everything that is needed to reproduce it.
package struct EngineFailure: Error, Sendable, Codable, Hashable {
  /// The way in which the engine failed; only `not-installed` is not its failure.
  package let state: EngineState
  package let phase: EnginePhase
  package let got: String
  package let expected: String
  /// The last request that was sent, without its line feed; nil before the first.
  package var requestLine: String?
  /// The end of the engine's output on standard error.
  package var standardErrorTail: String

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
}

extension EngineFailure {
  /// The most lines of standard error in a sentence, and the most characters of each.
  private static let shownErrorCount = 3
  private static let shownErrorLength = 300

  /// The last lines on standard error, on one line that continues a sentence; empty if there are
  /// none.
  package var lastErrors: String {
    let lines = standardErrorTail.split(separator: "\n").suffix(Self.shownErrorCount)
      .map { $0.drop(while: \.isWhitespace).prefix(Self.shownErrorLength) }
    return lines.isEmpty ? "" : "; its standard error ends: \(lines.joined(separator: " · "))"
  }
}

/// The way in which an engine violated the protocol.
///
/// There is one word for each way to fail, the same in every report. States are never merged,
/// because each has a different remedy.
package enum EngineState: String, Sendable, Hashable, Codable, CaseIterable {
  case notInstalled = "not-installed"
  case failedToStart = "failed-to-start"
  case systemExhausted = "system-exhausted"
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
