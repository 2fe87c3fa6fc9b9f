internal import MatchmarkRecord

extension EngineReply {
  /// Checks everything about a reply that follows from the request and the number of rows.
  ///
  /// Other code checks that an answer is right, that an id was not used before, and that durations
  /// fit the time measured outside the engine.
  ///
  /// - Parameter resolution: the step of the engine's clock, in nanoseconds.
  /// - Complexity: O(rows of the reply).
  package func check(
    against request: EngineRequest, rowCount: Int, resolution: Int = 1
  ) throws(MessageError) {
    switch (self, request) {
    case (.load(.done(let rows)), .load(let request)):
      try rows.check(against: request, rowCount: rowCount)
    case (.hello, .hello), (.load, .load), (.build, .build), (.bye, .bye): return
    case (.query(let id, let result), .query(let request)):
      try Self.check(id, for: request.id)
      guard case .done(let answer) = result else { return }
      try answer.check(against: request, rowCount: rowCount, resolution: resolution)
    case (.ranking(let id, let ranking), .rank(let request)):
      try Self.check(id, for: request.id)
      try EngineAnswer.checkDurations(
        ranking.elapsedInNanoseconds, repeatCount: request.repeatCount, resolution: resolution)
      try ranking.checkCounts()
    case (.query(let id, let result), .rank(let request)):
      try Self.check(id, for: request.id)
      guard case .done = result else { return }
      throw MessageError(at: "ids", got: "nothing", expected: "an array of row ids, the best first")
    case (.ranking, .query):
      throw MessageError(
        at: "ids", got: "ids",
        expected: "'count' and what was asked for, because its greeting names no contract")
    case (.error(let text), _):
      throw MessageError(
        .errored, at: "error", got: "'\(text)'", expected: "a reply to '\(request.type)'")
    default:
      throw MessageError(.outOfOrder, at: "type", got: "'\(type)'", expected: "'\(request.type)'")
    }
  }

  private static func check(_ id: Int, for expected: Int) throws(MessageError) {
    guard id == expected else {
      throw MessageError(.outOfOrder, at: "id", got: "\(id)", expected: "\(expected)")
    }
  }
}

extension LoadedRows {
  fileprivate func check(against request: LoadRequest, rowCount: Int) throws(MessageError) {
    guard hash == request.corpusHash else {
      throw MessageError(
        .wrongHash, at: "hash", got: "'\(hash)'", expected: "'\(request.corpusHash)'")
    }
    guard count == rowCount else {
      throw MessageError(.wrongRowCount, at: "rows", got: "\(count)", expected: "\(rowCount)")
    }
  }
}

extension EngineAnswer {
  fileprivate func check(
    against request: QueryRequest, rowCount: Int, resolution: Int
  ) throws(MessageError) {
    try Self.checkDurations(
      elapsedInNanoseconds, repeatCount: request.repeatCount, resolution: resolution)
    guard count <= rowCount else {
      throw MessageError(
        .lyingCount, at: "count", got: "\(count)",
        expected: "at most \(rowCount), the rows of the corpus")
    }
    try checkPresence(for: request.want)
    if let rows { try check(rows, want: request.want, rowCount: rowCount) }
    guard ranges?.count == (request.marksRanges ? rows?.count : nil) else {
      throw MessageError(
        at: "ranges", got: ranges.map { "an array of \($0.count)" } ?? "nothing",
        expected: request.marksRanges
          ? "an object for each row" : "none, because they were not requested")
    }
    for (index, marks) in (ranges ?? []).enumerated() {
      for (name, pairs) in marks where !zip([-1] + pairs.joined(), pairs.joined()).allSatisfy(<) {
        throw MessageError(
          at: "ranges[\(index)].\(name)", got: "\(pairs)",
          expected: "ascending pairs of offsets that do not touch")
      }
    }
  }

  fileprivate static func checkDurations(
    _ elapsedInNanoseconds: [Int], repeatCount: Int, resolution: Int
  ) throws(MessageError) {
    guard elapsedInNanoseconds.count == repeatCount else {
      throw MessageError(
        .wrongRepeatCount, at: "elapsed_ns",
        got: "\(elapsedInNanoseconds.count) durations", expected: "\(repeatCount)")
    }
    // A coarse clock may not advance during a keystroke; a fine clock always does.
    let least = resolution > 1 ? 0 : 1
    for (index, duration) in elapsedInNanoseconds.enumerated() where duration < least {
      throw MessageError(
        .impossibleDuration, at: "elapsed_ns[\(index)]", got: "\(duration)",
        expected: "\(least) nanoseconds or more")
    }
  }

  /// Checks that rows and digest are present if, and only if, they were requested.
  private func checkPresence(for want: Want) throws(MessageError) {
    let wantsRows = want == .rows || want == .page
    guard (rows != nil) == wantsRows else {
      throw MessageError(
        at: "rows", got: rows.map { "an array of \($0.count)" } ?? "nothing",
        expected: wantsRows ? "an array of row ids" : "none for want '\(want.rawValue)'")
    }
    guard (digest != nil) == (want == .digest) else {
      throw MessageError(
        at: "digest", got: digest.map { "\($0)" } ?? "nothing",
        expected: want == .digest ? "a whole number" : "none for want '\(want.rawValue)'")
    }
  }

  private func check(_ rows: [Int], want: Want, rowCount: Int) throws(MessageError) {
    var previous = -1
    for (index, row) in rows.enumerated() {
      guard row >= 0, row < rowCount else {
        throw MessageError(
          .idsOutOfRange, at: "rows[\(index)]", got: "row \(row)",
          expected: rowCount == 0 ? "none, there are no rows" : "0 to \(rowCount - 1)")
      }
      guard row > previous else {
        throw MessageError(
          .idsNotAscending, at: "rows[\(index)]",
          got: "row \(row) after row \(previous)", expected: "ascending rows, each once")
      }
      previous = row
    }
    let due = want == .page ? min(count, EngineLimits.pageSize) : count
    guard rows.count == due else {
      throw MessageError(
        .lyingCount, at: "count", got: "a count of \(count) with \(rows.count) rows",
        expected: want == .page
          ? "\(due) rows, a page of \(count)" : "as many rows as the count")
    }
  }
}
