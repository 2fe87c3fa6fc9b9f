import LibC

/// The clock of all measurements: CLOCK_MONOTONIC, read as whole nanoseconds.
///
/// `ContinuousClock` wraps a reading in a 128-bit `Duration` and costs about twice as much. A
/// keystroke over a small corpus takes as long as a few readings, so readings must be as cheap as
/// possible.
package enum MonotonicClock {
  /// The name of the clock in records.
  package static let name = "CLOCK_MONOTONIC"

  /// Returns the nanoseconds since an arbitrary moment; never less than an earlier reading.
  @inlinable
  @inline(__always)
  package static func now() -> UInt64 {
    var time = timespec()
    // The pointer to `time` lives only for the call, and the call fills it.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }

  /// Returns the smallest step that the system guarantees, in nanoseconds; 0 if the system does not
  /// report it.
  package static func resolutionInNanoseconds() -> UInt64 {
    var resolution = timespec()
    // The pointer to `resolution` lives only for the call.
    guard unsafe clock_getres(CLOCK_MONOTONIC, &resolution) == 0 else { return 0 }
    return UInt64(resolution.tv_sec) * 1_000_000_000 + UInt64(resolution.tv_nsec)
  }

  /// Returns the cost of one reading, in nanoseconds: the median over batches of 64 readings.
  ///
  /// The median ignores batches that were interrupted. Readings are measured in batches because a
  /// single one is shorter than the step of many clocks.
  ///
  /// - Complexity: 64 · `batchCount` readings, which take about a millisecond with the default.
  package static func measureReadingCost(batchCount: Int = 301) -> Double {
    precondition(batchCount > 0, "a median needs at least one batch")
    let readingCount = 64
    var costs: [Double] = []
    costs.reserveCapacity(batchCount)
    for _ in 0..<batchCount {
      let start = now()
      var last = start
      for _ in 0..<readingCount { last = now() }
      costs.append(Double(last &- start) / Double(readingCount))
    }
    costs.sort()
    return costs[batchCount / 2]
  }
}

/// A moment on ``MonotonicClock`` before which something must happen.
///
/// Several waits for the same thing share one deadline, which limits their total time.
package struct Deadline: Sendable, Hashable, Comparable {
  /// The moment, as a reading of ``MonotonicClock``.
  package let time: UInt64

  /// Creates a deadline that is `duration` from now; a negative duration means now, an infinite one
  /// the last possible moment.
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

  /// Returns the whole milliseconds until the deadline, rounded up so that a wait of that length
  /// reaches it, but at most `limit`.
  package func milliseconds(atMost limit: Int32) -> Int32 {
    let now = MonotonicClock.now()
    guard now < time else { return 0 }
    return Int32(min((time - now - 1) / 1_000_000 + 1, UInt64(limit)))
  }

  package static func < (left: Deadline, right: Deadline) -> Bool { left.time < right.time }
}

extension UInt64 {
  package func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// Functions that wait without doing any work, so that a core can rest.
package enum Pause {
  /// Returns once the given time has passed, even if a signal interrupts the sleep.
  package static func sleep(nanoseconds: UInt64) {
    let end = MonotonicClock.now() &+ nanoseconds
    var now = MonotonicClock.now()
    while now < end {
      let rest = end - now
      var time = timespec()
      time.tv_sec = Int(rest / 1_000_000_000)
      time.tv_nsec = Int(rest % 1_000_000_000)
      // The pointer to `time` lives only for the call; the remaining time is computed from the
      // clock.
      unsafe nanosleep(&time, nil)
      now = MonotonicClock.now()
    }
  }
}
