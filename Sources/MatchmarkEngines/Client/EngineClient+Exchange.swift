internal import MatchmarkSystem

/// A reply, and the time until it arrived.
struct EngineExchange {
  let reply: EngineReply
  /// From before the first byte of the request until after the last of the reply.
  let wallInNanoseconds: UInt64
}

extension EngineClient {
  /// The number of unrequested bytes that counts as endless output; fewer are an extra line.
  static let excessLimitInBytes = 64 * 1024
  /// How long unrequested output is watched: output at this rate or faster counts as endless.
  static let excessWatch = Duration.milliseconds(300)

  /// Sends a request and reads its reply, within the timeout of its phase.
  ///
  /// - Throws: ``EngineFault``; the engine has ended by then.
  func exchange(_ request: EngineRequest) throws(EngineFault) -> EngineExchange {
    if let fault { throw fault }
    try refuseExcess()
    phase = request.phase
    requestText = request.text
    let bytes = request.encodedLine
    let limit = EngineLimits.replySizeInBytes(rowCount: rowCount)
    child.unreadLimitInBytes = limit
    let line: [UInt8]
    let wall: UInt64
    do throws(ChildProcessError) {
      let deadline = Deadline(after: launch.timeouts[phase])
      let start = MonotonicClock.now()
      try child.send(bytes, before: deadline)
      line = try child.receiveLine(limitInBytes: limit, before: deadline)
      wall = MonotonicClock.now() - start
    } catch { throw end(with: fault(for: error)) }
    return EngineExchange(reply: try read(line, request), wallInNanoseconds: wall)
  }

  /// Reads a reply and checks it against its request.
  private func read(_ line: [UInt8], _ request: EngineRequest) throws(EngineFault) -> EngineReply {
    do throws(MessageError) {
      let reply = try EngineReply(decoding: line)
      try refuseRepetition(reply)
      try reply.check(
        against: request, rowCount: rowCount,
        resolution: durations.statedResolutionInNanoseconds)
      return reply
    } catch {
      let isUnrelated = [.garbage, .outOfOrder, .duplicateID].contains(error.state)
      if isUnrelated, let flood = floodFault() { throw end(with: flood) }
      throw end(with: fault(for: error, in: line))
    }
  }

  private func refuseRepetition(_ reply: EngineReply) throws(MessageError) {
    guard case .query(let reply) = reply, reply.id >= 1, reply.id <= lastQueryID else { return }
    throw MessageError(
      .duplicateID, at: .key("id"), got: "\(reply.id), which already has a reply",
      expected: phase == .query ? "\(lastQueryID + 1)" : "a reply to '\(phase.rawValue)'")
  }

  /// Rejects output after the engine's last reply.
  private func refuseExcess() throws(EngineFault) {
    do throws(ChildProcessError) {
      let now = Deadline(after: .zero)
      guard try child.collectUnread(atMost: 1, before: now) > 0 else { return }
    } catch { throw end(with: fault(for: error)) }
    if let flood = floodFault() { throw end(with: flood) }
    throw end(with: excessFault())
  }

  /// The fault of an engine whose output continues; nil if it stops.
  private func floodFault() -> EngineFault? {
    let limit = Self.excessLimitInBytes
    let deadline = Deadline(after: min(Self.excessWatch, launch.timeouts.settle))
    // A pipe that fails now must not hide the fault at hand.
    guard let count = try? child.collectUnread(atMost: limit, before: deadline), count >= limit
    else { return nil }
    return Self.flood(in: phase)
  }

  private func excessFault() -> EngineFault {
    let expected = "nothing before the next request"
    let line: [UInt8]
    do throws(ChildProcessError) {
      line = try child.receiveLine(
        limitInBytes: Self.excessLimitInBytes, before: Deadline(after: .zero))
    } catch {
      let bytes = child.unreadBytes(atMost: Self.shownLineSizeInBytes + 1)
      return EngineFault(
        .garbage, in: phase, got: "part of a line, \(Self.shown(bytes))", expected: expected)
    }
    do throws(MessageError) {
      let reply = try EngineReply(decoding: line)
      try refuseRepetition(reply)
      return EngineFault(
        .outOfOrder, in: phase, got: "\(Self.shown(line)), which was not asked for",
        expected: expected)
    } catch { return fault(for: error, in: line) }
  }
}
