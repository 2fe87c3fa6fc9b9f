#if os(Linux)
  /// The facts that only /proc and /sys report.
  enum PlatformFacts {
    static func kernelRelease() -> String? { line(of: "/proc/sys/kernel/osrelease") }

    /// Returns the model name of the processor; on ARM the kernel often reports none.
    static func processorModel() -> String? {
      value(of: "model name", in: "/proc/cpuinfo") ?? value(of: "Model", in: "/proc/cpuinfo")
    }

    static func memorySizeInBytes() -> UInt64? { kibibytes(of: "MemTotal", in: "/proc/meminfo") }

    static func frequencyGovernor() -> String? {
      line(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    }

    /// Reads the first line of /proc/stat: user nice system idle iowait irq softirq steal guest
    /// guest_nice.
    ///
    /// The last two numbers are included in the first two, so they are not added again.
    static func processorTime() -> ProcessorTime? {
      guard let line = line(of: "/proc/stat") else { return nil }
      let words = line.split(separator: " ")
      guard words.first == "cpu" else { return nil }
      let ticks = words.dropFirst().prefix(8).compactMap { UInt64($0) }
      guard ticks.count == 8 else { return nil }
      return ProcessorTime(
        totalTicks: ticks.reduce(0, &+), stolenTicks: ticks[7], idleTicks: ticks[3] &+ ticks[4])
    }

    /// Returns a number that the kernel reports as `<key>: <number> kB`.
    static func kibibytes(of key: String, in path: String) -> UInt64? {
      guard let number = value(of: key, in: path)?.split(separator: " ").first else { return nil }
      return UInt64(number).map { $0 * 1024 }
    }

    /// Returns the text after `<key>:` on the first line that begins with it.
    private static func value(of key: String, in path: String) -> String? {
      guard let bytes = try? FileReader.read(path) else { return nil }
      for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: key.utf8) {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2, trimmed(parts[0]) == key else { continue }
        return trimmed(parts[1])
      }
      return nil
    }

    private static func line(of path: String) -> String? {
      (try? FileReader.read(path))?.split(separator: UInt8(ascii: "\n")).first.map(trimmed)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
      let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      let start = bytes.drop(while: isBlank)
      let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
      return String(decoding: start[start.startIndex..<end], as: UTF8.self)
    }
  }
#endif
