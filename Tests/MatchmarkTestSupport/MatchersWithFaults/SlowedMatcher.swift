package import MatchmarkCore

extension MatcherEntry {
  /// Returns the same matcher under the same id, slower by a share: after each keystroke it makes
  /// as many multiplications as take that share of the keystroke's own time.
  ///
  /// It is compared with a share of zero, which has the same cost of wrapping and of two clock
  /// readings. The matcher works instead of waiting: no clock is read meanwhile, and a sleeping
  /// core would cool down. Instructions do not grow in proportion; for that, use
  /// ``repeating(every:)``.
  ///
  /// - Parameter now: a function that returns the nanoseconds of a monotonic clock.
  package func slowed(by share: Double, now: @escaping @Sendable () -> UInt64) -> MatcherEntry {
    wrapped { SlowedCursor(right: $0, share: share, now: now) }
  }

  /// Returns the same matcher under the same id, with every n-th keystroke answered twice.
  ///
  /// Instructions and allocations grow by exactly one part in n on every machine.
  package func repeating(every period: Int) -> MatcherEntry {
    wrapped { RepeatingCursor(right: $0, period: period) }
  }

  /// Returns the same matcher under the same id, which answers one text `count` times.
  package func repeating(_ text: String, count: Int) -> MatcherEntry {
    wrapped { OneTextCursor(right: $0, text: text, count: count) }
  }

  /// Returns the same matcher under the same id, without the last row of each answer.
  package func losingRows() -> MatcherEntry {
    let right = self
    return MatcherEntry(descriptor: descriptor, support: support) {
      corpus, options throws(MatcherError) in
      try MatcherEntry(.dropsLastRow, around: right).build(corpus, options)
    }
  }

  private func wrapped(
    _ cursor: @escaping @Sendable (any MatcherCursor) -> any MatcherCursor
  ) -> MatcherEntry {
    let build = build
    return MatcherEntry(descriptor: descriptor, support: support) {
      corpus, options throws(MatcherError) in
      WrappedMatcher(right: try build(corpus, options), wrap: cursor)
    }
  }
}

/// A cursor that does extra work after each answer.
private struct SlowedCursor: MatcherCursor {
  var right: any MatcherCursor
  let share: Double
  let now: @Sendable () -> UInt64
  private var work: Multiplications

  init(right: any MatcherCursor, share: Double, now: @escaping @Sendable () -> UInt64) {
    self.right = right
    self.share = share
    self.now = now
    work = Multiplications(now: now)
  }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    let start = now()
    let response = try right.answer(query, into: &answer)
    let elapsed = Double(now() &- start)
    // One of the two readings is within the measured time; a share of zero has both as well.
    work.spend(nanoseconds: (elapsed + work.readingInNanoseconds) * share)
    return response
  }
}

/// Work of known cost: a chain of multiplications, each of which needs the previous result.
private struct Multiplications {
  /// The cost of reading the clock.
  private(set) var readingInNanoseconds = Double.infinity
  private var nanosecondsEach = Double.infinity
  private var state: UInt64 = 1

  private static let trialCount = 20
  private static let trialSize = 2_000

  /// Measures the costs as the minimum of several trials, that of the trial that was disturbed
  /// least.
  init(now: () -> UInt64) {
    for _ in 0..<Self.trialCount {
      let start = now()
      let middle = now()
      state = Self.chain(Self.trialSize, from: state)
      let end = now()
      readingInNanoseconds = min(readingInNanoseconds, Double(middle &- start))
      nanosecondsEach = min(nanosecondsEach, Double(end &- middle) / Double(Self.trialSize))
    }
  }

  mutating func spend(nanoseconds: Double) {
    guard nanoseconds > 0, nanosecondsEach > 0 else { return }
    state = Self.chain(Int((nanoseconds / nanosecondsEach).rounded()), from: state)
  }

  /// Makes multiplications; if it were optimised, the work would be removed, because the result is
  /// unused.
  @inline(never) @_optimize(none)
  private static func chain(_ count: Int, from start: UInt64) -> UInt64 {
    var state = start
    var left = count
    while left > 0 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      left -= 1
    }
    return state
  }
}

/// A cursor that answers every n-th keystroke twice.
private struct RepeatingCursor: MatcherCursor {
  var right: any MatcherCursor
  let period: Int
  private var count = 0

  init(right: any MatcherCursor, period: Int) {
    self.right = right
    self.period = period
  }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    count += 1
    if count.isMultiple(of: period) { _ = try right.answer(query, into: &answer) }
    return try right.answer(query, into: &answer)
  }
}

/// A cursor that answers one text several times.
private struct OneTextCursor: MatcherCursor {
  var right: any MatcherCursor
  let text: String
  let count: Int

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    if query.text == text {
      for _ in 1..<count { _ = try right.answer(query, into: &answer) }
    }
    return try right.answer(query, into: &answer)
  }
}
