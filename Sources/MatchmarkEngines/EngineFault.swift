/// An engine's failure, with everything that is needed to reproduce it.
package struct EngineFault: Error, Sendable, Hashable {
  package let state: EngineState
  /// The step of the session in which it happened.
  package let phase: EnginePhase
  package let got: String
  /// What the protocol requires.
  package let expected: String
  /// The last request that was sent, without its line feed; nil before the first.
  package let requestLine: String?
  /// The end of what the engine wrote to standard error.
  package let standardErrorTail: String

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
