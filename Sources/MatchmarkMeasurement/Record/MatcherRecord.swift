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

  package var isWrong: Bool { self == .voided || self == .errored }
}

/// One matcher on one cell.
package struct MatcherRecord: Sendable, Codable {
  package var id: String
  package var options: [String: String]
  package var isExact: Bool
  package var status = MatcherStatus.verified
  /// Why it was skipped or failed; for a voided matcher, a summary.
  package var reason: String?
  package var counterexamples: [Counterexample] = []
  package var build: BuildFigures?
  package var plan: String?
  /// Whether only a seeded sample of the keystrokes was measured.
  package var isSampled = false
  package var figures: Figures?
  /// The wall time of its answers, by event class.
  package var wallSeconds: [String: Double] = [:]
  /// Keystrokes that the matcher declined, with the first reason.
  package var declinedCount = 0
  /// See ``SamplePacking``; includes warm-up rounds.
  package var packedSamples = ""
  package var warmUpRounds = 0
  /// What was counted instead of timed; nil if nothing was.
  package var exact: ExactFigures?
  /// The other outcomes that were timed; nil if there was only the one that tables show.
  package var otherOutcomes: [OutcomeRecord]?
  /// The engine's identity, and how it failed; nil for a matcher of this process.
  package var engine: EngineRecord?
  /// Nil if it gave no answer, and in records that predate the field.
  package var answers: AnswerTally?
  /// What the ledger of known disagreements says about it, entry by entry; nil if nothing.
  package var ledger: [LedgerUse]?

  package init(id: String, options: [String: String] = [:], isExact: Bool = true) {
    self.id = id
    self.options = options
    self.isExact = isExact
  }

  /// Whether it may be compared with others: right, with exactly the matching rows, by the work of
  /// matching, and with times that can be true.
  package var isRanked: Bool { status == .verified && reasonNotToRank == nil }

  /// Why it has no rank although its answers are right; nil if there is no such reason.
  package var reasonNotToRank: String? {
    if !isExact { return "answers a superset, and is checked as such" }
    if let share = figures?.repeatedToUnseen, share < Self.memoisingShare {
      return "remembers answers: a repeated query is not matched again"
    }
    return engine?.timingFault.map { "its times cannot be true: \($0)" }
  }

  /// A repeated query that takes less than this share of its first time was not matched again:
  /// then figures of repeated queries do not measure matching.
  private static let memoisingShare = 0.2

  package var isWrong: Bool { status.isWrong }

  /// The word for its status, or the state in which an engine failed.
  package var state: String {
    guard status != .voided, let fault = engine?.fault else { return status.rawValue }
    return fault.state.rawValue
  }

  /// The number of keystrokes of its cell that it answered, rightly or wrongly.
  ///
  /// For a sampled matcher, it is the number of those that were timed, if any were.
  package func answeredCount(in cell: CellRecord) -> Int {
    guard status == .verified || status == .voided else { return 0 }
    let timed = figures?.classes.values.reduce(0) { $0 + $1.keystrokeCount }
    return isSampled ? timed ?? answers?.checkedCount ?? 0 : cell.keystrokes.count - declinedCount
  }

  /// Whether it took part, but neither answered nor failed.
  func isSilent(in cell: CellRecord) -> Bool {
    status != .errored && engine?.fault == nil && answeredCount(in: cell) == 0
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

package struct BuildFigures: Sendable, Codable {
  package var nanoseconds: Int
  package var indexSizeInBytes: Int
  /// How far the peak of resident memory rose during the build; nil if it cannot be read.
  package var peakGrowthInBytes: Int?
  /// The growth of resident memory of an engine's process while it built; nil if it cannot be read,
  /// for matchers of this process, and in records that predate the field.
  package var residentGrowthInBytes: Int?

  package init(
    nanoseconds: Int, indexSizeInBytes: Int, peakGrowthInBytes: Int?,
    residentGrowthInBytes: Int? = nil
  ) {
    self.nanoseconds = nanoseconds
    self.indexSizeInBytes = indexSizeInBytes
    self.peakGrowthInBytes = peakGrowthInBytes
    self.residentGrowthInBytes = residentGrowthInBytes
  }

  /// Whether the claimed size of an index cannot be true, by the memory that building it took.
  ///
  /// Building also leaves garbage and room to grow, so only a much larger growth contradicts.
  package var isIndexSizeContradicted: Bool {
    guard let growth = residentGrowthInBytes, growth > Self.unexplainedGrowthInBytes else {
      return false
    }
    return (growth - Self.unexplainedGrowthInBytes) / Self.growthFactor > indexSizeInBytes
  }

  /// The contradiction in words; nil if there is none.
  package var indexSizeFault: String? {
    guard let growth = residentGrowthInBytes, isIndexSizeContradicted else { return nil }
    return "it reports an index of \(indexSizeInBytes) bytes, but building it took "
      + "\(growth) bytes of memory"
  }

  private static let unexplainedGrowthInBytes = 8 << 20
  private static let growthFactor = 20
}

/// How many answers of a matcher were compared with the right ones, and what the wrong ones show.
package struct AnswerTally: Sendable, Codable {
  /// What wrong answers have in common: they are right under a profile that differs on one axis.
  package struct Cause: Sendable, Codable, Hashable {
    /// How they differ, for instance `accents`.
    package var difference: String
    /// The axis value that the matcher must follow, for instance `folding cd`; nil in records that
    /// predate the field.
    package var wanted: String?
    /// The axis value under which they are right, for instance `folding c`.
    package var remedy: String
    /// How many of the examined wrong answers it explains.
    package var count: Int

    package init(difference: String, wanted: String?, remedy: String, count: Int) {
      self.difference = difference
      self.wanted = wanted
      self.remedy = remedy
      self.count = count
    }
  }

  package var checkedCount = 0
  package var wrongCount = 0
  /// How many of the wrong ones were examined.
  package var examinedCount = 0
  /// What explains most of the wrong answers; nil if nothing explains any.
  package var cause: Cause?
  /// The times of its keystrokes although it is not right, never ranked; nil if not timed.
  package var figures: Figures?

  package init() {}
}

/// An engine on one cell: its identity, and how it failed, if it did.
package struct EngineRecord: Sendable, Codable, Hashable {
  /// Its reported name, version, language and build; nil if it did not get that far.
  package var name: String?
  package var version: String?
  package var language: String?
  package var build: String?
  /// The clock that it times itself with, and the resolution that it reports.
  package var clock: String?
  package var resolutionInNanoseconds: Int?
  /// What a reader of its figures should know, such as a clock coarser than reported.
  package var warning: String?
  /// Why its reported times cannot be true; nil if they can, and in records that predate the
  /// check.
  package var timingFault: String?
  package var fault: EngineFault?

  package init(fault: EngineFault? = nil) { self.fault = fault }

  /// Adds a warning to those that it has; does nothing without a reason.
  package mutating func warn(of reason: String?) {
    guard let reason else { return }
    warning = warning.map { "\($0); \(reason)" } ?? reason
  }

  /// One line: name, version, language and build, clock.
  package var summary: String? {
    guard let name, let version, let clock else { return nil }
    let about = [language, build].compactMap { $0 }.filter { !$0.isEmpty }
    let made = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
    return
      "\(name) \(version)\(made), timed by \(clock), \(resolutionInNanoseconds ?? 0) ns per step"
  }
}
