import LibC

package enum ProcessMemory {
  /// Returns the bytes that are resident now; nil if the system does not report them.
  package static func residentSizeInBytes() -> UInt64? {
    #if os(Linux)
      PlatformFacts.kibibytes(of: "VmRSS", in: "/proc/self/status")
    #else
      nil
    #endif
  }

  /// Returns the largest number of resident bytes since the start or the last ``resetPeak()``.
  package static func peakResidentSizeInBytes() -> UInt64? {
    #if os(Linux)
      PlatformFacts.kibibytes(of: "VmHWM", in: "/proc/self/status")
    #else
      lifetimePeakInBytes()
    #endif
  }

  /// Resets the peak to the bytes that are resident now.
  ///
  /// - Returns: false if the system did not do so; a peak is then that of the whole process.
  package static func resetPeak() -> Bool {
    #if os(Linux)
      guard let file = try? FileDescriptor(opening: "/proc/self/clear_refs", flags: O_WRONLY)
      else { return false }
      let order = [UInt8(ascii: "5")][...]
      return (try? file.write(order.span)) != nil
    #else
      false
    #endif
  }

  #if canImport(Darwin)
    private static func lifetimePeakInBytes() -> UInt64? {
      var usage = rusage()
      // The pointer to `usage` lives only for the call; Darwin counts ru_maxrss in bytes.
      guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
      return UInt64(usage.ru_maxrss)
    }
  #endif
}

/// Facts about other processes.
package enum ProcessFacts {
  /// Returns true if a process with this number exists, including processes of other users.
  package static func isRunning(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno != ESRCH
  }

  /// Returns the resident bytes of a process; nil if the system does not report them.
  package static func residentSizeInBytes(of number: Int32) -> UInt64? {
    #if os(Linux)
      PlatformFacts.kibibytes(of: "VmRSS", in: "/proc/\(number)/status")
    #else
      nil
    #endif
  }

  /// Returns true if a path is a folder, not a link to one, and belongs to the user of this
  /// process.
  package static func ownsFolder(_ path: String) -> Bool {
    var facts = stat()
    // The bytes of the path and `facts` live only for the call.
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      && facts.st_uid == geteuid()
  }
}
