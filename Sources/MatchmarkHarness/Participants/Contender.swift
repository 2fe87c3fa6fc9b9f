import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// A participant on one cell: opened, then verified, then timed.
struct Contender {
  let participant: Participant
  var record: MatcherRecord
  /// The opened participant; nil if it could not be opened, failed, or is closed.
  private(set) var open: (any OpenParticipant)?
  /// The failure of an engine; nil if it did not fail.
  private(set) var failure: EngineFailure?
  /// True if it has declined, or was wrong but is excused, and is asked anyway.
  private(set) var isAskedAnyway = false
  /// True if it is timed although it is wrong or declines; that is shown but never ranked.
  var timesWrong: Bool
  /// True if neither a wrong answer nor a failure counts against it; see ``Effort/excuses(_:)``.
  private let isExcused: Bool
  /// True if this is the second build of the reference matcher; see ``Twin``.
  var isTwin = false
  /// The findings of verification.
  var answers = CheckedAnswers()
  /// The times of the deliveries that have been timed.
  var times = KeystrokeTimes()

  /// Builds the matcher or starts the engine; what goes wrong becomes the status.
  ///
  /// - Parameters:
  ///   - rows: the corpus in the form that engines read; nil if no engine takes part.
  ///   - effort: the way in which the run is measured.
  init(
    _ participant: Participant, on corpus: FoldedCorpus, rows: RowsFile? = nil,
    effort: Effort = Effort(), progress: @escaping MatcherOptions.Progress = { _, _ in }
  ) {
    self.participant = participant
    // A ranker that names no order is judged like any other if each has its own.
    let hasOtherOrder = participant.entry.hasOwnOrder && corpus.profile.rank?.spec != nil
    timesWrong = effort.measures && (effort.timesWrong(participant) || hasOtherOrder)
    isExcused = effort.excuses(participant)
    record = MatcherRecord(id: participant.id, options: participant.options.values)
    record.isExact = participant.entry.descriptor.isExact
    record.isAppCode = participant.isAppCode ? true : nil
    record.hasOwnOrder = hasOtherOrder ? true : nil
    do throws(ParticipantFailure) {
      take(try participant.open(on: corpus, rows: rows, progress: progress))
    } catch {
      end(error)
      // Only the greeting of an engine tells that it ranks.
      if let rules = error.greeting?.rules, rules.spec == nil, corpus.profile.rank?.spec != nil {
        (timesWrong, record.hasOwnOrder) = (effort.measures, true)
      }
      guard timesWrong, case .declined = error.kind,
        !participant.isEngine || record.hasOwnOrder == true
      else { return }
      do throws(ParticipantFailure) {
        take(
          try participant.open(on: corpus, rows: rows, declinesNothing: true, progress: progress))
        isAskedAnyway = true
      } catch {
        // Others may fail on what they have declined.
        if record.hasOwnOrder == true { end(error) }
      }
    }
  }

  private mutating func take(_ open: any OpenParticipant) {
    record.isExact = open.isExact
    record.structure = open.structure
    record.build = open.build
    record.engine = open.greeting.map(EngineRecord.init)
    self.open = open
  }

  /// A build of this program that serves a matcher.
  init(serving launch: EngineLaunch, on corpus: FoldedCorpus, rows: RowsFile) {
    let program = EngineProgram(launch, install: "build it")
    self.init(Participant(program, summary: ""), on: corpus, rows: rows)
  }

  /// A participant that the suite does not ask on this cell: it is skipped, with that reason.
  init(leavingOut participant: Participant) {
    self.participant = participant
    (timesWrong, isExcused) = (false, false)
    record = MatcherRecord(id: participant.id, options: participant.options.values)
    record.status = .skipped
    record.reason = "the suite leaves it out of this cell"
  }

  /// True if it can be asked; a wrong answer does not end that, so that more of them can be shown.
  var isAnswering: Bool {
    isOpen && (record.status == .verified || record.status == .voided || isAskedAnyway)
  }

  /// True if its answer counts when answers are compared; a twin would only confirm itself.
  var isWitness: Bool { record.isExact && !isTwin && !isAskedAnyway && !isExcused }

  /// True if it has been right so far; only such a contender is timed.
  var isRight: Bool { isOpen && record.status == .verified }

  private var isOpen: Bool { open != nil }

  /// True if it is timed: it has been right so far, or need not be, and delivers the delivery.
  var isTimed: Bool { (isRight || isOpen && timesWrong) && times.isOffered }

  /// Names it and the cell, in case it crashes the process from here on.
  func noteCrash(timedIn cell: String) {
    CrashNote.set(
      participant.id, "while \(cell) was timed",
      advice: "run the same command again with "
        + ShellWord.line(ShellWord.option("--filter", cell)))
  }

  /// Begins the timing of a delivery, which an engine need not offer.
  mutating func begin(_ delivery: Delivery, seed: UInt64) {
    let reason = open?.reasonNotToTime(delivery)
    times.begin(RepetitionSchedule(for: participant, seed: seed), isOffered: reason == nil)
    record.reason = record.reason ?? reason
  }

