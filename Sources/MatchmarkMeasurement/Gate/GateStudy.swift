/// One check of the gate whose right verdict is known.
package struct GateTrial: Sendable, Codable, Hashable {
  package var form: GateRecord.Form
  /// By which share the matcher was made slower; 0 compares a build with itself.
  package var slowdown: Double
  /// Whether another process worked in bursts beside it.
  package var isDisturbed: Bool
  /// The verdict of the check as a whole: that of its gravest finding.
  package var verdict: Verdict
  /// The ratio, its bounds and the floor of the gravest finding; nil where there was none.
  package var ratio: Double?
  package var lower: Double?
  package var upper: Double?
  package var floor: Double?
  package var seconds: Double
  package var startedAt: String
  package var hostClass: String

  package init(
    form: GateRecord.Form, slowdown: Double, isDisturbed: Bool, verdict: Verdict, seconds: Double,
    startedAt: String, hostClass: String
  ) {
    self.form = form
    self.slowdown = slowdown
    self.isDisturbed = isDisturbed
    self.verdict = verdict
    self.seconds = seconds
    self.startedAt = startedAt
    self.hostClass = hostClass
  }

  /// Takes over the gravest finding of a gate.
  package mutating func take(_ gate: GateRecord) {
    let order: [Verdict] = [.slower, .notComparable, .inconclusive, .faster, .same]
    let gravest = order.lazy.compactMap { verdict in
      gate.findings.first { $0.verdict == verdict }
    }.first
    guard let gravest else { return }
    verdict = gravest.verdict
    ratio = gravest.ratio?.ratio
    lower = gravest.ratio?.lower
    upper = gravest.ratio?.upper
    floor = gravest.floor
  }
}

/// How often the gate was right, kind by kind.
package struct GateStudy: Sendable {
  /// Trials of one kind.
  package struct Row: Sendable {
    package var form: GateRecord.Form
    package var slowdown: Double
    package var isDisturbed: Bool
    package var counts: [Verdict: Int]
    package var medianSeconds: Double

    package var trialCount: Int { counts.values.reduce(0, +) }
    /// How often it said slower: a false alarm without a slowdown, a find with one.
    package var slowerCount: Int { counts[.slower] ?? 0 }
    /// The exact bounds of the probability to say slower.
    package var bounds: ProportionBounds {
      ProportionBounds(successCount: slowerCount, trialCount: max(trialCount, 1))
    }
  }

  package let rows: [Row]

  /// Groups trials by form, slowdown and disturbance.
  package init(_ trials: [GateTrial]) {
    var groups: [Key: [GateTrial]] = [:]
    for trial in trials { groups[Key(trial), default: []].append(trial) }
    rows = groups.sorted { $0.key < $1.key }.map { key, trials in
      Row(
        form: key.form, slowdown: key.slowdown, isDisturbed: key.isDisturbed,
        counts: Dictionary(grouping: trials, by: \.verdict).mapValues(\.count),
        medianSeconds: Quantile.median(trials.map(\.seconds)) ?? 0)
    }
  }

  private struct Key: Hashable, Comparable {
    let form: GateRecord.Form
    let slowdown: Double
    let isDisturbed: Bool

    init(_ trial: GateTrial) {
      form = trial.form
      slowdown = trial.slowdown
      isDisturbed = trial.isDisturbed
    }

    static func < (left: Key, right: Key) -> Bool {
      (left.slowdown, left.isDisturbed ? 1 : 0, left.form.rawValue)
        < (right.slowdown, right.isDisturbed ? 1 : 0, right.form.rawValue)
    }
  }
}
