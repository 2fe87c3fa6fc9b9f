import MatchmarkCore
package import MatchmarkSession

/// A log of queries, one on each line; each is typed key by key in a session of its own.
///
/// ```text
/// blue shirt
/// zürich
/// ```
package struct QueryLog {
  /// The typing sessions, in the order of the lines.
  package let traces: [Trace]

  /// More queries than this make no figure better, and a run of hours.
  package static let queryLimit = 10_000

  /// Reads a log; empty lines are ignored.
  ///
  /// - Throws: ``InputError/input(_:)`` for text that is not UTF-8, a query beyond the limit of the
  ///   contract, no query, or too many of them.
  package init(_ bytes: [UInt8], file: String) throws(InputError) {
    let path = CorpusSource.shown(file)
    if let offset = SourceText.firstInvalidByte(in: bytes) {
      throw .input(
        "\(path): got a byte sequence that is not UTF-8 at byte \(offset), expected UTF-8; convert "
          + "the file: iconv -f WINDOWS-1252 -t UTF-8")
    }
    let text = bytes.dropFirst(SourceText.byteOrderMarkSizeInBytes(in: bytes))
    var traces: [Trace] = []
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let query = line.last == 0x0D ? line.dropLast() : line
      guard !query.isEmpty else { continue }
      guard query.count <= SearchLimits.querySizeInBytes else {
        throw .input(
          "\(path):\(index + 1): got a query of \(query.count) bytes, expected at most "
            + "\(SearchLimits.querySizeInBytes)")
      }
      guard traces.count < Self.queryLimit else { throw .input("\(path): \(Self.tooMany)") }
      traces.append(Self.trace(String(decoding: query, as: UTF8.self), line: index + 1))
    }
    guard !traces.isEmpty else {
      throw .input("\(path): got no query, expected one on each line")
    }
    self.traces = traces
  }

  package static let tooMany =
    "got more than \(queryLimit) queries, expected no more; a sample will do: "
    + "shuf -n \(queryLimit) FILE"

  private static func trace(_ query: String, line: Int) -> Trace {
    Trace(
      name: "line-\(String(line).zeroPadded(to: 5))", why: "a query of the user's own log",
      events: [.activate(by: .user)] + query.map { .type(String($0)) } + [.cancel])
  }
}
