import CProcess
import LibC

/// One end of a pipe, closed at the end of its owner's lifetime, and when a program is executed.
struct PipeEnd: ~Copyable {
  /// The number of the descriptor; negative once it is closed.
  private(set) var number: Int32

  init(adopting number: Int32) { self.number = number }

  deinit { if isOpen { LibC.close(number) } }

  var isOpen: Bool { number >= 0 }

  mutating func close() {
    if isOpen { _ = LibC.close(number) }
    number = -1
  }

  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Makes calls on this end non-blocking; the other end is not affected.
  func stopBlocking() {
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
  }

  /// Reads the available bytes, at most `buffer.count`.
  ///
  /// - Returns: the number of bytes; 0 if none are available now, nil if the other end is closed.
  /// - Throws: ``ChildProcessError/refused(_:reason:)`` for `stream`.
  func read(
    into buffer: inout [UInt8], from stream: ChildStream
  ) throws(ChildProcessError) -> Int? {
    // The buffer is the array's own memory, and read(2) fills at most its count.
    try Self.transfer(on: stream, ofNothing: nil) {
      unsafe buffer.withUnsafeMutableBytes { unsafe LibC.read(number, $0.baseAddress, $0.count) }
    }
  }

  /// Writes as many bytes as fit to the input of the child.
  ///
  /// - Returns: the number of bytes; nil if the other end is closed.
  func write(_ bytes: ArraySlice<UInt8>) throws(ChildProcessError) -> Int? {
    // The buffer is the slice's own memory, valid for the call, and only read.
    try Self.transfer(on: .input, ofNothing: 0) {
      unsafe bytes.withUnsafeBytes { unsafe LibC.write(number, $0.baseAddress, $0.count) }
    }
  }

  /// Makes a call, and repeats it if a signal interrupted it.
  private static func transfer(
    on stream: ChildStream, ofNothing: Int?, _ call: () -> Int
  ) throws(ChildProcessError) -> Int? {
    while true {
      let count = call()
      if count >= 0 { return count > 0 ? count : ofNothing }
      let code = errno
      switch code {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return 0
      case EPIPE: return nil
      default: throw .refused(stream, reason: FileError.reason(of: code))
      }
    }
  }
}

struct ChildPipe: ~Copyable {
  let reading: PipeEnd
  let writing: PipeEnd

  /// Opens a pipe.
  ///
  /// - Throws: ``ChildProcessError/exhausted(program:reason:)`` if no descriptors are left.
  init(for program: String) throws(ChildProcessError) {
    var ends: [Int32] = [-1, -1]
    // The array has room for the two numbers that the call writes.
    let code = unsafe ends.withUnsafeMutableBufferPointer { unsafe cprocess_pipe($0.baseAddress) }
    guard code == 0 else {
      throw .exhausted(program: program, reason: FileError.reason(of: code))
    }
    reading = PipeEnd(adopting: ends[0])
    writing = PipeEnd(adopting: ends[1])
  }
}

/// Bytes that have arrived but have not been taken yet; they are taken line by line.
package struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The position of the first byte that has not been taken.
  private var start = 0
  /// The position up to which there is no line feed.
  private var searched = 0

  package init() {}

  package var count: Int { bytes.count - start }

  package func first(_ limit: Int) -> [UInt8] { Array(bytes[start...].prefix(limit)) }

  /// Adds bytes and removes those that were taken, so that the buffer holds at most the new bytes
  /// and one line.
  package mutating func append(_ new: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: new)
  }

  /// Returns the length of the first complete line, without its line feed; nil if there is none
  /// yet.
  ///
  /// - Complexity: O(bytes added since the last call).
  mutating func lineLength() -> Int? {
    let end = bytes[searched...].firstIndex(of: 0x0A)
    searched = end ?? bytes.count
    return end.map { $0 - start }
  }

  package mutating func takeLine() -> [UInt8]? {
    guard let length = lineLength() else { return nil }
    let line = Array(bytes[start..<start + length])
    start += length + 1
    searched = start
    if start == bytes.count { removeAll() }
    return line
  }

  /// Removes the bytes beyond the first `limit` that have not been taken.
  mutating func keepFirst(_ limit: Int) {
    guard count > limit else { return }
    bytes.removeLast(count - limit)
    searched = min(searched, bytes.count)
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
    searched = 0
  }
}
