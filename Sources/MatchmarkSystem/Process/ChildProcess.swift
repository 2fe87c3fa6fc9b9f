import CProcess
import LibC

/// A program that runs as a child of this process and exchanges lines with it over pipes.
///
/// The child leads its own process group, so that all processes that it starts end with it; if it
/// moves to another group, it alone is ended. Every wait has a deadline: a child that stops, floods
/// its output or does not read its input costs time but never causes a hang. At the end of its
/// owner's lifetime, the whole group is killed and the child is reaped; a signal that ends this
/// process ends the group, too (``Signals``). Only descendants that leave the group escape.
package struct ChildProcess: ~Copyable {
  /// The number of the process and of its group.
  package let number: Int32
  /// The way in which the child ended; nil until it was reaped.
  package internal(set) var ending: ChildEnding?
  /// The time to wait for evidence that distinguishes one failure from another: a process that
  /// closes its output may be about to end.
  package var settleTime: Duration = .seconds(1)
  /// The maximum number of unread bytes of output while a request is written.
  package var unreadLimitInBytes = 1 << 20

  var input: PipeEnd
  var output: PipeEnd
  var errors: PipeEnd
  var hasLostInput = false
  var unread = LineBuffer()
  /// The last output on standard error, at most twice as much as is kept.
  var errorTail: [UInt8] = []
  /// The buffer into which bytes are read before they are assigned to their stream.
  var buffer = [UInt8](repeating: 0, count: 1 << 16)

  package static let keptErrorSizeInBytes = 64 * 1024

  /// The maximum number of children that can run at the same time.
  package static let countLimit = ChildGroups.limit

  /// Starts the program.
  ///
  /// - Throws: ``ChildProcessError/notFound(program:reason:)``,
  ///   ``ChildProcessError/notStarted(program:reason:)`` or
  ///   ``ChildProcessError/exhausted(program:reason:)``.
  package init(_ command: ChildCommand) throws(ChildProcessError) {
    let path = try command.programPath()
    let toChild = try ChildPipe(for: command.program)
    let fromChild = try ChildPipe(for: command.program)
    let complaints = try ChildPipe(for: command.program)
    number = try command.start(
      path,
      pipes: [toChild.reading.number, fromChild.writing.number, complaints.writing.number])
    // The child's ends are closed here; otherwise the end of its output would never be seen.
    input = toChild.writing
    output = fromChild.reading
    errors = complaints.reading
    input.stopBlocking()
    output.stopBlocking()
    errors.stopBlocking()
  }

  deinit {
    if ending == nil { _ = Self.killAndCollect(number) }
  }

  package var lastErrors: [UInt8] { Array(errorTail.suffix(Self.keptErrorSizeInBytes)) }
}

extension ChildProcess {
  /// Writes all of `bytes`, and reads the child's output meanwhile.
  ///
  /// Both directions share one loop. Neither side therefore waits for the other, even if the child
  /// fills its output before it continues to read, or reads slowly.
  ///
  /// - Throws: ``ChildProcessError``; part of the bytes may have been written.
  package mutating func send(
    _ bytes: [UInt8], before deadline: Deadline
  ) throws(ChildProcessError) {
    var position = 0
    while position < bytes.count {
      guard input.isOpen else { throw closingError(of: .input) }
      position += try turn(bytes[position...], before: deadline)
      try checkUnreadSize()
    }
  }

  /// Returns the next line of output, without its line feed.
  ///
  /// A child that has closed its input will never see another request, but its line may still
  /// arrive.
  ///
  /// - Throws: ``ChildProcessError``; a line above the limit is never held in memory as a whole.
  package mutating func receiveLine(
    limitInBytes: Int, before deadline: Deadline
  ) throws(ChildProcessError) -> [UInt8] {
    var closing: Deadline?
    var losing: Deadline?
    while true {
      let length = unread.lineLength()
      guard length ?? unread.count <= limitInBytes else {
        throw .lineTooLong(limitInBytes: limitInBytes)
      }
      if length != nil { return unread.takeLine() ?? [] }
      guard output.isOpen else { throw closingError(of: .output) }
      if hasLostInput, losing == nil { losing = Deadline(after: settleTime) }
      if losing?.isOver == true, currentEnding() == nil { throw .closed(.input) }
      try awaitOutput(before: deadline, closing: &closing)
    }
  }

