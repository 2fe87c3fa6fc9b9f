package import MatchmarkCore
internal import MatchmarkJSON
internal import MatchmarkRecord
internal import MatchmarkSystem

/// The limits of the protocol; exceeding one leads to a named state or error, never to truncation.
package enum EngineLimits {
  /// The maximum depth of nested values; no message needs more than six levels.
  package static let nestingDepth = 32
  /// The maximum number of keys of an object; no message has more than a few.
  package static let keyCount = 1_024
  /// The maximum number of repetitions of a query, so that their durations fit into the line of a
  /// reply for a small corpus.
  package static let repeatCount = 10_000
  package static let pageSize = Delivery.pageSize
  /// The maximum size of a request; most of it is the known values of a corpus's facets.
  package static let requestSizeInBytes = 64 << 20
  /// The number of bytes that are kept from the end of an engine's standard error.
  package static let standardErrorSizeInBytes = ChildProcess.keptErrorSizeInBytes
  /// The maximum size of a text in a message; the longest texts are the values of a facet.
  package static let textSizeInBytes = SearchLimits.fieldSizeInBytes
  static let message = JSONLimits(
    expected: "a message", depth: nestingDepth, keyCount: keyCount,
    textSizeInBytes: textSizeInBytes)

  /// Returns the maximum size of a reply: all ids with their commas, and the text around them.
  package static func replySizeInBytes(rowCount: Int) -> Int { (1 << 20) + 12 * rowCount }
}

extension InputLimit {
  /// The limits of the protocol; the bytes and phases in the messages are examples.
  package static let engines = messages + replies + timeouts

  private static let messages = [
    InputLimit(
      "message-nesting", "nested values in a message", EngineLimits.nestingDepth,
      .levels,
      beyond: .failed(message(EngineLimits.message.tooDeep(at: EngineLimits.nestingDepth)))),
    InputLimit(
      "message-keys", "the keys of one object of a message", EngineLimits.keyCount, .keys,
      beyond: .failed(message(EngineLimits.message.tooManyKeys(at: 9_217)))),
    InputLimit(
      "message-text-size", "a text of a message", EngineLimits.textSizeInBytes, .bytes,
      beyond: .failed(
        message(EngineLimits.message.tooLong(sizeInBytes: EngineLimits.textSizeInBytes + 1, at: 8)))
    ),
    InputLimit(
      "message-number", "a whole number of a message, and its negative",
      JSONValue.largestInteger, .number,
      beyond: .failed(
        "\(MessageError(at: "count", got: "9007199254740992", expected: number))")
    ),
    InputLimit(
      "request-size", "a line that 'matchmark engine serve' reads", EngineLimits.requestSizeInBytes,
      .bytes, beyond: .answered(EngineServer.tooLong(EngineLimits.requestSizeInBytes))),
    InputLimit(
      "repetitions", "the repetitions of one query", EngineLimits.repeatCount, .repetitions,
      beyond: .answered(
        "\(MessageError(at: "repeat", got: "10001", expected: repetitions))")),
  ]

  private static let replies = [
    InputLimit(
      "reply-size", "a line of a reply, in addition to 12 bytes for each row of the corpus",
      EngineLimits.replySizeInBytes(rowCount: 0), .bytes,
      beyond: .failed(
        "\(ChildProcessError.lineTooLong(limitInBytes: EngineLimits.replySizeInBytes(rowCount: 0)))"
      )),
    InputLimit(
      "excess-output-size", "unrequested output of an engine, before it counts as endless",
      EngineClient.excessLimitInBytes, .bytes,
      beyond: .failed("\(EngineClient.flood(in: .query))")),
    InputLimit(
      "child-processes", "programs that run at once", ChildProcess.countLimit, .processes,
      beyond: .failed("\(ChildProcessError.tooMany(program: "engine"))")),
    InputLimit(
      "standard-error-size", "the part of an engine's standard error that is kept",
      EngineLimits.standardErrorSizeInBytes, .bytes, beyond: .cut("its end is shown")),
    InputLimit(
      "shown-request-size", "the request at which an engine failed, as shown",
      EngineFailure.shownRequestSizeInBytes, .bytes,
      beyond: .cut("its beginning is shown, with its size")),
    InputLimit(
      "version-output-size", "the output of a version command",
      EngineEntry.outputSizeInBytes, .bytes, beyond: .cut("its first line is the version")),
    InputLimit(
      "version-time", "the time of a version command", EngineEntry.limitInSeconds, .seconds,
      beyond: .cut("the engine counts as not installed")),
  ]

  private static let timeouts = [EnginePhase.hello, .load, .build, .query, .bye].map { phase in
    let timeouts = EngineTimeouts()
    return InputLimit(
      "\(phase.rawValue)-time", "the time of an engine for '\(phase.rawValue)', without --timeout",
      Int(timeouts[phase].components.seconds), .seconds,
      beyond: .failed("\(EngineClient.timeout(in: phase, timeouts))"))
  }

  private static let number = "a whole number from 0 to \(JSONValue.largestInteger)"
  private static let repetitions = "a whole number from 1 to \(EngineLimits.repeatCount)"

  private static func message(_ error: JSONError) -> String {
    "\(MessageError(atByte: error.offset, got: error.got, expected: error.expected))"
  }
}
