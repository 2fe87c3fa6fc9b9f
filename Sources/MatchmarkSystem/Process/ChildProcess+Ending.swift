import CProcess
import LibC

extension ChildProcess {
  /// Waits until the child ends, and reads its output meanwhile.
  ///
  /// It is not reaped yet: it keeps its number, so that its group can still be killed.
  ///
  /// - Returns: how it ended; nil if the deadline passed first.
  package mutating func waitForEnding(before deadline: Deadline) -> ChildEnding? {
    var wait: Int32 = 1
    while true {
      if let ending = currentEnding() { return ending }
      guard !deadline.isOver else { return nil }
      // A failing pipe does not matter now: this waits for the end.
      _ = try? move([], waitInMilliseconds: deadline.milliseconds(atMost: wait))
      wait = min(2 * wait, 20)
    }
  }

  /// Kills the whole group and reaps the child.
  ///
  /// Also correct for a child that has ended by itself: this ends what it started.
  ///
  /// - Returns: how the child ended.
  @discardableResult
  package mutating func kill() -> ChildEnding {
    if let ending { return ending }
    let ending = Self.killAndCollect(number)
    self.ending = ending
    // The last output is still in the pipes; it no longer matters who holds them open.
    _ = try? move([], waitInMilliseconds: 0)
    input.close()
    output.close()
    errors.close()
    return ending
  }

  /// How the child, which is not reaped, has ended; nil while it runs or is stopped.
  package func currentEnding() -> ChildEnding? {
    if let ending { return ending }
    return Self.peek(number)
  }

  /// What the end of a pipe means: the child has ended, or lives on without it.
  mutating func closingFault(of stream: ChildStream) -> ChildProcessError {
    guard let ending = waitForEnding(before: Deadline(after: settleTime)) else {
      return .closed(stream)
    }
    takeLastErrors()
    return .ended(ending)
  }

  /// What it means if a pipe is still open after the child has ended.
  ///
  /// A signal is the better explanation: it did not end what the child had started.
  mutating func heldFault(_ ending: ChildEnding) -> ChildProcessError {
    takeLastErrors()
    if case .killed = ending { return .ended(ending) }
    return .held(ending)
  }

  /// Reads the rest of standard error, which says why the child ended.
  private mutating func takeLastErrors() {
    for _ in 0..<16 { _ = try? move([], waitInMilliseconds: 0) }
  }

  private static func peek(_ number: Int32) -> ChildEnding? {
    var value: Int32 = 0
    // The pointer to `value` lives for the call.
    switch Int(unsafe cprocess_ending(number, &value)) {
    case CPROCESS_RUNNING: return nil
    case CPROCESS_EXITED: return .exited(status: value)
    case CPROCESS_KILLED: return .killed(signal: value)
    default: return .lost
    }
  }

  /// Kills the group before its leader is reaped: until then, no other group can have its
  /// number.
  static func killAndCollect(_ number: Int32) -> ChildEnding {
    LibC.kill(-number, SIGKILL)
    let deadline = Deadline(after: .seconds(10))
    while true {
      if let ending = peek(number) {
        ChildGroups.remove(number)
        collect(number)
        return ending
      }
      // Only a process that waits inside the system, say for a disk, survives SIGKILL for long.
      guard !deadline.isOver else {
        ChildGroups.remove(number)
        return .lost
      }
      usleep(500)
    }
  }

  /// Waits for a child that ends by itself or was killed.
  static func collect(_ number: Int32) {
    var status: Int32 = 0
    // The pointer to `status` lives for the call.
    while unsafe waitpid(number, &status, 0) < 0 && errno == EINTR {}
  }
}
