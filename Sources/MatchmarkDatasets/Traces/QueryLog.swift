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
    var traces: [Trace] = []
    for line in try TextLines(bytes, of: path).lines {
      guard line.bytes.count <= SearchLimits.querySizeInBytes else {
        throw .input(
          "\(line.place): got a query of \(line.bytes.count) bytes, expected at most "
            + "\(SearchLimits.querySizeInBytes)")
      }
      guard traces.count < Self.queryLimit else { throw .input("\(path): \(Self.tooMany)") }
      traces.append(Self.trace(String(decoding: line.bytes, as: UTF8.self), line: line.number))
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
