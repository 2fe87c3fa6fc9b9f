import MatchmarkConformance
import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkRecord
package import MatchmarkSystem

/// Takes an engine through every message, with a fresh process for each corpus.
package struct StepWalk {
  let launch: EngineLaunch
  private let folder: String
  private let replacement: Replacement
  private let project: ProjectFolder
  let observe: (Event) -> Void

  package enum Event {
    case began(StepCourse, rowCount: Int)
    case beganBox
    /// A step, and the shell line that repeats it.
    case took(EngineStep, reproduction: String)
    /// The number of steps that a failure prevented.
    case notRun(Int)
  }

  /// - Parameters:
  ///   - folder: the folder of the rows files; they are kept, so that a step can be repeated.
  ///   - replacement: the files of these names that may be replaced.
  ///   - project: the folder with the files of the fixtures.
  ///   - observe: called with everything that happens.
  package init(
    _ launch: EngineLaunch, folder: String, replacing replacement: Replacement,
    project: ProjectFolder, observe: @escaping (Event) -> Void
  ) {
    self.launch = launch
    self.folder = folder
    self.replacement = replacement
    self.project = project
    self.observe = observe
  }

  package struct Tally: Encodable {
    package fileprivate(set) var okCount = 0
    package fileprivate(set) var wrongCount = 0
    package fileprivate(set) var skippedCount = 0
    package fileprivate(set) var failureCount = 0
    package internal(set) var notRunCount = 0
    /// The number of questions, also of those that a declined corpus or a failure left out.
    package internal(set) var questionCount = 0
    /// The number of answers that were compared with the oracle; for an engine that ranks, of those
    /// whose form was checked.
    package internal(set) var answerCount = 0
    package fileprivate(set) var isMissing = false
    /// True if it ranks, and was asked about an order instead of sets of rows.
    package fileprivate(set) var isRanking = false
    /// True if it is a search box, which was taken through a short schedule instead.
    package fileprivate(set) var isBox = false
    /// True if it did not even say who it is; no other corpus will change that.
    package fileprivate(set) var isSpeechless = false
  }

  /// Goes through all corpora; an engine that does not say who it is is asked only once.
  ///
  /// - Throws: ``InputError/input(_:)`` if a corpus or a rows file causes the failure.
  package func walk() throws(InputError) -> Tally {
    var tally = Tally()
    tally.questionCount = StepCourse.all.map(\.questions.count).reduce(0, +)
    for course in StepCourse.all
    where !tally.isSpeechless && !tally.isRanking && !tally.isBox {
      try walk(course, &tally)
    }
    if tally.isRanking {
      tally.questionCount = StepCourse.ranked.questions.count
      try walk(.ranked, &tally)
    }
    if tally.isBox { walkBox(&tally) }
    return tally
  }

  private func walk(_ course: StepCourse, _ tally: inout Tally) throws(InputError) {
    let corpus = try course.loadCorpus(in: project)
    let oracle = try InputError.wrap("corpus '\(course.corpus)': ") {
      try Oracle(corpus: corpus, profile: course.profile)
    }
    let session = try EngineSession(
      corpus, profile: course.profile, rowsPath: "\(folder)/\(course.corpus).jsonl",
      replacing: replacement)
    observe(.began(course, rowCount: corpus.rowCount))
    var stepCount = 0
    let ending = walk(course, session, corpus, oracle) { step in
      stepCount += 1
      observe(
        .took(
          step,
          reproduction: session.reproduction(
            step.request, after: step.earlier, command: launch.command)))
      tally.add(step)
    }
    if ending == .ranks { tally.isRanking = true }
    if ending == .isBox { tally.isBox = true }
    guard ending == .failed else { return }
    tally.notRunCount += course.questions.count + 4 - stepCount
    observe(.notRun(course.questions.count + 4 - stepCount))
  }

  /// The end of a session.
  private enum Ending {
    case done
    /// A failure ended it before its last step.
    case failed
    /// It ended with the greeting of an engine that ranks, for which the course is not made.
    case ranks
    /// It ended with the greeting of a search box.
    case isBox
  }

  private func walk(
    _ course: StepCourse, _ session: EngineSession, _ corpus: Corpus, _ oracle: Oracle,
    tell: (EngineStep) -> Void
  ) -> Ending {
    let opening = session.opening
    var name = "start"
    do throws(EngineFailure) {
      let client = try EngineClient(launch)
      name = "hello"
      let hello = try client.hello()
      let (ranks, isBox) = (hello.rules != nil, hello.boxRules != nil)
      let kind = ranks ? ", which ranks" : isBox ? ", a search box" : ""
      tell(EngineStep(name, opening[0], .ok("\(hello.name) \(hello.version)\(kind)")))
      if isBox {
        try client.bye()
        return .isBox
      }
      if ranks, !course.isRanked {
        try client.bye()
        return .ranks
      }
      name = "load"
      if let skip = try client.load(session.rows, profile: course.profile) {
        tell(EngineStep(name, opening[1], .skipped(skip)))
        return try end(client, &name, tell)
      }
      tell(EngineStep(name, opening[1], .ok("\(session.rows.rowCount) rows")))
      name = "build"
      switch try client.build() {
      case .skipped(let skip):
        tell(EngineStep(name, opening[2], .skipped(skip)))
        return try end(client, &name, tell)
      case .opened(_, let size, _):
        tell(EngineStep(name, opening[2], .ok("an index of \(size) bytes")))
      }
      var asked: [EngineRequest] = []
      var wrongCount = 0
      for (index, question) in course.questions.enumerated() {
        name = question.name
        let request = question.request(id: index + 1)
        let verdict = try ask(question, client, corpus, oracle, hello.capabilities)
        var step = EngineStep(name, request, verdict)
        if case .wrong = verdict {
          wrongCount += 1
          let isAlone =
            wrongCount <= Self.repetitionLimit
            && isWrongAlone(question, course, session, corpus, oracle)
          if !isAlone { step.earlier = asked }
        }
        tell(step)
        asked.append(request)
      }
      return try end(client, &name, tell)
    } catch {
      tell(EngineStep(name, request(of: error), .failure(error)))
      return error.phase == .bye ? .done : .failed
    }
  }

  /// The number of wrong answers that are asked again; later ones are shown with every earlier
  /// query, which is correct but long.
  private static let repetitionLimit = 10

  /// Asks a new process this question only, and returns true if its answer is wrong, too.
  private func isWrongAlone(
    _ question: StepQuestion, _ course: StepCourse, _ session: EngineSession, _ corpus: Corpus,
    _ oracle: Oracle
  ) -> Bool {
    do throws(EngineFailure) {
      let client = try EngineClient(launch)
      let hello = try client.hello()
      _ = try client.load(session.rows, profile: course.profile)
      _ = try client.build()
      let verdict = try ask(question, client, corpus, oracle, hello.capabilities)
      try client.bye()
      if case .wrong = verdict { return true }
      return false
    } catch { return false }
  }

  private func end(
    _ client: EngineClient, _ name: inout String, _ tell: (EngineStep) -> Void
  ) throws(EngineFailure) -> Ending {
    name = "bye"
    try client.bye()
    tell(EngineStep(name, .bye, .ok("it ended")))
    return .done
  }

  private func ask(
    _ question: StepQuestion, _ client: EngineClient, _ corpus: Corpus, _ oracle: Oracle,
    _ capabilities: EngineCapabilities
  ) throws(EngineFailure) -> StepVerdict {
    if let limit = question.limit { return try ask(question, limit, client, corpus) }
    if question.marksRanges, let unreachable = capabilities.unreachable {
      return .wrong(StepMistake(unreachable))
    }
    let isExact = capabilities.isExact
    let result = try client.query(
      question.query, want: question.want, repeatCount: question.repeatCount,
      marksRanges: question.marksRanges)
    switch result {
    case .skipped(let skip):
      guard declares(question, capabilities), try answersRows(of: question, client) else {
        return .skipped(skip)
      }
      return .wrong(
        StepMistake(
          EngineCapabilities.declined(question.want, marksRanges: question.marksRanges, skip)))
    case .answered(let answer, _):
      do throws(QueryError) {
        let judge = StepJudge(
          corpus: corpus, query: question.query, expected: try oracle.rows(for: question.query),
          isExact: isExact)
        let verdict = judge.verdict(on: answer, want: question.want)
        guard case .ok = verdict, isExact else { return verdict }
        let wrong = answer.wrongMarks(in: corpus) { row throws(QueryError) in
          try oracle.matchedRanges(row: row, for: question.query)
        }
        return wrong.map { judge.wrong($0.difference) } ?? verdict
      } catch {
        return .wrong(StepMistake("got an answer, expected a refusal: \(error)"))
      }
    }
  }

  /// Asks an engine that ranks; the form of its answer is checked, and no order.
  private func ask(
    _ question: StepQuestion, _ limit: Int, _ client: EngineClient, _ corpus: Corpus
  ) throws(EngineFailure) -> StepVerdict {
    switch try client.rank(
      question.query.text, limit: limit, repeatCount: question.repeatCount)
    {
    case .skipped(let skip): return .skipped(skip)
    case .ranked(let ranking, _):
      let rows = ranking.rows.map(\.row)
      if let complaint = rows.malformation(limit: limit, ofRows: corpus.rowCount) {
        var mistake = StepMistake(complaint)
        mistake.query = question.query
        return .wrong(mistake)
      }
      let first = rows.first.map { ", row \($0) first" } ?? ""
      return .ok("\(QuantityFormat.rows(rows.count))\(first)")
    }
  }

  /// Compares a question with the engine's declarations; questions for rows need none.
  private func declares(_ question: StepQuestion, _ capabilities: EngineCapabilities) -> Bool {
    question.want != .rows && capabilities.wants.contains(question.want)
      && (!question.marksRanges || capabilities.marksRanges && capabilities.isExact)
  }

  private func answersRows(
    of question: StepQuestion, _ client: EngineClient
  ) throws(EngineFailure) -> Bool {
    if case .answered = try client.query(question.query, want: .rows) { true } else { false }
  }

  /// The request before a failure; nil if no request was sent.
  private func request(of failure: EngineFailure) -> EngineRequest? {
    failure.requestLine.flatMap { try? EngineRequest(decoding: Array($0.utf8)) }
  }
}

extension StepWalk.Tally {
  mutating func add(_ step: EngineStep) {
    switch step.verdict {
    case .ok: okCount += 1
    case .wrong: wrongCount += 1
    case .skipped:
      skippedCount += 1
      return
    case .failure(let failure):
      failureCount += 1
      isMissing = failure.state == .notInstalled
      isSpeechless = failure.phase == .start || failure.phase == .hello
      return
    }
    switch step.request {
    case .query, .rank: answerCount += 1
    default: break
    }
  }
}
