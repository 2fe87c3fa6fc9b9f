import MatchmarkMeasurement

/// What a fleet did and found: everything that its page and its JUnit report say.
struct FleetRecord: Codable {
  /// Something that went wrong.
  struct Fault: Codable {
    /// A wrong answer (that of the lowest case); a crash of a matcher; two different results of one
    /// unit; a unit that timed out or whose engine failed; a missing result.
    enum Kind: String, Codable {
      case find, crashed, contradictory, failed, missing
    }

    let kind: Kind
    /// The id of the unit.
    let unit: String
    /// A matcher, or what the unit is about.
    let subject: String
    let text: String
    var count = 1
    /// The find, its file of cases and that in the folder of the reports; nil if there is none.
    var find: HuntLedger.Find?
    var content: String?
    var file: String?
    /// Whether `reproduce` shows the find again; nil if it was not tried.
    var isReproduced: Bool?

    /// Its title in a table of tests.
    var title: String { find == nil ? "\(kind.rawValue): \(subject)" : subject }
  }

  /// What one machine did.
  struct Share: Codable {
    let worker: FleetWorker
    var units = 0
    var seconds = 0.0
  }

  var formatVersion = 1
  /// When it was merged.
  var mergedAt = ""
  let kind: FleetUnit.Kind
  let sources: String
  let contract: Int
  var verdict = Verdict.incomplete
  var units = 0
  var done = 0
  /// Results beyond the first one of a unit.
  var repeated = 0
  /// The first hundred faults of each kind, and the number of all faults.
  var faults: [Fault] = []
  var counts: [String: Int] = [:]
  var shares: [Share] = []
  /// How many units were done, retried or lost, by worker.
  var events: [String: Int] = [:]
  /// The sum of a hunt.
  var hunt: HuntLedger.Entry?
  /// Cases that were skipped because a find had ended their unit.
  var unexamined = 0

  init(_ unit: FleetUnit) {
    (kind, sources, contract) = (unit.kind, unit.sources, unit.contract)
  }

  mutating func add(_ fault: Fault) {
    counts[fault.kind.rawValue, default: 0] += 1
    if counts[fault.kind.rawValue, default: 0] <= 100 { faults.append(fault) }
  }

  /// Sets the verdict of the fleet.
  ///
  /// - Parameter verdicts: the verdicts on the records of cells.
  mutating func conclude(_ verdicts: [Verdict]) {
    let kinds = faults.map { [.missing, .failed].contains($0.kind) ? Verdict.incomplete : .wrong }
    verdict = .gravest(verdicts + kinds + (hunt?.answers == 0 ? [.incomplete] : []))
  }
}
