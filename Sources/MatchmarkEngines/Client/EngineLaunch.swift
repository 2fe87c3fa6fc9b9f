/// An engine to start: what stands in an entry of a list of engines, with all names resolved.
package struct EngineLaunch: Sendable, Hashable {
  /// The id of the entry, as reports show it.
  package let id: String
  /// The program and its arguments, handed over as they are; no shell reads them.
  package var command: [String]
  /// The working directory; nil is this process's own.
  package var folder: String?
  /// Variables in addition to those of this process, or instead of them.
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

/// How long an engine may take for each phase, from the first byte of the request to the last byte
/// of the reply.
package struct EngineTimeouts: Sendable, Hashable {
  /// To start and to say who it is.
  package var hello: Duration
  package var load: Duration
  package var build: Duration
  /// To answer one query, all its repetitions together.
  package var query: Duration
  /// To say goodbye, and then to end.
  package var bye: Duration
  /// How long to wait for what tells one fault from another.
  ///
  /// A closed pipe may be followed by an end, a line too many by ever more lines; an engine without
  /// a fault never waits for it.
  package var settle: Duration

  package init(
    hello: Duration = .seconds(10), load: Duration = .seconds(120),
    build: Duration = .seconds(600), query: Duration = .seconds(10), bye: Duration = .seconds(5),
    settle: Duration = .seconds(1)
  ) {
    self.hello = hello
    self.load = load
    self.build = build
    self.query = query
    self.bye = bye
    self.settle = settle
  }

  /// The timeout of a phase; that of hello also covers the start.
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
