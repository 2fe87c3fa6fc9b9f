/// The results of a run, complete enough to make any report later without another run.
package struct RunRecord: Sendable, Codable {
  /// The version of this format; later versions read all earlier ones.
  package static let currentFormatVersion = 3
  /// The version of the contract that answers are checked against.
  package static let currentSpecificationVersion = 1

  /// The kind of record, which is the command that made it.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    case run, verify, check, baseline
  }

  package var formatVersion = currentFormatVersion
  package var specificationVersion = currentSpecificationVersion
  /// The kind of record; nil in records that predate the field.
  package var kind: Kind?
  package var context: RunContext
  package var suite: SuiteRecord
  package var cells: [CellRecord]
  /// The findings of a gate; nil if the run was not compared.
  package var gate: GateRecord?
  /// The findings about declared budgets; nil if none was declared.
  package var budgets: [BudgetFinding]?
  /// The findings about the targets of the suite; nil if it has none.
  package var targets: [TargetFinding]?
  /// The warnings that a reader should see before trusting the figures.
  package var warnings: [String]
  /// The recommendation of a matcher, in the words of every report; nil if the record is not a
  /// report.
  package var choice: [String]?
  /// The state of ledger entries about participants of the run; nil if there are none.
  package var ledger: [LedgerRecord]?
  /// The participants that the user named or added, each of which must answer something; nil if
  /// there are none.
  package var askedFor: [String]?
  /// Participants that were added to the command, or to the suite by name; nil if none were.
  package var ownParticipants: [String]?
  /// The ending of the run; nil if the record is unfinished, or older than this field.
  package internal(set) var ending: Ending?

  package init(
    _ kind: Kind? = nil, context: RunContext, suite: SuiteRecord, cells: [CellRecord],
    warnings: [String] = []
  ) {
    self.kind = kind
    self.context = context
    self.suite = suite
    self.cells = cells
    self.warnings = warnings
  }
}

extension RunRecord {
  /// Returns the record as JSON on one line with sorted keys; pretty-printed, it would be twice as
  /// large.
  package func encoded() throws(RecordError) -> [UInt8] {
    var finished = self
    if finished.ending == nil { finished.conclude() }
    return try RecordFormat.record.encode(finished) + [0x0A]
  }

  /// Reads a record of this or an earlier version.
  ///
  /// Before version 3, each participant had a ratio over the keystrokes for which it had a time;
  /// the standings are therefore recomputed from the samples. The p99 of fewer than 100 keystrokes,
  /// which earlier versions contain, is no longer shown.
  package init(decoding bytes: [UInt8]) throws(RecordError) {
    self = try RecordFormat.record.decode(RunRecord.self, from: bytes)
    guard formatVersion < 3 else { return }
    for index in cells.indices {
      cells[index].settleEarlier(reference: suite.reference, seed: suite.seed)
    }
    targets = targets?.map { finding in
      guard finding.target.statistic == .p99, let count = finding.keystrokeCount,
        let reason = TargetCalculation.reasonWithoutP99(of: count, on: finding.cells.first ?? "")
      else { return finding }
      return TargetFinding(finding.target, on: finding.cells, notMeasured: reason)
    }
  }
}

package struct RunContext: Sendable, Codable {
  package var tool: String
  package var startedAt: String
  package var durationInSeconds = 0.0
  package var commandLine: [String]
  package var host: HostRecord
  package var build: BuildRecord
  package var clock: ClockRecord
  package var revision: String?
  package var hasUncommittedChanges: Bool?

  package init(
    tool: String, startedAt: String, commandLine: [String], host: HostRecord, build: BuildRecord,
    clock: ClockRecord
  ) {
    self.tool = tool
    self.startedAt = startedAt
    self.commandLine = commandLine
    self.host = host
    self.build = build
    self.clock = clock
  }
}

package struct HostRecord: Sendable, Hashable, Codable {
  package var name: String
  package var kernel: String
  package var processor: String
  package var coreCount: Int
  package var memoryInBytes: Int?
  package var loadBefore: Double?
  package var loadAfter: Double?
  /// The frequency governor of the first processor; nil if the system does not report it.
  package var frequencyGovernor: String?
  /// The share of the run's processor time that the hypervisor gave to other machines.
  package var stolenShare: Double?
  /// The average number of cores that other processes kept busy during the run.
  package var foreignCores: Double?

  package init(
    name: String, kernel: String, processor: String, coreCount: Int, memoryInBytes: Int?,
    loadBefore: Double?
  ) {
    self.name = name
    self.kernel = kernel
    self.processor = processor
    self.coreCount = coreCount
    self.memoryInBytes = memoryInBytes
    self.loadBefore = loadBefore
  }
}

/// The compiler and the settings with which the program was built.
package struct BuildRecord: Sendable, Codable {
  package var compiler: String
  package var isOptimised: Bool

  package init(compiler: String, isOptimised: Bool) {
    self.compiler = compiler
    self.isOptimised = isOptimised
  }
}

package struct ClockRecord: Sendable, Codable {
  package var name: String
  package var resolutionInNanoseconds: Double
  package var readingCostInNanoseconds: Double

  package init(name: String, resolutionInNanoseconds: Double, readingCostInNanoseconds: Double) {
    self.name = name
    self.resolutionInNanoseconds = resolutionInNanoseconds
    self.readingCostInNanoseconds = readingCostInNanoseconds
  }
}

/// The settings that the run was asked to use.
package struct SuiteRecord: Sendable, Codable {
  package var name: String
  /// The heading of reports, such as the name of a file of rows; nil for the name.
  package var title: String?
  package var why: String
  package var seed: UInt64
  package var delivery: Delivery
  /// The other deliveries that were timed; nil if there was only one.
  package var otherDeliveries: [Delivery]?
  package var reference: String
  /// The time for which shorter keystrokes were repeated; nil for a hundred readings of the clock.
  package var sampleMicroseconds: Double?

  package init(name: String, why: String, seed: UInt64, delivery: Delivery, reference: String) {
    self.name = name
    self.why = why
    self.seed = seed
    self.delivery = delivery
    self.reference = reference
  }
}

/// The part of the answer that a keystroke delivers within the timed window.
package enum Delivery: String, Sendable, Codable, CaseIterable {
  /// The number of matching rows.
  case count
  /// The number of matching rows, and the first ``pageSize`` of them.
  case page
  /// All matching rows.
  case rows

  /// The number of rows that fit on a screen, plus some for scrolling.
  package static let pageSize = 50
}
