import Foundation
package import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
package import RecordSupport

/// One check of the gate whose right verdict is known.
package struct GateTrial: StudyTrial, Hashable {
  /// The ``GateRecord/Form/currentMethod`` under test; nil before methods had versions.
  package var method: Int?
  package var form: GateRecord.Form
  /// The intended slowdown of a matcher, as a share; 0 compares a build with itself.
  package var slowdown: Double
  /// The slowed matcher, if there was one.
  package var slowed: String?
  /// Its measured slowdown as a ratio: the geometric mean over cells.
  package var slowedRatio: Double?
  /// True if another process worked in bursts at the same time.
  package var isDisturbed: Bool
  /// The gravest verdict on the slowed matcher, or without one on any.
  package var verdict: GateVerdict
  /// The number of `slower` findings on matchers that were not slowed.
  package var falseAlarmCount = 0
  /// The numbers of findings on matchers that were not slowed: all, and conclusive ones.
  package var findingCount: Int?
  package var conclusiveCount: Int?
  /// The largest number of forks of a finding.
  package var forkCount: Int?
  /// The ratio, its bounds and the floor of the gravest finding, if there was one.
  package var ratio: Double?
  package var lower: Double?
  package var upper: Double?
  package var floor: Double?
  /// The lowest floor among the cells that could have led to the verdict.
  package var lowestFloor: Double?
  package var seconds: Double
  package var startedAt: String
  package var hostClass: String
  /// The revision under test.
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

  /// Copies a gate's findings.
  ///
  /// - Parameter slowed: The slowed matcher, if there is one.
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
    let order: [GateVerdict] = [.slower, .notComparable, .alone, .inconclusive, .faster, .same]
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
  package var isCurrent: Bool { method == form.currentMethod }

  /// The committed trials.
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

/// The share of checks of each kind in which the gate was right.
package struct GateStudy: Sendable {
  /// Trials of one kind.
  package struct Row: Sendable {
    package var form: GateRecord.Form
    package var slowdown: Double
    package var isDisturbed: Bool
    package var counts: [GateVerdict: Int]
    /// The checks that found a matcher slower that was not slowed.
    package var falseAlarmCount: Int
    package var medianSeconds: Double
    /// The measured slowdown over all checks, as a share; nil without one.
    package var measuredSlowdown: Double?
    /// The findings on matchers that were not slowed: all, and conclusive ones.
    package var findingCount: Int
    package var conclusiveCount: Int

    package var trialCount: Int { counts.values.reduce(0, +) }
    /// The number of `slower` verdicts: false alarms without a slowdown, finds with one.
    package var slowerCount: Int { counts[.slower] ?? 0 }
    /// The exact bounds of the probability of the verdict `slower`.
    package var bounds: ProportionBounds {
      ProportionBounds(successCount: slowerCount, trialCount: max(trialCount, 1))
    }
  }

  package let rows: [Row]
  /// The days of the checks, ascending.
  package let days: [String]
  /// The machines of the checks.
  package let hostClasses: [String]
  /// The revisions under test.
  package let revisions: [String]
  /// The number of checks by other methods, which do not count.
  package let otherCount: Int

  /// Groups the trials of the current methods by form, slowdown and disturbance.
  package init(_ all: [GateTrial]) {
    let trials = all.filter(\.isCurrent)
    otherCount = all.count - trials.count
    var groups: [Key: [GateTrial]] = [:]
    for trial in trials { groups[Key(trial), default: []].append(trial) }
    rows = groups.sorted { $0.key < $1.key }.map { key, trials in
      Row(
        form: key.form, slowdown: key.slowdown, isDisturbed: key.isDisturbed,
        counts: Dictionary(grouping: trials, by: \.verdict).mapValues(\.count),
        falseAlarmCount: trials.count { $0.falseAlarmCount > 0 },
        medianSeconds: Quantile.median(trials.map(\.seconds)) ?? 0,
        measuredSlowdown: geometricMean(trials.compactMap(\.slowedRatio)).map { $0 - 1 },
        findingCount: trials.reduce(0) { $0 + ($1.findingCount ?? 0) },
        conclusiveCount: trials.reduce(0) { $0 + ($1.conclusiveCount ?? 0) })
    }
    days = Set(trials.map { String($0.startedAt.prefix(10)) }).sorted()
    hostClasses = Set(trials.map(\.hostClass)).sorted()
    revisions = Set(trials.compactMap(\.revision)).sorted()
  }

  /// Checks and findings, and how many of them were false alarms or conclusive.
  package typealias Count = (alarms: Int, checks: Int, findings: Int, conclusive: Int)

  /// The checks that timed a build against itself, quiet or disturbed.
  ///
  /// - Parameter form: The form of the checks; nil means either.
  package func comparedWithItself(_ form: GateRecord.Form? = nil) -> Count {
    let alike = rows.filter {
      $0.slowdown == 0 && $0.form != .exact && (form == nil || $0.form == form)
    }
    func sum(_ count: (Row) -> Int) -> Int { alike.reduce(0) { $0 + count($1) } }
    return (sum(\.slowerCount), sum(\.trialCount), sum(\.findingCount), sum(\.conclusiveCount))
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
