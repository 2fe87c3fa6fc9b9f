package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem

/// Compares matchers with the oracle on random cases.
package struct Hunter: Sendable {
  private let participants: [Participant]
  private let folder: TextFolder
  private let marker: RowMarker
  private let shrinkingSeconds: Double

  /// The time limit for shrinking a find.
  ///
  /// A trial over many rows, or of an engine, takes so long that a limit on the number of trials is
  /// not enough.
  package static let shrinkingSeconds = 20.0

  /// - Parameters:
  ///   - participants: engines get few trials when a find is shrunk, because each starts a process;
  ///     and an engine that fails is not wrong.
  ///   - folder: folds the texts that matchers see.
  ///   - marker: marks a few rows of some answers.
  package init(
    _ participants: [Participant], folder: TextFolder = .library, marker: RowMarker = .library,
    shrinkingSeconds: Double = Hunter.shrinkingSeconds
  ) {
    self.participants = participants
    self.folder = folder
    self.marker = marker
    self.shrinkingSeconds = shrinkingSeconds
  }

  /// A function that returns true once the time to shrink a find is up; the time begins now.
  private func shrinkingTimer() -> () -> Bool {
    let deadline = MonotonicClock.now() + UInt64(shrinkingSeconds * 1e9)
    return { MonotonicClock.now() >= deadline }
  }

  /// Notes that something wrong was seen now, and shrinks it within the time limit.
  private func shrink(
    into outcome: inout HuntOutcome, _ find: (_ isTimeUp: @escaping () -> Bool) -> HuntFind
  ) {
    outcome.seenAt = MonotonicClock.now()
    let isTimeUp = shrinkingTimer()
    outcome.find = find(isTimeUp)
    outcome.isCutShort = isTimeUp()
  }

  /// Asks every matcher every keystroke of every session, with one cursor per session, and some
  /// keystrokes with a fresh cursor, too.
  ///
  /// - Throws: ``CorpusError`` if the case itself is invalid.
  package func examine(
    _ huntCase: HuntCase, note: (Hunt.Event) -> Void = { _ in }
  ) throws(CorpusError) -> HuntOutcome {
    var outcome = HuntOutcome()
    let oracle = try Oracle(
      corpus: huntCase.kinds?.rows ?? huntCase.corpus, profile: huntCase.profile)
    note(.asking(number: huntCase.number, matcher: folder.id))
    if let wrong = wrongFold(huntCase, oracle) {
      shrink(into: &outcome) { isTimeUp in
        wrong.found.map { .fold($0.shrunk(of: folder, until: isTimeUp)) }
          ?? .fleeting(matcher: folder.id, wrong.text)
      }
      return outcome
    }
    let expected = huntCase.sessions.map {
      $0.map { (query: $0, right: oracle.right($0)) }
    }
    let folded = try FoldedCorpus(huntCase.corpus, profile: huntCase.profile)
    note(.asking(number: huntCase.number, matcher: marker.id))
    if huntCase.kinds == nil, let wrong = try wrongMarks(huntCase, folded, oracle, expected) {
      shrink(into: &outcome) { isTimeUp in
        wrong.found.map { .marks($0.shrunk(of: marker, until: isTimeUp)) }
          ?? .fleeting(matcher: marker.id, wrong.text)
      }
      return outcome
    }
    for participant in participants
    where participant.entry.support(huntCase.profile) == .supported {
      note(.asking(number: huntCase.number, matcher: participant.id))
      let subject = HuntedParticipant(participant, in: huntCase, folded)
      var counts = HuntOutcome()
      let wrong = firstFault(of: subject, expected, huntCase, oracle, &counts)
      outcome.answerCount += counts.answerCount
      outcome.forms.add(counts.forms.named(subject.id))
      if counts.answerCount > 0 { outcome.answering.insert(subject.id) }
      guard let wrong else { continue }
      if subject.plain.isEngine, wrong.fault.isFailure {
        shrink(into: &outcome) { _ in .failure(matcher: subject.id, wrong.fault.text) }
      } else {
        note(.seen(number: huntCase.number, matcher: subject.id, wrong.fault.text))
        shrink(into: &outcome) { find(subject, huntCase, wrong, until: $0, note) }
      }
      return outcome
    }
    if let situation = huntCase.situation {
      try examineLaws(in: situation, of: huntCase, &outcome, note)
    }
    return outcome
  }

  /// A fresh cursor is asked, too, every this many keystrokes.
  private static let freshInterval = 4

  /// How many keystrokes of a session have their marks compared, and on how many rows each.
  private static let markedCount = (keystrokes: 3, rows: 2)
  /// Rows with more text are never marked in a hunt, because the oracle is slow.
  private static let markedRowSize = 4_096

  /// Something wrong, in words, and in a situation that shows it again; nil if none does.
  package typealias Wrong<Found> = (found: Found?, text: String)

  /// Compares the folds of a case's texts with the oracle's: those of every row, every query, and a
  /// few more under each folding.
  ///
  /// - Returns: the first wrong fold, with its text alone.
  package func wrongFold(_ huntCase: HuntCase, _ oracle: Oracle) -> Wrong<FoldDisagreement>? {
    let rows = huntCase.kinds?.rows ?? huntCase.corpus
    let alone = Situation(
      columns: rows.schema.columns, rows: [], profile: huntCase.profile, query: SearchQuery(""))
    if let row = oracle.row(foldedDifferentlyBy: folder) {
      let cells = rows.schema.columns.indices.map { rows.cell(row: row, column: $0) }
      let text = "row \(row) of case \(huntCase.number) is folded differently"
      return (FoldDisagreement(of: folder, in: alone.with { $0.rows = [cells] }), text)
    }
    for query in huntCase.sessions.joined()
    where oracle.foldsDifferently(query.text, from: folder) {
      let text = "the query \(query.text.debugDescription) is folded differently"
      return (FoldDisagreement(of: folder, in: alone.with { $0.query.text = query.text }), text)
    }
    let column = rows.schema.index(of: huntCase.profile.textFields[0].name) ?? 0
    for (index, text) in huntCase.texts.enumerated() {
      let found = FoldDisagreement(
        of: folder,
        in: alone.with {
          $0.rows = [rows.schema.columns.indices.map { $0 == column ? text : "" }]
          $0.profile.folding = Folding.allCases[index % Folding.allCases.count]
        })
      if let found { return (found, found.description) }
    }
    return nil
  }

  /// Marks the first rows of a few answers; returns the first wrong marks, with their row alone.
  private func wrongMarks(
    _ huntCase: HuntCase, _ folded: FoldedCorpus, _ oracle: Oracle, _ sessions: [[Asking]]
  ) throws(CorpusError) -> Wrong<MarkDisagreement>? {
    for session in sessions {
      let asked = session.filter { !$0.query.text.isEmpty }
      for (query, right) in asked.suffix(Self.markedCount.keystrokes) {
        guard case .rows(let rows) = right else { continue }
        for row in rows.prefix(Self.markedCount.rows)
        where folded.corpus.textSize(ofRow: row) <= Self.markedRowSize {
          guard let fault = marker.fault(row: row, of: query, in: folded, oracle) else { continue }
          let whole = huntCase.situation(query, after: [])
          let alone = whole.with { $0.rows = [$0.rows[row]] }
          if let found = try MarkDisagreement(of: marker, in: alone) { return (found, fault) }
          return (try MarkDisagreement(of: marker, in: whole), fault)
        }
      }
    }
    return nil
  }

  /// Where something was wrong.
  private struct Place {
    var session = 0
    var keystroke = 0
    let fault: Check.Fault
  }

  private typealias Asking = (query: SearchQuery, right: Check.Right)

  /// The first fault, in building or in an answer.
  ///
  /// - Parameter oracle: the oracle over the rows, or over one row of each kind if there are many
  ///   rows of few kinds.
  private func firstFault(
    of subject: HuntedParticipant, _ sessions: [[Asking]], _ huntCase: HuntCase, _ oracle: Oracle,
    _ counts: inout HuntOutcome
  ) -> Place? {
    let (order, corpus) = (huntCase.kinds?.order, huntCase.corpus)
    switch subject.matcher {
    case .failure(.unsupportedCorpus): return nil
    case .failure(let error):
      let isFailure = if case .backendFailure = error { true } else { false }
      return Place(fault: Check.Fault(text: error.description, isFailure: isFailure))
    case .success(let matcher):
      for (index, session) in sessions.enumerated() {
        var cursor = matcher.makeAnyCursor()
        var answer = Answer()
        for (keystroke, (query, right)) in session.enumerated() {
          let check = Check(order?.right(right) ?? right, isExact: subject.isExact)
          var fault = counts.fault(check, query, &cursor, &answer) { row throws(QueryError) in
            guard order == nil, corpus.textSize(ofRow: row) <= Self.markedRowSize else {
              return nil
            }
            return try oracle.matchedRanges(row: row, for: query)
          }
          if fault == nil, keystroke % Self.freshInterval == index % Self.freshInterval {
            counts.countForms(of: query, by: cursor)
            var fresh = matcher.makeAnyCursor()
            fault = counts.fault(check, query, &fresh, &answer) { _ in nil }
          }
          if let fault { return Place(session: index, keystroke: keystroke, fault: fault) }
        }
      }
      return nil
    }
  }

  /// The disagreement in its smallest form.
  private func find(
    _ subject: HuntedParticipant, _ huntCase: HuntCase, _ place: Place,
    until isTimeUp: @escaping () -> Bool, _ note: (Hunt.Event) -> Void
  ) -> HuntFind {
    let queries = huntCase.sessions[place.session]
    let situation = huntCase.situation(
      queries[place.keystroke], after: Array(queries[..<place.keystroke]))
    guard let found = subject.disagreement(in: situation) else {
      return .fleeting(matcher: subject.id, place.fault.text)
    }
    note(.found(number: huntCase.number, found))
    return .disagreement(subject.shrunk(found, until: isTimeUp))
  }

  /// Finds a law that is broken: then either a matcher disagrees with the oracle in one of the two
  /// situations, or the oracle itself breaks it.
  private func examineLaws(
    in situation: Situation, of huntCase: HuntCase, _ outcome: inout HuntOutcome,
    _ note: (Hunt.Event) -> Void
  ) throws(CorpusError) {
    let folded = try FoldedCorpus(situation.corpus(), profile: situation.profile)
    for law in Law.all {
      guard let breach = law.breach(in: situation, Self.askOracle) else { continue }
      return shrink(into: &outcome) { isTimeUp in
        .breach(
          law: law.name, law.shrink(breach, from: situation, until: isTimeUp, Self.askOracle))
      }
    }
    for participant in participants
    where participant.entry.support(situation.profile) == .supported {
      note(.asking(number: huntCase.number, matcher: participant.id))
      let subject = HuntedParticipant(participant, in: huntCase, folded)
      for law in Law.all {
        guard let find = subject.find(breaking: law, in: situation) else { continue }
        note(.seen(number: huntCase.number, matcher: subject.id, "it breaks '\(law.name)'"))
        return shrink(into: &outcome) { isTimeUp in
          guard case .disagreement(let found) = find else { return find }
          note(.found(number: huntCase.number, found))
          return .disagreement(subject.shrunk(found, until: isTimeUp))
        }
      }
    }
  }

  private static func askOracle(_ situation: Situation) throws(CorpusError) -> SituationReply {
    try situation.oracleReply()
  }
}

