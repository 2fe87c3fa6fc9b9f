import MatchmarkCore
import MatchmarkEngines
import MatchmarkMatchers

extension FuzzTarget {
  static let request = FuzzTarget(
    "request", "lines to an engine, which a server answers",
    promise: "what is written can be read back unchanged; every line has one reply"
  ) { bytes in
    for line in bytes.split(separator: 0x0A) {
      guard let request = try? EngineRequest(decoding: Array(line)) else { continue }
      let written = Array(request.encodedLine.dropLast())
      try require(try EngineRequest(decoding: written) == request, "another request: \(request)")
    }
    try serve(bytes)
  }

  static let reply = FuzzTarget(
    "reply", "lines from an engine",
    promise: "what is written can be read back unchanged, and is checked"
  ) { bytes in
    let query = QueryRequest(id: 1, query: SearchQuery("a"), want: .rows)
    for line in bytes.split(separator: 0x0A) {
      guard
        let reply = told({ () throws(MessageError) in
          try EngineReply(decoding: Array(line))
        })
      else { continue }
      let written = Array(reply.encodedLine.dropLast())
      try require(try EngineReply(decoding: written) == reply, "another reply: \(reply)")
      _ = told { () throws(MessageError) in
        try reply.check(against: .query(query), rowCount: 10)
      }
    }
  }

  /// The result of `body`; if it throws instead, the message is built as well.
  private static func told<Value>(_ body: () throws(MessageError) -> Value) -> Value? {
    do { return try body() } catch {
      _ = error.description
      return nil
    }
  }

  /// A server for which every load gives the same corpus, whatever file it names.
  private static func serve(_ bytes: [UInt8]) throws {
    let entry = MatcherEntry(LinearScanMatcher.self)
    let hello = HelloReply(
      serving: entry.descriptor, version: "1", language: "", isOptimised: false)
    var builder = CorpusBuilder(name: "fuzz", schema: try Schema([Column("title", .text)]))
    for title in ["a", "ab", ""] { try builder.append([title]) }
    let rows = (corpus: builder.finish(), identity: "0-0")
    var server = EngineServer(
      entry, hello: hello, requestSizeInBytes: 4_096, load: { _ in rows })
    var rest = bytes[...]
    var replyCount = 0
    server.serve { chunk in
      chunk = Array(rest.prefix(100))
      rest = rest.dropFirst(100)
    } to: { _ in
      replyCount += 1
    }
    var lineCount = bytes.count { $0 == 0x0A }
    if let last = bytes.last, last != 0x0A { lineCount += 1 }
    try require(
      server.isFinished ? replyCount <= lineCount : replyCount == lineCount,
      "\(replyCount) replies to \(lineCount) lines")
  }
}
