internal import MatchmarkSystem

extension EngineClient {
  /// Says goodbye and waits until the engine has ended properly.
  ///
  /// After its last reply it must write nothing more to standard output and exit with 0, and no
  /// process that it started may keep its output open, all within the timeout of bye.
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
    // This ends the rest of its process group, if there is any.
    child.kill()
  }

  private func outputFault() -> EngineFault {
    let bytes = child.unreadBytes(atMost: Self.shownLineSizeInBytes + 1)
    return EngineFault(
      .outputAfterBye, in: .bye, got: Self.shown(bytes), expected: "nothing after its last reply")
  }

  private func lingeringFault() -> EngineFault {
    EngineFault(
      .lingering, in: .bye, got: "a process that is still running",
      expected: "it to end within \(launch.timeouts.bye)")
  }
}
