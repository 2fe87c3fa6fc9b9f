package import MatchmarkCore
internal import MatchmarkSystem

/// A corpus that a server read from a rows file.
package struct EngineRows: Sendable {
  package let corpus: Corpus
  /// The identity of the bytes that were read.
  package let identity: String

  package init(corpus: Corpus, identity: String) {
    self.corpus = corpus
    self.identity = identity
  }
}

/// Serves a matcher over the protocol: requests in, replies out.
///
/// Only `bye` ends it. A request that it does not understand gets a reply that says so, because the
/// author of a client learns more from that than from a closed pipe.
package struct EngineServer {
  /// Reads the rows file at a path; a thrown error becomes the text of an error reply.
  package typealias Load = (String) throws -> EngineRows

  /// Whether the last request was `bye`.
  package private(set) var isFinished = false

  private let entry: MatcherEntry
  private let options: MatcherOptions
  private let hello: HelloReply
  private let load: Load
  private let requestSizeInBytes: Int
  private var corpus: FoldedCorpus?
  private var timer: QueryTimer?

  /// - Parameters:
  ///   - hello: the server's introduction.
  ///   - requestSizeInBytes: the longest line that is read.
  ///   - load: reads a rows file.
  package init(
    _ entry: MatcherEntry, options: MatcherOptions = MatcherOptions(), hello: HelloReply,
    requestSizeInBytes: Int = EngineLimits.requestSizeInBytes, load: @escaping Load
  ) {
    self.requestSizeInBytes = requestSizeInBytes
    self.entry = entry
    self.options = options
    self.hello = hello
    self.load = load
  }

  /// Answers requests until the input ends, or until `bye`.
  ///
  /// - Parameters:
  ///   - read: replaces its argument with the next input, or with nothing at the end.
  ///   - write: takes the bytes of one reply.
  package mutating func serve<Failure: Error>(
    from read: (inout [UInt8]) throws(Failure) -> Void,
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var lines = LineReader(limitInBytes: requestSizeInBytes)
    var chunk: [UInt8] = []
    repeat {
      try read(&chunk)
      lines.append(chunk)
      while !isFinished, let line = chunk.isEmpty ? lines.rest() : lines.next() {
        try write(reply(to: line).encodedLine)
      }
    } while !chunk.isEmpty && !isFinished
  }

  private mutating func reply(to line: LineReader.Line) -> EngineReply {
    switch line {
    case .complete(let bytes): reply(to: bytes)
    case .tooLong: .error(Self.tooLong(requestSizeInBytes))
    }
  }

  /// The error for a line that is too long.
  static func tooLong(_ limitInBytes: Int) -> String {
    "got a line of more than \(limitInBytes) bytes, expected no more"
  }

  /// The reply to one request.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  package mutating func reply(to line: [UInt8]) -> EngineReply {
    let request: EngineRequest
    do { request = try EngineRequest(decoding: line) } catch {
      return .error(error.description)
    }
    switch request {
    case .hello: return .hello(hello)
    case .load(let request): return .load(reply(to: request))
    case .build: return .build(build())
    case .query(let request): return .query(reply(to: request))
    case .bye:
      isFinished = true
      return .bye
    }
  }
}

extension EngineServer {
  private mutating func reply(to request: LoadRequest) -> LoadReply {
    // Two corpora never need to be in memory at once.
    corpus = nil
    timer = nil
    if case .unsupported(let reason) = entry.support(request.profile) {
      return .skipped(SkipReason(reason))
    }
    do {
      let rows = try load(request.rowsPath)
      corpus = try FoldedCorpus(rows.corpus, profile: request.profile)
      return .loaded(rowCount: rows.corpus.rowCount, hash: rows.identity)
    } catch {
      return .failed("\(error)")
    }
  }

  private mutating func build() -> BuildReply {
    guard let corpus else { return .failed("got 'build', expected 'load' before it") }
    timer = nil
    let start = MonotonicClock.now()
    do {
      let matcher = try entry.build(corpus, options)
      let elapsed = MonotonicClock.now() - start
      timer = QueryTimer(matcher, rowCount: corpus.rowCount)
      return .built(elapsedInNanoseconds: Int(elapsed), indexSizeInBytes: matcher.indexByteCount)
    } catch .unsupportedCorpus(let reason) {
      return .skipped(SkipReason(reason))
    } catch {
      return .failed(error.description)
    }
  }

  private mutating func reply(to request: QueryRequest) -> QueryReply {
    guard timer != nil else {
      return QueryReply(id: request.id, .failed("got 'query', expected 'build' before it"))
    }
    guard request.want == .page || !request.marksRanges else {
      let want = request.want.rawValue
      return QueryReply(id: request.id, .failed("got 'ranges' for want '\(want)', expected 'page'"))
    }
    var outcome = timer?.outcome(of: request) ?? .failed("no matcher")
    if request.marksRanges { mark(&outcome, request.query) }
    return QueryReply(id: request.id, outcome)
  }

  /// Adds the matched ranges that a list marks in the rows, after timing.
  private func mark(_ outcome: inout QueryOutcome, _ query: SearchQuery) {
    guard case .answered(var answer) = outcome, let corpus else { return }
    do throws(QueryError) {
      answer.ranges = try (answer.rows ?? []).map { row throws(QueryError) in
        try corpus.matchedRanges(row: row, for: query).byName(in: corpus.corpus.schema)
      }
      outcome = .answered(answer)
    } catch { outcome = .failed(error.description) }
  }
}
