internal import MatchmarkSystem

extension EngineClient {
  /// Says goodbye, and waits until the engine has ended in good order.
  ///
  /// After its last reply it may say nothing more on standard output, it exits with 0, and nothing
  /// that it started keeps its output open; all of that within the timeout of bye.
  package func bye() throws(EngineFault) {
    let deadline = Deadline(after: launch.timeouts.bye)
    _ = try exchange(.bye)
    let excess: Int
    do throws(ChildProcessError) {
      excess = try child.awaitEndOfOutput(atMost: 0, before: deadline)
    } catch {
      throw end(with: error == .timedOut ? lingeringFault() : fault(for: error))
    }
    guard excess == 0 else { throw end(with: outputFault()) }
    guard let ending = child.waitForEnding(before: deadline) else {
      throw end(with: lingeringFault())
    }
    guard ending == .exited(status: 0) else { throw end(with: fault(for: .ended(ending))) }
    // The rest of its group, should there be one, ends with it.
    child.kill()
  }

  private func outputFault() -> EngineFault {
    let bytes = child.unreadBytes(atMost: Self.shownLineSizeInBytes + 1)
    return EngineFault(
      .outputAfterBye, in: .bye, got: Self.shown(bytes), expected: "nothing after its last reply")
  }

  private func lingeringFault() -> EngineFault {
    EngineFault(
      .lingering, in: .bye, got: "a process that still runs",
      expected: "its end within \(launch.timeouts.bye)")
  }
}
