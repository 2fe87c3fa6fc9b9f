package import MatchmarkCore

/// One corpus under one profile with one workload, and every matcher on it.
package struct CellRecord: Sendable, Codable {
  package var corpus: CorpusRecord
  package var profile: SearchProfile
  /// The checksum and length of the trace file.
  package var workloadIdentity: String
  package var keystrokes: [KeystrokeRecord]
  package var verification: VerificationRecord
  package var matchers: [MatcherRecord]
  /// The typed keystrokes that all ranked participants have, ascending; nil if each has every one,
  /// see ``Standings``.
  package var commonKeystrokes: [Int]?
  /// How the reference matcher compares with itself; nil if that was not measured.
  package var noise: NoiseRecord?
  /// Why measuring ended; nil if nothing was measured.
  package var stop: StopRecord?
  /// When, and with which load, an earlier start of the same command measured the cell; nil if this
  /// run measured it.
  package var earlier: EarlierStart?

  package init(
    corpus: CorpusRecord, profile: SearchProfile, workloadIdentity: String,
    keystrokes: [KeystrokeRecord], verification: VerificationRecord, matchers: [MatcherRecord]
  ) {
    self.corpus = corpus
    self.profile = profile
    self.workloadIdentity = workloadIdentity
    self.keystrokes = keystrokes
    self.verification = verification
    self.matchers = matchers
  }

  /// `<corpus>.<profile>`, unique within a run.
  package var id: String { "\(corpus.name).\(profile.name)" }

  /// The facts about the cell that never change, in words.
  package var lastingFacts: [String] {
    let counts = keystrokes.map { "\($0.matchCount ?? -1)" }
    return [workloadIdentity] + counts
      + matchers.map { matcher in
        let answers = matcher.answers.map { "\($0.checkedCount) \($0.wrongCount)" } ?? ""
        return "\(matcher.id) \(matcher.status) \(matcher.declinedCount) \(answers)"
      }
  }
}

/// The circumstances of a cell that was finished before the run was interrupted and restarted.
package struct EarlierStart: Sendable, Codable, Hashable {
  package var startedAt: String
  package var durationInSeconds: Double
  package var loadBefore: Double?
  package var loadAfter: Double?
  package var stolenShare: Double?
  package var foreignCores: Double?

  /// Those of a record that contains only that cell.
  package init(_ context: RunContext) {
    startedAt = context.startedAt
    durationInSeconds = context.durationInSeconds
    loadBefore = context.host.loadBefore
    loadAfter = context.host.loadAfter
    stolenShare = context.host.stolenShare
    foreignCores = context.host.foreignCores
  }
}

/// The rows that were searched.
package struct CorpusRecord: Sendable, Codable {
  package var name: String
  /// The name without the size, shared by all sizes of one generator.
  package var family: String
  package var rowCount: Int
  package var sizeInBytes: Int
  package var identity: String
  package var foldNanoseconds: Int
  package var foldedSizeInBytes: Int
  /// The size of the text in the columns that the profile uses, which are indexed; nil in records
  /// that predate the field.
  package var usedSizeInBytes: Int?

  package init(
    name: String, family: String, rowCount: Int, sizeInBytes: Int, identity: String,
    foldNanoseconds: Int, foldedSizeInBytes: Int
  ) {
    self.name = name
    self.family = family
    self.rowCount = rowCount
    self.sizeInBytes = sizeInBytes
    self.identity = identity
    self.foldNanoseconds = foldNanoseconds
    self.foldedSizeInBytes = foldedSizeInBytes
  }
}

/// One query of the workload.
package struct KeystrokeRecord: Sendable, Codable {
  package var trace: String
  package var query: SearchQuery
  package var eventClass: String
  /// How many rows match, by the agreed answer; nil if no answer was agreed.
  package var matchCount: Int?

  package init(trace: String, query: SearchQuery, eventClass: String, matchCount: Int?) {
    self.trace = trace
    self.query = query
    self.eventClass = eventClass
    self.matchCount = matchCount
  }

  /// Whether the keystroke counts in the headline figures; whole-list answers have their own.
  package var isTyped: Bool { eventClass != "browse" && eventClass != "suggestions" }
}

