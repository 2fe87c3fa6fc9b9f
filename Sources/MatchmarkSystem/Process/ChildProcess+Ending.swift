import CProcess
import LibC

extension ChildProcess {
  /// Waits until the child ends, taking in meanwhile what it says.
  ///
  /// It is not collected yet: its number stays its own, so that its group can still be killed.
  ///
  /// - Returns: how it ended; nil where the deadline passed first.
  package mutating func waitForEnding(before deadline: Deadline) -> ChildEnding? {
    var wait: Int32 = 1
    while true {
      if let ending = currentEnding() { return ending }
      guard !deadline.isOver else { return nil }
      // A pipe that fails now is of no interest: the end is what is waited for.
      _ = try? move([], waitInMilliseconds: deadline.milliseconds(atMost: wait))
      wait = min(2 * wait, 20)
    }
  }

  /// Kills the whole group and collects the child.
  ///
  /// Also right for a child that has ended by itself: what it started ends then.
  ///
  /// - Returns: how the child ended.
  @discardableResult
  package mutating func kill() -> ChildEnding {
    if let ending { return ending }
    let ending = Self.killAndCollect(number)
    self.ending = ending
    // What was said last is still in the pipes; who holds them open does not matter any more.
    _ = try? move([], waitInMilliseconds: 0)
    input.close()
    output.close()
    errors.close()
    return ending
  }

  /// How the child has ended, or nil while it runs or is stopped; it is not collected.
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

  /// What a pipe means that is still open after the child has ended.
  ///
  /// A signal is the better explanation: what the child had started was not ended by it.
  mutating func heldFault(_ ending: ChildEnding) -> ChildProcessError {
    takeLastErrors()
    if case .killed = ending { return .ended(ending) }
    return .held(ending)
  }

  /// Reads what is left on standard error; it says why the child ended.
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

  /// The group is killed before its leader is collected: until then no other group can have its
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
      // Only a process that waits inside the system, for a disk say, outlives SIGKILL for long.
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
