/// An engine's reply to one request.
package enum EngineReply: Sendable, Hashable {
  case hello(HelloReply)
  case load(StepOutcome<LoadedRows>)
  case build(StepOutcome<BuiltIndex>)
  case query(id: Int, StepOutcome<EngineAnswer>)
  case bye
  /// The engine did not understand the request; the text says why.
  case error(String)
}

package struct HelloReply: Sendable, Hashable {
  package var protocolVersion = EngineRequest.protocolVersion
  /// Its name; not empty.
  package var name: String
  /// Its version; not empty because figures without a version are meaningless.
  package var version: String
  /// The language in which it is written, such as `python 3.11.7`.
  package var language: String
  /// How it was built: `release`, `debug`, `interpreted`; free text.
  package var build: String
  /// The name of the clock with which it times itself.
  package var clock: String
  /// The smallest step of that clock, in nanoseconds; 0 if it is unknown.
  package var resolutionInNanoseconds: Int
  package var capabilities: EngineCapabilities
}

/// What an engine can deliver, and whether its answers are exact.
package struct EngineCapabilities: Sendable, Hashable {
  /// The wants that it supports; always includes `rows`, with which it is verified.
  package var wants = Want.allCases
  /// Whether answers are exactly the matching rows; false if an answer may contain more.
  package var isExact = true
  /// The profiles that it answers, in its own words; nil if it does not say.
  package var profiles: String?
  /// Whether a page includes the ranges that a list marks in its rows.
  package var marksRanges = false

  /// Ranges that no request can ask for; nil if it declares none.
  package var unreachable: String? {
    marksRanges && isExact && !wants.contains(.page)
      ? "it declares 'ranges' without 'page', in which they are asked for" : nil
  }

  /// The fault of declining what is declared, for a query whose rows it answers.
  package static func declined(_ want: Want, marksRanges: Bool, _ skip: SkipReason) -> String {
    "it answers 'rows' and declares '\(want.rawValue)'\(marksRanges ? " with 'ranges'" : ""), "
      + "but declines: \(skip.reason)\(skip.url.map { " (\($0))" } ?? "")"
  }
}

package struct SkipReason: Sendable, Hashable {
  package let reason: String
  /// A page with more information; nil if there is none.
  package let url: String?

  package init(_ reason: String, url: String? = nil) {
    self.reason = reason
    self.url = url
  }
}

/// What an engine says about loading, building, or answering a query.
package enum StepOutcome<Done: Sendable & Hashable>: Sendable, Hashable {
  case done(Done)
  /// The engine declines, which is shown as skipped, never as wrong; it may see the reason for
  /// declining a corpus only when it builds, because then it reads every row.
  case skipped(SkipReason)
  case failed(String)
}

/// The number of rows that an engine read, and the identity that it computed over the bytes that
/// it read.
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

/// An engine's answer, and the time that it took.
package struct EngineAnswer: Sendable, Hashable {
  package let elapsedInNanoseconds: [Int]
  package let count: Int
  /// The digest of all ids; only if it was requested.
  package let digest: UInt32?
  /// All ids or the first ones, ascending; only if they were requested.
  package let rows: [Int]?
  /// The ranges that a list marks in each of the rows: pairs of UTF-8 offsets by column name; only
  /// if they were requested.
  package var ranges: [[String: [[Int]]]]?

  package init(elapsedInNanoseconds: [Int], count: Int, digest: UInt32? = nil, rows: [Int]? = nil) {
    self.elapsedInNanoseconds = elapsedInNanoseconds
    self.count = count
    self.digest = digest
    self.rows = rows
  }
}
