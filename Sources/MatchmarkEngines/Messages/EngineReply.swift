/// An engine's reply to one request.
package enum EngineReply: Sendable, Hashable {
  case hello(HelloReply)
  case load(LoadReply)
  case build(BuildReply)
  case query(QueryReply)
  case bye
  /// It did not understand the request; the text says why.
  case error(String)
}

/// How an engine presents itself.
package struct HelloReply: Sendable, Hashable {
  /// The version of the protocol that it speaks.
  package var protocolVersion = EngineRequest.protocolVersion
  /// Its name; not empty.
  package let name: String
  /// Its version; not empty, because figures without one say nothing.
  package let version: String
  /// What it is written in, such as `python 3.11.7`.
  package let language: String
  /// How it was built: `release`, `debug`, `interpreted`; free text.
  package let build: String
  /// The name of the clock by which it times itself.
  package let clock: String
  /// The smallest step of that clock, in nanoseconds; 0 where it does not know.
  package let resolutionInNanoseconds: Int
  package let capabilities: EngineCapabilities

  package init(
    name: String, version: String, language: String, build: String, clock: String,
    resolutionInNanoseconds: Int, capabilities: EngineCapabilities
  ) {
    self.name = name
    self.version = version
    self.language = language
    self.build = build
    self.clock = clock
    self.resolutionInNanoseconds = resolutionInNanoseconds
    self.capabilities = capabilities
  }
}

/// What an engine can deliver, and how far it can be believed.
package struct EngineCapabilities: Sendable, Hashable {
  /// What it can be asked for; always `rows`, by which it is verified.
  package let wants: [Want]
  /// Whether answers are exactly the matching rows; false for one that may answer more.
  package let isExact: Bool
  /// Which profiles it answers, in its own words; nil where it does not say.
  package let profiles: String?
  /// Whether it says with a page what a list marks of its rows.
  package let marksRanges: Bool

  package init(
    wants: [Want] = Want.allCases, isExact: Bool = true, profiles: String? = nil,
    marksRanges: Bool = false
  ) {
    self.marksRanges = marksRanges
    self.wants = wants
    self.isExact = isExact
    self.profiles = profiles
  }
}

/// What an engine declines, and why.
package struct SkipReason: Sendable, Hashable {
  package let reason: String
  /// Where more is said about it; nil where nothing is.
  package let url: String?

  package init(_ reason: String, url: String? = nil) {
    self.reason = reason
    self.url = url
  }
}

/// What became of the rows.
package enum LoadReply: Sendable, Hashable {
  /// The number of rows that it read, and the identity that it computed over the bytes that it
  /// read.
  case loaded(rowCount: Int, hash: String)
  case skipped(SkipReason)
  case failed(String)
}

/// What became of the index.
package enum BuildReply: Sendable, Hashable {
  /// How long building took, and how many bytes the index holds in addition to the rows.
  case built(elapsedInNanoseconds: Int, indexSizeInBytes: Int)
  /// It declines this corpus, which it may see only now that it reads every row.
  case skipped(SkipReason)
  case failed(String)
}

/// The reply to one query.
package struct QueryReply: Sendable, Hashable {
  package let id: Int
  package let outcome: QueryOutcome

  package init(id: Int, _ outcome: QueryOutcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// What became of a query.
package enum QueryOutcome: Sendable, Hashable {
  case answered(EngineAnswer)
  /// The engine declines it: shown as skipped, never as wrong.
  case skipped(SkipReason)
  case failed(String)
}

/// What an engine answered, and how long it took.
package struct EngineAnswer: Sendable, Hashable {
  /// The time of each repetition.
  package let elapsedInNanoseconds: [Int]
  package let count: Int
  /// The digest of all ids; only where it was asked for.
  package let digest: UInt32?
  /// All ids or the first ones, ascending; only where they were asked for.
  package let rows: [Int]?
  /// What a list marks of each of the rows: by the name of the column, pairs of UTF-8 offsets; only
  /// where it was asked for.
  package var ranges: [[String: [[Int]]]]?

  package init(
    elapsedInNanoseconds: [Int], count: Int, digest: UInt32? = nil, rows: [Int]? = nil
  ) {
    self.elapsedInNanoseconds = elapsedInNanoseconds
    self.count = count
    self.digest = digest
    self.rows = rows
  }
}
