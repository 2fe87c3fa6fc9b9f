import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkMatchers
import Testing

@Suite("The engine server")
struct EngineServerTests {
  private static let queries = [
    SearchQuery(), SearchQuery("a"), SearchQuery("an"), SearchQuery("zzz"),
    SearchQuery("a", tokens: [SearchToken(facet: "kind", value: "letter")]),
  ]

  /// The server's answer to a query.
  private static func answer(
    _ server: inout EngineServer, _ query: SearchQuery, _ want: Want, repeatCount: Int = 1
  ) throws -> EngineAnswer {
    let request = EngineRequest.query(
      QueryRequest(id: 1, query: query, want: want, repeatCount: repeatCount))
    let reply = try server.exchange(request)
    try reply.check(against: request, rowCount: 120)
    guard case .query(_, .done(let answer)) = reply else {
      throw MessageError(at: "", got: "\(reply)", expected: "an answer")
    }
    return answer
  }

  @Test(
    "The engine server gives the rows, page, count and digest of the oracle",
    arguments: MatcherEntry.builtIn)
  func wants(entry: MatcherEntry) throws {
    let corpus = try EngineFixtures.corpus("titles-120")
    let oracle = try Oracle(corpus: corpus, profile: .titlesPrefix)
    var server = try EngineServer.ready(entry, corpus, profile: .titlesPrefix)
    for query in Self.queries {
      let rows = try oracle.rows(for: query)
      #expect(try Self.answer(&server, query, .rows).rows == rows)
      let page = try Self.answer(&server, query, .page, repeatCount: 3)
      #expect(page.rows == Array(rows.prefix(50)))
      #expect(page.count == rows.count)
      #expect(page.elapsedInNanoseconds.count == 3)
      #expect(page.elapsedInNanoseconds.allSatisfy { $0 > 0 })
      let count = try Self.answer(&server, query, .count)
      #expect(count.count == rows.count && count.rows == nil && count.digest == nil)
      let digest = try Self.answer(&server, query, .digest)
      #expect(digest.digest == AnswerDigest.value(of: rows.map(UInt32.init)))
      #expect(digest.rows == nil)
    }
  }

