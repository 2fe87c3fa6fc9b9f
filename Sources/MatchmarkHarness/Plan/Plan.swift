import Foundation
package import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkRecord
package import MatchmarkSession
package import MatchmarkSystem

/// The plan of a run: a suite, the participants, the known divergences, and the name under which
/// the user starts this program.
package struct Plan: Sendable {
  package var suite: Suite
  package var participants: [Participant]
  package var ledger: DivergenceLedger
  /// The program in the command that is shown if a participant crashes this process.
  package let program: ShownProgram

  package init(
    _ suite: Suite, _ participants: [Participant], ledger: DivergenceLedger = .empty,
    program: ShownProgram
  ) {
    self.suite = suite
    self.participants = participants
    self.ledger = ledger
    self.program = program
  }

  /// Leaves out what is not named; an empty list names everything.
  package mutating func keep(cells: [String], participants ids: [String]) {
    if !cells.isEmpty { suite.cells.removeAll { !cells.contains($0.id) } }
    if !ids.isEmpty { participants.removeAll { !ids.contains($0.id) } }
  }

  /// The same for builds of this program, which serve matchers and know no engine.
  package var ofMatchers: Plan { only { !$0.isEngine } }

  /// The same plan for some of its participants.
  package func only(_ isKept: (Participant) -> Bool) -> Plan {
    Plan(suite, participants.filter(isKept), ledger: ledger, program: program)
  }

  /// The record of its cells: the only place where one is assembled.
  ///
  /// If nothing was timed, there are no warnings about figures, no budgets and no targets. Two
  /// builds that were measured in alternation have their doubts in the gate's findings, and ignore
  /// what a suite requires of its participants relative to each other.
  ///
  /// - Parameter gate: the comparison with another run; nil if there was none.
  package func record(
    _ kind: RunRecord.Kind, of cells: [CellRecord], in context: RunContext,
    gate: GateRecord? = nil
  ) -> RunRecord {
    var record = RunRecord(kind, context: context, suite: suite.record, cells: cells)
    record.gate = gate
    let added = participants.filter(\.isAdded).map(\.id)
    record.ownParticipants = added.isEmpty ? nil : added
    let asked = participants.askedFor.map(\.id)
    record.askedFor = asked.isEmpty ? nil : asked
    let uses = cells.flatMap(\.matchers).flatMap { $0.ledger ?? [] }
    let standings = ledger.standings(after: uses, among: participants.map(\.id))
    record.ledger = standings.isEmpty ? nil : standings
    guard suite.effort.measures else { return record }
    let isAgainst = gate?.form == .against
    record.warnings = Warnings.about(context, isAgainst ? [] : cells, reference: suite.reference)
    if !suite.budgets.isEmpty { record.budgets = suite.budgets.flatMap { $0.findings(cells) } }
    if !suite.targets.isEmpty, !isAgainst {
      record.targets = suite.targets.flatMap(TargetCalculation(record).findings)
    }
    return record
  }
}

/// The cells of a run, and the way in which they are measured.
package struct Suite: Sendable, Codable {
  package var name: String
  /// The heading of reports; nil for the name.
  package var title: String?
  /// The purpose of the suite, for readers of its report.
  package var why: String
  package var seed: UInt64
  /// The number of the measuring process, among several; each has its own orders.
  package var fork = 0
  /// The delivery that tables show.
  package var delivery: Delivery
  /// Other deliveries that are timed, in separate rounds and shown in separate columns.
  package var otherDeliveries: [Delivery] = []
  /// The matcher that ratios are relative to.
  package var reference: String
  package var cells: [CellPlan] = []
  package var effort = Effort()
  /// Figures that fail the run if they are exceeded.
  package var budgets: [Budget] = []
  /// The figures to be reached; a missed floor fails the run.
  package var targets: [Target] = []

  /// The simplest matcher: a run recommends it as long as it is fast enough, and it answers where
  /// none was chosen.
  package static let simplest = "linear-scan"

  /// The name of the suite that measures one corpus.
  package static let ofOneCorpus = "corpus"

  /// True if a profile ranks rows, so that rankers take part.
  package var ranks: Bool { cells.contains { $0.profile.rank != nil } }

  package init(
    name: String, why: String, seed: UInt64, delivery: Delivery = .page,
    reference: String = Suite.simplest
  ) {
    self.name = name
    self.why = why
    self.seed = seed
    self.delivery = delivery
    self.reference = reference
  }

  /// The seed of orders; the questions use the suite's seed in every fork.
  package var orderSeed: UInt64 { seed &+ 0x9E37_79B9 &* UInt64(fork) }

  /// Every delivery that is timed, first the one that tables show.
  var deliveries: [Delivery] { [delivery] + otherDeliveries }

  package var record: SuiteRecord {
    var record = SuiteRecord(
      name: name, why: why, seed: seed, delivery: delivery, reference: reference)
    record.sampleMicroseconds =
      effort.sampleNanoseconds > 0 ? effort.sampleNanoseconds / 1_000 : nil
    record.title = title
    record.otherDeliveries = otherDeliveries.isEmpty ? nil : otherDeliveries
    return record
  }
}

