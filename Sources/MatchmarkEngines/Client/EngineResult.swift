package import MatchmarkCore

/// The rows file that an engine must read.
package struct EngineCorpus: Sendable, Hashable {
  /// The absolute path of the canonical file.
  package let path: String
  /// Its identity, `<crc32 hex>-<byte length>`.
  package let identity: String
  package let schemaLine: [UInt8]
  package let rowCount: Int

  package init(path: String, identity: String, schemaLine: [UInt8], rowCount: Int) {
    self.path = path
    self.identity = identity
    self.schemaLine = schemaLine
    self.rowCount = rowCount
  }
}

/// Whether an engine accepts a corpus under a profile.
package enum EngineOpening: Sendable, Hashable {
  case opened(EngineIntroduction)
  case skipped(SkipReason)
}

/// The result of one query.
package enum EngineResult: Sendable, Hashable {
  case answered(TimedEngineAnswer)
  case skipped(SkipReason)
}

/// An answer with both times: the engine's own, and the one measured outside.
package struct TimedEngineAnswer: Sendable, Hashable {
  /// Count, rows or digest, and the engine's durations.
  package let answer: EngineAnswer
  /// The time from the first byte of the request to the last of the reply, including all
  /// repetitions and the transport; the engine's durations lie within it.
  package let wallInNanoseconds: UInt64
}

/// What an engine reports about itself, and the cost of building.
package struct EngineIntroduction: Sendable, Hashable {
  package let hello: HelloReply
  /// The engine's own time for building its index.
  package let buildInNanoseconds: Int
  /// The size of its index in addition to the rows.
  package let indexSizeInBytes: Int

  /// One line, shown where a matcher names the structure that it chose.
  package var plan: String {
    let about = [hello.language, hello.build].filter { !$0.isEmpty }.joined(separator: ", ")
    let timing = "timed by \(hello.clock), \(hello.resolutionInNanoseconds) ns per step"
    return "\(hello.name) \(hello.version)\(about.isEmpty ? "" : " (\(about))"), \(timing)"
  }
}

extension EngineAnswer {
  /// The rows as the set that in-process matchers return; nil if none were requested.
  ///
  /// - Parameter rowCount: the number of rows of the corpus; every id must be less (checked).
  package func set(rowCount: Int) -> Answer? {
    guard let rows else { return nil }
    var answer = Answer(rowCount: rowCount)
    for row in rows { answer.insert(row) }
    return answer
  }
}