extension HuntOutcome {
  /// Asks and checks; counts if there is something to compare.
  fileprivate mutating func fault(
    _ check: Check, _ query: SearchQuery, _ cursor: inout any MatcherCursor,
    _ answer: inout Answer, marks: DeclaringCursor.RightMarks
  ) -> Check.Fault? {
    let said = Check.ask(query, &cursor, into: &answer)
    switch said {
    case .skipped: return nil
    // The harness refuses a query beyond the contract without asking an engine.
    case .refused: break
    default: answerCount += 1
    }
    return check.fault(of: said, answer)
      ?? check.declaredFault(of: query, cursor, rowCount: answer.rowCount, marks: marks)
  }

  /// Counts with a copy of the cursor, so that the cursor's later answers are not affected.
  fileprivate mutating func countForms(of query: SearchQuery, by cursor: any MatcherCursor) {
    guard var counting = cursor as? any MatcherCursor & FormCounting else { return }
    for form in type(of: counting).allForms { forms.expect(form) }
    counting.countForms(of: query, in: &forms)
  }
}

extension Corpus {
  /// The size of a row's text, in bytes.
  fileprivate func textSize(ofRow row: Int) -> Int {
    schema.columns.indices.reduce(0) { $0 + cell(row: row, column: $1).utf8.count }
  }
}

