/// A moment on ``MonotonicClock`` by which something must have happened.
///
/// Several waits for one thing share one deadline, which bounds their sum, not each one.
package struct Deadline: Sendable, Hashable, Comparable {
  /// Nanoseconds of the clock.
  package let time: UInt64

  /// The moment `duration` from now; now if it is negative, the last moment if it is infinite.
  package init(after duration: Duration) {
    let parts = duration.components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else {
      time = MonotonicClock.now()
      return
    }
    let (seconds, overflow) = UInt64(parts.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let length = overflow ? .max : seconds.saturatingSum(UInt64(parts.attoseconds / 1_000_000_000))
    time = MonotonicClock.now().saturatingSum(length)
  }

  package var isOver: Bool { MonotonicClock.now() >= time }

  /// Whole milliseconds until then, rounded up, so that a wait of that length reaches it; at most
  /// `limit`.
  package func milliseconds(atMost limit: Int32) -> Int32 {
    let now = MonotonicClock.now()
    guard now < time else { return 0 }
    return Int32(min((time - now - 1) / 1_000_000 + 1, UInt64(limit)))
  }

  package static func < (left: Deadline, right: Deadline) -> Bool { left.time < right.time }
}

extension UInt64 {
  /// The sum, or the largest number if it overflows.
  package func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
