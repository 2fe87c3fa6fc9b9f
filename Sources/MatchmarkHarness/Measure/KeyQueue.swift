/// When the keys of a session come, and how long each waits: while an answer is still being made,
/// the next key has been pressed all the same.
package struct KeyQueue: Sendable {
  /// From the press of the last key to its answer.
  private var latency: UInt64 = 0
  /// How long the next key has waited already when it can be answered.
  private var backlog: UInt64 = 0

  package init() {}

  /// A key is pressed this long after the previous one.
  ///
  /// - Returns: how long nothing is to be done before it.
  package mutating func press(after gap: UInt64) -> UInt64 {
    backlog = latency > gap ? latency - gap : 0
    return gap > latency ? gap - latency : 0
  }

  /// The key was answered.
  ///
  /// - Parameter nanoseconds: what answering took.
  /// - Returns: the time from its press.
  package mutating func answer(in nanoseconds: Int) -> Int {
    latency = backlog + UInt64(max(nanoseconds, 0))
    return Int(latency)
  }
}
