import MatchmarkCore

/// A figure that a suite aims for, with the worst acceptable value and the value that would satisfy
/// completely.
///
/// For every figure here, smaller is better.
package struct Target: Sendable, Codable, Hashable {
  /// The kind of figure; times are those of the medians over rounds, never of single samples.
  package enum Statistic: String, Sendable, Codable, CaseIterable {
    /// The median over keystrokes.
    case p50
    /// The 99th percentile over keystrokes.
    case p99
    /// The exponent with which p50 grows from corpus to corpus: 1 is linear.
    case p50Growth = "p50-growth"
    case p99Growth = "p99-growth"
    /// The index size in bytes per byte of text in the columns that the profile uses.
    case indexSize = "index-size"
    case buildTime = "build-time"

    /// True if the figure is computed from keystrokes, so that some of them can be chosen.
    package var isOfKeystrokes: Bool { probability != nil }

    /// True if one figure is computed from several corpora.
    package var isGrowth: Bool { self == .p50Growth || self == .p99Growth }

    /// The share of the keystrokes below the figure; nil if it has no keystrokes.
    var probability: Double? {
      switch self {
      case .p50, .p50Growth: 0.5
      case .p99, .p99Growth: 0.99
      case .indexSize, .buildTime: nil
      }
    }
  }

  package enum Unit: Sendable, Hashable {
    /// The quotient of the participant's figure and the incumbent's.
    case ratio
    case nanoseconds
    case exponent
    case bytesPerByte
  }

  /// The aim as one sentence, which identifies the target.
  package var what: String
  /// The matcher or engine whose figure it is.
  package var participant: String
  package var statistic: Statistic
  package var delivery: Delivery
  /// The cells of the target; each has a separate figure, but growth has one over all cells.
  package var cells: [String]
  /// The kinds of typing sessions whose keystrokes count; all if empty.
  package var kinds: [String] = []
  /// The minimum number of bytes of every needle; other keystrokes do not count.
  package var shortestNeedle: Int?
  /// The maximum number of bytes of every needle; other keystrokes do not count.
  package var longestNeedle: Int?
  /// The participant whose figure is the divisor; nil if there is none.
  package var incumbent: String?
  package var floor = 0.0
  /// The value that would satisfy completely.
  package var goal = 0.0
  /// The obstacle on the way to the goal, for readers of the table.
  package var note: String?

  package init(
    _ what: String, of participant: String, _ statistic: Statistic, on cells: [String],
    delivery: Delivery = .page
  ) {
    self.what = what
    self.participant = participant
    self.statistic = statistic
    self.delivery = delivery
    self.cells = cells
  }

  package var unit: Unit {
    if incumbent != nil { return .ratio }
    switch statistic {
    case .p50, .p99, .buildTime: return .nanoseconds
    case .p50Growth, .p99Growth: return .exponent
    case .indexSize: return .bytesPerByte
    }
  }

  /// Returns true if a keystroke counts for the target.
  ///
  /// - Complexity: O(bytes of the query).
  func includes(_ keystroke: KeystrokeRecord, of profile: SearchProfile) -> Bool {
    guard keystroke.isTyped, kinds.isEmpty || kinds.contains(Self.kind(ofTrace: keystroke.trace))
    else { return false }
    guard shortestNeedle != nil || longestNeedle != nil else { return true }
    guard let query = try? ResolvedQuery(text: keystroke.query.text, profile: profile)
    else { return false }
    let sizes = (0..<query.termCount).map { query.needle($0).count }
    let range = (shortestNeedle ?? 1)...max(longestNeedle ?? .max, shortestNeedle ?? 1)
    return !sizes.isEmpty && sizes.allSatisfy(range.contains)
  }

  /// Returns the kind of a typing session; generated traces are named `<kind>-<number>`.
  static func kind(ofTrace name: String) -> String {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[parts.count - 1].allSatisfy(\.isNumber) else { return name }
    return parts.dropLast().joined(separator: "-")
  }
}

/// A target, with the value that a run reached.
package struct TargetFinding: Sendable, Codable, Hashable {
  package enum Verdict: String, Sendable, Codable, CaseIterable {
    /// The goal or better.
    case goal
    /// The floor or better, but not the goal.
    case floor
    /// Worse than the floor.
    case missed
    /// There is no value, for the reason given.
    case notMeasured = "not-measured"
  }

  package var target: Target
  /// The cells from which the figure is computed: one, but for growth all cells of the target.
  package var cells: [String]
  /// The value that was reached, in the target's unit; nil if it was not measured.
  package var value: Double?
  /// The bounds of the value; nil if there is a single round, or nothing that scatters.
  package var bounds: Bounds<Double>?
  /// The separate figures of the participant and the incumbent, if the figure is a ratio.
  package var participantValue: Double?
  package var incumbentValue: Double?
  /// The number of keystrokes from which the figure is computed; nil if there are none.
  package var keystrokeCount: Int?
  /// The number of keystrokes of the target; larger if a participant was asked only a sample.
  package var wantedKeystrokeCount: Int?
  package var reason: String?

  package init(_ target: Target, on cells: [String], notMeasured reason: String? = nil) {
    self.target = target
    self.cells = cells
    self.reason = reason
  }

  package var verdict: Verdict {
    guard let value else { return .notMeasured }
    if value <= target.goal { return .goal }
    return value <= target.floor ? .floor : .missed
  }

  /// True if the whole interval agrees with the verdict, or if there is no interval.
  package var isCertain: Bool {
    guard let bounds else { return true }
    return switch verdict {
    case .goal: bounds.upper <= target.goal
    case .floor: bounds.upper <= target.floor
    case .missed: bounds.lower > target.floor
    case .notMeasured: true
    }
  }

  /// True if some of the intended keystrokes were not asked.
  package var isPartial: Bool { (keystrokeCount ?? 0) < (wantedKeystrokeCount ?? 0) }
}
