/// A target, and how far a run got.
package struct TargetFinding: Sendable, Codable, Hashable {
  /// The result.
  package enum Verdict: String, Sendable, Codable, CaseIterable {
    /// At the goal or beyond it.
    case goal
    /// At the floor or beyond it, but not at the goal.
    case floor
    /// Not even at the floor.
    case missed
    /// There is no figure; the reason says why.
    case notMeasured = "not-measured"
  }

  /// The bounds between which the true figure lies, 95 times out of a hundred.
  package struct Bounds: Sendable, Codable, Hashable {
    package var lower: Double
    package var upper: Double

    package init(lower: Double, upper: Double) {
      self.lower = lower
      self.upper = upper
    }
  }

  package var target: Target
  /// The cells that the figure is computed from: one, and for growth all of the target's.
  package var cells: [String]
  /// What was reached, in the target's unit; nil if it was not measured.
  package var value: Double?
  /// Nil if there is a single round, or nothing that scatters.
  package var bounds: Bounds?
  /// The separate figures of the participant and the incumbent, if the figure is a ratio.
  package var participantValue: Double?
  package var incumbentValue: Double?
  /// How many keystrokes the figure is computed from; nil if none are.
  package var keystrokeCount: Int?
  /// How many keystrokes the target is about; more if a participant was asked only a sample.
  package var wantedKeystrokeCount: Int?
  package var reason: String?

  package init(_ target: Target, on cells: [String]) {
    self.target = target
    self.cells = cells
  }

  /// A target that was not measured.
  package init(_ target: Target, on cells: [String], notMeasured reason: String) {
    self.init(target, on: cells)
    self.reason = reason
  }

  package var verdict: Verdict {
    guard let value else { return .notMeasured }
    if value <= target.goal { return .goal }
    return value <= target.floor ? .floor : .missed
  }

  /// Whether the whole interval agrees with the verdict; without an interval nothing is doubted.
  package var isCertain: Bool {
    guard let bounds else { return true }
    return switch verdict {
    case .goal: bounds.upper <= target.goal
    case .floor: bounds.upper <= target.floor
    case .missed: bounds.lower > target.floor
    case .notMeasured: true
    }
  }

  /// Whether some of the intended keystrokes were not asked.
  package var isPartial: Bool { (keystrokeCount ?? 0) < (wantedKeystrokeCount ?? 0) }
}
