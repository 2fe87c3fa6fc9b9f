package import MatchmarkCore

/// The results of every matcher on one corpus under one profile with one workload.
package struct CellRecord: Sendable, Codable {
  package var corpus: CorpusRecord
  package var profile: SearchProfile
  /// See ``WorkloadIdentity``.
  package var workloadIdentity: String
  package var keystrokes: [KeystrokeRecord]
  package var verification: VerificationRecord
  /// The needs of the keystrokes; nil in records that predate the field.
  package var needs: WorkloadNeeds?
  package var matchers: [MatcherRecord]
  /// The typed keystrokes that all ranked participants have, ascending; nil if each has every one,
  /// see ``Standings``.
  package var commonKeystrokes: [Int]?
  /// The comparison of the reference matcher with itself; nil if it was not measured.
  package var noise: NoiseRecord?
  /// The reason why measuring ended; nil if nothing was measured.
  package var stop: StopRecord?
  /// The time and the load at which an earlier start of the same command measured the cell; nil if
  /// this run measured it.
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

  /// Returns a calculation of the figures of a participant from its samples, which include warm-up
  /// rounds.
  package func calculation(_ samples: [Sample], warmUpRounds: Int) -> FigureCalculation {
    FigureCalculation(
      keystrokes: keystrokes, rowCount: corpus.rowCount, samples: samples,
      warmUpRounds: warmUpRounds)
  }

  /// The id `<corpus>.<profile>`, unique within a run.
  package var id: String { "\(corpus.name).\(profile.name)" }

  /// The facts, in words, that must be the same whenever and wherever the cell is run.
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

  /// Takes the circumstances from a record that contains only that cell.
  package init(_ context: RunContext) {
    startedAt = context.startedAt
    durationInSeconds = context.durationInSeconds
    loadBefore = context.host.loadBefore
    loadAfter = context.host.loadAfter
    stolenShare = context.host.stolenShare
    foreignCores = context.host.foreignCores
  }
}

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
  /// The number of rows of the user's file, after which the rest is made up; nil for other rows.
  package var ownRowCount: Int?

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
  /// The number of matching rows according to the agreed answer; nil if no answer was agreed.
  package var matchCount: Int?
  /// True if an input method was composing the text; nil otherwise.
  package var isComposed: Bool?

  package init(trace: String, query: SearchQuery, eventClass: String, matchCount: Int?) {
    self.trace = trace
    self.query = query
    self.eventClass = eventClass
    self.matchCount = matchCount
  }

  /// True if the keystroke counts in the headline figures; whole-list answers have their own.
  package var isTyped: Bool { eventClass != "browse" && eventClass != "suggestions" }
}

/// The numbers of typed keystrokes that find their rows only by folding, a number or an input
/// method, as far as the first rows of each answer show.
package struct WorkloadNeeds: Sendable, Codable, Hashable {
  /// The number of typed keystrokes.
  package var typedCount: Int
  /// Those that find a row only because case or accents are folded, and those of them that would
  /// find none of the rows otherwise.
  package var folding = Need()
  /// Those that find a row only by a number.
  package var numbers = Need()
  /// Those that an input method was composing.
  package var composedCount = 0

  package struct Need: Sendable, Codable, Hashable {
    package var keystrokeCount = 0
    package var soleCount = 0

    package init() {}
  }

  package init(typedCount: Int) { self.typedCount = typedCount }

  /// True if neither folding, numbers nor input methods matter for any keystroke.
  package var isPlain: Bool {
    folding.keystrokeCount + numbers.keystrokeCount + composedCount == 0
  }
}

/// The identity of a workload: that of its trace file, after the version of the generator if it
/// was generated.
package enum WorkloadIdentity {
  package static func generated(_ identity: String, version: Int) -> String {
    "v\(version):\(identity)"
  }

  /// The version of the generator; nil if the sessions were written, or generated by version 1.
  static func version(of identity: String) -> String? {
    identity.hasPrefix("v") ? identity.split(separator: ":").first.map(String.init) : nil
  }
}

package struct VerificationRecord: Sendable, Codable {
  package var keystrokeCount: Int
  /// The number of keystrokes that the oracle answered; the others were checked by agreement of all
  /// matchers.
  package var oracleCount: Int
  /// The time that it took, over all processes; nil in older records.
  package var oracleNanoseconds: Int?
  /// The number of answers that were held to the laws of ranking; nil unless each ranker has its
  /// own order, which no oracle knows.
  package var lawCount: Int?

  package init(keystrokeCount: Int, oracleCount: Int, oracleNanoseconds: Int? = nil) {
    self.keystrokeCount = keystrokeCount
    self.oracleCount = oracleCount
    self.oracleNanoseconds = oracleNanoseconds
  }

  package var isSampled: Bool { oracleCount < keystrokeCount }
}

/// The reference matcher, built twice and measured as two participants.
///
/// The apparent difference between the two is the noise of the run.
package struct NoiseRecord: Sendable, Codable {
  package var matcher: String
  /// The ratio of the second one's time to the first one's, paired like any other.
  package var ratio: RatioInterval
  /// The second one's samples; see ``SamplePacking``.
  package var packedSamples: String

  package init(matcher: String, ratio: RatioInterval, packedSamples: String) {
    self.matcher = matcher
    self.ratio = ratio
    self.packedSamples = packedSamples
  }
}

/// The reason why measuring ended, and the precision that it had reached.
package struct StopRecord: Sendable, Codable, Hashable {
  package enum Reason: String, Sendable, Codable, CaseIterable {
    /// Every interval was as narrow as requested.
    case width
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
