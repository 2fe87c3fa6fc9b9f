import LibC

/// The time for which this thread and the first thread of a child waited for a processor, that is,
/// were ready to run while the system ran other threads.
///
/// The difference between two readings is the time that other programs can explain.
package struct ProcessorWait: ~Copyable {
  /// The times at one moment, in nanoseconds since the start of each thread.
  package struct Reading: Sendable {
    /// The time for which both threads together waited for a processor.
    let waited: UInt64
    /// The processor time of all threads of the child.
    let used: UInt64

    /// Returns the time waited since an earlier reading, at most the time in which the child did
    /// not run.
    ///
    /// A process may also wait between two exchanges, before it sleeps; the system counts that time
    /// when the process runs again. But within an exchange, it cannot have waited while it ran.
    ///
    /// - Parameter wall: the elapsed time since the earlier reading, in nanoseconds.
    package func waited(since start: Reading, within wall: UInt64) -> UInt64 {
      let used = used &- start.used
      return min(waited &- start.waited, used < wall ? wall - used : 0)
    }
  }

  private let own: FileDescriptor
  private let child: FileDescriptor
  /// The clock of the child's processor time.
  private let clock: clockid_t

  /// Opens the system's counters of a child; the result is nil if the system has none.
  ///
  /// - Parameter number: the number of the child process.
  package init?(with number: Int32) {
    #if os(Linux)
      var clock = clockid_t()
      // The pointer to `clock` lives only for the call, which fills it.
      guard unsafe clock_getcpuclockid(number, &clock) == 0,
        let own = try? FileDescriptor(opening: "/proc/thread-self/schedstat", flags: O_RDONLY),
        let child = try? FileDescriptor(opening: "/proc/\(number)/schedstat", flags: O_RDONLY)
      else { return nil }
      self.own = own
      self.child = child
      self.clock = clock
    #else
      return nil
    #endif
  }

  /// Returns the current counters; nil if the system no longer has those of the child.
  package func reading() -> Reading? {
    var time = timespec()
    // The pointer to `time` lives only for the call, which fills it.
    guard let own = Self.waited(in: own), let child = Self.waited(in: child),
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    let used = UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    return Reading(waited: own &+ child, used: used)
  }

  /// Returns the second of three numbers on the line: the time on a processor, the time of waiting
  /// for one, and the count of both.
  private static func waited(in file: borrowing FileDescriptor) -> UInt64? {
    guard let bytes = try? file.read(128, from: 0) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? UInt64(words[1]) : nil
  }
}