extension RowOrder {
  /// The right answer for all rows, given the one for each kind.
  fileprivate func right(_ kinds: Check.Right) -> Check.Right {
    guard case .rows(let kinds) = kinds else { return kinds }
    var rows = rows(of: kinds)
    var set = Answer(rowCount: rowCount)
    set.exchange(with: &rows, count: nil)
    return .set(set)
  }
}

/// A participant as built for a case of a hunt.
struct HuntedParticipant {
  /// The participant as given; each trial of an engine starts a process.
  let plain: Participant
  /// The participant with the options of the case, if they are available.
  let chosen: MatcherEntry
  let matcher: Result<any BuiltMatcher, MatcherError>
  private let options: [String: String]

  var id: String { plain.id }
  var isExact: Bool { plain.entry.descriptor.isExact }

  /// Builds it with the options of the case; if one is unavailable here, such as instructions of
  /// another processor, as given.
  init(_ plain: Participant, in huntCase: HuntCase, _ corpus: FoldedCorpus) {
    self.plain = plain
    let options = huntCase.options(for: plain.entry.descriptor)
    let chosen = plain.entry.choosing(options)
    let matcher = Self.built(chosen, corpus)
    if case .failure(.invalidOption) = matcher {
      (self.chosen, self.options) = (plain.entry, [:])
      self.matcher = Self.built(plain.entry, corpus)
    } else {
      (self.chosen, self.options, self.matcher) = (chosen, options, matcher)
    }
  }

