package import MatchmarkCore
internal import MatchmarkRecord
internal import MatchmarkSystem

/// A server that answers the requests of the protocol with a matcher.
///
/// Only `bye` ends it. A request that it does not understand gets a reply that says so, from which
/// the author of a client learns more than from a closed pipe.
package struct EngineServer {
  /// A function that reads the rows file at a path, and returns the corpus and the identity of the
  /// bytes that were read; a thrown error becomes the text of an error reply.
  package typealias Load = (String) throws -> (corpus: Corpus, identity: String)

  /// True if the last request was `bye`.
  package private(set) var isFinished = false

  private let entry: MatcherEntry
  private let options: MatcherOptions
  private let hello: HelloReply
  private let load: Load
  private let requestSizeInBytes: Int
  private var corpus: FoldedCorpus?
  private var timer: QueryTimer?

  /// Creates a server.
  ///
  /// - Parameter requestSizeInBytes: the maximum size of a line that is read.
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
  ///   - read: a function that replaces its argument with the next input, or with nothing at the
  ///     end.
  ///   - write: a function that takes the bytes of one reply.
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

  static func tooLong(_ limitInBytes: Int) -> String {
    "got a line of more than \(limitInBytes) bytes, expected no more"
  }

  /// Returns the reply to a request.
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
    case .query(let request): return .query(id: request.id, result(of: request))
    case .rank:
      return .error("got a query with 'limit', expected none, because this engine does not rank")
    case .bye:
      isFinished = true
      return .bye
    }
  }

  private mutating func reply(to request: LoadRequest) -> StepResult<LoadedRows> {
    // The previous corpus is released first, so that two corpora are never in memory at once.
    corpus = nil
    timer = nil
    if case .unsupported(let reason) = entry.support(request.profile) {
      return .skipped(SkipReason(reason))
    }
    do {
      let rows = try load(request.rowsPath)
      corpus = try FoldedCorpus(rows.corpus, profile: request.profile)
      return .done(LoadedRows(count: rows.corpus.rowCount, hash: rows.identity))
    } catch {
      return .failed("\(error)")
    }
  }

  private mutating func build() -> StepResult<BuiltIndex> {
    guard let corpus else { return .failed("got 'build', expected 'load' before it") }
    timer = nil
    let start = MonotonicClock.now()
    do {
      let matcher = try entry.build(corpus, options)
      let elapsed = MonotonicClock.now() - start
      timer = QueryTimer(matcher, rowCount: corpus.rowCount)
      return .done(
        BuiltIndex(elapsedInNanoseconds: Int(elapsed), indexSizeInBytes: matcher.indexByteCount))
    } catch .unsupportedCorpus(let reason) {
      return .skipped(SkipReason(reason))
    } catch {
      return .failed(error.description)
    }
  }

  private mutating func result(of request: QueryRequest) -> StepResult<EngineAnswer> {
    guard timer != nil else { return .failed("got 'query', expected 'build' before it") }
    guard request.want == .page || !request.marksRanges else {
      return .failed("got 'ranges' for want '\(request.want.rawValue)', expected 'page'")
    }
    var result = timer?.result(of: request) ?? .failed("no matcher")
    if request.marksRanges { mark(&result, request.query) }
    return result
  }

  /// Adds the ranges that a list marks in the rows, after timing.
  private func mark(_ result: inout StepResult<EngineAnswer>, _ query: SearchQuery) {
    guard case .done(var answer) = result, let corpus else { return }
    do throws(QueryError) {
      answer.ranges = try (answer.rows ?? []).map { row throws(QueryError) in
        try corpus.matchedRanges(row: row, for: query).byName(in: corpus.corpus.schema)
      }
      result = .done(answer)
    } catch { result = .failed(error.description) }
  }
}

extension HelloReply {
  /// Creates the greeting of a server.
  ///
  /// - Parameters:
  ///   - version: the version of the program that serves the matcher.
  ///   - language: the compiler, such as `Swift 6.3`.
  package init(
    serving descriptor: MatcherDescriptor, version: String, language: String, isOptimised: Bool
  ) {
    self.init(
      name: descriptor.id, version: version, language: language,
      build: isOptimised ? "release" : "debug", clock: MonotonicClock.name,
      resolutionInNanoseconds: Int(MonotonicClock.resolutionInNanoseconds()),
      capabilities: EngineCapabilities(isExact: descriptor.isExact, marksRanges: true))
  }
}

/// A timer that answers the queries of one session with a matcher and times each repetition
/// separately.
struct QueryTimer {
  private let rowCount: Int
  private var cursor: any MatcherCursor
  private var answer: Answer
  private var window = TimedWindow()
  private var durations: [Int] = []

  init(_ matcher: any BuiltMatcher, rowCount: Int) {
    self.rowCount = rowCount
    cursor = matcher.makeAnyCursor()
    answer = Answer(rowCount: rowCount)
  }

  mutating func result(of request: QueryRequest) -> StepResult<EngineAnswer> {
    let (query, want) = (request.query, request.want)
    durations.removeAll(keepingCapacity: true)
    durations.reserveCapacity(request.repeatCount)
    do throws(MatcherError) {
      for _ in 0..<request.repeatCount {
        // The remains of the previous repetition must not pass for the answer of this one.
        answer.reset(rowCount: rowCount)
        let timing = try window.time(query, on: &cursor, into: &answer, delivering: want.delivery)
        if case .skipped(let reason) = timing.response { return .skipped(SkipReason(reason)) }
        durations.append(timing.nanoseconds)
      }
    } catch { return .failed(error.description) }
    return .done(
      EngineAnswer(
        elapsedInNanoseconds: durations, count: answer.count,
        digest: want == .digest ? AnswerDigest.value(of: window.rows) : nil,
        rows: want == .rows || want == .page ? window.rows.map(Int.init) : nil))
  }
}

extension Want {
  /// The delivery within the window; a digest counts as all rows.
  fileprivate var delivery: Delivery {
    switch self {
    case .count: .count
    case .page: .page
    case .rows, .digest: .rows
    }
  }
}

/// A splitter of chunks of input into lines of bounded size.
///
/// - Complexity: O(bytes) time, O(longest line) space; a line longer than the limit is discarded.
package struct LineReader: Sendable {
  package enum Line: Sendable, Hashable {
    /// The bytes of the line, without the line feed.
    case complete([UInt8])
    case tooLong
  }

  package let limitInBytes: Int
  private var buffer = LineBuffer()
  private var isPassingOver = false

  package init(limitInBytes: Int) { self.limitInBytes = limitInBytes }

  package mutating func append(_ chunk: [UInt8]) { buffer.append(chunk) }

  /// Returns the next complete line; a line that is too long is reported before it has ended.
  package mutating func next() -> Line? {
    while let line = buffer.takeLine() {
      if !isPassingOver { return line.count > limitInBytes ? .tooLong : .complete(line) }
      isPassingOver = false
    }
    guard buffer.count > limitInBytes || isPassingOver else { return nil }
    buffer.removeAll()
    defer { isPassingOver = true }
    return isPassingOver ? nil : .tooLong
  }

  /// Returns the remainder at the end of the input: a line without its line feed.
  package mutating func rest() -> Line? {
    defer { buffer.removeAll() }
    return buffer.count == 0 || isPassingOver ? nil : .complete(buffer.first(buffer.count))
  }
}
