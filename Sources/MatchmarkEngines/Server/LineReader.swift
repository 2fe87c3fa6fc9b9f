internal import MatchmarkSystem

/// Splits chunks of input into lines of bounded size.
///
/// - Complexity: O(bytes) time, O(longest line) space; a line longer than the limit is discarded.
package struct LineReader: Sendable {
  /// A line of the input.
  package enum Line: Sendable, Hashable {
    /// The bytes of the line, without the line feed.
    case complete([UInt8])
    case tooLong
  }

  /// The longest line that is kept, in bytes.
  package let limitInBytes: Int
  private var buffer = LineBuffer()
  private var isPassingOver = false

  package init(limitInBytes: Int) { self.limitInBytes = limitInBytes }

  package mutating func append(_ chunk: [UInt8]) { buffer.append(chunk) }

  /// The next complete line; a line that is too long is given up before it has ended.
  package mutating func next() -> Line? {
    while let line = buffer.takeLine() {
      if !isPassingOver { return line.count > limitInBytes ? .tooLong : .complete(line) }
      isPassingOver = false
    }
    guard buffer.count > limitInBytes || isPassingOver else { return nil }
    buffer.removeAll()
    defer { isPassingOver = true }
    return isPassingOver ? nil : .tooLong
  }

  /// The remainder at the end of input: a line without its line feed.
  package mutating func rest() -> Line? {
    defer { buffer.removeAll() }
    return buffer.count == 0 || isPassingOver ? nil : .complete(buffer.first(buffer.count))
  }
}
