import Foundation
package import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
package import MeasurementSupport

/// One check of the gate whose right verdict is known.
package struct GateTrial: StudyTrial, Hashable {
  /// The ``GateRecord/currentMethod`` of what was put to the test; nil before there were versions.
  package var method: Int?
  package var form: GateRecord.Form
  /// By which share a matcher was to be slower; 0 compares a build with itself.
  package var slowdown: Double
  /// The matcher that was made slower; nil where none was.
  package var slowed: String?
  /// By which ratio it was slower: the geometric mean over cells.
  package var slowedRatio: Double?
  /// Whether another process worked in bursts meanwhile.
  package var isDisturbed: Bool
  /// The gravest verdict: on the slowed matcher where there is one, else on any.
  package var verdict: GateVerdict
  /// How many findings on matchers that were not slowed were `slower`.
  package var falseAlarmCount = 0
  /// How many findings there were on matchers that were not slowed, and how many said something.
  package var findingCount: Int?
  package var conclusiveCount: Int?
  /// The most forks of a finding.
  package var forkCount: Int?
  /// The ratio, its bounds and the floor of the gravest finding; nil where there was none.
  package var ratio: Double?
  package var lower: Double?
  package var upper: Double?
  package var floor: Double?
  /// The lowest floor among the cells on which the verdict could have been reached.
  package var lowestFloor: Double?
  package var seconds: Double
  package var startedAt: String
  package var hostClass: String
  /// The revision that was put to the test.
  package var revision: String?

  package init(
    form: GateRecord.Form, slowdown: Double, isDisturbed: Bool, seconds: Double,
    context: RunContext
  ) {
    self.form = form
    self.slowdown = slowdown
    self.isDisturbed = isDisturbed
    verdict = .notComparable
    self.seconds = seconds
    startedAt = context.startedAt
    hostClass = context.host.hostClass
    revision = context.revision
  }

  /// Takes over what a gate found.
  ///
  /// - Parameter slowed: the matcher that was made slower; nil where none was.
  package mutating func take(_ gate: GateRecord, slowed: String?) {
    method = gate.method
    self.slowed = slowed
    let others = gate.findings.filter { slowed == nil || $0.matcher != slowed }
    falseAlarmCount = others.count { $0.verdict == .slower }
    findingCount = others.count
    conclusiveCount = others.count { [.slower, .faster, .same].contains($0.verdict) }
    forkCount = gate.findings.map(\.forkCount).max()
    slowedRatio = geometricMean(
      gate.findings.compactMap { finding in
        finding.matcher == slowed && finding.figure == GateFigure.time.rawValue
          ? finding.ratio?.ratio : nil
      })
    let findings = gate.findings.filter { slowed == nil || $0.matcher == slowed }
    lowestFloor = findings.map(\.floor).min()
    let order: [GateVerdict] = [.slower, .notComparable, .inconclusive, .faster, .same]
    let gravest = order.lazy.compactMap { verdict in
      findings.first { $0.verdict == verdict }
    }.first
    guard let gravest else { return }
    verdict = gravest.verdict
    ratio = gravest.ratio?.ratio
    lower = gravest.ratio?.lower
    upper = gravest.ratio?.upper
    floor = gravest.floor
  }
}

extension GateTrial {
  /// The trials that are committed.
  static let ledger = WorkingCopy.path("reports/gate-study/trials.jsonl")
}

extension GateTrial: CustomStringConvertible {
  package var description: String {
    let ratio = ratio.map { QuantityFormat.fixed($0, digits: 3) } ?? "–"
    let share = QuantityFormat.fixed(slowdown * 100, digits: 0)
    return "\(form.rawValue)\(isDisturbed ? ", disturbed" : ""), "
      + "\(slowed.map { "\($0) slower by \(share) %" } ?? "no slowdown"): "
      + "\(verdict.rawValue), ratio \(ratio), \(QuantityFormat.fixed(seconds, digits: 1)) s"
  }
}

/// How often the gate was right, kind by kind.
package struct GateStudy: Sendable {
  /// Trials of one kind.
  package struct Row: Sendable {
    package var form: GateRecord.Form
    package var slowdown: Double
    package var isDisturbed: Bool
    package var counts: [GateVerdict: Int]
    /// Checks in which a matcher that was not slowed was said to be slower.
    package var falseAlarmCount: Int
    /// Checks whose floor lay below the slowdown, so that it could be found at all.
    package var clearCount: Int
    /// How many of those said slower.
    package var clearSlowerCount: Int
    package var medianSeconds: Double
    /// By which share matchers were slower, over all checks; nil where none was.
    package var measuredSlowdown: Double?
    /// Findings on what was not slowed, and how many of them said something.
    package var findingCount: Int
    package var conclusiveCount: Int

    package var trialCount: Int { counts.values.reduce(0, +) }
    /// How often it said slower: a false alarm without a slowdown, a find with one.
    package var slowerCount: Int { counts[.slower] ?? 0 }
    /// The exact bounds of the probability to say slower.
    package var bounds: ProportionBounds {
      ProportionBounds(successCount: slowerCount, trialCount: max(trialCount, 1))
    }
    /// The same over the checks whose floor lay below the slowdown.
    package var clearBounds: ProportionBounds {
      ProportionBounds(successCount: clearSlowerCount, trialCount: max(clearCount, 1))
    }
  }

  package let rows: [Row]
  /// The days on which the checks were made, ascending.
  package let days: [String]
  /// The machines that made them.
  package let hostClasses: [String]
  /// The revisions that were checked.
  package let revisions: [String]
  /// Checks by other methods, which are not counted in.
  package let otherCount: Int

  /// Groups the trials of a method by form, slowdown and disturbance.
  package init(_ all: [GateTrial], method: Int = GateRecord.currentMethod) {
    let trials = all.filter { $0.method == method }
    otherCount = all.count - trials.count
    var groups: [Key: [GateTrial]] = [:]
    for trial in trials { groups[Key(trial), default: []].append(trial) }
    rows = groups.sorted { $0.key < $1.key }.map { key, trials in
      let clear = trials.filter { ($0.lowestFloor ?? .infinity) < $0.slowdown }
      return Row(
        form: key.form, slowdown: key.slowdown, isDisturbed: key.isDisturbed,
        counts: Dictionary(grouping: trials, by: \.verdict).mapValues(\.count),
        falseAlarmCount: trials.count { $0.falseAlarmCount > 0 }, clearCount: clear.count,
        clearSlowerCount: clear.count { $0.verdict == .slower },
        medianSeconds: Quantile.median(trials.map(\.seconds)) ?? 0,
        measuredSlowdown: geometricMean(trials.compactMap(\.slowedRatio)).map { $0 - 1 },
        findingCount: trials.reduce(0) { $0 + ($1.findingCount ?? 0) },
        conclusiveCount: trials.reduce(0) { $0 + ($1.conclusiveCount ?? 0) })
    }
    days = Set(trials.map { String($0.startedAt.prefix(10)) }).sorted()
    hostClasses = Set(trials.map(\.hostClass)).sorted()
    revisions = Set(trials.compactMap(\.revision)).sorted()
  }

  /// The checks that timed a build against itself, disturbed or not.
  ///
  /// - Parameter form: only this one; nil is either.
  package func comparedWithItself(_ form: GateRecord.Form? = nil) -> (alarms: Int, checks: Int) {
    let alike = rows.filter {
      $0.slowdown == 0 && $0.form != .exact && (form == nil || $0.form == form)
    }
    return (
      alike.reduce(0) { $0 + $1.slowerCount }, alike.reduce(0) { $0 + $1.trialCount }
    )
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
