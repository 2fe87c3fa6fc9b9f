package enum GateVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// Slower beyond doubt, by more than the floor.
  case slower
  /// Faster beyond doubt, by more than the floor.
  case faster
  /// No further apart than the requested floor, according to a test of equivalence.
  case same
  case inconclusive
  /// One side has no figure, or the two figures are about different things.
  case notComparable = "not-comparable"
  /// The earlier side is wrong or cannot answer, so that only this side can be judged.
  case alone

  /// Whether two figures were compared.
  package var isComparison: Bool { self != .notComparable && self != .alone }
}

/// When a ratio counts as a difference.
///
/// Both of two conditions must hold: the interval separates chance from effect, and the floor
/// separates an effect that matters from one that does not. With the interval alone, enough samples
/// make every difference significant, even that of two copies of one program; with a threshold
/// alone, every busy minute is a regression.
package struct GateRule: Sendable, Hashable {
  /// By default, differences up to this share are ignored.
  package static let defaultFloor = 0.03

  /// What a difference must exceed: 0.03 is three percent.
  package let floor: Double
  /// Noise raises ``floor`` above this, but does not make a difference disappear: between the two,
  /// nothing can be said.
  package let requestedFloor: Double
  package let look: GateLook
  /// Whether the drift of the machine raised the floor.
  package let isMoved: Bool

  /// How much of the machine's effect on the reference matcher it may have on a ratio to it.
  ///
  /// A machine that others use slows down in its memory more than in its arithmetic; a matcher that
  /// depends on memory more than the reference does moves away from it.
  package static let driftWeight = 1.5
  /// However much slower the machine was, ratios were never seen to move by more than this.
  package static let driftLimit = 0.1

  /// - Parameters:
  ///   - floor: the requested floor.
  ///   - noise: how an identical pair compared in the same run; its apparent difference does not
  ///     count as one.
  ///   - drift: the reference matcher's time as a ratio to its time in the earlier run; nil if both
  ///     sides were measured in one run.
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

  /// The ratio above which something is slower.
  package var limit: Double { 1 + floor }

  /// The verdict on a ratio of new to old.
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
  /// How far the interval reaches from one, as a share; the further bound counts.
  package var distanceFromOne: Double { max(upper, 1 / lower) - 1 }

  fileprivate var isFinite: Bool {
    lower > 0 && lower.isFinite && ratio.isFinite && upper.isFinite
  }
}

/// When a check looks at what it has measured, and how sure it must be then.
///
/// Whatever is inconclusive gets more forks and another look. Each look is a chance of being wrong,
/// so the looks are fixed beforehand, after one, two and three blocks of forks. Each look spends
/// its part of the 5 % error rate of the check: Lan and DeMets' function of Pocock's
/// type, 0.05 ln(1 + (e − 1) t) for the share t of the blocks ("Discrete sequential boundaries for
/// clinical trials", Biometrika 70, 1983). It spends nearly half of it at the first look, where
/// most comparisons should end.
package struct GateLook: Sendable, Hashable {
  /// How many blocks of forks have been measured.
  package let blockCount: Int
  /// How often this look alone is wrong: for both sides of an interval together, and for each of
  /// the two tests of equivalence.
  package let level: Double

  /// The levels are those of two-sided intervals; one-sided tests at the same levels spend less.
  package static let all = zip(1..., [0.0226, 0.0217, 0.0216]).map {
    GateLook(blockCount: $0, level: $1)
  }

  package static let only = GateLook(blockCount: 1, level: 0.05)
}

/// Which figure of the keystrokes a gate compares.
package enum GateFigure: String, Sendable, CaseIterable {
  /// All keystrokes.
  case time
  /// The slowest keystrokes.
  case tail

  /// The floor for this figure: a tail has a twentieth of the keystrokes, and more noise.
  package func floor(_ floor: Double) -> Double { self == .tail ? 3 * floor : floor }
}

/// The slowest keystrokes of a workload.
///
/// What makes a few keystrokes much slower hardly changes the mean over all of them. Samples that
/// are in neither side of the ratio decide which keystrokes are slow: those that seemed slow on one
/// side by chance would seem better on the other.
package struct GateTail: Sendable, Hashable {
  package let keystrokes: Set<Int>

  /// The share of all keystrokes.
  private static let share = 0.05
  /// With fewer keystrokes, there is no meaningful tail.
  private static let fewest = 3

  /// Chooses by the medians of the samples; nil if there are too few keystrokes.
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
  /// Looks at a comparison, measures more while it is inconclusive, and confirms slowdowns.
  ///
  /// A decision at one look is not revised.
  ///
  /// - Parameters:
  ///   - forkCount: the number of forks in a block.
  ///   - measure: measures these forks of what is open, or of everything at the first look, and
  ///     judges everything measured so far.
  ///   - confirm: measures these forks of what seems slower, and judges them alone.
  package static func findings<Failure>(
    forkCount: Int,
    measure: (GateLook, Range<Int>, _ open: [GateFinding]?) throws(Failure) -> [GateFinding],
    confirm: (Range<Int>, _ suspects: [GateFinding]) throws(Failure) -> [GateFinding]
  ) throws(Failure) -> [GateFinding] {
    var findings: [GateFinding] = []
    var end = 0
    for look in all {
      let open = end == 0 ? nil : findings.filter(\.isOpen)
      guard open?.isEmpty != true else { break }
      let forks = end..<look.blockCount * forkCount
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
  /// Whether more forks may decide it; a single process cannot be extended.
  fileprivate var isOpen: Bool { verdict == .inconclusive && forkCount > 1 }

  fileprivate func isAbout(_ other: GateFinding) -> Bool {
    cell == other.cell && matcher == other.matcher && figure == other.figure
  }
}

extension [GateFinding] {
  /// Replaces open findings by those from more forks.
  ///
  /// The samples are those of all forks, even if the first of them decided a figure.
  fileprivate mutating func decide(by later: [GateFinding]) {
    if isEmpty { self = later }
    for index in indices {
      guard let found = later.first(where: self[index].isAbout) else { continue }
      if self[index].isOpen { self[index] = found }
      self[index].packedBase = found.packedBase
      self[index].packedTwin = found.packedTwin
    }
  }

  /// Keeps `slower` only if a fresh block confirms it by its own floor.
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
