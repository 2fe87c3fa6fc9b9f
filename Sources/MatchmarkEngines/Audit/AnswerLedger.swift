internal import MatchmarkCore

/// What an engine has answered so far, to which its later answers to the same query are held.
///
/// An engine that delivers rows cannot deny them later: the count, and the digest of all ids, are
/// those of the rows that it gave.
struct AnswerLedger: Sendable {
  private struct Entry {
    var count: Int
    var digest: UInt32?
  }

  /// By the bytes of the query: strings that are canonically equivalent are different queries.
  private var entries: [[UInt8]: Entry] = [:]

  /// Checks an answer against earlier ones, and remembers what it adds.
  ///
  /// - Throws: ``MessageError`` of state ``EngineState/lyingCount`` or
  ///   ``EngineState/lyingDigest``.
  mutating func check(_ answer: EngineAnswer, to request: QueryRequest) throws(MessageError) {
    // All ids give the digest; a page that shows all of them does too.
    let allRows = answer.rows.flatMap { $0.count == answer.count ? $0 : nil }
    let digest =
      answer.digest
      ?? allRows.map {
        AnswerDigest.value(of: $0.lazy.map { UInt32(truncatingIfNeeded: $0) })
      }
    let key = Self.key(of: request)
    guard var entry = entries[key] else {
      entries[key] = Entry(count: answer.count, digest: digest)
      return
    }
    guard answer.count == entry.count else {
      throw MessageError(
        .lyingCount, at: .key("count"), got: "\(answer.count)",
        expected: "\(entry.count), as it answered before")
    }
    if let digest, let known = entry.digest, digest != known {
      throw MessageError(
        .lyingDigest, at: .key(answer.digest == nil ? "rows" : "digest"),
        got: answer.digest == nil ? "rows with digest \(digest)" : "\(digest)",
        expected: "\(known), the digest of what it answered before")
    }
    entry.digest = entry.digest ?? digest
    entries[key] = entry
  }

  private static func key(of request: QueryRequest) -> [UInt8] {
    EngineRequest.query(QueryRequest(id: 0, query: request.query, want: .rows)).encodedLine
  }
}
