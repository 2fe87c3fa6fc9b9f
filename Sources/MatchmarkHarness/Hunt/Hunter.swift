import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem

/// Holds matchers to the oracle on random cases.
package struct Hunter: Sendable {
  private let entries: [MatcherEntry]
  private let engineIDs: Set<String>

  /// - Parameter engineIDs: those that are engines: each trial of a shrinking starts a process, so
  ///   there are few; and one that fails is not one that is wrong.
  package init(_ entries: [MatcherEntry], engineIDs: Set<String> = []) {
    self.entries = entries
    self.engineIDs = engineIDs
  }

  /// Asks every matcher every keystroke of every session, each session of a cursor of its own, and
  /// some keystrokes of a fresh cursor beside.
  ///
  /// - Parameter note: told of each step.
  /// - Throws: ``CorpusError`` where the case itself is wrong.
  package func examine(
    _ huntCase: HuntCase, note: (HuntStep) -> Void = { _ in }
  ) throws(CorpusError) -> HuntOutcome {
    var outcome = HuntOutcome()
    let oracle = try Oracle(corpus: huntCase.corpus, profile: huntCase.profile)
    let expected = huntCase.sessions.map { $0.map { ($0, oracle.expectation($0)) } }
    let folded = try FoldedCorpus(huntCase.corpus, profile: huntCase.profile)
    for entry in entries where entry.support(huntCase.profile) == .supported {
      note(.asking(matcher: entry.descriptor.id))
      let subject = subject(entry, in: huntCase, folded)
      let before = outcome.answerCount
      let wrong = firstFault(of: subject, expected, &outcome.answerCount)
      if outcome.answerCount > before { outcome.answering.insert(subject.id) }
      guard let wrong else { continue }
      outcome.seenAt = MonotonicClock.now()
      if subject.isEngine, wrong.fault.isFailure {
        outcome.find = .failure(matcher: subject.id, wrong.fault.text)
      } else {
        note(.seen(matcher: subject.id, wrong.fault.text))
        outcome.find = find(subject, huntCase, wrong)
      }
      return outcome
    }
    if let situation = huntCase.situation {
      outcome.find = try breach(in: situation, of: huntCase, note: note)
    }
    return outcome
  }

  private func subject(
    _ entry: MatcherEntry, in huntCase: HuntCase, _ corpus: FoldedCorpus
  ) -> HuntSubject {
    HuntSubject(
      entry, isEngine: engineIDs.contains(entry.descriptor.id), in: huntCase, corpus)
  }

  /// Every this many keystrokes a cursor without a past is asked as well.
  private static let freshInterval = 4

  /// Where something was wrong.
  private struct Place {
    var session = 0
    var keystroke = 0
    let fault: HuntFault
  }

  /// The first fault, in building or in an answer.
  private func firstFault(
    of subject: HuntSubject, _ sessions: [[(query: SearchQuery, expected: HuntExpectation)]],
    _ answerCount: inout Int
  ) -> Place? {
    switch subject.matcher {
    case .failure(.unsupportedCorpus): return nil
    case .failure(let error): return Place(fault: HuntFault(error))
    case .success(let matcher):
      for (index, session) in sessions.enumerated() {
        let found = ask(
          matcher, isExact: subject.plain.descriptor.isExact, index, session, &answerCount)
        if let found { return found }
      }
      return nil
    }
  }

  /// The first keystroke of a session that is answered wrongly, and how.
  private func ask(
    _ matcher: any BuiltMatcher, isExact: Bool, _ session: Int,
    _ keystrokes: [(query: SearchQuery, expected: HuntExpectation)], _ answerCount: inout Int
  ) -> Place? {
    var cursor = matcher.makeAnyCursor()
    var answer = Answer()
    for (index, (query, expected)) in keystrokes.enumerated() {
      var fault = expected.fault(&cursor, query, into: &answer, isExact: isExact, &answerCount)
      if fault == nil, index % Self.freshInterval == session % Self.freshInterval {
        var fresh = matcher.makeAnyCursor()
        fault = expected.fault(&fresh, query, into: &answer, isExact: isExact, &answerCount)
      }
      if let fault { return Place(session: session, keystroke: index, fault: fault) }
    }
    return nil
  }

  /// The disagreement in its smallest form.
  private func find(_ subject: HuntSubject, _ huntCase: HuntCase, _ place: Place) -> HuntFind {
    let queries = huntCase.sessions[place.session]
    let situation = Situation(
      huntCase.corpus, profile: huntCase.profile, query: queries[place.keystroke],
      earlier: Array(queries[..<place.keystroke]))
    guard let found = subject.disagreement(in: situation) else {
      return .fleeting(matcher: subject.id, place.fault.text)
    }
    return .disagreement(subject.shrunk(found))
  }

  // MARK: Laws

  /// A law that somebody breaks: then either a matcher disagrees with the oracle in one of the two
  /// situations, or the oracle itself breaks it.
  private func breach(
    in situation: Situation, of huntCase: HuntCase, note: (HuntStep) -> Void
  ) throws(CorpusError) -> HuntFind? {
    let folded = try FoldedCorpus(situation.corpus(), profile: situation.profile)
    for law in Law.all {
      if let breach = law.breach(in: situation, Self.askOracle) {
        return .breach(law: law.name, law.shrink(breach, from: situation, Self.askOracle))
      }
    }
    for entry in entries where entry.support(situation.profile) == .supported {
      note(.asking(matcher: entry.descriptor.id))
      let subject = subject(entry, in: huntCase, folded)
      for law in Law.all {
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
    if subject.isEngine, let failure = breach.reply.failure ?? breach.changedReply.failure {
      return .failure(matcher: subject.id, failure)
    }
    for candidate in [breach.situation, breach.changed] {
      if let found = subject.disagreement(in: candidate) {
        return .disagreement(subject.shrunk(found))
      }
    }
    // Whoever may answer with additional rows may break a law as well.
    return subject.plain.descriptor.isExact
      ? .fleeting(matcher: subject.id, breach.description) : nil
  }
}

/// What is wrong with an answer.
struct HuntFault: Sendable {
  /// How it differs, or the error.
  let text: String
  /// Whether there was no answer, because what the matcher is built on failed.
  var isFailure = false

  init(_ text: String) { self.text = text }

  init(_ error: MatcherError) {
    text = error.description
    if case .backendFailure = error { isFailure = true }
  }
}

/// What the oracle says to a query.
enum HuntExpectation: Sendable {
  case rows([Int])
  case refused(QueryError)

  /// How a matcher's answer differs; nil where it does not, or where it declines.
  ///
  /// - Parameter answerCount: grows by one where there was something to compare.
  func fault(
    _ cursor: inout any MatcherCursor, _ query: SearchQuery, into answer: inout Answer,
    isExact: Bool, _ answerCount: inout Int
  ) -> HuntFault? {
    do {
      guard try cursor.answer(query, into: &answer) == .answered else { return nil }
      answerCount += 1
      guard case .rows(let rows) = self else {
        return HuntFault("it answers what is beyond the contract")
      }
      return Difference(answer: answer, expected: rows, isExact: isExact)
        .map { HuntFault($0.description) }
    } catch {
      answerCount += 1
      if case .refused(let expected) = self, case .query(expected) = error { return nil }
      return HuntFault(error)
    }
  }
}

extension Oracle {
  /// What is right, or why there is nothing that is.
  fileprivate func expectation(_ query: SearchQuery) -> HuntExpectation {
    do { return .rows(try rows(for: query)) } catch { return .refused(error) }
  }
}
