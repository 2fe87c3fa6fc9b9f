import MatchmarkConformance
import MatchmarkCore

extension Matching {
  /// Asks a participant every keystroke of every session, with one cursor per session, and some
  /// keystrokes with a fresh cursor, too; then checks that it obeys the laws.
  func suspicion(
    of participant: MatchingParticipant, in draw: MatchingDraw, _ counts: inout AnswerCounts
  ) -> Suspicion<Matching>? {
    func supports(_ profile: SearchProfile) -> Bool {
      switch participant.entry.support(profile) {
      case .supported: return true
      case .unsupported(let reason):
        counts.noteDecline(reason)
        return false
      }
    }
    let (hunted, situation) = (draw.huntCase.profile, draw.huntCase.situation)
    guard supports(hunted) || situation.map({ supports($0.profile) }) == true else { return nil }
    let built = BuiltParticipant(participant, in: draw)
    if supports(hunted), let wrong = built.firstFinding(in: draw, &counts) {
      let queries = draw.huntCase.sessions[wrong.session]
      let situation = draw.huntCase.situation(
        queries[wrong.keystroke], after: Array(queries[..<wrong.keystroke]))
      var suspicion = Suspicion<Matching>(of: built.variants, in: [situation], wrong.finding.text)
      suspicion.isFailure = participant.isEngine && wrong.finding.isFailure
      suspicion.seen = suspicion.isFailure ? nil : wrong.finding.text
      return suspicion
    }
    guard let situation, supports(situation.profile) else { return nil }
    return lawSuspicion(of: built, in: situation)
  }

  private func lawSuspicion(
    of built: BuiltParticipant, in situation: Situation
  ) -> Suspicion<Matching>? {
    for law in Law.all {
      let breach = law.breach(in: situation) { changed throws(CorpusError) in
        try changed.reply(of: built.chosen.entry)
      }
      guard let breach else { continue }
      let failure = breach.reply.failure ?? breach.changedReply.failure
      var suspicion = Suspicion<Matching>(
        of: built.variants, in: [breach.situation, breach.changed],
        built.plain.isEngine ? failure ?? breach.description : breach.description)
      suspicion.isFailure = built.plain.isEngine && failure != nil
      suspicion.seen = suspicion.isFailure ? nil : "it breaks '\(law.name)'"
      // A matcher that may answer with additional rows may break a law, too.
      if !built.isExact, !suspicion.isFailure, case .fleeting = Find(suspicion, of: self) {
        continue
      }
      return suspicion
    }
    return nil
  }
}

/// A participant as built for a case of a hunt.
private struct BuiltParticipant {
  let plain: MatchingParticipant
  /// The participant with the options of the case, if they are available.
  let chosen: MatchingParticipant
  private let matcher: Result<any BuiltMatcher, MatcherError>

  /// Builds it with the options of the case; if one is unavailable here, such as instructions of
  /// another processor, as given.
  init(_ plain: MatchingParticipant, in draw: MatchingDraw) {
    self.plain = plain
    let options = draw.huntCase.options(for: plain.entry.descriptor)
    let chosen = options.isEmpty ? plain : plain.choosing(options)
    let matcher = Self.built(chosen.entry, draw.folded)
    if case .failure(.invalidOption) = matcher {
      self.chosen = plain
      self.matcher = Self.built(plain.entry, draw.folded)
    } else {
      (self.chosen, self.matcher) = (chosen, matcher)
    }
  }

  private static func built(
    _ entry: MatcherEntry, _ corpus: FoldedCorpus
  ) -> Result<any BuiltMatcher, MatcherError> {
    Result { () throws(MatcherError) in try entry.build(corpus, MatcherOptions()) }
  }

  var isExact: Bool { plain.entry.descriptor.isExact }

  /// As given, and with the options of the case, which often do not matter.
  var variants: [MatchingSubject] {
    ([plain] + (chosen.options.isEmpty ? [] : [chosen])).map { .participant($0) }
  }

  /// The place of a wrong answer.
  struct Place {
    var session = 0
    var keystroke = 0
    let finding: Judge.Finding
  }

  /// A fresh cursor is asked, too, every this many keystrokes.
  private static let freshInterval = 4

  /// The first finding, in building or in an answer.
  func firstFinding(in draw: MatchingDraw, _ counts: inout AnswerCounts) -> Place? {
    switch matcher {
    case .failure(.unsupportedCorpus(let reason)):
      counts.noteDecline(reason)
      return nil
    case .failure(let error):
      let isFailure = if case .backendFailure = error { true } else { false }
      return Place(finding: Judge.Finding(text: error.description, isFailure: isFailure))
    case .success(let matcher):
      for (index, session) in draw.sessions.enumerated() {
        var cursor = matcher.makeAnyCursor()
        var answer = Answer()
        for (keystroke, (query, right)) in session.enumerated() {
          let judge = draw.judge(right, isExact: isExact)
          var finding = counts.finding(judge, query, &cursor, &answer) { row throws(QueryError) in
            try draw.marks(ofRow: row, for: query)
          }
          if finding == nil, keystroke % Self.freshInterval == index % Self.freshInterval {
            counts.countForms(of: query, by: cursor)
            var fresh = matcher.makeAnyCursor()
            finding = counts.finding(judge, query, &fresh, &answer) { _ in nil }
          }
          if let finding { return Place(session: index, keystroke: keystroke, finding: finding) }
        }
      }
      return nil
    }
  }
}

extension AnswerCounts {
  /// Asks and judges; counts if there is something to compare.
  fileprivate mutating func finding(
    _ judge: Judge, _ query: SearchQuery, _ cursor: inout any MatcherCursor,
    _ answer: inout Answer, marks: DeclaringCursor.RightMarks
  ) -> Judge.Finding? {
    let said = Judge.ask(query, &cursor, into: &answer)
    switch said {
    case .skipped(let reason):
      noteDecline(reason)
      return nil
    // The harness refuses a query beyond the contract without asking an engine.
    case .refused: break
    default: answerCount += 1
    }
    return judge.finding(of: said, answer)
      ?? judge.declaredFinding(of: query, cursor, rowCount: answer.rowCount, marks: marks)
  }

  /// Counts with a copy of the cursor, so that the cursor's later answers are not affected.
  fileprivate mutating func countForms(of query: SearchQuery, by cursor: any MatcherCursor) {
    guard var counting = cursor as? any MatcherCursor & FormCounting else { return }
    for form in type(of: counting).allForms { forms.expect(form) }
    counting.countForms(of: query, in: &forms)
  }
}
