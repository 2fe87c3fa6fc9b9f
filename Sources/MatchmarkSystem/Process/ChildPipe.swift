import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One end of a pipe, closed when its owner lets it go, and on exec.
struct PipeEnd: ~Copyable {
  /// The descriptor's number; negative once it is closed.
  private(set) var number: Int32

  /// What came of a call that does not wait.
  enum Transfer: Hashable {
    /// A number of bytes, at least one.
    case moved(Int)
    /// Nothing now; later perhaps.
    case nothingYet
    /// Nothing ever: the other end is closed.
    case atEnd
    /// The system's errno.
    case refused(Int32)
  }

  /// Takes over an open descriptor.
  init(adopting number: Int32) { self.number = number }

  deinit { if isOpen { systemClose(number) } }

  var isOpen: Bool { number >= 0 }

  mutating func close() {
    if isOpen { systemClose(number) }
    number = -1
  }

  /// Gives the descriptor away, open.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Makes calls return where they would wait; the other end is not affected.
  func stopBlocking() {
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
  }

  /// Reads what is there, at most `buffer.count` bytes.
  func read(into buffer: inout [UInt8]) -> Transfer {
    while true {
      // The buffer is the array's own memory, and read(2) fills at most its count.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe systemRead(number, $0) }
      if count > 0 { return .moved(count) }
      if count == 0 { return .atEnd }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothingYet
      default: return .refused(errno)
      }
    }
  }

  /// Writes what fits.
  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    while true {
      // The buffer is the slice's own memory, valid for the call, and only read.
      let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(number, $0) }
      if count > 0 { return .moved(count) }
      if count == 0 { return .nothingYet }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothingYet
      case EPIPE: return .atEnd
      default: return .refused(errno)
      }
    }
  }
}

/// A pipe: what is written to one end is read from the other.
struct ChildPipe: ~Copyable {
  let reading: PipeEnd
  let writing: PipeEnd

  /// Makes a pipe for `program`.
  ///
  /// - Throws: ``ChildProcessError/notStarted(program:reason:)``: descriptors have run out.
  init(for program: String) throws(ChildProcessError) {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two numbers that the call writes.
    let code = unsafe ends.withUnsafeMutableBufferPointer { unsafe cprocess_pipe($0.baseAddress) }
    guard code == 0 else {
      throw .notStarted(program: program, reason: FileError.reason(of: code))
    }
    reading = PipeEnd(adopting: ends[0])
    writing = PipeEnd(adopting: ends[1])
  }
}

/// close(2), under a name that the method above does not hide.
private func systemClose(_ number: Int32) { close(number) }

/// write(2), under a name that the method above does not hide.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  // An empty buffer has no base address; write(2) takes null with a count of 0.
  unsafe write(number, bytes.baseAddress, bytes.count)
}

/// read(2), under a name that the method above does not hide.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  // An empty buffer has no base address; read(2) takes null with a count of 0.
  unsafe read(number, bytes.baseAddress, bytes.count)
}
