import LibC

/// The machine that figures were measured on, as a record states it.
///
/// Times from two machines cannot be compared; these facts say whether two runs used the same
/// machine, and whether it was busy or throttled. What the system does not report is nil or
/// `unknown`, never invented.
package struct MachineFacts: Hashable, Sendable {
  /// The value for a name that the system does not report.
  package static let unknown = "unknown"

  /// The system and the processor architecture that a program is built for, such as `linux-arm64`.
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

  package let hostName: String
  package let kernelRelease: String
  package let processorModel: String
  /// Processors that are online now.
  package let coreCount: Int
  package let memorySizeInBytes: UInt64?
  /// How the first processor's frequency is governed, such as `performance` or `powersave`.
  package let frequencyGovernor: String?

  /// Asks the system once; nothing here changes during a run.
  package static func current() -> MachineFacts {
    MachineFacts(
      hostName: readHostName() ?? unknown,
      kernelRelease: PlatformFacts.kernelRelease() ?? unknown,
      processorModel: PlatformFacts.processorModel() ?? unknown,
      coreCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      memorySizeInBytes: PlatformFacts.memorySizeInBytes(),
      frequencyGovernor: PlatformFacts.frequencyGovernor())
  }

  private static func readHostName() -> String? {
    var buffer = [CChar](repeating: 0, count: 257)
    // One byte less than the buffer's size, so that a name that fills it stays terminated.
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}

/// How busy the machine is at one moment, taken before and after a run.
package struct MachineLoad: Hashable, Sendable {
  /// Mean run-queue lengths over 1, 5 and 15 minutes; empty if the system does not report them.
  package let averages: [Double]
  /// Processor time since boot, summed over all processors; nil if the system does not report it.
  package let processorTime: ProcessorTime?

  package static func current() -> MachineLoad {
    var averages = [Double](repeating: 0, count: 3)
    // getloadavg fills at most the three elements that it is given.
    let count = unsafe getloadavg(&averages, 3)
    return MachineLoad(
      averages: Array(averages.prefix(max(0, Int(count)))),
      processorTime: PlatformFacts.processorTime())
  }
}

/// Processor time in kernel ticks, since boot.
package struct ProcessorTime: Hashable, Sendable {
  /// Ticks of every kind.
  package let totalTicks: UInt64
  /// Ticks that the hypervisor gave to other machines.
  package let stolenTicks: UInt64
  /// Ticks with nothing to do but wait for a disk, or nothing at all.
  package let idleTicks: UInt64

  package init(totalTicks: UInt64, stolenTicks: UInt64, idleTicks: UInt64 = 0) {
    self.totalTicks = totalTicks
    self.stolenTicks = stolenTicks
    self.idleTicks = idleTicks
  }

  /// The share of the time since `start` that was stolen, 0 to 1; nil if no time has passed.
  package func stolenShare(since start: ProcessorTime) -> Double? {
    guard totalTicks > start.totalTicks, stolenTicks >= start.stolenTicks else { return nil }
    return Double(stolenTicks - start.stolenTicks) / Double(totalTicks - start.totalTicks)
  }
}
