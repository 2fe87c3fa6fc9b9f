package import MatchmarkCore

/// The rows file that an engine is to read.
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
}

/// What an engine says of itself, and what building cost.
package struct EngineIntroduction: Sendable, Hashable {
  package let hello: HelloReply
  /// The engine's own time for building its index.
  package let buildInNanoseconds: Int
  /// What its index holds in addition to the rows.
  package let indexSizeInBytes: Int

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
