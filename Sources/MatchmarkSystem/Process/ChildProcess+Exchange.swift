extension ChildProcess {
  /// Writes all of `bytes`, and reads the child's output meanwhile.
  ///
  /// Both directions share one loop, so it serves a child that fills its output before it reads on
  /// as well as one that reads slowly, and neither side waits for the other.
  ///
  /// - Throws: ``ChildProcessError``; part of the bytes may have been written.
  package mutating func send(
    _ bytes: [UInt8], before deadline: Deadline
  ) throws(ChildProcessError) {
    var position = 0
    while position < bytes.count {
      guard input.isOpen else { throw closingFault(of: .input) }
      position += try turn(bytes[position...], before: deadline)
      try checkUnreadSize()
    }
  }

  /// The next line of output, without its line feed.
  ///
  /// A child that closes its input will never see another request; the line may still arrive.
  ///
  /// - Throws: ``ChildProcessError``; a line longer than the limit is never held as a whole.
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
      guard output.isOpen else { throw closingFault(of: .output) }
      if hasLostInput, losing == nil { losing = Deadline(after: settleTime) }
      if losing?.isOver == true, currentEnding() == nil { throw .closed(.input) }
      try awaitOutput(before: deadline, closing: &closing)
    }
  }

  /// Reads output until the child closes it, or more than `limit` bytes are unread.
  ///
  /// - Returns: the number of unread bytes of output.
  /// - Throws: ``ChildProcessError/timedOut`` or ``ChildProcessError/held(_:)`` if it stays open.
  package mutating func awaitEndOfOutput(
    atMost limit: Int, before deadline: Deadline
  ) throws(ChildProcessError) -> Int {
    var closing: Deadline?
    while output.isOpen && unread.count <= limit {
      try awaitOutput(before: deadline, closing: &closing)
    }
    return unread.count
  }

  /// Reads what the child has written so far, and what it writes until `deadline` passes or `limit`
  /// is reached.
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

  /// Closes the child's input, which tells most programs to exit.
  package mutating func closeInput() { input.close() }

  /// The first unread bytes of the output.
  package func unreadBytes(atMost limit: Int) -> [UInt8] { unread.first(limit) }

  /// Waits for output, at most for one slice of time.
  ///
  /// When a child has ended, everything it wrote is in the pipe, and the pipe closes unless another
  /// process has it open; `closing` is when that process's time is up.
  private mutating func awaitOutput(
    before deadline: Deadline, closing: inout Deadline?
  ) throws(ChildProcessError) {
    let limit = closing.map { min($0, deadline) } ?? deadline
    if limit.isOver, let ending = currentEnding() { throw heldFault(ending) }
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
