internal import MatchmarkCore
internal import MatchmarkRecord

/// The previous answers of an engine, with which later answers to the same query must agree.
///
/// An engine cannot change rows that it has delivered: a later count and a later digest of all ids
/// must match those rows.
struct AnswerLedger: Sendable {
  /// The answers by the bytes of the query, because canonically equivalent strings are different
  /// queries.
  private var entries: [[UInt8]: (count: Int, digest: UInt32?)] = [:]

  /// Checks an answer against earlier ones, and records its new facts.
  ///
  /// - Throws: ``MessageError`` of state ``EngineState/lyingCount`` or ``EngineState/lyingDigest``.
  mutating func check(_ answer: EngineAnswer, to request: QueryRequest) throws(MessageError) {
    // The digest follows from all ids, and so from a page that contains all of them.
    let allRows = answer.rows.flatMap { $0.count == answer.count ? $0 : nil }
    let digest =
      answer.digest
      ?? allRows.map {
        AnswerDigest.value(of: $0.lazy.map { UInt32(truncatingIfNeeded: $0) })
      }
    let key = Self.key(of: request)
    guard var entry = entries[key] else {
      entries[key] = (count: answer.count, digest: digest)
      return
    }
    guard answer.count == entry.count else {
      throw MessageError(
        .lyingCount, at: "count", got: "\(answer.count)",
        expected: "\(entry.count), as it answered the same query before: \(Self.rule)")
    }
    if let digest, let known = entry.digest, digest != known {
      throw MessageError(
        .lyingDigest, at: answer.digest == nil ? "rows" : "digest",
        got: answer.digest == nil ? "rows with digest \(digest)" : "\(digest)",
        expected: "\(known), the digest of what it answered the same query before: \(Self.rule)")
    }
    entry.digest = entry.digest ?? digest
    entries[key] = entry
  }

  /// An engine that keeps something between keystrokes usually breaks it after erasing.
  private static let rule = "an answer depends on its query alone, not on earlier ones"

  private static func key(of request: QueryRequest) -> [UInt8] {
    EngineRequest.query(QueryRequest(id: 0, query: request.query, want: .rows)).encodedLine
  }
}

/// The digest of an answer: zlib's CRC-32 of all ids as little-endian 32-bit numbers, ascending.
///
/// The digest replaces an answer that is too long to send with every keystroke. It detects a
/// mistake, but not a forgery.
package enum AnswerDigest {
  /// Returns the digest of ids.
  ///
  /// - Complexity: O(ids) time, O(1) space beyond a chunk.
  package static func value(of ids: some Sequence<UInt32>) -> UInt32 {
    var checksum = Checksum()
    var chunk: [UInt8] = []
    chunk.reserveCapacity(chunkSizeInBytes)
    for id in ids {
      for shift: UInt32 in stride(from: 0, to: 32, by: 8) {
        chunk.append(UInt8(truncatingIfNeeded: id >> shift))
      }
      if chunk.count >= chunkSizeInBytes {
        checksum.update(chunk)
        chunk.removeAll(keepingCapacity: true)
      }
    }
    checksum.update(chunk)
    return checksum.value
  }

  private static let chunkSizeInBytes = 64 << 10
}
