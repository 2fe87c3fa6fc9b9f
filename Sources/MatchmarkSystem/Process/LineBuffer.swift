/// Bytes that have arrived but have not been taken yet, taken line by line.
package struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Where the bytes that have not been taken begin.
  private var start = 0
  /// How far the search for a line feed has got.
  private var searched = 0

  package init() {}

  package var count: Int { bytes.count - start }

  /// The first bytes that have not been taken, at most `limit`.
  package func first(_ limit: Int) -> [UInt8] { Array(bytes[start...].prefix(limit)) }

  /// Adds bytes, and drops those that were taken: it holds at most the new bytes and a line.
  package mutating func append(_ new: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: new)
  }

  /// The length of the first whole line, without its line feed; nil if there is none yet.
  ///
  /// - Complexity: O(bytes added since the last call).
  mutating func lineLength() -> Int? {
    while searched < bytes.count {
      if bytes[searched] == 0x0A { return searched - start }
      searched += 1
    }
    return nil
  }

  /// Removes the first whole line and returns it without its line feed.
  package mutating func takeLine() -> [UInt8]? {
    guard let length = lineLength() else { return nil }
    let line = Array(bytes[start..<start + length])
    start += length + 1
    searched = start
    if start == bytes.count { removeAll() }
    return line
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
    searched = 0
  }
}

/// The last bytes of a stream that is not parsed.
struct ByteTail: Sendable {
  let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// The bytes that are kept, at most ``limit``.
  var kept: [UInt8] { Array(bytes.suffix(limit)) }

  /// Adds the first `count` bytes of `buffer`, and drops old bytes once there are twice as many as
  /// the limit, so that each byte is moved about once.
  mutating func append(_ count: Int, of buffer: [UInt8]) {
    bytes.append(contentsOf: buffer[..<count])
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }
}
