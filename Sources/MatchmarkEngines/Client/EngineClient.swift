package import MatchmarkCore
package import MatchmarkRecord
internal import MatchmarkSystem

/// A client of an engine, which sends each request, reads its reply, and audits it.
///
/// The calls follow the order of the protocol: ``hello()``, ``load(_:profile:)``, ``build()``, any
/// number of ``query(_:want:repeatCount:marksRanges:)``, or ``rank(_:limit:repeatCount:)`` for an
/// engine that ranks, and ``bye()``. An engine that ranks may get many lists; otherwise, another
/// corpus gets a new process.
/// Any error ends the engine's whole process group at once and is thrown as an ``EngineFailure``
/// with its ``EngineState``; later calls throw the same error again. An engine that is released
/// without ``bye()`` is killed.
package final class EngineClient {
  package let launch: EngineLaunch
  package private(set) var failure: EngineFailure?
  /// The information that the engine reported about itself; nil before the greeting.
  package internal(set) var greeting: HelloReply?
  /// The audit of the engine's durations, which also infers the step of its clock.
  package internal(set) var durations = DurationAudit(statedResolutionInNanoseconds: 0)

  var child: ChildProcess
  /// The times spent waiting for a processor; nil if the system does not report them.
  let waits: ProcessorWait?
  /// The last request that was sent, without its line feed.
  var requestText: String?
  /// The current phase, or the last one.
  var phase = EnginePhase.start
  var rowCount = 0
  var lastQueryID = 0
  var ledger = AnswerLedger()

  /// Starts the engine.
  ///
  /// - Throws: ``EngineFailure`` if it is not installed or does not start, or if the system is
  ///   exhausted.
  package init(_ launch: EngineLaunch) throws(EngineFailure) {
    self.launch = launch
    child = try Self.start(launch)
    waits = ProcessorWait(with: child.number)
    child.settleTime = launch.timeouts.settle
  }

  /// The number of the engine's process and of its process group.
  package var processNumber: Int32 { child.number }

  private static func start(_ launch: EngineLaunch) throws(EngineFailure) -> ChildProcess {
    let variables = ChildCommand.inheritedEnvironment.merging(launch.environment) { $1 }
    let command = ChildCommand(
      launch.command.first ?? "", Array(launch.command.dropFirst()), folder: launch.folder,
      environment: variables)
    do throws(ChildProcessError) { return try ChildProcess(command) } catch {
      let (state, expected): (EngineState, String) =
        switch error {
        case .notFound: (.notInstalled, "a program")
        case .exhausted: (.systemExhausted, ChildProcessError.exhaustionRemedy)
        default: (.failedToStart, "a running process")
        }
      throw EngineFailure(state, in: .start, got: error.description, expected: expected)
    }
  }

  /// Ends the engine, and completes its error with the request and the output on standard error.
  func end(with failure: EngineFailure) -> EngineFailure {
    if let earlier = self.failure { return earlier }
    child.kill()
    var complete = failure
    complete.requestLine = requestText
    complete.standardErrorTail = String(decoding: child.lastErrors, as: UTF8.self)
    self.failure = complete
    return complete
  }

  func failure(_ state: EngineState, got: String, expected: String) -> EngineFailure {
    EngineFailure(state, in: phase, got: got, expected: expected)
  }

  @discardableResult
  package func hello() throws(EngineFailure) -> HelloReply {
    let request = EngineRequest.hello(protocolVersion: EngineRequest.protocolVersion)
    guard case .hello(let reply) = try exchange(request).reply else { throw misrouted(request) }
    greeting = reply
    durations = DurationAudit(statedResolutionInNanoseconds: reply.resolutionInNanoseconds)
    return reply
  }

  /// Sends the rows and the profile.
  ///
  /// - Returns: the reason why the engine declines them; nil if it accepts them.
  package func load(
    _ corpus: EngineCorpus, profile: SearchProfile
  ) throws(EngineFailure) -> SkipReason? {
    if greeting?.boxRules != nil {
      return SkipReason("it is a search box: 'hunt --boxes' holds it to its contract")
    }
    rowCount = corpus.rowCount
    let request = EngineRequest.load(
      try audited { () throws(MessageError) in
        try LoadRequest(
          corpusHash: corpus.identity, schemaLine: corpus.schemaLine, profile: profile,
          rowsPath: corpus.path)
      })
    switch try exchange(request).reply {
    case .load(.done): return nil
    case .load(.skipped(let skip)): return skip
    case .load(.failed(let text)): throw failed(text)
    default: throw misrouted(request)
    }
  }

  package func build() throws(EngineFailure) -> EngineOpening {
    let before = ProcessFacts.residentSizeInBytes(of: child.number)
    let exchange = try exchange(.build)
    let after = ProcessFacts.residentSizeInBytes(of: child.number)
    switch exchange.reply {
    case .build(.done(let index)):
      try audited { () throws(MessageError) in
        try durations.check([index.elapsedInNanoseconds], wall: exchange.time.wallInNanoseconds)
      }
      return .opened(
        buildInNanoseconds: index.elapsedInNanoseconds, indexSizeInBytes: index.indexSizeInBytes,
        growthInBytes: before.flatMap { before in after.map { Int($0) - Int(before) } })
    case .build(.skipped(let skip)): return .skipped(skip)
    case .build(.failed(let text)): throw failed(text)
    default: throw misrouted(.build)
    }
  }

  package func open(
    _ corpus: EngineCorpus, profile: SearchProfile
  ) throws(EngineFailure) -> EngineOpening {
    if let skip = try load(corpus, profile: profile) { return .skipped(skip) }
    return try build()
  }

  /// Sends a query and audits everything that can be checked without knowing the right answer.
  ///
  /// If the engine does not support the want, nothing is sent and the query counts as skipped.
  ///
  /// - Parameter marksRanges: see ``QueryRequest/marksRanges``; only for a page.
  package func query(
    _ query: SearchQuery, want: Want, repeatCount: Int = 1, marksRanges: Bool = false
  ) throws(EngineFailure) -> EngineResult {
    if let greeting, !greeting.capabilities.wants.contains(want) {
      return .skipped(SkipReason("it does not offer '\(want.rawValue)'"))
    }
    if let greeting, marksRanges, !greeting.capabilities.marksRanges {
      return .skipped(SkipReason("it does not offer 'ranges'"))
    }
    let queryRequest = QueryRequest(
      id: lastQueryID + 1, query: query, want: want, repeatCount: repeatCount,
      marksRanges: marksRanges)
    let request = EngineRequest.query(queryRequest)
    let exchange = try exchange(request)
    lastQueryID = queryRequest.id
    guard case .query(_, let result) = exchange.reply else { throw misrouted(request) }
    switch result {
    case .skipped(let skip): return .skipped(skip)
    case .failed(let text): throw failed(text)
    case .done(let answer):
      try audited { () throws(MessageError) in
        try durations.check(answer.elapsedInNanoseconds, wall: exchange.time.wallInNanoseconds)
        try ledger.check(answer, to: queryRequest)
      }
      return .answered(answer, exchange.time)
    }
  }

  /// Sends a needle to an engine that ranks, and checks the durations that it reports.
  package func rank(
    _ needle: String, limit: Int, repeatCount: Int = 1
  ) throws(EngineFailure) -> EngineRankingResult {
    let rankRequest = RankRequest(
      id: lastQueryID + 1, needle: needle, limit: limit, repeatCount: repeatCount)
    let request = EngineRequest.rank(rankRequest)
    let exchange = try exchange(request)
    lastQueryID = rankRequest.id
    switch exchange.reply {
    case .ranking(_, let ranking):
      try audited { () throws(MessageError) in
        try durations.check(ranking.elapsedInNanoseconds, wall: exchange.time.wallInNanoseconds)
      }
      return .ranked(ranking, exchange.time)
    case .query(_, .skipped(let skip)): return .skipped(skip)
    case .query(_, .failed(let text)): throw failed(text)
    default: throw misrouted(request)
    }
  }

  /// Runs a check, and ends the engine if it fails.
  private func audited<Result>(
    _ check: () throws(MessageError) -> Result
  ) throws(EngineFailure) -> Result {
    do throws(MessageError) { return try check() } catch {
      throw end(with: failure(error.state, got: error.got, expected: error.expected))
    }
  }

  private func failed(_ text: String) -> EngineFailure {
    end(with: failure(.errored, got: "the error '\(text)'", expected: expectedReply))
  }

  /// Returns the error for a reply of another type, which the check of every exchange already
  /// rejects.
  private func misrouted(_ request: EngineRequest) -> EngineFailure {
    end(with: failure(.outOfOrder, got: "another type", expected: "'\(request.type)'"))
  }

  /// Says goodbye and waits until the engine has ended properly.
  ///
  /// After its last reply, the engine must write nothing more to standard output and exit with
  /// status 0, and no process that it started may keep its output open, all within the timeout of
  /// `bye`.
  package func bye() throws(EngineFailure) {
    let deadline = Deadline(after: launch.timeouts.bye)
    _ = try exchange(.bye)
    let excess: Int
    do throws(ChildProcessError) {
      excess = try child.awaitEndOfOutput(atMost: 0, before: deadline)
    } catch {
      throw end(with: error == .timedOut ? lingeringFailure() : failure(for: error))
    }
    guard excess == 0 else {
      let bytes = child.unreadBytes(atMost: Self.shownLineSizeInBytes + 1)
      throw end(
        with: failure(
          .outputAfterBye, got: Self.shown(bytes), expected: "nothing after its last reply"))
    }
    guard let ending = child.waitForEnding(before: deadline) else {
      throw end(with: lingeringFailure())
    }
    guard ending == .exited(status: 0) else { throw end(with: failure(for: .ended(ending))) }
    // This ends the rest of the engine's process group, if there is any.
    child.kill()
  }

  private func lingeringFailure() -> EngineFailure {
    failure(
      .lingering, got: "a process that is still running",
      expected: "it to end within \(launch.timeouts.bye)")
  }
}