/// The amount of measuring.
package struct Effort: Sendable, Codable, Hashable {
  /// Rounds that are recorded but not used.
  package var warmUpRounds = 1
  /// Measuring continues for at least this many rounds.
  package var minimumRounds = 10
  /// Then until every interval of a ratio is this narrow, as a share of its lower bound.
  package var targetWidth = 0.05
  /// Or until the cell has been measured for this long.
  package var cellSeconds = 1.0
  /// It ends here in any case: a record keeps every sample.
  package var maximumRounds = 100
  /// A matcher that needs longer for a round is timed on a seeded sample of the keystrokes that
  /// takes no longer.
  package var roundSeconds = 30.0
  /// Shorter keystrokes are repeated until a sample takes this long.
  ///
  /// A gate has no use for what others left in the caches: its cost depends on who else uses the
  /// machine, and differs from matcher to matcher.
  package var sampleNanoseconds = 0.0
  /// Such a matcher is checked on as many keystrokes as keep rows × keystrokes within this.
  var slowRowTests: Int { checksTimedOnly ? 0 : measures ? 10_000_000 : 40_000_000 }
  /// True if such a matcher was checked before, so that it is checked on what is timed alone.
  package var checksTimedOnly = false
  /// The number of rounds that a sampled matcher takes part in.
  package var sampledRounds = 3
  /// The oracle is asked in any case as long as rows × keystrokes stays within this.
  ///
  /// So whether small lists are checked by it does not depend on how busy the machine is.
  package var oracleRowTests = 40_000_000
  /// The part of a cell's time that the oracle may take beyond that.
  package var oracleShare = 0.25
  /// The oracle of a ranked search is asked as long as bytes of text × keystrokes stays within
  /// this, and for as many keystrokes in any case.
  var rankedSizeInBytes = 150_000_000
  var rankedKeystrokes = 20
  /// The time for replaying a cell at the pace of a person who types; nil for no replay.
  package var pacedSeconds: Double?
  /// True if wrong and declined answers are timed, too; they are never ranked.
  package var timesWrong = false
  /// True if the code that an app would contain is timed even if its answers differ.
  package var timesAppCode = false
  /// True if keystrokes are timed at all; `verify` only checks.
  package var measures = true

  package init() {}

  /// The number of queries that the oracle answers over a corpus in any case.
  func oracleQueryCount(over corpus: FoldedCorpus) -> Int {
    corpus.profile.rank == nil
      ? max(1, oracleRowTests / max(1, corpus.rowCount))
      : max(rankedSizeInBytes / max(1, corpus.sizeInBytes), rankedKeystrokes)
  }

  /// Returns the fewest rounds that a participant takes part in.
  func roundCount(isSampled: Bool) -> Int {
    warmUpRounds + (isSampled ? min(sampledRounds, minimumRounds) : minimumRounds)
  }

  /// Returns the time that the oracle of a cell may take.
  ///
  /// - Parameters:
  ///   - built: the time for building the participants.
  ///   - deliveryCount: the number of times that the cell is timed; one that is only checked gets
  ///     as much time as if it were timed once.
  func oracleNanoseconds(
    besides built: UInt64, _ cost: CellCost, deliveryCount: Int
  ) -> UInt64 {
    let timing = Double(max(1, deliveryCount)) * max(cellSeconds, cost.timingSeconds)
    let rest = Double(built) + (cost.checkingSeconds + timing) * 1e9
    return UInt64(min(rest * oracleShare / (1 - oracleShare), 1e18))
  }

  /// Returns true if a participant is timed although it is wrong or declines.
  func timesWrong(_ participant: Participant) -> Bool {
    timesWrong || timesAppCode && participant.isAppCode || participant.entry.isUndeclared
  }

  /// Returns true if neither a wrong answer nor a failure of a participant fails the run.
  ///
  /// This holds for an engine that is code as an app would contain it, next to which a user's own
  /// rows are measured. A matcher of that kind declines what it may answer wrongly, and is held to
  /// the rest.
  func excuses(_ participant: Participant) -> Bool {
    timesAppCode && participant.engine?.isAppCode == true
  }
}

