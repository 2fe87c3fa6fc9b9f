/// The outcome of one comparison of a gate.
package enum GateVerdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// Slower beyond doubt, by more than the floor.
  case slower
  /// Faster beyond doubt, by more than the floor.
  case faster
  /// No further apart than the requested floor, according to a test of equivalence.
  case same
  /// The measurements are inconclusive.
  case inconclusive
  /// One side has no figure, or the two figures are about different things.
  case notComparable = "not-comparable"
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
  /// The floor that was requested.
  ///
  /// Noise raises the floor, but does not make a difference disappear: between the two, nothing
  /// can be said.
  package let requestedFloor: Double
  /// The look, which says how sure a verdict must be.
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
  ///   - look: the look whose intervals the verdicts use.
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
