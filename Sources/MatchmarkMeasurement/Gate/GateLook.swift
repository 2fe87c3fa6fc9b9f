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

  /// The looks of a check.
  ///
  /// The levels are those of two-sided intervals; one-sided tests at the same levels spend less.
  package static let all = zip(1..., [0.0226, 0.0217, 0.0216]).map {
    GateLook(blockCount: $0, level: $1)
  }

  /// The look if there is only one.
  package static let only = GateLook(blockCount: 1, level: 0.05)
}

/// Which figure of the keystrokes a gate compares.
package enum GateFigure: String, Sendable, CaseIterable {
  /// All keystrokes.
  case time
  /// The slowest keystrokes.
  case tail

  /// The share below which a difference is ignored.
  ///
  /// A tail has a twentieth of the keystrokes, and more noise.
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
  /// - Parameter isIncluded: which keystrokes count.
  /// - Complexity: O(n log n) for n samples.
  package init?(_ samples: [Sample], where isIncluded: (Int) -> Bool) {
    let times = Dictionary(grouping: samples.filter { isIncluded($0.keystroke) }, by: \.keystroke)
      .mapValues { Quantile.median($0.map(\.nanoseconds)) ?? 0 }
    let count = Int((Double(times.count) * Self.share).rounded(.up))
    guard count >= Self.fewest else { return nil }
    let slowest = times.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(count)
    keystrokes = Set(slowest.map(\.key))
  }
}
