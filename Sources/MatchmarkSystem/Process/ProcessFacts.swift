#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system tells of other processes.
package enum ProcessFacts {
  /// Whether there is a process of this number; one of another user counts.
  package static func isRunning(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno != ESRCH
  }
}
