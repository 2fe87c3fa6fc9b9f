import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem

/// The time of a keystroke, and that of the scan for the same one, in nanoseconds.
struct KeystrokeTime {
  var subject: Double
  var scan: Double
}

/// The time of a keystroke over several blocks of repetitions.
struct ConfirmedTime {
  /// The medians over all repetitions.
  let time: KeystrokeTime
  /// The smallest quotient of the time and its budget in any block.
  let leastShare: Double
}

/// A matcher and the scan over the same rows, whose keystrokes are timed in turn, so that whatever
/// slows the machine slows both.
struct TimedPair {
  /// The reason why an engine no longer answers.
  private(set) var failure: String?
  private let subject: any BuiltMatcher
  private let scan: any BuiltMatcher
  private let budget: KeystrokeBudget
  private var p99 = 0.0
  private var answer = Answer()

  private init(_ subject: any BuiltMatcher, and scan: any BuiltMatcher, _ budget: KeystrokeBudget) {
    (self.subject, self.scan, self.budget) = (subject, scan, budget)
  }

  /// Builds both; fails if one cannot be built.
  ///
  /// - Parameter typical: returns typing sessions, of which the 99th percentile is measured if the
  ///   budget refers to it.
  static func built(
    _ subject: SpeedSubject, and scan: MatcherEntry, over corpus: FoldedCorpus,
    typical: () -> [[SearchQuery]]
  ) -> Result<TimedPair, MatcherError> {
    Result { () throws(MatcherError) in
      var pair = TimedPair(
        try subject.entry.build(corpus, MatcherOptions()),
        and: try scan.build(corpus, MatcherOptions()), subject.budget)
      if subject.budget.reference == .p99 { pair.measureP99(typical()) }
      return pair
    }
  }

  private mutating func measureP99(_ sessions: [[SearchQuery]]) {
    var times: [Double] = []
    for session in sessions {
      times += (self.times(of: session, repeats: 3) ?? []).map(\.subject)
    }
    p99 = Quantile.type7(times.sorted(), 0.99) ?? 0
  }

  /// The quotient of the time of a keystroke and its budget; 0 if the budget is a multiple of a
  /// 99th percentile that could not be measured.
  func share(_ time: KeystrokeTime) -> Double {
    let limit = budget.limit(scan: time.scan, p99: p99)
    return limit > 0 ? time.subject / limit : 0
  }

  /// The times of all keystrokes of a session, each the shortest of several repetitions; nil if one
  /// of them is declined, refused or fails.
  mutating func times(of session: [SearchQuery], repeats: Int) -> [KeystrokeTime]? {
    var least = session.map { _ in KeystrokeTime(subject: .infinity, scan: .infinity) }
    for _ in 0..<repeats {
      guard let times = pass(session) else { return nil }
      for index in least.indices {
        least[index].subject = min(least[index].subject, times[index].subject)
        least[index].scan = min(least[index].scan, times[index].scan)
      }
    }
    return least
  }

  private static let blockCount = 5
  private static let blockNanoseconds = 20e6
  private static let repetitions = 1...9

  /// Times the last keystroke of a session again and again; nil if one is declined, refused or
  /// fails.
  mutating func confirm(_ session: [SearchQuery]) -> ConfirmedTime? {
    guard let first = pass(session) else { return nil }
    let once = first.reduce(1) { $0 + $1.subject + $1.scan }
    let most = Double(Self.repetitions.upperBound)
    let repeats = max(Self.repetitions.lowerBound, Int(min(most, Self.blockNanoseconds / once)))
    var (leastShare, all) = (Double.infinity, [KeystrokeTime]())
    for _ in 0..<Self.blockCount {
      var block: [KeystrokeTime] = []
      for _ in 0..<repeats {
        guard let last = pass(session)?.last else { return nil }
        block.append(last)
      }
      leastShare = min(leastShare, share(Self.median(block)))
      all += block
    }
    return ConfirmedTime(time: Self.median(all), leastShare: leastShare)
  }

  private static func median(_ times: [KeystrokeTime]) -> KeystrokeTime {
    KeystrokeTime(
      subject: Quantile.median(times.map(\.subject)) ?? 0,
      scan: Quantile.median(times.map(\.scan)) ?? 0)
  }

  /// Asks both every keystroke once, with fresh cursors.
  private mutating func pass(_ session: [SearchQuery]) -> [KeystrokeTime]? {
    guard let scan = nanoseconds(of: session, by: scan),
      let subject = nanoseconds(of: session, by: subject)
    else { return nil }
    return zip(subject, scan).map { KeystrokeTime(subject: $0, scan: $1) }
  }

  private mutating func nanoseconds(
    of session: [SearchQuery], by matcher: any BuiltMatcher
  ) -> [Double]? {
    var cursor = matcher.makeAnyCursor()
    var times: [Double] = []
    times.reserveCapacity(session.count)
    for query in session {
      let start = MonotonicClock.now()
      let said = Judge.ask(query, &cursor, into: &answer)
      let end = MonotonicClock.now()
      guard said == nil else {
        failure = failure ?? said?.failure
        return nil
      }
      times.append(Double(end - start))
    }
    return times
  }
}
