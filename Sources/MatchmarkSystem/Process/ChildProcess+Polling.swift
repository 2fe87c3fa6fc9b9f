import LibC

extension ChildProcess {
  /// The longest wait without checking whether the child has ended: no pipe shows that while
  /// another process keeps it open.
  static let sliceInMilliseconds: Int32 = 50

  /// Waits until some bytes have moved or one slice of time has passed.
  ///
  /// - Returns: how many of the outgoing bytes were written.
  /// - Throws: ``ChildProcessError/timedOut`` after the deadline, even if bytes still move.
  @discardableResult
  mutating func turn(
    _ outgoing: ArraySlice<UInt8>, before deadline: Deadline
  ) throws(ChildProcessError) -> Int {
    guard !deadline.isOver else { throw .timedOut }
    return try move(
      outgoing, waitInMilliseconds: deadline.milliseconds(atMost: Self.sliceInMilliseconds))
  }

  /// Waits until a pipe is ready, and moves what can be moved; closes a pipe that has ended.
  ///
  /// - Returns: how many of the outgoing bytes were written.
  @discardableResult
  mutating func move(
    _ outgoing: ArraySlice<UInt8>, waitInMilliseconds: Int32
  ) throws(ChildProcessError) -> Int {
    // poll(2) ignores negative numbers, and reports a pipe without a reader even if not
    // asked.
    let writing = outgoing.isEmpty ? 0 : Int16(POLLOUT)
    var states = [
      pollfd(fd: input.number, events: writing, revents: 0),
      pollfd(fd: output.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0),
    ]
    // The array lives for the call, which only changes its elements.
    let count = unsafe poll(&states, nfds_t(states.count), waitInMilliseconds)
    guard count >= 0 else {
      guard errno == EINTR || errno == EAGAIN else {
        throw .refused(.output, reason: FileError.reason(of: errno))
      }
      return 0
    }
    if states[1].revents != 0 { try readOutput() }
    if states[2].revents != 0 { try readErrors() }
    guard states[0].revents != 0 else { return 0 }
    guard states[0].revents & Int16(POLLERR) == 0 else {
      loseInput()
      return 0
    }
    return try write(outgoing)
  }

  private mutating func readOutput() throws(ChildProcessError) {
    switch output.read(into: &buffer) {
    case .moved(let count): unread.append(buffer[..<count])
    case .nothingYet: break
    case .atEnd: output.close()
    case .refused(let code): throw .refused(.output, reason: FileError.reason(of: code))
    }
  }

  private mutating func readErrors() throws(ChildProcessError) {
    switch errors.read(into: &buffer) {
    case .moved(let count): errorTail.append(count, of: buffer)
    case .nothingYet: break
    case .atEnd: errors.close()
    case .refused(let code): throw .refused(.errors, reason: FileError.reason(of: code))
    }
  }

  private mutating func loseInput() {
    input.close()
    hasLostInput = true
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>) throws(ChildProcessError) -> Int {
    switch input.write(bytes) {
    case .moved(let count): return count
    case .nothingYet: return 0
    case .atEnd:
      loseInput()
      return 0
    case .refused(let code): throw .refused(.input, reason: FileError.reason(of: code))
    }
  }
}
