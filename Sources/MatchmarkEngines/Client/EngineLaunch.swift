package import MatchmarkRecord

/// An engine to start: an entry of a list of engines, with all placeholders replaced.
package struct EngineLaunch: Sendable, Codable, Hashable {
  /// The id of the entry, as reports show it.
  package let id: String
  /// The program and its arguments, which are passed unchanged and without a shell.
  package var command: [String]
  /// The working directory; nil for that of this process.
  package var folder: String?
  /// The variables that are added to those of this process, or override them.
  package var environment: [String: String]
  package var timeouts: EngineTimeouts

  package init(
    id: String, command: [String], folder: String? = nil, environment: [String: String] = [:],
    timeouts: EngineTimeouts = EngineTimeouts()
  ) {
    self.id = id
    self.command = command
    self.folder = folder
    self.environment = environment
    self.timeouts = timeouts
  }
}

/// The time that an engine may take for each phase, from the first byte of the request to the last
/// byte of the reply.
package struct EngineTimeouts: Sendable, Codable, Hashable {
  /// The time to start and to send the greeting.
  package var hello = Duration.seconds(10)
  package var load = Duration.seconds(120)
  package var build = Duration.seconds(600)
  /// The time to answer a query with all its repetitions.
  package var query = Duration.seconds(10)
  /// The time to say goodbye and to end.
  package var bye = Duration.seconds(5)
  /// The time to wait for evidence that distinguishes one error from another.
  ///
  /// A closed pipe may be followed by the end of the process, an extra line by more lines; this
  /// time is never spent on an engine without an error.
  package var settle = Duration.seconds(1)

  package init() {}

  /// Creates timeouts with the same limit for each phase.
  package init(each limit: Duration) {
    (hello, load, build, query, bye) = (limit, limit, limit, limit, limit)
  }

  /// Returns the timeout of a phase; the timeout of `hello` also covers the start.
  package subscript(phase: EnginePhase) -> Duration {
    switch phase {
    case .start, .hello: hello
    case .load: load
    case .build: build
    case .query: query
    case .bye: bye
    }
  }
}

/// The file of rows that an engine must read: the absolute path of the canonical file, its identity
/// (`<crc32 hex>-<byte length>`), its first line, and the number of its rows.
package typealias EngineCorpus = (
  path: String, identity: String, schemaLine: [UInt8], rowCount: Int
)

/// The response of an engine to a corpus under a profile.
package enum EngineOpening: Sendable, Hashable {
  /// The engine is ready: its own time for building the index, and the size of the index in
  /// addition to the rows.
  ///
  /// The growth is that of its resident memory during the build, as measured from outside; nil if
  /// the system does not report it.
  case opened(buildInNanoseconds: Int, indexSizeInBytes: Int, growthInBytes: Int?)
  case skipped(SkipReason)
}

/// The time of an exchange, from the first byte of the request to the last byte of the reply,
/// including all repetitions and the transport; the engine's durations lie within it.
package struct ExchangeTime: Sendable, Hashable {
  package var wallInNanoseconds: UInt64
  /// The part of the time for which one of the two sides was ready to run and waited for a
  /// processor; nil if the system does not report it.
  package var waitedInNanoseconds: UInt64?
}

package enum EngineResult: Sendable, Hashable {
  case answered(EngineAnswer, ExchangeTime)
  case skipped(SkipReason)
}
