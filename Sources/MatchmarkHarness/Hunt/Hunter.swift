import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem

/// Holds matchers to the oracle on random cases.
package struct Hunter: Sendable {
  private let entries: [MatcherEntry]
  /// Engines: each trial of a shrinking starts a process, so there are few.
  private let slowIDs: Set<String>

  /// - Parameter slowIDs: those whose building is so slow that a find is shrunk in few trials.
  package init(_ entries: [MatcherEntry], slowIDs: Set<String> = []) {
    self.entries = entries
    self.slowIDs = slowIDs
  }

  /// Asks every matcher every keystroke of every session, each session of a cursor of its own, and
  /// some keystrokes of a fresh cursor beside.
  ///
  /// - Throws: ``CorpusError`` where the case itself is wrong.
  package func examine(_ huntCase: HuntCase) throws(CorpusError) -> HuntOutcome {
    var outcome = HuntOutcome()
    let oracle = try Oracle(corpus: huntCase.corpus, profile: huntCase.profile)
    let expected = huntCase.sessions.map { $0.map { ($0, oracle.expectation($0)) } }
    let folded = try FoldedCorpus(huntCase.corpus, profile: huntCase.profile)
    for entry in entries where entry.support(huntCase.profile) == .supported {
      let subject = HuntSubject(entry, in: huntCase, folded)
      let matcher: any BuiltMatcher
      do {
        matcher = try subject.matcher.get()
      } catch .unsupportedCorpus {
        continue
      } catch {
        outcome.seenAt = MonotonicClock.now()
        outcome.find = find(subject, huntCase, session: 0, keystroke: 0, error.description)
        return outcome
      }
      for session in huntCase.sessions.indices {
        let wrong = ask(matcher, of: entry, session, expected[session], &outcome.answerCount)
        if let (keystroke, text) = wrong {
          outcome.seenAt = MonotonicClock.now()
          outcome.find = find(subject, huntCase, session: session, keystroke: keystroke, text)
          return outcome
        }
      }
    }
    if let situation = huntCase.situation {
      outcome.find = try breach(in: situation, of: huntCase)
    }
    return outcome
  }

  /// Every this many keystrokes a cursor without a past is asked as well.
  private static let freshInterval = 4

  /// The first keystroke of a session that is answered wrongly, and how.
  private func ask(
    _ matcher: any BuiltMatcher, of entry: MatcherEntry, _ session: Int,
    _ keystrokes: [(query: SearchQuery, expected: HuntExpectation)], _ answerCount: inout Int
  ) -> (keystroke: Int, wrong: String)? {
    let isExact = entry.descriptor.isExact
    var cursor = matcher.makeAnyCursor()
    var answer = Answer()
    for (index, (query, expected)) in keystrokes.enumerated() {
      var wrong = expected.difference(
        &cursor, query, into: &answer, isExact: isExact, &answerCount)
      if wrong == nil, index % Self.freshInterval == session % Self.freshInterval {
        var fresh = matcher.makeAnyCursor()
        wrong = expected.difference(
          &fresh, query, into: &answer, isExact: isExact, &answerCount)
      }
      if let wrong { return (index, wrong) }
    }
    return nil
  }

  private static let slowTrialCount = 400

  /// The disagreement in its smallest form.
  private func find(
    _ subject: HuntSubject, _ huntCase: HuntCase, session: Int, keystroke: Int, _ wrong: String
  ) -> HuntFind {
    let id = subject.plain.descriptor.id
    let queries = huntCase.sessions[session]
    let situation = Situation(
      huntCase.corpus, profile: huntCase.profile, query: queries[keystroke],
      earlier: Array(queries[..<keystroke]))
    guard let found = subject.disagreement(in: situation) else {
      return .fleeting(matcher: id, wrong)
    }
    let trialLimit = slowIDs.contains(id) ? Self.slowTrialCount : Shrinker.usualTrialCount
    return .disagreement(subject.shrunk(found, trialLimit: trialLimit))
  }

  // MARK: Laws

  /// A law that somebody breaks: then either a matcher disagrees with the oracle in one of the two
  /// situations, or the oracle itself breaks it.
  private func breach(
    in situation: Situation, of huntCase: HuntCase
  ) throws(CorpusError) -> HuntFind? {
    let folded = try FoldedCorpus(situation.corpus(), profile: situation.profile)
    let subjects = entries.filter {
      !slowIDs.contains($0.descriptor.id) && $0.support(situation.profile) == .supported
    }.map { HuntSubject($0, in: huntCase, folded) }
    for law in Law.all {
      if let breach = law.breach(in: situation, Self.askOracle) {
        return .breach(law: law.name, law.shrink(breach, from: situation, Self.askOracle))
      }
      for subject in subjects {
        if let find = find(subject, law, situation) { return find }
      }
    }
    return nil
  }

  private static func askOracle(_ situation: Situation) throws(CorpusError) -> SituationReply {
    try situation.oracleReply()
  }

  private func find(_ subject: HuntSubject, _ law: Law, _ situation: Situation) -> HuntFind? {
    let breach = law.breach(in: situation) { changed throws(CorpusError) in
      try changed.reply(of: subject.chosen)
    }
    guard let breach else { return nil }
    for candidate in [breach.situation, breach.changed] {
      if let found = subject.disagreement(in: candidate) {
        return .disagreement(subject.shrunk(found))
      }
    }
    // Whoever may answer with additional rows may break a law as well.
    let descriptor = subject.plain.descriptor
    return descriptor.isExact ? .fleeting(matcher: descriptor.id, breach.description) : nil
  }
}

/// What the oracle says to a query.
enum HuntExpectation: Sendable {
  case rows([Int])
  case refused(QueryError)

  /// How a matcher's answer differs, in words; nil where it does not, or where it declines.
  ///
  /// - Parameter answerCount: grows by one where there was something to compare.
  func difference(
    _ cursor: inout any MatcherCursor, _ query: SearchQuery, into answer: inout Answer,
    isExact: Bool, _ answerCount: inout Int
  ) -> String? {
    do {
      guard try cursor.answer(query, into: &answer) == .answered else { return nil }
      answerCount += 1
      guard case .rows(let rows) = self else { return "it answers what is beyond the contract" }
      return Difference(answer: answer, expected: rows, isExact: isExact)?.description
    } catch {
      answerCount += 1
      if case .refused(let expected) = self, case .query(expected) = error { return nil }
      return error.description
    }
  }
}

extension Oracle {
  /// What is right, or why there is nothing that is.
  fileprivate func expectation(_ query: SearchQuery) -> HuntExpectation {
    do { return .rows(try rows(for: query)) } catch { return .refused(error) }
  }
}