  private static func built(
    _ entry: MatcherEntry, _ corpus: FoldedCorpus
  ) -> Result<any BuiltMatcher, MatcherError> {
    Result { () throws(MatcherError) in try entry.build(corpus, MatcherOptions()) }
  }

  /// What is wrong in a situation; without the options of the case if they do not matter.
  ///
  /// An engine that fails is not wrong.
  func disagreement(in situation: Situation) -> Disagreement? {
    var found = try? Disagreement(of: plain.entry, in: situation)
    if found == nil {
      found = try? Disagreement(of: chosen, in: situation)
      found?.options = options
    }
    return plain.isEngine && found?.given.failure != nil ? nil : found
  }

  /// What shows that it breaks a law, not shrunk; nil if it does not, or if it need not obey it.
  func find(breaking law: Law, in situation: Situation) -> HuntFind? {
    let breach = law.breach(in: situation) { changed throws(CorpusError) in
      try changed.reply(of: chosen)
    }
    guard let breach else { return nil }
    if plain.isEngine, let failure = breach.reply.failure ?? breach.changedReply.failure {
      return .failure(matcher: id, failure)
    }
    for candidate in [breach.situation, breach.changed] {
      if let found = disagreement(in: candidate) { return .disagreement(found) }
    }
    // A matcher that may answer with additional rows may break a law, too.
    return isExact ? .fleeting(matcher: id, breach.description) : nil
  }

  private static let engineTrialCount = 800

  func shrunk(_ found: Disagreement, until isTimeUp: @escaping () -> Bool) -> Disagreement {
    found.shrunk(
      of: found.options.isEmpty ? plain.entry : chosen,
      trialLimit: plain.isEngine ? Self.engineTrialCount : Shrinker.usualTrialCount,
      until: isTimeUp)
  }
}
