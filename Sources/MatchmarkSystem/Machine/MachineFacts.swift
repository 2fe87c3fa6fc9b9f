import LibC

/// The machine on which measurements were made, as a record describes it.
///
/// Times from two machines cannot be compared; these facts tell whether two runs used the same
/// machine, and whether it was busy or throttled. Facts that the system does not report are nil or
/// `unknown`, never invented. Only the load changes during a run.
package enum MachineFacts {
  package static let unknown = "unknown"

  /// The system and the processor architecture for which the program was built, such as
  /// `linux-arm64`.
  package static var platform: String {
    #if canImport(Darwin)
      let system = "macos"
    #else
      let system = "linux"
    #endif
    #if arch(arm64)
      return "\(system)-arm64"
    #else
      return "\(system)-x86_64"
    #endif
  }

  package static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 257)
    // The size passed is one byte less than the buffer's, so that a name that fills it is still
    // terminated.
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return unknown }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? unknown : String(decoding: bytes, as: UTF8.self)
  }

  package static var kernelRelease: String { PlatformFacts.kernelRelease() ?? unknown }
  package static var processorModel: String { PlatformFacts.processorModel() ?? unknown }
  /// The number of processors that are online now.
  package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
  package static var memorySizeInBytes: UInt64? { PlatformFacts.memorySizeInBytes() }
  /// The frequency governor of the first processor, such as `performance` or `powersave`.
  package static var frequencyGovernor: String? { PlatformFacts.frequencyGovernor() }

  /// The mean length of the run queue over the last minute; nil if the system does not report it.
  package static var load: Double? {
    var average = 0.0
    // The pointer to `average` lives only for the call, which fills one number.
    guard unsafe getloadavg(&average, 1) == 1 else { return nil }
    return average
  }
}

/// Processor time in kernel ticks since boot, summed over all processors.
package struct ProcessorTime: Hashable, Sendable {
  package let totalTicks: UInt64
  /// The ticks that the hypervisor gave to other machines.
  package let stolenTicks: UInt64
  /// The ticks in which processors were idle, or waited for a disk.
  package let idleTicks: UInt64

  package init(totalTicks: UInt64, stolenTicks: UInt64, idleTicks: UInt64) {
    self.totalTicks = totalTicks
    self.stolenTicks = stolenTicks
    self.idleTicks = idleTicks
  }
}

/// The state of the machine at one moment; two snapshots show what happened between them.
package struct MachineSnapshot: Hashable, Sendable {
  /// The reading of ``MonotonicClock``.
  package let nanoseconds: UInt64
  /// The processor time of this process and of its children that have ended.
  package let ownNanoseconds: UInt64
  package let processorTime: ProcessorTime?

  package init(nanoseconds: UInt64, ownNanoseconds: UInt64, processorTime: ProcessorTime?) {
    self.nanoseconds = nanoseconds
    self.ownNanoseconds = ownNanoseconds
    self.processorTime = processorTime
  }

  package static func current() -> MachineSnapshot {
    MachineSnapshot(
      nanoseconds: MonotonicClock.now(),
      ownNanoseconds: usedNanoseconds(own) &+ usedNanoseconds(children),
      processorTime: PlatformFacts.processorTime())
  }

  /// Returns the share of all processor time since `start` that the hypervisor gave to other
  /// machines, 0 to 1; nil if no time has passed, or if the system does not report it.
  package func stolenShare(since start: MachineSnapshot) -> Double? {
    guard let end = processorTime, let begin = start.processorTime,
      end.totalTicks > begin.totalTicks, end.stolenTicks >= begin.stolenTicks
    else { return nil }
    return Double(end.stolenTicks - begin.stolenTicks) / Double(end.totalTicks - begin.totalTicks)
  }

  /// Returns the average number of cores that other processes kept busy since `start`; nil if the
  /// system does not report it.
  package func foreignCores(since start: MachineSnapshot, coreCount: Int) -> Double? {
    guard let end = processorTime, let begin = start.processorTime,
      end.totalTicks > begin.totalTicks, end.idleTicks >= begin.idleTicks,
      end.stolenTicks >= begin.stolenTicks, nanoseconds > start.nanoseconds
    else { return nil }
    let total = Double(end.totalTicks - begin.totalTicks)
    let idle = Double(end.idleTicks - begin.idleTicks)
    let stolen = Double(end.stolenTicks - begin.stolenTicks)
    let busyCores = (total - idle - stolen) / total * Double(coreCount)
    let ownCores =
      Double(ownNanoseconds &- start.ownNanoseconds)
      / Double(nanoseconds - start.nanoseconds)
    return max(0, busyCores - ownCores)
  }

  #if canImport(Glibc)
    private static let own = Int32(RUSAGE_SELF.rawValue)
    private static let children = Int32(RUSAGE_CHILDREN.rawValue)
  #else
    private static let own = RUSAGE_SELF
    private static let children = RUSAGE_CHILDREN
  #endif

  private static func usedNanoseconds(_ who: Int32) -> UInt64 {
    var usage = rusage()
    // The pointer to `usage` lives only for the call, which fills it.
    guard unsafe getrusage(who, &usage) == 0 else { return 0 }
    return nanoseconds(usage.ru_utime) &+ nanoseconds(usage.ru_stime)
  }

  private static func nanoseconds(_ time: timeval) -> UInt64 {
    UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_usec) &* 1_000
  }
}