  /// Reads output until the child closes it, or more than `limit` bytes are unread.
  ///
  /// - Returns: the number of unread bytes of output.
  /// - Throws: ``ChildProcessError/timedOut`` or ``ChildProcessError/held(_:)`` if the output stays
  ///   open.
  package mutating func awaitEndOfOutput(
    atMost limit: Int, before deadline: Deadline
  ) throws(ChildProcessError) -> Int {
    var closing: Deadline?
    while output.isOpen && unread.count <= limit {
      try awaitOutput(before: deadline, closing: &closing)
    }
    return unread.count
  }

  /// Reads the output that the child has written so far, and that it writes until `deadline` passes
  /// or `limit` is reached.
  ///
  /// - Returns: the number of unread bytes of output; `limit` or slightly more if it was reached.
  package mutating func collectUnread(
    atMost limit: Int, before deadline: Deadline
  ) throws(ChildProcessError) -> Int {
    repeat {
      try move([], waitInMilliseconds: deadline.milliseconds(atMost: Self.sliceInMilliseconds))
    } while unread.count < limit && output.isOpen && !deadline.isOver
    return unread.count
  }

  /// Closes the child's input, at which most programs exit.
  package mutating func closeInput() { input.close() }

  package func unreadBytes(atMost limit: Int) -> [UInt8] { unread.first(limit) }

  /// Waits for output, for at most one slice of time.
  ///
  /// All output of a child that has ended is in the pipe, and the pipe is closed unless another
  /// process has it open; `closing` is the deadline of that process.
  private mutating func awaitOutput(
    before deadline: Deadline, closing: inout Deadline?
  ) throws(ChildProcessError) {
    let limit = closing.map { min($0, deadline) } ?? deadline
    if limit.isOver, let ending = currentEnding() { throw heldError(ending) }
    try turn([], before: deadline)
    if closing == nil, currentEnding() != nil { closing = Deadline(after: settleTime) }
  }

  private mutating func checkUnreadSize() throws(ChildProcessError) {
    guard unread.count > unreadLimitInBytes else { return }
    throw unread.lineLength() == nil
      ? .lineTooLong(limitInBytes: unreadLimitInBytes)
      : .tooMuchOutput(limitInBytes: unreadLimitInBytes)
  }
}

extension ChildProcess {
  /// The longest wait without checking whether the child has ended, which the pipes do not show
  /// while another process keeps them open.
  static let sliceInMilliseconds: Int32 = 50

  /// Waits until some bytes have been moved or one slice of time has passed.
  ///
  /// - Throws: ``ChildProcessError/timedOut`` after the deadline, even if bytes are still being
  ///   moved.
  @discardableResult
  mutating func turn(
    _ outgoing: ArraySlice<UInt8>, before deadline: Deadline
  ) throws(ChildProcessError) -> Int {
    guard !deadline.isOver else { throw .timedOut }
    return try move(
      outgoing, waitInMilliseconds: deadline.milliseconds(atMost: Self.sliceInMilliseconds))
  }

  /// Waits until a pipe is ready, and moves the available bytes; closes a pipe that has ended.
  ///
  /// - Returns: the number of outgoing bytes that were written.
  @discardableResult
  mutating func move(
    _ outgoing: ArraySlice<UInt8>, waitInMilliseconds: Int32
  ) throws(ChildProcessError) -> Int {
    // poll(2) ignores negative numbers, and reports a pipe without a reader even if it was not
    // asked.
    let writing = outgoing.isEmpty ? 0 : Int16(POLLOUT)
    var states = [
      pollfd(fd: input.number, events: writing, revents: 0),
      pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0),
    ]
    // The array lives only for the call, which only changes its elements.
    let count = unsafe poll(&states, nfds_t(states.count), waitInMilliseconds)
    guard count >= 0 else {
      guard errno == EINTR || errno == EAGAIN else {
        throw .refused(.output, reason: FileError.reason(of: errno))
      }
      return 0
    }
    if states[1].revents != 0 {
      if let count = try output.read(into: &buffer, from: .output) {
        unread.append(buffer[..<count])
      } else {
        output.close()
      }
    }
    if states[2].revents != 0 {
      if let count = try errors.read(into: &buffer, from: .errors) {
        errorTail += buffer[..<count]
        // Old bytes are removed once there are twice as many as are kept, so that each byte is
        // moved about once.
        let surplus = errorTail.count - Self.keptErrorSizeInBytes
        if surplus > Self.keptErrorSizeInBytes { errorTail.removeFirst(surplus) }
      } else {
        errors.close()
      }
    }
    guard states[0].revents != 0 else { return 0 }
    if states[0].revents & Int16(POLLERR) == 0, let count = try input.write(outgoing) {
      return count
    }
    input.close()
    hasLostInput = true
    return 0
  }
}

