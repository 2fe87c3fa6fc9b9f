import MatchmarkSystem

/// A program on a machine; times of two machines are never combined.
package struct FleetWorker: Codable, Equatable {
  package let host: HostRecord
  /// The system and the processor architecture that a program is built for.
  package let platform: String
  package let binary: String

  package init(host: HostRecord, platform: String, binary: String) {
    self.host = host
    self.platform = platform
    self.binary = binary
  }

  /// Everything but the name: if it is equal, results of a cell are replicates.
  package var machine: String {
    let governor = host.frequencyGovernor ?? MachineFacts.unknown
    return "\(platform), \(host.hostClass), \(host.kernel), \(governor)"
  }
}
