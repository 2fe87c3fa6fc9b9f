package import MatchmarkCore

/// An engine as the harness uses it: opened on one corpus, asked, closed.
///
/// ```swift
/// let engine = try EngineProcess(launch)
/// switch try engine.open(corpus, profile: profile) {
/// case .skipped(let skip): …            // declined, shown as skipped
/// case .opened(let facts):
///   switch try engine.answer(query, want: .page, repeatCount: 3) {
///   case .answered(let timed): …        // timed.answer.rows, timed.answer.elapsedInNanoseconds
///   case .skipped(let skip): …
///   }
/// }
/// try engine.close()
/// ```
///
/// Each corpus gets a fresh process. Every method throws ``EngineFault`` with the state of the
/// engine; by then its whole process group is gone, and every later call throws the same fault. An
/// engine that is let go without ``close()`` is killed.
package final class EngineProcess {
  /// The messages below.
  private let client: EngineClient

  /// Starts the program and greets it.
  ///
  /// - Throws: ``EngineFault``: not installed, failed to start, wrong protocol, no version, …
  package init(_ launch: EngineLaunch) throws(EngineFault) {
    client = try EngineClient(launch)
    try client.hello()
  }

  /// What the engine was started from.
  package var launch: EngineLaunch { client.launch }

  /// What it said of itself.
  package var greeting: HelloReply? { client.greeting }

  /// What is known of it when the index is built.
  package var facts: EngineIntroduction? { client.facts }

  /// What its own durations tell about its clock.
  package var durations: DurationAudit { client.durations }

  /// The fault that ended it, if one did.
  package var fault: EngineFault? { client.fault }

  /// Lets it read the rows and build its index.
  package func open(
    _ corpus: EngineCorpus, profile: SearchProfile
  ) throws(EngineFault) -> EngineOpening {
    if let skip = try client.load(corpus, profile: profile) { return .skipped(skip) }
    return try client.build()
  }

  /// Asks one query; what the engine does not offer (see ``EngineCapabilities/wants``) is skipped
  /// without asking.
  ///
  /// All audits that need no expected answer are done: ids, order, count, digest, durations.
  /// Whether the rows are the right ones is for the caller.
  ///
  /// - Parameter repeatCount: how often the engine answers and times it; at most
  ///   ``EngineLimits/repeatCount``.
  package func answer(
    _ query: SearchQuery, want: Want, repeatCount: Int = 1, marksRanges: Bool = false
  ) throws(EngineFault) -> EngineResult {
    try client.query(query, want: want, repeatCount: repeatCount, marksRanges: marksRanges)
  }

  /// Says goodbye and waits until the process has ended, in good order.
  package func close() throws(EngineFault) { try client.bye() }
}

/// The rows file that an engine is to read.
package struct EngineCorpus: Sendable, Hashable {
  /// The absolute path of the canonical file.
  package let path: String
  /// Its identity, `<crc32 hex>-<byte length>`.
  package let identity: String
  /// Its first line.
  package let schemaLine: [UInt8]
  /// How many rows follow.
  package let rowCount: Int

  package init(path: String, identity: String, schemaLine: [UInt8], rowCount: Int) {
    self.path = path
    self.identity = identity
    self.schemaLine = schemaLine
    self.rowCount = rowCount
  }
}

/// Whether an engine takes a corpus under a profile.
package enum EngineOpening: Sendable, Hashable {
  case opened(EngineIntroduction)
  case skipped(SkipReason)
}

/// What became of one query.
package enum EngineResult: Sendable, Hashable {
  case answered(TimedEngineAnswer)
  case skipped(SkipReason)
}

/// An answer with both times: the engine's own, and what was seen from outside.
package struct TimedEngineAnswer: Sendable, Hashable {
  /// Count, rows or digest, and the engine's durations.
  package let answer: EngineAnswer
  /// From the first byte of the request to the last of the reply, all repetitions and the transport
  /// included; the engine's durations lie within.
  package let wallInNanoseconds: UInt64

  package init(answer: EngineAnswer, wallInNanoseconds: UInt64) {
    self.answer = answer
    self.wallInNanoseconds = wallInNanoseconds
  }
}

/// What an engine says of itself, and what building cost.
package struct EngineIntroduction: Sendable, Hashable {
  /// Name, version, language, build, clock, capabilities.
  package let hello: HelloReply
  /// The engine's own time for building its index.
  package let buildInNanoseconds: Int
  /// What its index holds in addition to the rows.
  package let indexSizeInBytes: Int

  package init(hello: HelloReply, buildInNanoseconds: Int, indexSizeInBytes: Int) {
    self.hello = hello
    self.buildInNanoseconds = buildInNanoseconds
    self.indexSizeInBytes = indexSizeInBytes
  }

  /// One line for the place where a matcher says which structure it chose.
  package var plan: String {
    let about = [hello.language, hello.build].filter { !$0.isEmpty }.joined(separator: ", ")
    let timing = "timed by \(hello.clock), \(hello.resolutionInNanoseconds) ns a step"
    return "\(hello.name) \(hello.version)\(about.isEmpty ? "" : " (\(about))"), \(timing)"
  }
}

extension EngineAnswer {
  /// The rows as the set that in-process matchers answer; nil where none were asked for.
  ///
  /// - Parameter rowCount: the number of rows of the corpus, which every id is below (checked).
  package func set(rowCount: Int) -> Answer? {
    guard let rows else { return nil }
    var answer = Answer(rowCount: rowCount)
    for row in rows { answer.insert(row) }
    return answer
  }
}
