import LibC

/// Waiting without work, so that a core can rest.
package enum Pause {
  /// Returns once that much time has passed, even if a signal interrupts the sleep.
  package static func sleep(nanoseconds: UInt64) {
    let end = MonotonicClock.now() &+ nanoseconds
    var now = MonotonicClock.now()
    while now < end {
      let rest = end - now
      var time = timespec()
      time.tv_sec = Int(rest / 1_000_000_000)
      time.tv_nsec = Int(rest % 1_000_000_000)
      // The pointer to `time` lives for the call; the remaining time is computed from the clock.
      unsafe nanosleep(&time, nil)
      now = MonotonicClock.now()
    }
  }
}
