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
    let oracle = try Oracle(
      corpus: huntCase.kinds?.rows ?? huntCase.corpus, profile: huntCase.profile)
    let expected = huntCase.sessions.map {
      $0.map { ($0, oracle.expectation($0, in: huntCase.kinds?.order)) }
    }
    let folded = try FoldedCorpus(huntCase.corpus, profile: huntCase.profile)
    for entry in entries where entry.support(huntCase.profile) == .supported {
      note(.asking(matcher: entry.descriptor.id))
      let subject = subject(entry, in: huntCase, folded)
      var counts = HuntCounts()
      let wrong = firstFault(of: subject, expected, &counts)
      outcome.answerCount += counts.answerCount
      outcome.forms.add(counts.forms.named(subject.id))
      if counts.answerCount > 0 { outcome.answering.insert(subject.id) }
      guard let wrong else { continue }
      outcome.seenAt = MonotonicClock.now()
      if subject.isEngine, wrong.fault.isFailure {
        outcome.find = .failure(matcher: subject.id, wrong.fault.text)
      } else {
        note(.seen(matcher: subject.id, wrong.fault.text))
        outcome.find = find(subject, huntCase, wrong, note)
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
    _ counts: inout HuntCounts
  ) -> Place? {
    switch subject.matcher {
    case .failure(.unsupportedCorpus): return nil
    case .failure(let error): return Place(fault: HuntFault(error))
    case .success(let matcher):
      for (index, session) in sessions.enumerated() {
        if let found = ask(subject, matcher, index, session, &counts) { return found }
      }
      return nil
    }
  }

  /// The first keystroke of a session that is answered wrongly, and how.
  private func ask(
    _ subject: HuntSubject, _ matcher: any BuiltMatcher, _ session: Int,
    _ keystrokes: [(query: SearchQuery, expected: HuntExpectation)], _ counts: inout HuntCounts
  ) -> Place? {
    let isExact = subject.plain.descriptor.isExact
    var cursor = matcher.makeAnyCursor()
    var answer = Answer()
    for (index, (query, expected)) in keystrokes.enumerated() {
      var fault = expected.fault(
        &cursor, query, into: &answer, isExact: isExact, &counts.answerCount)
      if fault == nil, index % Self.freshInterval == session % Self.freshInterval {
        counts.countForms(of: query, by: cursor)
        var fresh = matcher.makeAnyCursor()
        fault = expected.fault(&fresh, query, into: &answer, isExact: isExact, &counts.answerCount)
      }
      if let fault { return Place(session: session, keystroke: index, fault: fault) }
    }
    return nil
  }

  /// The disagreement in its smallest form.
  private func find(
    _ subject: HuntSubject, _ huntCase: HuntCase, _ place: Place, _ note: (HuntStep) -> Void
  ) -> HuntFind {
    let queries = huntCase.sessions[place.session]
    let situation = huntCase.situation(
      queries[place.keystroke], after: Array(queries[..<place.keystroke]))
    guard let found = subject.disagreement(in: situation) else {
      return .fleeting(matcher: subject.id, place.fault.text)
    }
    note(.found(found))
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

/// What is counted while a matcher is asked.
private struct HuntCounts {
  var answerCount = 0
  var forms = FormCounts()

  /// Counts which forms the last answer went through.
  ///
  /// A copy of the cursor is asked, so what it answers later stays what it would have answered.
  mutating func countForms(of query: SearchQuery, by cursor: any MatcherCursor) {
    guard var counting = cursor as? any MatcherCursor & FormCounting else { return }
    for form in type(of: counting).allForms { forms.expect(form) }
    counting.countForms(of: query, in: &forms)
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
