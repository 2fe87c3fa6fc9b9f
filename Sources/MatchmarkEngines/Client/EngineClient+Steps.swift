package import MatchmarkCore
internal import MatchmarkSystem

extension EngineClient {
  @discardableResult
  package func hello() throws(EngineFault) -> HelloReply {
    let request = EngineRequest.hello(protocolVersion: EngineRequest.protocolVersion)
    guard case .hello(let reply) = try exchange(request).reply else { throw misrouted(request) }
    greeting = reply
    durations = DurationAudit(statedResolutionInNanoseconds: reply.resolutionInNanoseconds)
    return reply
  }

  /// Passes the rows to the engine.
  ///
  /// - Returns: why the engine declines them; nil if it does not.
  package func load(
    _ corpus: EngineCorpus, profile: SearchProfile
  ) throws(EngineFault) -> SkipReason? {
    rowCount = corpus.rowCount
    let request = EngineRequest.load(try loadRequest(corpus, profile))
    switch try exchange(request).reply {
    case .load(.loaded): return nil
    case .load(.skipped(let skip)): return skip
    case .load(.failed(let text)): throw failed(text)
    default: throw misrouted(request)
    }
  }

  package func build() throws(EngineFault) -> EngineOpening {
    let exchange = try exchange(.build)
    switch exchange.reply {
    case .build(.built(let elapsed, let size)):
      try audit([elapsed], key: "elapsed_ns", exchange)
      let facts = EngineIntroduction(
        hello: try greeted(), buildInNanoseconds: elapsed, indexSizeInBytes: size)
      self.facts = facts
      return .opened(facts)
    case .build(.skipped(let skip)): return .skipped(skip)
    case .build(.failed(let text)): throw failed(text)
    default: throw misrouted(.build)
    }
  }

  /// Makes the engine read the rows and build its index.
  package func open(
    _ corpus: EngineCorpus, profile: SearchProfile
  ) throws(EngineFault) -> EngineOpening {
    if let skip = try load(corpus, profile: profile) { return .skipped(skip) }
    return try build()
  }

  /// Sends a query and audits everything that does not require the right answer.
  ///
  /// A want that the engine does not support is skipped without sending it.
  ///
  /// - Parameter marksRanges: whether a page must include the ranges that a list marks in its rows.
  package func query(
    _ query: SearchQuery, want: Want, repeatCount: Int = 1, marksRanges: Bool = false
  ) throws(EngineFault) -> EngineResult {
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
    guard case .query(let reply) = exchange.reply else { throw misrouted(request) }
    switch reply.outcome {
    case .skipped(let skip): return .skipped(skip)
    case .failed(let text): throw failed(text)
    case .answered(let answer):
      try audit(answer.elapsedInNanoseconds, key: "elapsed_ns", exchange)
      do throws(MessageError) { try ledger.check(answer, to: queryRequest) } catch {
        throw end(with: EngineFault(error, in: phase))
      }
      return .answered(
        TimedEngineAnswer(answer: answer, wallInNanoseconds: exchange.wallInNanoseconds))
    }
  }

  private func loadRequest(
    _ corpus: EngineCorpus, _ profile: SearchProfile
  ) throws(EngineFault) -> LoadRequest {
    do throws(MessageError) {
      return try LoadRequest(
        corpusHash: corpus.identity, schemaLine: corpus.schemaLine, profile: profile,
        rowsPath: corpus.path)
    } catch { throw end(with: EngineFault(error, in: .load)) }
  }

  private func audit(
    _ durations: [Int], key: String, _ exchange: EngineExchange
  ) throws(EngineFault) {
    do throws(MessageError) {
      try self.durations.check(durations, key: key, wall: exchange.wallInNanoseconds)
    } catch { throw end(with: EngineFault(error, in: phase)) }
  }

  private func failed(_ text: String) -> EngineFault {
    end(
      with: EngineFault(
        .errored, in: phase, got: "the error '\(text)'",
        expected: "a reply to '\(phase.rawValue)'"))
  }

  /// The fault for a reply of another type; the check of every exchange already rejects these.
  private func misrouted(_ request: EngineRequest) -> EngineFault {
    end(
      with: EngineFault(
        .outOfOrder, in: phase, got: "another type", expected: "'\(request.type)'"))
  }

  private func greeted() throws(EngineFault) -> HelloReply {
    if let greeting { return greeting }
    throw end(
      with: EngineFault(
        .outOfOrder, in: phase, got: "no greeting so far", expected: "'hello' first"))
  }
}
