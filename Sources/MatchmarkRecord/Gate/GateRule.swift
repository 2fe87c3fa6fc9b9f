package enum GateVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// Slower beyond doubt, by more than the floor.
  case slower
  /// Faster beyond doubt, by more than the floor.
  case faster
  /// Within the requested floor of each other, according to a test of equivalence.
  case same
  case inconclusive
  /// Not compared, because one side has no figure, or the two figures are about different things.
  case notComparable = "not-comparable"
  /// Not compared, because the earlier side is wrong or cannot answer, so that only this side can
  /// be judged.
  case alone

  /// True if two figures were compared.
  package var isComparison: Bool { self != .notComparable && self != .alone }
}

/// The rule that decides if a ratio counts as a difference.
///
/// Two conditions must hold: the interval separates an effect from chance, and the floor separates
/// an effect that matters from one that does not. With the interval alone, enough samples would
/// make every difference significant, even that of two copies of one program; with a threshold
/// alone, every busy minute would be a regression.
package struct GateRule: Sendable, Hashable {
  /// The share up to which differences are ignored by default.
  package static let defaultFloor = 0.03

  /// The share that a difference must exceed: 0.03 is three percent.
  package let floor: Double
  /// The floor that was requested.
  ///
  /// Noise raises ``floor`` above it, but does not make a difference disappear: between the two,
  /// the result is inconclusive.
  package let requestedFloor: Double
  package let look: GateLook
  /// True if the drift of the machine raised the floor.
  package let isMoved: Bool

  /// The multiple of the machine's effect on the reference matcher by which a ratio to it may move.
  ///
  /// A machine that others use slows down more in its memory than in its arithmetic, so the ratio
  /// of a matcher that depends on memory more than the reference does increases.
  package static let driftWeight = 1.5
  /// The largest effect of a slow machine on a ratio; larger ones were never observed.
  package static let driftLimit = 0.1

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - floor: the requested floor.
  ///   - noise: the ratio of an identical pair in the same run, whose apparent difference is not a
  ///     real one.
  ///   - drift: the ratio of the reference matcher's time to its time in the earlier run; nil if
  ///     both sides were measured in one run.
  package init(
    floor: Double = defaultFloor, noise: RatioInterval? = nil, drift: Double? = nil,
    look: GateLook = .only
  ) {
    self.look = look
    requestedFloor = max(floor, 0)
    let distance = drift.map { max($0, 1 / $0) - 1 } ?? 0
    let moved = min(distance * Self.driftWeight, Self.driftLimit)
    let unmoved = max(floor, 0, noise?.distanceFromOne ?? 0)
    isMoved = moved > unmoved
    self.floor = max(unmoved, moved)
  }

  /// The ratio above which a figure counts as slower.
  package var limit: Double { 1 + floor }

  /// Returns the verdict on a ratio of new to old.
  package func verdict(on interval: RatioInterval?) -> GateVerdict {
    guard let interval, interval.isFinite else { return .notComparable }
    if interval.lower > 1, interval.ratio > limit { return .slower }
    if interval.upper < 1, interval.ratio < 1 / limit { return .faster }
    let nearest = 1 + requestedFloor
    let bounds = interval.equivalenceBounds(level: look.level)
    if bounds.lower >= 1 / nearest, bounds.upper <= nearest { return .same }
    return .inconclusive
  }
}

extension RatioInterval {
  /// The distance of the farther bound of the interval from one, as a share.
  package var distanceFromOne: Double { max(upper, 1 / lower) - 1 }

  fileprivate var isFinite: Bool {
    lower > 0 && lower.isFinite && ratio.isFinite && upper.isFinite
  }
}

/// A moment at which a check examines its measurements, with the error rate that it may have then.
///
/// Comparisons that are inconclusive get more forks and another look. Each look is a chance of
/// being wrong, so the looks are fixed in advance, after one, two and three blocks of forks. Each
/// look spends its part of the 5 % error rate of the check: Lan and DeMets' function of Pocock's
/// type, 0.05 ln(1 + (e − 1) t) for the share t of the blocks ("Discrete sequential boundaries for
/// clinical trials", Biometrika 70, 1983). Nearly half of it is spent at the first look, where most
/// comparisons should end.
///
/// Two builds that differ by far need no whole block, and a build that is many times slower takes
/// many times as long. So there may be one look before the first block ends, at a level that only
/// such a difference reaches (Peto et al., "Design and analysis of randomized clinical trials",
/// British Journal of Cancer 34, 1976).
package struct GateLook: Sendable, Hashable {
  /// The number of blocks of forks that have been measured; 0 before the first one ends.
  package let blockCount: Int
  /// The error rate of this look alone: of both sides of an interval together, and of each of the
  /// two tests of equivalence.
  package let level: Double

  /// The look before the first block ends.
  package static let early = GateLook(blockCount: 0, level: 0.001)

  /// The looks after whole blocks; the first spends less by what the early look may have spent.
  ///
  /// The levels are those of two-sided intervals; one-sided tests at the same levels have lower
  /// error rates.
  package static let all = zip(1..., [0.0226 - early.level, 0.0215, 0.0216]).map {
    GateLook(blockCount: $0, level: $1)
  }

  package static let only = GateLook(blockCount: 1, level: 0.05)

  /// The fewest forks whose scatter shows how much processes differ.
  private static let earlyForkCount = 3

  /// The looks of a check with blocks of this many forks.
  ///
  /// - Parameter hasEarly: true if one block may be left unfinished.
  package static func looks(forkCount: Int, hasEarly: Bool) -> [GateLook] {
    hasEarly && forkCount > earlyForkCount ? [early] + all : all
  }

  /// The number of forks that have been measured at this look.
  ///
  /// - Parameter forkCount: the number of forks in a block.
  package func forkCount(inBlocksOf forkCount: Int) -> Int {
    blockCount == 0 ? Self.earlyForkCount : blockCount * forkCount
  }
}

