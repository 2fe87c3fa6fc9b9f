/// Cuts what comes in chunks into lines, each of a bounded size.
///
/// - Complexity: O(bytes) time, O(longest line) space; a line beyond the limit is not kept.
package struct LineReader: Sendable {
  /// A line of the input.
  package enum Line: Sendable, Hashable {
    /// Its bytes, without the line feed.
    case complete([UInt8])
    /// It is longer than the limit.
    case tooLong
  }

  /// The longest line that is kept, in bytes.
  package let limitInBytes: Int
  private var pending: [UInt8] = []
  /// How much of `pending` has been handed out.
  private var consumed = 0
  /// How much of `pending` is known to hold no line feed.
  private var searched = 0
  private var isPassingOver = false

  package init(limitInBytes: Int) { self.limitInBytes = limitInBytes }

  /// Adds what came.
  package mutating func append(_ chunk: [UInt8]) {
    if consumed > 0 {
      pending.removeFirst(consumed)
      searched -= consumed
      consumed = 0
    }
    pending += chunk
  }

  /// The next line that is there in whole.
  package mutating func next() -> Line? {
    while let end = pending[searched...].firstIndex(of: 0x0A) {
      let line = Array(pending[consumed..<end])
      consumed = end + 1
      searched = consumed
      if isPassingOver {
        isPassingOver = false
        continue
      }
      return line.count > limitInBytes ? .tooLong : .complete(line)
    }
    searched = pending.count
    return cut()
  }

  /// What is left when nothing more comes: a line that lacks its line feed.
  package mutating func rest() -> Line? {
    defer {
      consumed = pending.count
      searched = consumed
    }
    guard consumed < pending.count, !isPassingOver else { return nil }
    return .complete(Array(pending[consumed...]))
  }

  /// Gives up a line that is too long before it has ended, and tells so once.
  private mutating func cut() -> Line? {
    guard pending.count - consumed > limitInBytes || isPassingOver else { return nil }
    consumed = pending.count
    defer { isPassingOver = true }
    return isPassingOver ? nil : .tooLong
  }
}
