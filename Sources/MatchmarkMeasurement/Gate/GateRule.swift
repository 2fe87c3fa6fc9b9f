/// What one comparison of a gate comes to.
package enum GateVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// Slower beyond doubt, by more than the floor.
  case slower
  /// Faster beyond doubt, by more than the floor.
  case faster
  /// No further apart than the floor that was asked for: a test of equivalence says so.
  case same
  /// The measurements do not say.
  case inconclusive
  /// One side has no figure, or the two are figures of different things.
  case notComparable = "not-comparable"
}

/// When a ratio is called a difference.
///
/// Two keys, and both must turn: the interval tells chance from effect, the floor tells an effect
/// that matters from one that does not. With the interval alone enough samples make every
/// difference significant, that of two copies of one program too; with a threshold alone every busy
/// minute is a regression.
package struct GateRule: Sendable, Hashable {
  /// Differences up to this share are ignored by default.
  package static let defaultFloor = 0.03

  /// What a difference must exceed: 0.03 is three percent.
  package let floor: Double
  /// What was asked for.
  ///
  /// Noise raises the floor, but it does not make a difference none: between the two nothing can be
  /// said.
  package let requestedFloor: Double
  /// When it is looked, which says how sure a verdict must be.
  package let look: GateLook
  /// Whether it is the drift of the machine that raised the floor.
  package let isMoved: Bool

  /// How much of what the machine did to the reference matcher it may do to a ratio to it.
  ///
  /// A machine that others use is slower in its memory than in its arithmetic; a matcher that needs
  /// memory more than the reference does moves away from it.
  package static let driftWeight = 1.5
  /// However much slower the machine was, ratios were never seen to move so far.
  package static let driftLimit = 0.1

  /// - Parameters:
  ///   - floor: what was asked for.
  ///   - noise: how an identical pair compared in the same run; whatever it seems to differ by is
  ///     no difference.
  ///   - drift: what the reference matcher took, as a ratio to what it took in the earlier run; nil
  ///     where both sides were measured in one.
  ///   - look: whose intervals the verdicts are on.
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
