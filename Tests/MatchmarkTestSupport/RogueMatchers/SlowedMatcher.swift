package import MatchmarkCore

extension MatcherEntry {
  /// The same matcher under the same id, a share slower: each keystroke is followed by work that
  /// takes so much of the time that it took itself.
  ///
  /// Work, not sleep: a sleeping core would cool down, and what is injected would not be what a
  /// slower matcher is. A clock decides how much, so the share is right on any machine, but for
  /// what its own readings cost, which is taken off; instructions are not in proportion, for which
  /// there is ``repeating(every:)``.
  ///
  /// - Parameter now: nanoseconds of a monotonic clock.
  package func slowed(by share: Double, now: @escaping @Sendable () -> UInt64) -> MatcherEntry {
    wrapped { SlowedCursor(right: $0, share: share, now: now) }
  }

  /// The same matcher under the same id, with every n-th keystroke answered twice.
  ///
  /// Instructions and allocations grow by exactly one part in n, on every machine alike.
  package func repeating(every period: Int) -> MatcherEntry {
    wrapped { RepeatingCursor(right: $0, period: period) }
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

/// A right matcher whose cursors are wrapped.
private struct WrappedMatcher: BuiltMatcher {
  let right: any BuiltMatcher
  let wrap: @Sendable (any MatcherCursor) -> any MatcherCursor

  var indexByteCount: Int { right.indexByteCount }
  var plan: String { right.plan }

  func makeAnyCursor() -> any MatcherCursor { wrap(right.makeAnyCursor()) }
}

/// Works on behind each answer.
private struct SlowedCursor: MatcherCursor {
  var right: any MatcherCursor
  let share: Double
  let now: @Sendable () -> UInt64
  private var state: UInt64 = 1

  /// Two readings of the clock and half a turn of the loop.
  private static let overheadInNanoseconds = 60.0

  init(right: any MatcherCursor, share: Double, now: @escaping @Sendable () -> UInt64) {
    self.right = right
    self.share = share
    self.now = now
  }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    let start = now()
    let response = try right.answer(query, into: &answer)
    let end = now()
    let work = Double(end &- start) * share - Self.overheadInNanoseconds
    let deadline = end &+ UInt64(max(0, work))
    while now() < deadline { state = state &* 6_364_136_223_846_793_005 &+ 1 }
    return response
  }
}

/// Answers every n-th keystroke twice.
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
