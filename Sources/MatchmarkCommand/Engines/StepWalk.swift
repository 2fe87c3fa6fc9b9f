import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

/// Takes an engine through every message, with a fresh process for each corpus.
struct StepWalk {
  let launch: EngineLaunch
  /// The folder of the rows files; they are kept, so that a step can be repeated.
  let folder: String
  let report: StepReport

  struct Tally: Encodable {
    var okCount = 0
    var wrongCount = 0
    var skippedCount = 0
    var failureCount = 0
    var notRunCount = 0
    /// The number of answers that were compared with the oracle.
    var answerCount = 0
    var isMissing = false
    /// True if it did not even say who it is; no other corpus will change that.
    var isSpeechless = false
  }

  /// Goes through all corpora; an engine that does not say who it is is asked only once.
  ///
  /// - Throws: ``CommandError/input(_:)`` if a corpus or a rows file causes the failure.
  func walk() throws(CommandError) -> Tally {
    var tally = Tally()
    for course in StepCourse.all where !tally.isSpeechless { try walk(course, &tally) }
    return tally
  }

  private func walk(_ course: StepCourse, _ tally: inout Tally) throws(CommandError) {
    let corpus = try course.loadCorpus()
    let oracle = try CommandError.wrap("corpus '\(course.corpus)': ") {
      try Oracle(corpus: corpus, profile: course.profile)
    }
    let session = try EngineSession(
      corpus, profile: course.profile, rowsPath: "\(folder)/\(course.corpus).jsonl")
    report.begin(course, rowCount: corpus.rowCount)
    var stepCount = 0
    let failure = walk(course, session, corpus, oracle) { step in
      stepCount += 1
      report.show(
        step,
        reproduction: session.reproduction(
          step.request, after: step.earlier, command: launch.command))
      tally.add(step)
    }
    guard failure else { return }
    tally.notRunCount += course.questions.count + 4 - stepCount
    report.showNotRun(course.questions.count + 4 - stepCount)
  }

  /// - Returns: true if a failure ended the session before its last step.
  private func walk(
    _ course: StepCourse, _ session: EngineSession, _ corpus: Corpus, _ oracle: Oracle,
    tell: (EngineStep) -> Void
  ) -> Bool {
    let opening = session.opening
    var name = "start"
    do throws(EngineFailure) {
      let client = try EngineClient(launch)
      name = "hello"
      let hello = try client.hello()
      tell(EngineStep(name, opening[0], .ok("\(hello.name) \(hello.version)")))
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
        let request = EngineRequest.query(question.request(id: index + 1))
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
      return error.phase != .bye
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
  ) throws(EngineFailure) -> Bool {
    name = "bye"
    try client.bye()
    tell(EngineStep(name, .bye, .ok("it ended")))
    return false
  }

  private func ask(
    _ question: StepQuestion, _ client: EngineClient, _ corpus: Corpus, _ oracle: Oracle,
    _ capabilities: EngineCapabilities
  ) throws(EngineFailure) -> StepVerdict {
    if question.marksRanges, let unreachable = capabilities.unreachable {
      return .wrong(unreachable)
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
        EngineCapabilities.declined(question.want, marksRanges: question.marksRanges, skip))
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
        return .wrong("got an answer, expected a refusal: \(error)")
      }
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

struct EngineStep {
  let name: String
  /// Nil if no request was sent.
  let request: EngineRequest?
  let verdict: StepVerdict
  /// The queries before it on which a wrong answer depends.
  var earlier: [EngineRequest] = []

  init(_ name: String, _ request: EngineRequest?, _ verdict: StepVerdict) {
    self.name = name
    self.request = request
    self.verdict = verdict
  }
}

extension StepWalk.Tally {
  fileprivate mutating func add(_ step: EngineStep) {
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
    if case .query = step.request { answerCount += 1 }
  }
}

enum StepVerdict: Hashable {
  /// As expected; the text says what was seen.
  case ok(String)
  /// The evidence is what was typed, and the first row that differs.
  case wrong(String, evidence: [String] = [])
  case skipped(SkipReason)
  case failure(EngineFailure)
}

/// Compares an answer with the oracle's rows.
struct StepJudge {
  let corpus: Corpus
  let query: SearchQuery
  let expected: [Int]
  /// True if the engine claims to answer exactly the matching rows.
  let isExact: Bool

  func verdict(on answer: EngineAnswer, want: Want) -> StepVerdict {
    let digest: UInt32? = want == .digest ? AnswerDigest.value(of: expected.map(UInt32.init)) : nil
    let difference = answer.rows.flatMap { rows in
      Difference(rows: rows, expected: due(in: answer, want), isExact: isExact)
    }
    let isEnough = isExact ? answer.count == expected.count : answer.count >= expected.count
    if isEnough, difference == nil, !isExact || answer.digest == digest {
      return .ok(QuantityFormat.rows(answer.count))
    }
    let got = Self.shown(answer.count, answer.rows ?? [], answer.digest)
    let right = Self.shown(expected.count, expected, digest)
    return wrong(
      "got \(got), expected \(isExact ? "" : "at least ")\(right)",
      difference.map { [place(of: $0)] } ?? [])
  }

  func wrong(_ summary: String, _ evidence: [String] = []) -> StepVerdict {
    .wrong(summary, evidence: ["typed: \(DisplayText.query(query))"] + evidence)
  }

  /// The rows that had to be delivered; beyond a full page of an inexact engine, nothing is known.
  private func due(in answer: EngineAnswer, _ want: Want) -> [Int] {
    guard want == .page else { return expected }
    if !isExact, answer.count > EngineLimits.pageSize, let last = answer.rows?.last {
      return expected.filter { $0 <= last }
    }
    return Array(expected.prefix(EngineLimits.pageSize))
  }

  /// The first row that is missing or surplus, with its text.
  private func place(of difference: Difference) -> String {
    let row = difference.firstRow
    let what = row == difference.firstMissing ? "is missing" : "should not match"
    let texts = corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    return "row \(row) \(what): \(DisplayText.quoted(texts.joined(separator: " · ")))"
  }

  private static func shown(_ count: Int, _ rows: [Int], _ digest: UInt32?) -> String {
    let counted = QuantityFormat.rows(count)
    if let digest { return "\(counted) with digest \(digest)" }
    if rows.isEmpty { return counted }
    let list = rows.prefix(20).map(String.init).joined(separator: " ")
    return "\(counted): \(list)" + (rows.count > 20 ? " …" : "")
  }
}