extension [KeystrokeRecord] {
  /// The number of each keystroke's typing session; nil if it does not count in the headline
  /// figures.
  ///
  /// - Complexity: O(n) for n keystrokes.
  package var typedSessions: [Int?] {
    var numbers: [String: Int] = [:]
    return map { keystroke in
      guard keystroke.isTyped else { return nil }
      let number = numbers[keystroke.trace] ?? numbers.count
      numbers[keystroke.trace] = number
      return number
    }
  }
}

/// How the answers were checked.
package struct VerificationRecord: Sendable, Codable {
  package var keystrokeCount: Int
  /// How many of them the oracle answered; the rest were checked by agreement of all matchers.
  package var oracleCount: Int

  package init(keystrokeCount: Int, oracleCount: Int) {
    self.keystrokeCount = keystrokeCount
    self.oracleCount = oracleCount
  }

  package var isSampled: Bool { oracleCount < keystrokeCount }
}

/// The reference matcher, built twice and measured as two.
///
/// The apparent difference between the two is not a difference but the noise of the run.
package struct NoiseRecord: Sendable, Codable {
  package var matcher: String
  /// The second one's time relative to the first's, paired like any other.
  package var ratio: RatioInterval
  /// The second one's samples; see ``SamplePacking``.
  package var packedSamples: String

  package init(matcher: String, ratio: RatioInterval, packedSamples: String) {
    self.matcher = matcher
    self.ratio = ratio
    self.packedSamples = packedSamples
  }
}

/// Why measuring ended, and what it had found by then.
package struct StopRecord: Sendable, Codable, Hashable {
  package enum Reason: String, Sendable, Codable, CaseIterable {
    /// Every interval was as narrow as requested.
    case width
    /// The time was used up.
    case time
    /// The limit of rounds in a record was reached.
    case rounds
  }

  package var reason: Reason
  /// The widest interval of a ratio for these keystrokes, as a share of its lower bound; nil if
  /// there was none.
  package var widestInterval: Double?
  package var targetWidth: Double

  package init(reason: Reason, widestInterval: Double?, targetWidth: Double) {
    self.reason = reason
    self.widestInterval = widestInterval
    self.targetWidth = targetWidth
  }
}

/// The status of a matcher on a cell; the words are never mixed.
package enum MatcherStatus: String, Sendable, Codable, CaseIterable {
  /// Every answer was right.
  case verified
  /// An answer was wrong: shown, never ranked.
  case voided
  /// It does not answer this profile or corpus, and said why.
  case skipped
  /// It failed to build or to answer.
  case errored
}

