package import MatchmarkCore
package import MatchmarkSession

/// An engine's reply to one request.
package enum EngineReply: Sendable, Hashable {
  case hello(HelloReply)
  case load(StepResult<LoadedRows>)
  case build(StepResult<BuiltIndex>)
  case query(id: Int, StepResult<EngineAnswer>)
  /// The answer of an engine that ranks.
  case ranking(id: Int, EngineRanking)
  case bye
  /// The engine did not understand the request, for the reason in the text.
  case error(String)
}

extension EngineReply {
  /// The number of the query that is answered; nil for other replies.
  var queryID: Int? {
    switch self {
    case .query(let id, _), .ranking(let id, _): id
    case .hello, .load, .build, .bye, .error: nil
    }
  }
}

package struct HelloReply: Sendable, Hashable {
  package var protocolVersion = EngineRequest.protocolVersion
  /// The name of the engine; not empty.
  package var name: String
  /// The version of the engine; not empty, because measurements without a version are meaningless.
  package var version: String
  /// The language in which the engine is written, such as `python 3.11.7`.
  package var language: String
  /// The kind of build, as free text: `release`, `debug`, `interpreted`.
  package var build: String
  /// The name of the clock with which the engine times itself.
  package var clock: String
  /// The smallest step of that clock, in nanoseconds; 0 if it is unknown.
  package var resolutionInNanoseconds: Int
  package var capabilities: EngineCapabilities
  /// The rules of an engine that ranks; nil for one that answers with sets of rows.
  package var rules: RankingRules?
  /// The rules of a search box; nil for everything else.
  package var boxRules: BoxRules?
}

/// The capabilities of an engine: the deliveries that it supports, and the exactness of its
/// answers.
package struct EngineCapabilities: Sendable, Hashable {
  /// The wants that the engine supports; always includes `rows`, with which it is verified.
  package var wants = Want.allCases
  /// True if answers are exactly the matching rows; false if an answer may contain more.
  package var isExact = true
  /// The profiles that the engine answers, in its own words; nil if it does not tell.
  package var profiles: String?
  /// True if a page includes the ranges that a list marks in its rows.
  package var marksRanges = false

  /// The declared capability to mark ranges, if no request can make use of it; otherwise nil.
  package var unreachable: String? {
    marksRanges && isExact && !wants.contains(.page)
      ? "it declares 'ranges' without 'page', in which they are asked for" : nil
  }

  /// Returns the message for an engine that declines a declared capability for a query whose rows
  /// it answers.
  package static func declined(_ want: Want, marksRanges: Bool, _ skip: SkipReason) -> String {
    "it answers 'rows' and declares '\(want.rawValue)'\(marksRanges ? " with 'ranges'" : ""), "
      + "but declines: \(skip.reason)\(skip.url.map { " (\($0))" } ?? "")"
  }
}

package struct SkipReason: Sendable, Hashable {
  package let reason: String
  /// The address of a page with more information; nil if there is none.
  package let url: String?

  package init(_ reason: String, url: String? = nil) {
    self.reason = reason
    self.url = url
  }
}

/// The result that an engine reports for loading, building, or answering a query.
package enum StepResult<Done: Sendable & Hashable>: Sendable, Hashable {
  case done(Done)
  /// The engine declines, which counts as skipped, never as wrong; it may find the reason for
  /// declining a corpus only while it builds, because it reads every row then.
  case skipped(SkipReason)
  case failed(String)
}

/// The number of rows that an engine read, and the identity that it computed from the bytes that it
/// read.
package struct LoadedRows: Sendable, Hashable {
  package var count: Int
  package var hash: String
}

/// The time that building took, and the size of the index in addition to the rows.
package struct BuiltIndex: Sendable, Hashable {
  package let elapsedInNanoseconds: Int
  let indexSizeInBytes: Int

  package init(elapsedInNanoseconds: Int, indexSizeInBytes: Int) {
    self.elapsedInNanoseconds = elapsedInNanoseconds
    self.indexSizeInBytes = indexSizeInBytes
  }
}

/// A ranked answer of an engine, and the time that it took.
package struct EngineRanking: Sendable, Hashable {
  package let elapsedInNanoseconds: [Int]
  /// The ids of the rows, the best first.
  package let ids: [Int]
  /// The score of each row, and the places of the needle's letters in it; nil if it shows none.
  package var scores: [Double]?
  package var positions: [[Int]]?

  package init(elapsedInNanoseconds: [Int], ids: [Int]) {
    self.elapsedInNanoseconds = elapsedInNanoseconds
    self.ids = ids
  }

  /// The rows, the best first.
  package var rows: [RankedRow] {
    ids.indices.map { RankedRow(ids[$0], score: scores?[$0], positions: positions?[$0]) }
  }
}

/// The result of asking an engine that ranks.
package enum EngineRankingResult: Sendable {
  case ranked(EngineRanking, ExchangeTime)
  case skipped(SkipReason)
}

/// An engine's answer, and the time that it took.
package struct EngineAnswer: Sendable, Hashable {
  package let elapsedInNanoseconds: [Int]
  package let count: Int
  /// The digest of all ids; nil unless it was requested.
  package let digest: UInt32?
  /// All ids or the first ones, ascending; nil unless they were requested.
  package let rows: [Int]?
  /// The ranges that a list marks in each of the rows, as pairs of UTF-8 offsets by column name;
  /// nil unless they were requested.
  package var ranges: [[String: [[Int]]]]?

  package init(elapsedInNanoseconds: [Int], count: Int, digest: UInt32? = nil, rows: [Int]? = nil) {
    self.elapsedInNanoseconds = elapsedInNanoseconds
    self.count = count
    self.digest = digest
    self.rows = rows
  }
}
