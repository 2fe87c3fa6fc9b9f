import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem

/// The search for the slowest keystroke of a matcher over the rows of a draw: the sessions that
/// came closest to their budgets are changed again and again (hill climbing from many starts).
struct SlowSearch {
  /// A session, and its value in one respect: the share of its budget that its last keystroke
  /// takes, or a time in nanoseconds.
  private struct Candidate {
    let session: [SearchQuery]
    let value: Double
  }

  private let draw: SpeedDraw
  private let subject: SpeedSubject
  private var mutation: SessionMutation
  private var generator: SeededGenerator
  private(set) var pair: TimedPair
  /// The number of keystrokes that were timed.
  private(set) var keystrokeCount = 0
  /// The best first.
  private var pool: [Candidate] = []
  private var slowest = Candidate(session: [], value: 0)
  private var longest = Candidate(session: [], value: 0)

  private static let poolSize = 16
  private static let trialCount = 300
  private static let seconds = 5.0
  private static let repeats = 3
  /// The share of a budget above which a keystroke is timed again and again.
  private static let suspectShare = 1.05

  init(_ draw: SpeedDraw, of subject: SpeedSubject, timedBy pair: TimedPair) {
    (self.draw, self.subject, self.pair) = (draw, subject, pair)
    var generator = draw.generator
    mutation = SessionMutation(
      draw.folded, SeededGenerator(seed: generator.next(), stream: subject.id))
    self.generator = generator
  }

  /// Searches until a keystroke is over its budget whenever it is repeated, or the trials are done.
  ///
  /// - Returns: the session of the find; nil without one.
  mutating func run() -> (session: [SearchQuery], confirmed: ConfirmedTime)? {
    let end = MonotonicClock.now() + UInt64(Self.seconds * 1e9)
    let starts = draw.typical + (0..<Self.poolSize).map { _ in mutation.fresh() }
    for session in starts where MonotonicClock.now() < end {
      if let find = attempt(session) { return find }
    }
    for _ in 0..<Self.trialCount where !pool.isEmpty && MonotonicClock.now() < end {
      // The better half is changed more often.
      let place = generator.below(generator.below(pool.count) + 1)
      let session = mutation.changed(pool[place].session, with: generator.pick(pool).session)
      if let find = attempt(session) { return find }
    }
    return nil
  }

  private mutating func attempt(
    _ session: [SearchQuery]
  ) -> (session: [SearchQuery], confirmed: ConfirmedTime)? {
    guard pair.failure == nil, let times = pair.times(of: session, repeats: Self.repeats) else {
      return nil
    }
    keystrokeCount += times.count
    note(session, times)
    let shares = times.map { pair.share($0) }
    guard let place = shares.indices.max(by: { shares[$0] < shares[$1] }) else { return nil }
    let found = Array(session[...place])
    if shares[place] > Self.suspectShare, let confirmed = pair.confirm(found),
      confirmed.leastShare > Self.suspectShare
    {
      return (found, confirmed)
    }
    // A keystroke that was over its budget once and not again counts as one just within it.
    enter(Candidate(session: found, value: min(shares[place], 1)))
    return nil
  }

  private mutating func enter(_ candidate: Candidate) {
    let place = pool.firstIndex { $0.value < candidate.value } ?? pool.count
    guard place < Self.poolSize, !pool.contains(where: { $0.session == candidate.session }) else {
      return
    }
    pool.insert(candidate, at: place)
    if pool.count > Self.poolSize { pool.removeLast() }
  }

  private mutating func note(_ session: [SearchQuery], _ times: [KeystrokeTime]) {
    let place = times.indices.max { times[$0].subject < times[$1].subject }
    if let place, times[place].subject > slowest.value {
      slowest = Candidate(session: Array(session[...place]), value: times[place].subject)
    }
    let sum = times.reduce(0) { $0 + $1.subject }
    if sum > longest.value { longest = Candidate(session: session, value: sum) }
  }

  /// The slowest keystroke and session, and the keystroke that came closest to its budget, the
  /// keystrokes timed once more.
  mutating func extremes() -> [Extreme] {
    var extremes: [Extreme] = []
    if let confirmed = pair.confirm(slowest.session) {
      extremes.append(
        Extreme(
          "slowest keystroke", confirmed.time.subject, words(slowest.session, confirmed.time)))
    }
    if let nearest = pool.first, let confirmed = pair.confirm(nearest.session) {
      let share = pair.share(confirmed.time)
      extremes.append(
        Extreme(
          "closest to its budget", share,
          "\(QuantityFormat.fixed(share, digits: 2)) of \(subject.budget): "
            + words(nearest.session, confirmed.time)))
    }
    if let last = longest.session.last {
      extremes.append(
        Extreme(
          "slowest session", longest.value,
          "\(QuantityFormat.time(longest.value)) for "
            + "\(QuantityFormat.keystrokes(longest.session.count)) up to \(last.summary), in "
            + draw.description))
    }
    return extremes
  }

  private func words(_ session: [SearchQuery], _ time: KeystrokeTime) -> String {
    "\(SlowText.keystroke(session, time)), in \(draw.description)"
  }
}

/// The words for slow keystrokes.
enum SlowText {
  private static let earlierCount = 3

  /// For instance `title contains, folding cd, phrase`.
  static func profile(_ profile: SearchProfile) -> String {
    let modes = profile.textFields.map { "\($0.name) \($0.match.rawValue)" }
    return (modes + ["folding \(profile.folding.rawValue)", profile.terms.rawValue])
      .joined(separator: ", ")
  }

  /// For instance `61 µs for "e " after "e" (the scan takes 36 µs)`.
  static func keystroke(_ session: [SearchQuery], _ time: KeystrokeTime) -> String {
    let earlier = session.dropLast()
    let shown = earlier.suffix(earlierCount).map(\.summary).joined(separator: ", ")
    let before =
      earlier.isEmpty ? "" : " after \(earlier.count > earlierCount ? "…, " : "")\(shown)"
    return "\(QuantityFormat.time(time.subject)) for \(session.last?.summary ?? "")\(before) "
      + "(the scan takes \(QuantityFormat.time(time.scan)))"
  }
}
