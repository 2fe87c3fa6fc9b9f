/// A comparison of rankers by the places of the rows that people want.
package struct QualityRecord: Sendable, Hashable, Codable {
  package struct Needle: Sendable, Hashable, Codable {
    package let text: String
    /// The text of the row that is wanted most.
    package let wanted: String
    package let stratum: QualityStratum
    package let target: Int
    /// True if it was asked key by key.
    package let isTyped: Bool

    package init(
      _ text: String, wanted: String, _ stratum: QualityStratum, target: Int, isTyped: Bool
    ) {
      (self.text, self.wanted, self.stratum) = (text, wanted, stratum)
      (self.target, self.isTyped) = (target, isTyped)
    }

    /// The part of a needle by which another record knows it.
    fileprivate struct Identity: Hashable {
      let text, wanted: String
      let isTyped: Bool
    }

    fileprivate var identity: Identity { Identity(text: text, wanted: wanted, isTyped: isTyped) }
  }

  /// The figures of the answer to one needle.
  package struct Answer: Sendable, Hashable, Codable {
    /// The number of the needle.
    package let needle: Int
    /// The probability that a wanted row is the first one; less than 1 if it is tied with others.
    package let success1: Double
    package let success5: Double
    package let reciprocalRank: Double
    package let gain: Double
    /// Nil if the needle was asked only as a whole.
    package let typing: Typing?
    /// The place of the first wanted row, the mean one if it is tied; nil if it is not on the page.
    package let place: Double?
    /// The text of the row that was first; nil if none was found.
    package let first: String?

    package init(
      needle: Int, success1: Double, success5: Double, reciprocalRank: Double, gain: Double,
      typing: Typing?, place: Double?, first: String?
    ) {
      (self.needle, self.place) = (needle, place)
      (self.success1, self.success5) = (success1, success5)
      (self.reciprocalRank, self.gain) = (reciprocalRank, gain)
      (self.typing, self.first) = (typing, first)
    }
  }

  /// The figures of the keys of a needle that was typed.
  package struct Typing: Sendable, Hashable, Codable {
    /// The number of keys after which a wanted row is first; if it never is, one more than there
    /// are.
    package let keysToFirst: Int
    package let keysToFive: Int
    /// The share of pairs that changed places, of the rows that two successive pages show; nil
    /// without such pairs.
    package let churn: Double?
    /// True if a wanted row was first, and later was not.
    package let isLost: Bool

    package init(keysToFirst: Int, keysToFive: Int, churn: Double?, isLost: Bool) {
      (self.keysToFirst, self.keysToFive) = (keysToFirst, keysToFive)
      (self.churn, self.isLost) = (churn, isLost)
    }
  }

  package struct Participant: Sendable, Hashable, Codable {
    package let id: String
    /// In the order of the needles, without those that it declined.
    package let answers: [Answer]
    /// The p99 of all keys, by the clock of this process.
    package let p99InNanoseconds: Double

    package init(id: String, answers: [Answer], p99InNanoseconds: Double) {
      (self.id, self.answers, self.p99InNanoseconds) = (id, answers, p99InNanoseconds)
    }
  }

  package static let currentFormatVersion = 1

  package let formatVersion: Int
  /// The program that wrote it, with its version.
  package let tool: String
  package let startedAt: String
  package let hostname: String
  /// The rows, as the command names them.
  package let rows: String
  package let rowCount: Int
  /// The labels, as the command names them; nil if the rows themselves were typed.
  package let labels: String?
  /// Of the sample of needles and the typing errors.
  package let seed: UInt64
  package let needles: [Needle]
  package let participants: [Participant]

  package init(
    tool: String, startedAt: String, hostname: String, rows: String, rowCount: Int,
    labels: String?, seed: UInt64, needles: [Needle], participants: [Participant]
  ) {
    formatVersion = Self.currentFormatVersion
    (self.tool, self.startedAt, self.hostname) = (tool, startedAt, hostname)
    (self.rows, self.rowCount, self.labels, self.seed) = (rows, rowCount, labels, seed)
    (self.needles, self.participants) = (needles, participants)
  }

  /// Reads a record.
  ///
  /// - Throws: ``RecordError``, also for answers that are not in the order of the needles.
  package init(json bytes: [UInt8]) throws(RecordError) {
    self = try RecordFormat.quality.decode(QualityRecord.self, from: bytes)
    for participant in participants {
      var next = 0
      for answer in participant.answers {
        guard answer.needle >= next, answer.needle < needles.count else {
          throw .malformed(
            .quality,
            "got an answer of \(participant.id) to needle \(answer.needle), expected one from "
              + "\(next) to \(needles.count - 1)")
        }
        next = answer.needle + 1
      }
    }
  }
}

extension QualityRecord {
  /// The numbers of the needles that every participant answered; figures are about these, so that
  /// all have the same.
  package var common: Set<Int> {
    participants.map { Set($0.answers.map(\.needle)) }
      .reduce(Set(needles.indices)) { $0.intersection($1) }
  }

  /// The values of a figure by target; nil for one without it.
  ///
  /// - Parameter stratum: only needles of this stratum; nil for those that were typed key by key.
  package func values(
    of figure: QualityFigure, in stratum: QualityStratum?, by participant: Participant
  ) -> [Double?] {
    values(of: figure, by: participant) { needle in
      stratum.map { $0 == needle.stratum } ?? needle.isTyped
    }
  }

  /// The reciprocal rank that one typing error costs, by target; nil for one without errors.
  package func typingLoss(of participant: Participant) -> [Double?] {
    let right = values(of: .reciprocalRank, by: participant) { $0.isTyped }
    let wrong = values(of: .reciprocalRank, by: participant) { !$0.isTyped }
    return zip(right, wrong).map { right, wrong in
      guard let right, let wrong else { return nil }
      return right - wrong
    }
  }

  private func values(
    of figure: QualityFigure, by participant: Participant, where isMeant: (Needle) -> Bool
  ) -> [Double?] {
    let common = common
    var sums: [Int: (sum: Double, count: Int)] = [:]
    for answer in participant.answers where common.contains(answer.needle) {
      let needle = needles[answer.needle]
      guard isMeant(needle), let value = figure.value(of: answer) else { continue }
      let old = sums[needle.target] ?? (0, 0)
      sums[needle.target] = (old.sum + value, old.count + 1)
    }
    return (0..<targetCount).map { target in
      sums[target].map { $0.sum / Double($0.count) }
    }
  }

  private var targetCount: Int { (needles.map(\.target).max() ?? -1) + 1 }

  /// The strata of which there are needles, in their order.
  package var strata: [QualityStratum] { Set(needles.map(\.stratum)).sorted() }

  /// The numbers of the needles that an earlier record also has, with those there.
  package func shared(with earlier: QualityRecord) -> [(now: Int, then: Int)] {
    var then: [Needle.Identity: Int] = [:]
    for number in earlier.common { then[earlier.needles[number].identity] = number }
    return common.sorted().compactMap { number in
      then[needles[number].identity].map { (number, $0) }
    }
  }

  /// The share of needles to which two participants show the same row first.
  package func agreement(of first: Participant, with second: Participant) -> Double {
    let others = Dictionary(uniqueKeysWithValues: second.answers.map { ($0.needle, $0.first) })
    let shared = first.answers.filter { others.keys.contains($0.needle) }
    let same = shared.count { others[$0.needle] == .some($0.first) }
    return Double(same) / Double(max(shared.count, 1))
  }
}
