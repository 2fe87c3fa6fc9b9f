import MatchmarkMeasurement

/// What a fleet did and found: all that its page and its JUnit report say.
struct FleetRecord: Codable {
  /// Something that is not right.
  struct Fault: Codable {
    /// A wrong answer, that of the lowest case; a crash of a matcher; two results of one unit that
    /// differ; a unit that took too long, or whose engine failed; no result.
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
    /// The find, its file of cases, and that in the folder of the reports; nil where it has none.
    var find: HuntLedger.Find?
    var content: String?
    var file: String?
    /// Whether `reproduce` shows the find again; nil where it was not asked.
    var isReproduced: Bool?

    /// What it is in a table of tests.
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
  /// Results on top of the first one of a unit.
  var repeated = 0
  /// The first hundred faults of each kind, and how many there are.
  var faults: [Fault] = []
  var counts: [String: Int] = [:]
  var shares: [Share] = []
  /// How many units were done, tried again or lost, by worker.
  var events: [String: Int] = [:]
  /// The sum of a hunt.
  var hunt: HuntLedger.Entry?
  /// Cases after a find in the same unit, which ends it.
  var unexamined = 0

  init(_ unit: FleetUnit) {
    (kind, sources, contract) = (unit.kind, unit.sources, unit.contract)
  }

  mutating func add(_ fault: Fault) {
    counts[fault.kind.rawValue, default: 0] += 1
    if counts[fault.kind.rawValue, default: 0] <= 100 { faults.append(fault) }
  }

  /// Says how the fleet ended.
  ///
  /// - Parameter verdicts: those on the records of cells.
  mutating func conclude(_ verdicts: [Verdict]) {
    let kinds = faults.map { [.missing, .failed].contains($0.kind) ? Verdict.incomplete : .wrong }
    verdict = .gravest(verdicts + kinds + (hunt?.answers == 0 ? [.incomplete] : []))
  }
}