  @Test("The engine server declines a profile when loading, a corpus when building, and a query")
  func declines() throws {
    let corpus = try EngineFixtures.corpus("titles-120")
    var server = EngineFixtures.server(.declining)
    #expect(
      try server.exchange(EngineFixtures.loadRequest(corpus, profile: .titlesWord))
        == .load(.skipped(SkipReason("no words"))))
    _ = try server.exchange(EngineFixtures.loadRequest(corpus, profile: .titlesPrefix))
    #expect(try server.exchange(.build) == .build(.skipped(SkipReason("no prefixes"))))
    let query = EngineRequest.query(QueryRequest(id: 4, query: SearchQuery("skip"), want: .rows))
    #expect(
      try server.exchange(query)
        == .query(id: 4, .failed("got 'query', expected 'build' before it")))
    server = try .ready(.declining, corpus, profile: .titles)
    #expect(try server.exchange(query) == .query(id: 4, .skipped(SkipReason("no skip"))))
  }

  @Test("An error of the matcher is an error of the query, and the server's session goes on")
  func errors() throws {
    let corpus = try EngineFixtures.corpus("titles-120")
    var server = try EngineServer.ready(.declining, corpus, profile: .titles)
    let long = String(repeating: "a", count: SearchLimits.querySizeInBytes + 1)
    for (text, message) in [("malformed", "malformed answer: on purpose"), (long, "got a query")] {
      let request = QueryRequest(id: 1, query: SearchQuery(text), want: .rows)
      guard case .query(_, .failed(let failure)) = try server.exchange(.query(request)) else {
        Issue.record("no failure")
        continue
      }
      #expect(failure.hasPrefix(message))
    }
    #expect(try Self.answer(&server, SearchQuery("an"), .count).count == 0)
  }

  @Test("The engine server says in its greeting if the matcher is inexact")
  func inexact() throws {
    var server = EngineFixtures.server(.declining)
    guard case .hello(let hello) = try server.exchange(.hello(protocolVersion: 1)) else {
      Issue.record("no hello")
      return
    }
    #expect(!hello.capabilities.isExact)
  }

  @Test("A second load discards the index of the first")
  func reload() throws {
    let corpus = try EngineFixtures.corpus("titles-120")
    var server = try EngineServer.ready(
      MatcherEntry(LinearScanMatcher.self), corpus, profile: .titles)
    _ = try server.exchange(
      EngineFixtures.loadRequest(EngineFixtures.corpus("titles-0"), profile: .titles))
    let query = EngineRequest.query(QueryRequest(id: 1, query: SearchQuery(), want: .count))
    guard case .query(_, .failed) = try server.exchange(query) else {
      Issue.record("an index without its rows")
      return
    }
    _ = try server.exchange(.build)
    #expect(try Self.answer(&server, SearchQuery(), .count).count == 0)
  }

  // MARK: Lines in, lines out

  /// The output of a server that reads this input chunk by chunk.
  private static func served(
    _ chunks: [String], requestSizeInBytes: Int = EngineLimits.requestSizeInBytes
  ) -> [String] {
    var server = EngineFixtures.server(.declining, requestSizeInBytes: requestSizeInBytes)
    var chunks = chunks.map { Array($0.utf8) }
    var output: [String] = []
    server.serve(
      from: { chunk in chunk = chunks.isEmpty ? [] : chunks.removeFirst() },
      to: { output.append(String(decoding: $0, as: UTF8.self)) })
    return output
  }

  @Test("The engine server answers each request with one line, and nothing follows bye")
  func serve() {
    let bye = "{\"type\":\"bye\"}\n"
    let failed = "{\"type\":\"build\",\"error\":\"got 'build', expected 'load' before it\"}\n"
    #expect(Self.served([bye]) == [bye])
    #expect(Self.served(["{\"type\":\"bui", "ld\"}\n{\"type\":", "\"bye\"}\n"]) == [failed, bye])
    #expect(Self.served([bye + bye, bye]) == [bye])
    #expect(Self.served(["{\"type\":\"build\"}"]) == [failed])
    #expect(Self.served([]) == [])
    #expect(Self.served(["\n"]).count == 1)
  }

  @Test("A request longer than the limit gets an error, and the next request is read")
  func longLine() {
    let chunk = String(repeating: "x", count: 1_024)
    let output = Self.served(
      [chunk, chunk, "x", chunk, "x\n{\"type\":\"bye\"}\n"], requestSizeInBytes: 2_048)
    #expect(
      output == [
        "{\"type\":\"error\",\"error\":\"got a line of more than 2048 bytes, expected no more\"}\n",
        "{\"type\":\"bye\"}\n",
      ])
  }
}

extension MatcherEntry {
  /// Answers nothing, declines something at every step, and fails on request.
  fileprivate static let declining = MatcherEntry(
    descriptor: MatcherDescriptor(id: "declining", summary: "declines", isExact: false),
    support: { $0.name == "titles-word" ? .unsupported(reason: "no words") : .supported },
    build: { corpus, _ throws(MatcherError) in
      if corpus.profile.name == "titles-prefix" {
        throw .unsupportedCorpus(reason: "no prefixes")
      }
      return DecliningMatcher(rowCount: corpus.rowCount)
    })
}

private struct DecliningMatcher: BuiltMatcher {
  let rowCount: Int
  var indexByteCount: Int { 0 }
  var structure: String { "none" }

  func makeAnyCursor() -> any MatcherCursor { Cursor(rowCount: rowCount) }

  struct Cursor: MatcherCursor {
    let rowCount: Int

    func answer(
      _ query: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      answer.reset(rowCount: rowCount)
      let sizeInBytes = query.text.utf8.count
      if sizeInBytes > SearchLimits.querySizeInBytes {
        throw .query(.textTooLong(sizeInBytes: sizeInBytes))
      }
      if query.text == "malformed" { throw .malformedAnswer("on purpose") }
      return query.text == "skip" ? .skipped(reason: "no skip") : .answered
    }
  }
}