/// The keystrokes over which a gate compares times.
package enum GateFigure: String, Sendable, CaseIterable {
  /// All keystrokes.
  case time
  /// The slowest keystrokes.
  case tail

  /// Returns the floor for this figure: a tail has a twentieth of the keystrokes, and more noise.
  package func floor(_ floor: Double) -> Double { self == .tail ? 3 * floor : floor }
}

/// The slowest keystrokes of a workload.
///
/// A change that makes a few keystrokes much slower hardly changes the mean over all of them. The
/// slow keystrokes are chosen by samples that are in neither side of the ratio, because keystrokes
/// that seemed slow on one side by chance would seem faster on the other.
package struct GateTail: Sendable, Hashable {
  package let keystrokes: Set<Int>

  /// The share of all keystrokes that forms the tail.
  private static let share = 0.05
  /// The minimum number of keystrokes for a meaningful tail.
  private static let fewest = 3

  /// The minimum number of keystrokes of which a tail can be chosen.
  package static let fewestTypedKeystrokes = Int(Double(fewest - 1) / share) + 1

  /// Chooses keystrokes by the medians of the samples; the result is nil if there are too few
  /// keystrokes.
  ///
  /// - Complexity: O(n log n) for n samples.
  package init?(_ samples: [Sample], where isIncluded: (Int) -> Bool) {
    let times = samples.filter { isIncluded($0.keystroke) }.medians
    let count = Int((Double(times.count) * Self.share).rounded(.up))
    guard count >= Self.fewest else { return nil }
    let slowest = times.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(count)
    keystrokes = Set(slowest.map(\.key))
  }
}

extension GateLook {
  /// Evaluates a comparison, measures more while it is inconclusive, and confirms slowdowns.
  ///
  /// A decision at one look is not revised.
  ///
  /// - Parameters:
  ///   - forkCount: the number of forks in a block.
  ///   - hasEarly: true to look once before the first block ends.
  ///   - measure: a function that measures these forks of the open figures, or of all figures at
  ///     the first look, and judges all measurements so far.
  ///   - confirm: a function that measures these forks of the figures that seem slower, and judges
  ///     them alone.
  package static func findings<Failure>(
    forkCount: Int, hasEarly: Bool = false,
    measure: (GateLook, Range<Int>, _ open: [GateFinding]?) throws(Failure) -> [GateFinding],
    confirm: (Range<Int>, _ suspects: [GateFinding]) throws(Failure) -> [GateFinding]
  ) throws(Failure) -> [GateFinding] {
    var findings: [GateFinding] = []
    var end = 0
    for look in looks(forkCount: forkCount, hasEarly: hasEarly) {
      let open = end == 0 ? nil : findings.filter(\.isOpen)
      guard open?.isEmpty != true else { break }
      let forks = end..<look.forkCount(inBlocksOf: forkCount)
      findings.decide(by: try measure(look, forks, open))
      end = forks.upperBound
    }
    let suspects = findings.filter { $0.verdict == .slower }
    // A finding that took more forks needs as many to be confirmed.
    guard let count = suspects.map(\.forkCount).max() else { return findings }
    findings.confirm(by: try confirm(end..<end + count, suspects))
    return findings
  }
}

extension GateFinding {
  /// True if more forks may decide the finding; a single process cannot be extended.
  fileprivate var isOpen: Bool { verdict == .inconclusive && forkCount > 1 }

  fileprivate func isAbout(_ other: GateFinding) -> Bool {
    cell == other.cell && matcher == other.matcher && figure == other.figure
  }
}

extension [GateFinding] {
  /// Replaces open findings by those from more forks.
  ///
  /// The samples are those of all forks, even if the first forks alone decided a figure.
  fileprivate mutating func decide(by later: [GateFinding]) {
    if isEmpty { self = later }
    for index in indices {
      guard let found = later.first(where: self[index].isAbout) else { continue }
      if self[index].isOpen { self[index] = found }
      self[index].packedBase = found.packedBase
      self[index].packedTwin = found.packedTwin
    }
  }

  /// Keeps `slower` only if a new block of forks confirms it by its own floor.
  fileprivate mutating func confirm(by fresh: [GateFinding]) {
    for index in indices where self[index].verdict == .slower {
      let found = fresh.first(where: self[index].isAbout)
      self[index].confirmation = found?.ratio
      guard found?.verdict != .slower else { continue }
      self[index].verdict = .inconclusive
      self[index].reason = "a fresh block of rounds did not confirm it"
    }
  }
}
