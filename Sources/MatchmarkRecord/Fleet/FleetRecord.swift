/// The work and the finds of a fleet, for its page and its JUnit report.
package struct FleetRecord: Codable {
  /// The work of a unit.
  package enum Kind: String, Codable, CaseIterable {
    case hunt, verify, run
  }

  package struct Failure: Codable {
    /// A wrong answer (that of the lowest case); a crash of a matcher; two different results of one
    /// unit; a unit that timed out or whose engine failed; a missing result.
    package enum Kind: String, Codable {
      case find, crashed, contradictory, failed, missing
    }

    package let kind: Kind
    package let unit: String
    /// A matcher, or what the unit is about.
    package let subject: String
    package let text: String
    package var count = 1
    /// The find, its file of cases and that in the folder of the reports; nil if there is none.
    package var find: HuntRecord.Find?
    package var content: String?
    package var file: String?
    /// True if the find is reproduced; nil if that was not tried.
    package var isReproduced: Bool?

    package init(kind: Kind, unit: String, subject: String, text: String) {
      (self.kind, self.unit, self.subject, self.text) = (kind, unit, subject, text)
    }

    package var title: String { find == nil ? "\(kind.rawValue): \(subject)" : subject }
  }

  package struct Share: Codable {
    package let worker: FleetWorker
    package var units = 0
    package var seconds = 0.0

    package init(worker: FleetWorker) { self.worker = worker }
  }

  package var formatVersion = 1
  package var mergedAt = ""
  package let kind: FleetRecord.Kind
  package let sources: String
  package let contract: Int
  package var verdict = Verdict.incomplete
  package var units = 0
  package var done = 0
  /// Results beyond the first one of a unit.
  package var repeated = 0
  /// The first hundred failures of each kind, and the number of all failures.
  package var failures: [Failure] = []
  package var counts: [String: Int] = [:]
  package var shares: [Share] = []
  /// The numbers of units that were done, retried or lost, by worker.
  package var events: [String: Int] = [:]
  package var hunt: HuntRecord?
  /// Cases that were skipped because a find had ended their unit.
  package var unexamined = 0

  package init(kind: Kind, sources: String, contract: Int) {
    (self.kind, self.sources, self.contract) = (kind, sources, contract)
  }

  package mutating func add(_ failure: Failure) {
    counts[failure.kind.rawValue, default: 0] += 1
    if counts[failure.kind.rawValue, default: 0] <= 100 { failures.append(failure) }
  }

  /// - Parameter verdicts: those on the records of cells.
  package mutating func conclude(_ verdicts: [Verdict]) {
    var all = verdicts
    all += failures.map { [.missing, .failed].contains($0.kind) ? .incomplete : .wrong }
    // Without a result of every unit, a participant may have answered in the others.
    if !all.contains(.incomplete), hunt?.status == .notComparable { all.append(.notComparable) }
    verdict = .gravest(all)
  }
}