  /// Returns true if a wrong answer does not count: it may be wrong about what it declined, and an
  /// excused one loses only its rank.
  mutating func excuseWrongAnswer() -> Bool {
    if isExcused, !isAskedAnyway {
      isAskedAnyway = true
      record.status = .skipped
      record.reason = "its answers differ from the specification, as those of an app's own code may"
    }
    return isAskedAnyway
  }

  mutating func spend(_ nanoseconds: UInt64, on eventClass: String) {
    record.wallSeconds[eventClass, default: 0] += Double(nanoseconds) / 1e9
  }

  /// The answer in a reply; nil if there is none.
  ///
  /// A failure ends the participation in the cell.
  mutating func answer(in reply: Reply?) -> TimedAnswer? {
    switch reply {
    case .answered(let answer): return answer
    case .failed(let failure): end(failure)
    case .skipped, nil: break
    }
    return nil
  }

  /// A mistake in anything that it declares besides rows; an error ends its participation in the
  /// cell.
  mutating func declaredFinding(
    of query: SearchQuery, right: Answer, marks: DeclaringCursor.RightMarks
  ) -> AnswerMistake? {
    do throws(ParticipantFailure) {
      return try open?.declaredFinding(of: query, right: right, marks: marks)
    } catch {
      end(error)
      return nil
    }
  }

  /// Says goodbye; an engine that does not end cleanly has failed after all.
  mutating func close() {
    guard let open else { return }
    record.engine?.warn(of: open.warning)
    self.open = nil
    do throws(ParticipantFailure) { try open.close() } catch { end(error) }
  }

  mutating func end(_ failure: ParticipantFailure) {
    open = nil
    // A participant that is asked anyway may fail on a query that it declined; a ranker in an order
    // of its own has declined none.
    guard !isAskedAnyway || record.hasOwnOrder == true else { return }
    if record.engine == nil, let greeting = failure.greeting {
      record.engine = EngineRecord(greeting)
    }
    if case .engine(let failure) = failure.kind { self.failure = failure }
    switch failure.kind {
    case .missing(let reason): miss(reason)
    case .engine(let failure) where failure.state == .notInstalled: miss(failure.got)
    case .engine(let failure): fail(failure)
    case .declined(let reason): (record.status, record.reason) = (.skipped, reason)
    case .matcher(let error): (record.status, record.reason) = (.errored, error.description)
    }
  }

  private mutating func miss(_ reason: String) {
    record.status = .skipped
    record.reason = participant.engine?.absent(reason)
    record.engine = EngineRecord(
      failure: EngineFailure(
        .notInstalled, in: .start, got: reason, expected: "a program that answers"))
  }

  /// An answer that contradicts itself is a wrong answer; everything else is a failure of the
  /// engine and says nothing about answers.
  ///
  /// An engine with an earlier wrong answer stays voided.
  private mutating func fail(_ failure: EngineFailure) {
    // A run fails only because of participants that are held to the specification, or were named.
    if isExcused, !participant.isAskedFor {
      (record.status, record.reason) = (.skipped, failure.headline)
      return
    }
    var engine = record.engine ?? EngineRecord()
    engine.failure = failure
    record.engine = engine
    if record.status != .voided {
      record.status = failure.state.isWrongAnswer ? .voided : .errored
    }
    record.reason = failure.headline
  }
}

extension EngineRecord {
  init(_ hello: HelloReply) {
    self.init()
    name = hello.name
    version = hello.version
    language = hello.language
    build = hello.build
    clock = hello.clock
    resolutionInNanoseconds = hello.resolutionInNanoseconds
  }
}

extension EngineState {
  /// True if the state is an impossible answer rather than none.
  var isWrongAnswer: Bool {
    switch self {
    case .idsOutOfRange, .idsNotAscending, .lyingCount, .lyingDigest: true
    default: false
    }
  }
}

/// The reference matcher a second time, built separately and measured like any other.
///
/// The apparent difference of an identical pair is the noise of the run; smaller differences mean
/// nothing.
enum Twin {
  /// The twin of the reference matcher; none if that is not on this cell, or not right.
  static func contender(
    of reference: String, among contenders: [Contender], on corpus: FoldedCorpus
  ) -> [Contender] {
    guard let first = contenders.first(where: { $0.participant.id == reference }), first.isRight
    else { return [] }
    var twin = Contender(first.participant, on: corpus)
    twin.isTwin = true
    return twin.isRight ? [twin] : []
  }

  /// Removes the twin from the contenders; a reference whose twin was wrong is wrong.
  static func remove(from contenders: inout [Contender]) -> Contender? {
    guard let position = contenders.firstIndex(where: \.isTwin) else { return nil }
    let twin = contenders.remove(at: position)
    if twin.record.isWrong,
      let first = contenders.firstIndex(where: { $0.participant.id == twin.participant.id }),
      !contenders[first].record.isWrong
    {
      contenders[first].record = twin.record
    }
    return twin
  }
}