extension ChildProcess {
  /// Waits until the child ends, and reads its output meanwhile; output above
  /// ``unreadLimitInBytes`` is read but not kept.
  ///
  /// The child is not reaped yet: it keeps its number, so that its group can still be killed.
  ///
  /// - Returns: the way in which the child ended; nil if the deadline passed first.
  package mutating func waitForEnding(before deadline: Deadline) -> ChildEnding? {
    var wait: Int32 = 1
    while true {
      if let ending = currentEnding() { return ending }
      guard !deadline.isOver else { return nil }
      // The wait is for the end of the child, so an error of a pipe does not matter here.
      _ = try? move([], waitInMilliseconds: deadline.milliseconds(atMost: wait))
      unread.keepFirst(unreadLimitInBytes)
      wait = min(2 * wait, 20)
    }
  }

  /// Kills the whole group and reaps the child.
  ///
  /// The call is also correct for a child that has ended by itself: it then ends the processes that
  /// the child started.
  @discardableResult
  package mutating func kill() -> ChildEnding {
    if let ending { return ending }
    let ending = Self.killAndCollect(number)
    self.ending = ending
    // The last output is still in the pipes; it no longer matters which process keeps them open.
    _ = try? move([], waitInMilliseconds: 0)
    input.close()
    output.close()
    errors.close()
    return ending
  }

  /// Returns the way in which the child ended, before it is reaped; nil while it runs or is
  /// stopped.
  package func currentEnding() -> ChildEnding? { ending ?? Self.peek(number) }

  /// Returns the error that the end of a pipe implies: the child has ended, or lives on without the
  /// pipe.
  mutating func closingError(of stream: ChildStream) -> ChildProcessError {
    guard let ending = waitForEnding(before: Deadline(after: settleTime)) else {
      return .closed(stream)
    }
    takeLastErrors()
    return .ended(ending)
  }

  /// Returns the error for a pipe that is still open after the child has ended.
  ///
  /// If a signal ended the child, the error says so: the signal did not end the processes that the
  /// child had started.
  mutating func heldError(_ ending: ChildEnding) -> ChildProcessError {
    takeLastErrors()
    if case .killed = ending { return .ended(ending) }
    return .held(ending)
  }

  /// Reads the rest of standard error, which tells why the child ended.
  private mutating func takeLastErrors() {
    for _ in 0..<16 { _ = try? move([], waitInMilliseconds: 0) }
  }

  private static func peek(_ number: Int32) -> ChildEnding? {
    var value: Int32 = 0
    // The pointer to `value` lives only for the call.
    switch Int(unsafe cprocess_ending(number, &value)) {
    case CPROCESS_RUNNING: return nil
    case CPROCESS_EXITED: return .exited(status: value)
    case CPROCESS_KILLED: return .killed(signal: value)
    default: return .lost
    }
  }

  /// Kills the group before its leader is reaped; until then, no other group can have its number.
  static func killAndCollect(_ number: Int32) -> ChildEnding {
    // The child may have joined another group; until it is reaped, its number cannot be reused.
    LibC.kill(-number, SIGKILL)
    LibC.kill(number, SIGKILL)
    let deadline = Deadline(after: .seconds(10))
    while true {
      if let ending = peek(number) {
        ChildGroups.remove(number)
        collect(number)
        return ending
      }
      // SIGKILL takes long only for a process that waits inside the system, for example for a disk.
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
    // The pointer to `status` lives only for the call.
    while unsafe waitpid(number, &status, 0) < 0 && errno == EINTR {}
  }
}
