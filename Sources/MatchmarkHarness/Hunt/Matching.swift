package import MatchmarkConformance
package import MatchmarkCore
package import MatchmarkJSON

/// The contract of matching: the answer to a query is the set of rows that the oracle finds.
///
/// Everyone shares one folding and one marker of matched ranges, so both are held to it, too; and
/// so is the oracle itself, by laws that need no right answer.
package struct Matching: Contract {
  package let name = "matching"
  package let levels: Set<ConformanceLevel> = [.core, .unicode, .tokens]
  package let subjects: [MatchingSubject]
  private let rowLimit: Int
  private let profile: SearchProfile?

  /// - Parameters:
  ///   - folder: folds the texts that matchers see.
  ///   - marker: marks a few rows of some answers.
  ///   - rowLimit: the most rows of a case, ``HuntCase/rowLimit`` at most.
  ///   - profile: a profile that those of a hunt's cases are like; nil for any.
  package init(
    _ participants: [Participant] = [], folder: TextFolder = .library,
    marker: RowMarker = .library, rowLimit: Int = HuntCase.rowLimit,
    profile: SearchProfile? = nil
  ) {
    subjects =
      [.folder(folder), .marker(marker), .oracle]
      + participants.map { .participant(MatchingParticipant($0)) }
    (self.rowLimit, self.profile) = (rowLimit, profile)
  }

  package func clauses() throws(ConformanceError) -> [Clause] {
    try ConformanceSuite.clauses()
  }

  package func draws(seed: UInt64) throws -> @Sendable (_ number: Int) throws -> MatchingDraw {
    let titles = try HuntTitles(seed: seed)
    return { number in
      try MatchingDraw(
        HuntCase(seed: seed, number: number, rowLimit: rowLimit, like: profile, titles: titles))
    }
  }

  package func suspicion(
    of subject: MatchingSubject, in draw: MatchingDraw, _ counts: inout AnswerCounts
  ) throws -> Suspicion<Matching>? {
    switch subject {
    case .folder(let folder):
      draw.wrongFold(by: folder).map { Suspicion(of: [subject], in: [$0.situation], $0.text) }
    case .marker(let marker):
      draw.wrongMarks(by: marker).map { Suspicion(of: [subject], in: $0.situations, $0.text) }
    case .oracle:
      draw.breach { situation throws(CorpusError) in try situation.oracleReply() }
        .map { Suspicion(of: [subject], in: [$0.breach.situation], $0.breach.description) }
    case .participant(let participant):
      suspicion(of: participant, in: draw, &counts)
    }
  }

  package func breach(of subject: MatchingSubject, in situation: Situation) -> Breach? {
    switch subject {
    case .folder(let folder):
      return FoldDisagreement(of: folder, in: situation).map { Breach(.fold, $0.description) }
    case .marker(let marker):
      if let found = try? MarkDisagreement(of: marker, in: situation, laws: []) {
        return Breach(.marks, found.description)
      }
      return (try? MarkDisagreement(of: marker, in: situation))
        .map { Breach(.markLaw, $0.description) }
    case .oracle:
      return situation.breach { situation throws(CorpusError) in try situation.oracleReply() }
        .map { law, breach in
          Breach(law.name, "the oracle breaks the law '\(law.name)'\n\(breach)")
        }
    case .participant(let participant): return participant.breach(in: situation)
    }
  }

  package func clauses(of breach: Breach, in situation: Situation) -> [String] {
    SituationBreach(rawValue: breach.clause)
      .map { StoredSituation(situation, showing: $0).clauses } ?? []
  }

  /// Marks or laws that the oracle breaks, too, have no members: no case can show them.
  package func members(
    of situation: Situation, showing breach: Breach, by subject: MatchingSubject
  ) throws -> [JSONValue.Member]? {
    guard let kind = SituationBreach(rawValue: breach.clause), kind != .markLaw else { return nil }
    return try StoredSituation(situation, showing: kind).members()
  }

  package func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase {
    let testCase = try ConformanceCase(stored)
    return StoredCase(testCase.head, of: self, subjects.compactMap { $0.question(testCase) })
  }
}

/// One that is held to the contract of matching.
package enum MatchingSubject: ContractSubject {
  case folder(TextFolder)
  case marker(RowMarker)
  /// The oracle, which has laws to obey.
  case oracle
  case participant(MatchingParticipant)

  package var id: String {
    switch self {
    case .folder(let folder): folder.id
    case .marker(let marker): marker.id
    case .oracle: ConformanceSubject.oracle.id
    case .participant(let participant): participant.id
    }
  }

  /// The question whether it passes a case of a file; nil for a folder, whose texts everyone sees.
  fileprivate func question(_ testCase: ConformanceCase) -> StoredCase.Question? {
    switch self {
    case .folder: nil
    case .marker(let marker): CaseRunner(marker: marker).question(testCase, to: .marks)
    case .oracle: CaseRunner().question(testCase, to: .oracle)
    case .participant(let participant):
      CaseRunner().question(testCase, to: .matcher(participant.entry))
    }
  }

  package var options: [String] {
    guard case .participant(let participant) = self else { return [] }
    return participant.options.sorted { $0.key < $1.key }.map { "\(id).\($0)=\($1)" }
  }

  /// Engines get few, because each trial starts a process.
  package var trialLimit: Int {
    if case .participant(let participant) = self, participant.isEngine { return 800 }
    return Shrinker.usualTrialCount
  }
}

/// A matcher or an engine, and the options that a case of a hunt adds.
package struct MatchingParticipant: Sendable {
  let entry: MatcherEntry
  let isEngine: Bool
  private(set) var options: [String: String] = [:]

  init(_ participant: Participant) {
    (entry, isEngine) = (participant.entry, participant.isEngine)
  }

  private init(_ entry: MatcherEntry, isEngine: Bool, options: [String: String]) {
    (self.entry, self.isEngine, self.options) = (entry, isEngine, options)
  }

  var id: String { entry.descriptor.id }

  func choosing(_ options: [String: String]) -> MatchingParticipant {
    MatchingParticipant(entry.choosing(options), isEngine: isEngine, options: options)
  }

  /// An engine that fails is not wrong.
  func breach(in situation: Situation) -> Breach? {
    guard let found = try? Disagreement(of: entry, in: situation, options: options) else {
      return nil
    }
    let isFailure = found.given.failure != nil
    if isEngine, isFailure { return nil }
    return Breach(isFailure ? .failure : .answer, found.description)
  }
}

extension Breach {
  fileprivate init(
    _ kind: SituationBreach, _ text: @escaping @autoclosure @Sendable () -> String
  ) {
    self.init(kind.rawValue, text())
  }
}

extension Situation {
  /// The first law that is broken.
  func breach(_ respond: Law.Respond) -> (law: Law, breach: LawBreach)? {
    for law in Law.all {
      if let breach = law.breach(in: self, respond) { return (law, breach) }
    }
    return nil
  }
}
