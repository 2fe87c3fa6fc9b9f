import LibC

/// The one clock of all timings: CLOCK_MONOTONIC, read as whole nanoseconds.
///
/// `ContinuousClock` boxes a reading in a 128-bit `Duration` and costs about twice as much; a
/// keystroke over a small corpus takes as long as a few readings, so the reading must be bare.
package enum MonotonicClock {
  /// The clock's name as records state it.
  package static let name = "CLOCK_MONOTONIC"

  /// Nanoseconds since an arbitrary moment; never less than an earlier reading.
  @inlinable
  @inline(__always)
  package static func now() -> UInt64 {
    var time = timespec()
    // The pointer to `time` lives only for the call, and the call fills it.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }

  /// The smallest step that the system guarantees, in nanoseconds; 0 if it does not say.
  package static func resolutionInNanoseconds() -> UInt64 {
    var resolution = timespec()
    // The pointer to `resolution` lives only for the call.
    guard unsafe clock_getres(CLOCK_MONOTONIC, &resolution) == 0 else { return 0 }
    return UInt64(resolution.tv_sec) * 1_000_000_000 + UInt64(resolution.tv_nsec)
  }

  /// What one reading costs: the median over batches of 64 readings, in nanoseconds.
  ///
  /// It is a median because an interrupted batch says nothing about the clock, and it uses batches
  /// because a single reading is shorter than the step of many clocks.
  ///
  /// - Complexity: 64 · `batchCount` readings, about a millisecond with the default.
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
