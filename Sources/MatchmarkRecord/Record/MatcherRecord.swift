/// The status of a matcher on a cell; the words are never mixed.
package enum MatcherStatus: String, Sendable, Codable, CaseIterable {
  /// Every answer was right.
  case verified
  /// An answer was wrong; the matcher is shown, but never ranked.
  case voided
  /// The matcher does not answer this profile or corpus, and said why.
  case skipped
  /// The matcher failed to build or to answer.
  case errored

  package var isWrong: Bool { self == .voided || self == .errored }
}

/// The results of one matcher on one cell.
package struct MatcherRecord: Sendable, Codable {
  package var id: String
  package var options: [String: String]
  package var isExact: Bool
  /// True for the code that an app would contain, which is not held to the specification; nil for
  /// others.
  package var isAppCode: Bool?
  /// True for a ranker that names no order, to which an oracle could hold it; nil for others.
  package var hasOwnOrder: Bool?
  package var status = MatcherStatus.verified
  /// The reason why the matcher was skipped or failed; for a voided matcher, a summary.
  package var reason: String?
  package var counterexamples: [Counterexample] = []
  package var build: BuildFigures?
  package var structure: String?
  /// True if only a seeded sample of the keystrokes was timed, because the matcher is too slow.
  package var isSampled = false
  package var figures: Figures?
  /// The wall time of the matcher's answers, by event class.
  package var wallSeconds: [String: Double] = [:]
  /// The number of keystrokes that the matcher declined.
  package var declinedCount = 0
  /// The samples, including warm-up rounds; see ``SamplePacking``.
  package var packedSamples = ""
  package var warmUpRounds = 0
  /// The figures that were counted instead of timed; nil if there are none.
  package var exact: ExactFigures?
  /// The other deliveries that were timed; nil if there was only the one that tables show.
  package var otherDeliveries: [DeliveryRecord]?
  /// The engine's identity, and its failure if it failed; nil for a matcher of this process.
  package var engine: EngineRecord?
  /// The tally of the answers; nil if the matcher gave none, and in records that predate the field.
  package var answers: AnswerTally?
  /// The entries of the ledger of known disagreements about the matcher; nil if there are none.
  package var ledger: [LedgerUse]?

  package init(id: String, options: [String: String] = [:], isExact: Bool = true) {
    self.id = id
    self.options = options
    self.isExact = isExact
  }

  /// True if the matcher may be compared with others: its answers are right and exact, it does the
  /// work of matching, and its times can be true.
  package var isRanked: Bool { status == .verified && reasonNotToRank == nil }

  /// The reason why the matcher has no rank although its answers are right; nil if there is no such
  /// reason.
  package var reasonNotToRank: String? {
    if !isExact { return "answers a superset, and is checked as such" }
    if let share = figures?.repeatedToUnseen, Figures.isFromMemory(share) {
      return "remembers answers: a repeated query is not matched again"
    }
    return engine?.refutedTimes.map { "its times cannot be true: \($0)" }
  }

  package var isWrong: Bool { status.isWrong }

  /// The word for the status, or the state in which an engine failed.
  package var state: String {
    guard status != .voided, let failure = engine?.failure else { return status.rawValue }
    return failure.state.rawValue
  }

  /// Returns the number of keystrokes of its cell that the matcher answered, rightly or wrongly.
  package func answeredCount(in cell: CellRecord) -> Int {
    guard status == .verified || status == .voided else { return 0 }
    if let answers { return answers.checkedCount }
    // Records that predate the tally checked what they timed.
    guard isSampled else { return cell.keystrokes.count - declinedCount }
    return figures?.classes.values.reduce(0) { $0 + $1.keystrokeCount } ?? 0
  }

  /// Returns true if some keystrokes that the matcher did not decline were not checked.
  package func isCheckedInPart(in cell: CellRecord) -> Bool {
    status == .verified && answeredCount(in: cell) + declinedCount < cell.keystrokes.count
  }

  /// Returns true if the matcher took part, but neither answered nor failed.
  func isSilent(in cell: CellRecord) -> Bool {
    status != .errored && engine?.failure == nil && answeredCount(in: cell) == 0
      && !isUnheld
  }

  /// True for the code that an app would contain, and for a ranker in an order of its own, if it
  /// was asked but not held to its answers: no run fails for them.
  package var isUnheld: Bool {
    (isAppCode == true || hasOwnOrder == true) && status == .skipped
      && (answers?.checkedCount ?? 0) > 0
  }

  /// True if the matcher is an engine that was started but violated the protocol.
  package var isLostEngine: Bool { engine != nil && status == .errored }

  /// The number of keystrokes on which the matcher is known to differ, and which are therefore not
  /// timed.
  package var divergedCount: Int { ledger?.reduce(0) { $0 + $1.divergedCount } ?? 0 }
}

