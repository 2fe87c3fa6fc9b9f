import LibC

/// The time for which this thread and the first thread of a child waited for a processor: they were
/// ready to run, but the system ran others.
///
/// The difference between two readings is the time that other programs can explain.
package struct ProcessorWait: ~Copyable {
  /// The times at one moment, in nanoseconds since both started.
  package struct Reading: Sendable {
    /// The time that both waited for a processor.
    let waited: UInt64
    /// The processor time of all threads of the child.
    let used: UInt64

    /// The time waited since an earlier reading, at most the time in which the child did not run.
    ///
    /// A process may also wait between two exchanges, before it sleeps; the system counts that when
    /// it runs again. But within an exchange, it cannot have waited while it ran.
    ///
    /// - Parameter wall: the elapsed time since then, in nanoseconds.
    package func waited(since start: Reading, within wall: UInt64) -> UInt64 {
      let used = used &- start.used
      return min(waited &- start.waited, used < wall ? wall - used : 0)
    }
  }

  private let own: FileDescriptor
  private let child: FileDescriptor
  /// The clock of the child's processor time.
  private let clock: clockid_t

  /// Opens the system's figures about a child; nil if it has none.
  ///
  /// - Parameter number: the number of the child's process.
  package init?(with number: Int32) {
    #if os(Linux)
      var clock = clockid_t()
      // The pointer to `clock` lives for the call, which fills it.
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

  /// The current figures; nil if the system no longer has any of the child.
  package func reading() -> Reading? {
    var time = timespec()
    // The pointer to `time` lives for the call, which fills it.
    guard let own = Self.waited(in: own), let child = Self.waited(in: child),
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    let used = UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    return Reading(waited: own &+ child, used: used)
  }

  /// The second of three numbers on the line: time on a processor, time of waiting for one, and the
  /// count of both.
  private static func waited(in file: borrowing FileDescriptor) -> UInt64? {
    guard let bytes = try? file.read(128, from: 0) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? UInt64(words[1]) : nil
  }
}
