internal import MatchmarkRecord
internal import MatchmarkSystem

extension EngineClient {
  /// The number of unrequested bytes from which on output counts as endless; fewer bytes are an
  /// extra line.
  static let excessLimitInBytes = 64 * 1024
  /// The time for which unrequested output is observed; output at this rate or faster counts as
  /// endless.
  static let excessWatch = Duration.milliseconds(300)

  /// Sends a request and reads its reply, within the timeout of its phase.
  ///
  /// - Returns: the reply, and the time between the first byte of the request and the last byte of
  ///   the reply.
  /// - Throws: ``EngineFailure``; the engine has ended by then.
  func exchange(
    _ request: EngineRequest
  ) throws(EngineFailure) -> (reply: EngineReply, time: ExchangeTime) {
    let (line, time) = try exchange(request.encodedLine, of: request.text, in: request.phase)
    return (try read(line, request), time)
  }

  /// Sends the line of a request and reads the line of its reply, within the timeout of a phase.
  ///
  /// - Parameter text: the request, as error messages show it.
  func exchange(
    _ bytes: [UInt8], of text: String, in phase: EnginePhase
  ) throws(EngineFailure) -> (line: [UInt8], time: ExchangeTime) {
    if let failure { throw failure }
    try refuseExcess()
    self.phase = phase
    requestText = text
    let limit = EngineLimits.replySizeInBytes(rowCount: rowCount)
    child.unreadLimitInBytes = limit
    let line: [UInt8]
    let wall: UInt64
    let before = waits?.reading()
    do throws(ChildProcessError) {
      let deadline = Deadline(after: launch.timeouts[phase])
      let start = MonotonicClock.now()
      try child.send(bytes, before: deadline)
      line = try child.receiveLine(limitInBytes: limit, before: deadline)
      wall = MonotonicClock.now() - start
    } catch { throw end(with: failure(for: error)) }
    let waited = before.flatMap { before in
      waits?.reading().map { $0.waited(since: before, within: wall) }
    }
    return (line, ExchangeTime(wallInNanoseconds: wall, waitedInNanoseconds: waited))
  }

  private func read(_ line: [UInt8], _ request: EngineRequest) throws(EngineFailure) -> EngineReply
  {
    do throws(MessageError) {
      let reply = try EngineReply(decoding: line)
      try refuseRepetition(reply)
      try reply.check(
        against: request, rowCount: rowCount,
        resolution: durations.statedResolutionInNanoseconds)
      return reply
    } catch {
      let isUnrelated = [.garbage, .outOfOrder, .duplicateID].contains(error.state)
      if isUnrelated, let flood = floodFailure() { throw end(with: flood) }
      throw end(with: failure(for: error, in: line))
    }
  }

  private func refuseRepetition(_ reply: EngineReply) throws(MessageError) {
    guard let id = reply.queryID, id >= 1, id <= lastQueryID else { return }
    throw MessageError(
      .duplicateID, at: "id", got: "\(id), which already has a reply",
      expected: phase == .query ? "\(lastQueryID + 1)" : expectedReply)
  }

  /// Throws an error if there is output after the engine's last reply.
  private func refuseExcess() throws(EngineFailure) {
    do throws(ChildProcessError) {
      let now = Deadline(after: .zero)
      guard try child.collectUnread(atMost: 1, before: now) > 0 else { return }
    } catch { throw end(with: failure(for: error)) }
    if let flood = floodFailure() { throw end(with: flood) }
    throw end(with: excessFailure())
  }

  /// Returns the error for an engine whose output continues; nil if the output stops.
  private func floodFailure() -> EngineFailure? {
    let limit = Self.excessLimitInBytes
    let deadline = Deadline(after: min(Self.excessWatch, launch.timeouts.settle))
    // A pipe that fails now must not hide the error that is being reported.
    guard let count = try? child.collectUnread(atMost: limit, before: deadline), count >= limit
    else { return nil }
    return Self.flood(in: phase)
  }

  private func excessFailure() -> EngineFailure {
    let expected = "nothing before the next request"
    let line: [UInt8]
    do throws(ChildProcessError) {
      line = try child.receiveLine(
        limitInBytes: Self.excessLimitInBytes, before: Deadline(after: .zero))
    } catch {
      let bytes = child.unreadBytes(atMost: Self.shownLineSizeInBytes + 1)
      return failure(.garbage, got: "part of a line, \(Self.shown(bytes))", expected: expected)
    }
    do throws(MessageError) {
      let reply = try EngineReply(decoding: line)
      try refuseRepetition(reply)
      return failure(
        .outOfOrder, got: "\(Self.shown(line)), which was not requested", expected: expected)
    } catch { return failure(for: error, in: line) }
  }

  /// The exit status with which shells and env(1) report that a program was not found.
  private static let notFoundStatus: Int32 = 127

  func failure(for error: ChildProcessError) -> EngineFailure {
    if error == .timedOut { return Self.timeout(in: phase, launch.timeouts) }
    let (state, expected): (EngineState, String) =
      switch error {
      case .timedOut: (.timedOut, expectedReply)
      case .notFound: (.notInstalled, expectedReply)
      case .notStarted: (.failedToStart, expectedReply)
      case .exhausted: (.systemExhausted, ChildProcessError.exhaustionRemedy)
      case .ended(let ending): (self.state(of: ending), expectedReply)
      case .closed, .refused: (.closedPipe, expectedReply)
      case .held: (.heldPipe, expectedReply)
      case .lineTooLong(let limit): (.endlessLine, "\(expectedReply) of at most \(limit) bytes")
      case .tooMuchOutput: (.endlessOutput, "one line for one request")
      }
    return failure(state, got: error.description, expected: expected)
  }

  var expectedReply: String { "a reply to '\(phase.rawValue)'" }

  static func timeout(in phase: EnginePhase, _ timeouts: EngineTimeouts) -> EngineFailure {
    EngineFailure(
      .timedOut, in: phase, got: "no whole line",
      expected: "a reply to '\(phase.rawValue)' within \(timeouts[phase])")
  }

  static func flood(in phase: EnginePhase) -> EngineFailure {
    EngineFailure(
      .endlessOutput, in: phase,
      got: "\(excessLimitInBytes) or more unrequested bytes",
      expected: "one line for one request")
  }

  func failure(for error: MessageError, in line: [UInt8]) -> EngineFailure {
    failure(
      error.state, got: "\(error.got), in \(Self.shown(line))", expected: error.expected)
  }

  static let shownLineSizeInBytes = 200

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
