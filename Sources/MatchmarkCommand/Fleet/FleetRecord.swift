import MatchmarkMeasurement

/// What a fleet did and found: all that its page and its JUnit report say.
struct FleetRecord: Codable {
  /// A unit that is not right, and why.
  struct Remark: Codable {
    enum Kind: String, Codable, CaseIterable {
      /// A matcher crashed the process.
      case crashed
      /// It was done twice and came to two results.
      case contradictory
      /// It took too long, or its result is of another corpus.
      case failed
      /// It has no result.
      case missing
    }

    let kind: Kind
    let unit: String
    let subject: String
    let text: String
  }

  /// What one machine did.
  struct Share: Codable {
    let machine: FleetMachine
    var units = 0
    var seconds = 0.0
  }

  /// A fault, however often it was found.
  struct Find: Codable {
    /// That of the lowest case.
    let find: HuntResult.Find
    var count = 1
    /// The file in the folder of the reports; nil where it has none.
    var file: String?
    /// Whether `reproduce` shows it again; nil where it was not asked.
    var isReproduced: Bool?
  }

  /// A retry or a loss, as the driver notes it.
  struct Event: Decodable {
    let event: String
    let worker: String
  }

  /// The sums of a hunt.
  struct Hunt: Codable {
    var matchers: [String] = []
    var idle: [String] = []
    var cases = 0
    /// Cases after a find in the same unit, which ends it.
    var unexamined = 0
    var answers = 0
    var forms = 0
    /// The forms that no unit reached.
    var missing: [String] = []
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
  /// How many units are not right, by the kind of remark.
  var counts: [String: Int] = [:]
  /// The first hundred remarks of each kind.
  var remarks: [Remark] = []
  var shares: [Share] = []
  /// The digest of the program, for each platform.
  var binaries: [String: String] = [:]
  /// How often something was tried again or lost, and by whom.
  var events: [String: Int] = [:]
  var hunt: Hunt?
  var finds: [Find] = []

  init(_ unit: FleetUnit) {
    kind = unit.kind
    sources = unit.sources
    contract = unit.contract
    if unit.kind == .hunt { hunt = Hunt() }
  }

  mutating func note(_ kind: Remark.Kind, _ unit: FleetUnit, _ id: String, _ text: String) {
    counts[kind.rawValue, default: 0] += 1
    guard counts[kind.rawValue, default: 0] <= 100 else { return }
    remarks.append(Remark(kind: kind, unit: id, subject: unit.subject, text: text))
  }

  /// Says how the fleet ended.
  ///
  /// - Parameter verdicts: those on the records of cells.
  mutating func conclude(_ verdicts: [Verdict]) {
    let isWrong =
      counts["crashed"] != nil || counts["contradictory"] != nil
      || finds.contains { !$0.find.isFailure }
    let isIncomplete =
      counts["missing"] != nil || counts["failed"] != nil || !finds.isEmpty || hunt?.answers == 0
    verdict = .gravest(
      verdicts + (isWrong ? [.wrong] : []) + (isIncomplete ? [.incomplete] : []))
  }
}