/// The times of a delivery other than the one that tables show.
package struct DeliveryRecord: Sendable, Codable {
  package var delivery: Delivery
  /// The figures of the delivery; nil if the matcher was not timed.
  package var figures: Figures?
  /// The samples, including warm-up rounds; see ``SamplePacking``.
  package var packedSamples: String

  package init(delivery: Delivery, figures: Figures?, packedSamples: String) {
    self.delivery = delivery
    self.figures = figures
    self.packedSamples = packedSamples
  }
}

package struct BuildFigures: Sendable, Codable {
  package var nanoseconds: Int
  package var indexSizeInBytes: Int
  /// The rise of the peak of resident memory during the build; nil if it cannot be read.
  package var peakGrowthInBytes: Int?
  /// The growth of resident memory of an engine's process during the build; nil if it cannot be
  /// read, for matchers of this process, and in records that predate the field.
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

  /// True if the claimed size of an index cannot be true, because building it took much more
  /// memory.
  ///
  /// Building also leaves garbage and room to grow, so only a much larger growth contradicts the
  /// claim.
  package var isIndexSizeContradicted: Bool {
    guard let growth = residentGrowthInBytes, growth > Self.unexplainedGrowthInBytes else {
      return false
    }
    return (growth - Self.unexplainedGrowthInBytes) / Self.growthFactor > indexSizeInBytes
  }

  /// The contradiction in words; nil if there is none.
  package var refutedIndexSize: String? {
    guard let growth = residentGrowthInBytes, isIndexSizeContradicted else { return nil }
    return "it reports an index of \(indexSizeInBytes) bytes, but building it took "
      + "\(growth) bytes of memory"
  }

  private static let unexplainedGrowthInBytes = 8 << 20
  private static let growthFactor = 20
}

/// The number of a matcher's answers that were compared with the right ones, and the causes of the
/// wrong ones.
package struct AnswerTally: Sendable, Codable {
  /// A property that wrong answers have in common: they are right under a profile that differs on
  /// one axis.
  package struct Cause: Sendable, Codable, Hashable {
    /// The kind of difference, for instance `accents`.
    package var difference: String
    /// The axis value that the matcher must follow, for instance `folding cd`; nil in records that
    /// predate the field.
    package var wanted: String?
    /// The axis value under which the answers are right, for instance `folding c`; empty if there
    /// is none.
    package var remedy: String
    /// The number of examined wrong answers that the cause explains.
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
  /// The number of ranked answers whose first row is another than in the right order, and of those
  /// whose first five rows are others; nil for sets of rows.
  package var otherFirstCount: Int?
  package var otherTopCount: Int?
  /// The number of wrong answers by kind of keystroke, of every kind with an answer; nil in records
  /// that predate the field.
  package var wrongByClass: [String: Int]?
  /// The number of wrong answers that were examined.
  package var examinedCount = 0
  /// The causes of the examined answers, the most frequent first; nil in records that predate the
  /// field.
  ///
  /// An answer counts for one cause, or for none if its cause is unknown.
  package var causes: [Cause]?
  /// The first wrong answer of a matcher that is not voided for it; nil for others.
  package var example: Counterexample?
  /// The times of the keystrokes although the matcher is not right; never ranked, and nil if it was
  /// not timed.
  package var figures: Figures?

  package init() {}
}

/// An engine on one cell: its identity, and its failure if it failed.
package struct EngineRecord: Sendable, Codable, Hashable {
  /// The name, version, language and build that the engine reported; nil if it failed before that.
  package var name: String?
  package var version: String?
  package var language: String?
  package var build: String?
  /// The clock with which the engine times itself, and the resolution that it reports.
  package var clock: String?
  package var resolutionInNanoseconds: Int?
  /// A warning for readers of the engine's figures, such as a clock coarser than reported.
  package var warning: String?
  /// The reason why the reported times cannot be true; nil if they can, and in records that predate
  /// the check.
  package var refutedTimes: String?
  package var failure: EngineFailure?

  package init(failure: EngineFailure? = nil) { self.failure = failure }

  /// Adds a warning to the existing ones; does nothing without a reason.
  package mutating func warn(of reason: String?) {
    guard let reason else { return }
    warning = warning.map { "\($0); \(reason)" } ?? reason
  }

  /// The name, version, language, build and clock on one line.
  package var summary: String? {
    guard let name, let version, let clock else { return nil }
    let about = [language, build].compactMap { $0 }.filter { !$0.isEmpty }
    let made = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
    return
      "\(name) \(version)\(made), timed by \(clock), \(resolutionInNanoseconds ?? 0) ns per step"
  }
}