/// One corpus under one profile with one workload.
package struct CellPlan: Sendable, Codable {
  package var corpus: CorpusPlan
  package var profile: SearchProfile
  package var workload: WorkloadPlan
  /// The name or path of the same profile on a command line; nil if it is inferred there, too.
  package var profileArgument: String?
  /// The columns that a command line names as text; empty if they are inferred or in a profile.
  package var textColumns: [String] = []
  /// The folding that a command line names; nil for that of the profile.
  package var foldingArgument: String?
  /// The order of the rows that a command line names; nil for that of the profile.
  package var rankArgument: String?
  /// The way in which a command line says to read the file of the rows.
  package var reading = RowReading()
  /// The ids of participants of the suite that are not asked here.
  package var leavesOut: Set<String> = []

  package init(corpus: CorpusPlan, profile: SearchProfile, workload: WorkloadPlan) {
    self.corpus = corpus
    self.profile = profile
    self.workload = workload
    profileArgument = profile.name
  }

  /// `<corpus>.<profile>`, unique within a suite.
  package var id: String { "\(corpus.name).\(profile.name)" }

  /// Returns true if a participant is not asked here; an added one is asked everywhere.
  package func omits(_ participant: Participant) -> Bool {
    leavesOut.contains(participant.id) && !participant.isAdded
  }

  /// The names with which a participant is asked a query of this cell again.
  package func replay(of participant: Participant) -> ReplayRecord {
    var record = ReplayRecord(
      corpus: corpus.argument, profile: profileArgument, matcher: participant.id,
      isOwnEngine: participant.engine?.isOwn ?? false)
    record.text = textColumns.isEmpty ? nil : textColumns
    record.folding = foldingArgument
    record.rank = rankArgument
    record.delimiter = reading.delimiter
    record.noHeader = reading.hasHeader ? nil : true
    let options = participant.options.values.sorted { $0.key < $1.key }
    record.options =
      options.isEmpty ? nil : options.map { "\(participant.id).\($0.key)=\($0.value)" }
    return record
  }
}

/// The origin of rows.
package struct CorpusPlan: Sendable, Codable {
  package var name: String
  /// The name without the size, shared by all sizes of one generator.
  package var family: String
  /// The number of rows, if it is known before loading.
  package var rowCount: Int?
  /// The number of rows of the user's file, after which the rest is made up; nil for other rows.
  package var ownRowCount: Int?
  /// Generates or loads the rows; a decoded plan has none until this is set.
  package var load: @Sendable () throws -> Corpus = { throw CocoaError(.coderValueNotFound) }
  /// The name or path of the same corpus on a command line.
  package var argument: String

  private enum CodingKeys: CodingKey { case name, family, rowCount, ownRowCount, argument }

  package init(
    name: String, family: String, rowCount: Int?, argument: String,
    load: @escaping @Sendable () throws -> Corpus
  ) {
    self.name = name
    self.family = family
    self.rowCount = rowCount
    self.argument = argument
    self.load = load
  }
}

/// The origin of typing sessions.
package struct WorkloadPlan: Sendable, Codable {
  /// The app's settings of its search field.
  package var settings = SessionSettings()
  private let source: Source

  private enum Source: Codable {
    case generated([Sessions], seed: UInt64)
    /// The content of a trace file, and its name for errors.
    case written(Data, file: String)
  }

  private struct Sessions: Codable {
    let count: Int
    let kinds: [TraceKind]
  }

  /// Typing sessions of all kinds.
  package static func generated(sessions: Int, seed: UInt64) -> WorkloadPlan {
    let all = Sessions(count: sessions, kinds: TraceKind.allCases)
    return WorkloadPlan(source: .generated([all], seed: seed))
  }

  package static func generated(
    _ counts: [(kind: TraceKind, count: Int)], seed: UInt64
  ) -> WorkloadPlan {
    let batches = counts.map { Sessions(count: $0.count, kinds: [$0.kind]) }
    return WorkloadPlan(source: .generated(batches, seed: seed))
  }

  /// The sessions in which the queries of a log are typed.
  package static func typed(_ log: QueryLog, file: String) -> WorkloadPlan {
    written(TraceFile.encode(log.traces), file: file)
  }

  /// The typing sessions of a trace file.
  package static func written(_ bytes: [UInt8], file: String) -> WorkloadPlan {
    WorkloadPlan(source: .written(Data(bytes), file: file))
  }

  /// Returns the identity of the traces; that of generated ones begins with the version of the
  /// generator.
  func identity(of traces: [Trace]) -> String {
    let identity = TraceFile.identity(of: traces)
    guard case .generated = source else { return identity }
    return WorkloadIdentity.generated(identity, version: TraceGenerator.version)
  }

  /// Generates or reads the traces for a corpus as its profile presents it.
  ///
  /// - Throws: ``TraceFileError``.
  func traces(for corpus: FoldedCorpus) throws -> [Trace] {
    switch source {
    case .generated(let batches, let seed):
      let generator = TraceGenerator(corpus: corpus, seed: seed)
      return batches.flatMap { generator.traces(sessions: $0.count, kinds: $0.kinds) }
    case .written(let bytes, let file): return try TraceFile.decode(Array(bytes), file: file)
    }
  }
}
