/// Why two figures are not figures of the same thing.
package struct IdentityDifference: Sendable, Hashable, Codable {
  /// What differs: `corpus`, `workload`, `specification version` and so on.
  package var identity: String
  package var earlier: String
  package var now: String

  package init(_ identity: String, earlier: String, now: String) {
    self.identity = identity
    self.earlier = earlier
    self.now = now
  }
}

extension IdentityDifference: CustomStringConvertible {
  package var description: String { "\(identity): was \(earlier), is \(now)" }
}

extension Baseline.Conditions {
  /// What must be equal and is not; the suite's name and the day need not be.
  package func differences(from earlier: Baseline.Conditions) -> [IdentityDifference] {
    [
      Self.difference(
        "specification version", "\(earlier.specificationVersion)", "\(specificationVersion)"),
      Self.difference("outcome", earlier.outcome.rawValue, outcome.rawValue),
      Self.difference("reference matcher", earlier.reference, reference),
      Self.difference(
        "length of a sample", Self.length(earlier.sampleMicroseconds),
        Self.length(sampleMicroseconds)),
      Self.difference("host class", earlier.hostClass, hostClass),
      Self.difference(
        "build", earlier.isOptimised ? "release" : "debug", isOptimised ? "release" : "debug"),
    ].compactMap { $0 }
  }

  private static func length(_ microseconds: Double?) -> String {
    microseconds.map { "\($0) µs" } ?? "one keystroke"
  }

  private static func difference(
    _ identity: String, _ earlier: String, _ now: String
  ) -> IdentityDifference? {
    earlier == now ? nil : IdentityDifference(identity, earlier: earlier, now: now)
  }
}

extension BaselineCell {
  /// What must be equal and is not.
  package func differences(from earlier: BaselineCell) -> [IdentityDifference] {
    var found: [IdentityDifference] = []
    if corpusIdentity != earlier.corpusIdentity {
      found.append(
        IdentityDifference(
          "corpus hash", earlier: earlier.corpusIdentity, now: corpusIdentity))
    }
    if workloadIdentity != earlier.workloadIdentity {
      found.append(
        IdentityDifference(
          "workload hash", earlier: earlier.workloadIdentity, now: workloadIdentity))
    }
    return found
  }
}
