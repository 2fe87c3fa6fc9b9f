import LibC

/// The machine at one moment; two snapshots show what happened between them.
package struct MachineSnapshot: Hashable, Sendable {
  /// The reading of ``MonotonicClock``.
  package let nanoseconds: UInt64
  /// Processor time of this process and of its children that have ended.
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
      processorTime: MachineLoad.current().processorTime)
  }

  /// The share of all processor time since `start` that the hypervisor gave to other machines.
  package func stolenShare(since start: MachineSnapshot) -> Double? {
    guard let end = processorTime, let begin = start.processorTime else { return nil }
    return end.stolenShare(since: begin)
  }

  /// How many cores other processes kept busy since `start`, on average; nil if the system does
  /// not report it.
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
    // The pointer to `usage` lives for the call, which fills it.
    guard unsafe getrusage(who, &usage) == 0 else { return 0 }
    return nanoseconds(usage.ru_utime) &+ nanoseconds(usage.ru_stime)
  }

  private static func nanoseconds(_ time: timeval) -> UInt64 {
    UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_usec) &* 1_000
  }
}