/// One matcher on one cell.
package struct MatcherRecord: Sendable, Codable {
  package var id: String
  package var options: [String: String]
  package var isExact: Bool
  package var status: MatcherStatus
  /// Why it was skipped or failed; for a voided matcher, a summary.
  package var reason: String?
  package var counterexamples: [Counterexample]
  package var build: BuildFigures?
  package var plan: String?
  /// Whether only a seeded sample of the keystrokes was measured.
  package var isSampled: Bool
  package var figures: Figures?
  /// The wall time of its answers, by event class.
  package var wallSeconds: [String: Double]
  /// Keystrokes that the matcher declined, with the first reason.
  package var declinedCount: Int
  /// See ``SamplePacking``; includes warm-up rounds.
  package var packedSamples: String
  package var warmUpRounds: Int
  /// What was counted instead of timed; nil if nothing was.
  package var exact: ExactFigures?
  /// The other outcomes that were timed; nil if there was only the one that tables show.
  package var otherOutcomes: [OutcomeRecord]?
  /// The engine's identity, and how it failed; nil for a matcher of this process.
  package var engine: EngineRecord?
  /// How many answers were checked, and what the wrong ones show; nil if it gave none, and in
  /// records that predate the field.
  package var answers: AnswerTally?
  /// What the ledger of known disagreements says about it, entry by entry; nil if nothing.
  package var ledger: [LedgerUse]?

  package init(id: String, options: [String: String] = [:], isExact: Bool = true) {
    self.id = id
    self.options = options
    self.isExact = isExact
    status = .verified
    counterexamples = []
    isSampled = false
    wallSeconds = [:]
    declinedCount = 0
    packedSamples = ""
    warmUpRounds = 0
  }

  /// Whether it may be compared with others: right, with exactly the matching rows, by the work of
  /// matching, and with times that can be true.
  package var isRanked: Bool { status == .verified && reasonNotToRank == nil }

  /// Why it has no rank although its answers are right; nil if there is no such reason.
  package var reasonNotToRank: String? {
    if !isExact { return "answers a superset, and is checked as such" }
    if isMemoising { return "remembers answers: a repeated query is not matched again" }
    return engine?.timingFault.map { "its times cannot be true: \($0)" }
  }

  /// A repeated query that takes less than this share of its first time was not matched again.
  private static let memoisingShare = 0.2

  /// Whether it remembers answers: then figures of repeated queries do not measure matching.
  private var isMemoising: Bool {
    (figures?.repeatedToUnseen).map { $0 < Self.memoisingShare } ?? false
  }

  /// Whether it answered wrongly or failed.
  package var isWrong: Bool { status == .voided || status == .errored }

  /// The word for its status, or the state in which an engine failed.
  package var state: String {
    guard status != .voided, let fault = engine?.fault else { return status.rawValue }
    return fault.state
  }

  /// Whether it is an engine that was started but violated the protocol.
  package var isLostEngine: Bool { engine != nil && status == .errored }

  /// Keystrokes on which it is known to differ, and which are therefore not timed.
  package var divergedCount: Int { ledger?.reduce(0) { $0 + $1.divergedCount } ?? 0 }
}

/// The times of an outcome other than the one that tables show.
package struct OutcomeRecord: Sendable, Codable {
  package var outcome: Outcome
  /// Nil if the matcher was not timed.
  package var figures: Figures?
  /// See ``SamplePacking``; includes warm-up rounds.
  package var packedSamples: String

  package init(outcome: Outcome, figures: Figures?, packedSamples: String) {
    self.outcome = outcome
    self.figures = figures
    self.packedSamples = packedSamples
  }
}

/// A keystroke that was answered wrongly.
package struct Counterexample: Sendable, Codable, Hashable {
  /// An index into the keystrokes of the cell; larger indices are queries that were asked only to
  /// detect matchers that remember answers.
  package var keystroke: Int
  package var query: SearchQuery
  package var eventClass: String
  /// For instance `row 7 is missing (3 missing, 1 extra)`.
  package var difference: String
  /// The lowest row on which matcher and reference disagree.
  package var firstRow: Int
  /// The text of that row.
  package var firstRowText: String
  /// The names needed to ask the same again; nil in records of format version 1, whose command
  /// lines are not trusted.
  package var replay: ReplayRecord?
  /// The smallest rows and query that still show it, in words; nil if none were looked for.
  package var shrunk: String?

  package init(
    keystroke: Int, query: SearchQuery, eventClass: String, difference: String, firstRow: Int,
    firstRowText: String, replay: ReplayRecord?
  ) {
    self.keystroke = keystroke
    self.query = query
    self.eventClass = eventClass
    self.difference = difference
    self.firstRow = firstRow
    self.firstRowText = firstRowText
    self.replay = replay
  }
}

/// What it cost to build a matcher.
package struct BuildFigures: Sendable, Codable {
  package var nanoseconds: Int
  package var indexSizeInBytes: Int
  /// How far the peak of resident memory rose during the build; nil if it cannot be read.
  package var peakGrowthInBytes: Int?

  package init(nanoseconds: Int, indexSizeInBytes: Int, peakGrowthInBytes: Int?) {
    self.nanoseconds = nanoseconds
    self.indexSizeInBytes = indexSizeInBytes
    self.peakGrowthInBytes = peakGrowthInBytes
  }
}
