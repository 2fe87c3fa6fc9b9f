import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport
import MeasurementSupport

/// The results of the study of intervals, as text.
package enum CoverageText {
  /// The documentation page.
  package static func page(_ all: [CoverageTrial]) -> String {
    let trials = all.filter { $0.method == CoverageTrial.currentMethod }
    let ratios = trials.filter { $0.figure == .ratio }
    let others = trials.filter { $0.figure != .ratio }
    return
      ([introduction, "", "## Ratios of tables", "", summary(ratios), ""] + table(ratios)
      + ["", targets, "", summary(others), ""] + table(others) + ["", continuation, ""])
      .joined(separator: "\n")
  }

  /// A result as one line.
  package static func line(_ trial: CoverageTrial) -> String {
    "\(trial.family), \(trial.sessions), \(trial.figure.rawValue): \(trial.heldCount) of "
      + "\(trial.drawCount) (\(text(trial.bounds)))"
  }

  private static func summary(_ trials: [CoverageTrial]) -> String {
    guard let first = trials.map(\.startedAt).min(), let last = trials.map(\.startedAt).max() else {
      return "Nothing was measured by this method yet."
    }
    let days = first == last ? first : "\(first) to \(last)"
    return "\(days), on \(Set(trials.map(\.hostClass)).sorted().joined(separator: "; ")). "
      + "\(trials.count(where: \.isAsStated)) of \(trials.count) rows are as stated."
  }

  private static func table(_ trials: [CoverageTrial]) -> [String] {
    [
      "| family | sessions | figure | truth | width | held the truth | 99 % bounds | above | below "
        + "| as stated |",
      "|---|---|---|---|---|---|---|---|---|---|",
    ]
      + trials.map { trial in
        let isTime = trial.figure == .p50 || trial.figure == .p99
        let cells = [
          trial.family, trial.sessions, trial.figure.rawValue,
          isTime ? QuantityFormat.time(trial.truth) : QuantityFormat.ratio(trial.truth),
          "× \(QuantityFormat.fixed(trial.width, digits: 2))",
          "\(trial.heldCount) of \(trial.drawCount)", text(trial.bounds), "\(trial.aboveCount)",
          "\(trial.drawCount - trial.heldCount - trial.aboveCount)",
          trial.isAsStated ? "yes" : "**no**",
        ]
        return "| \(cells.joined(separator: " | ")) |"
      }
  }

  private static func text(_ bounds: ProportionBounds) -> String {
    "\(percent(bounds.lower)) … \(percent(bounds.upper)) %"
  }

  private static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1)
  }

  // MARK: Prose

  private static let introduction = """
    # Intervals, put to the test

    How often an interval of 95 % holds what it should.

    ## Overview

    An interval says where a figure would be if other sessions were typed, in other rounds. So
    sessions are typed: about two thousand for each corpus family, of all kinds, and every
    keystroke of them is timed on `linear-scan` and on `inverted-index`, in twelve rounds. The
    figure over all of them is the truth. Then runs are drawn, with replacement: six of the rounds,
    and as many sessions of each kind as a suite has. Each run's interval is made as reports make
    it. The corpora have ten thousand rows (`long` a hundred, apps what they have). The sessions
    are the 24 of the suite `default` and of `--corpus`, and those of the suite `frontier`.

    A row is *as stated* if the exact 99 % bounds of how often the truth is held (Clopper and
    Pearson, 1934) contain 95 % and lie above 90 %. *Width* is the upper bound divided by the lower
    one, in the median. *Above* and *below* count the intervals that missed the truth, by the side
    on which they lay. Two numbers in the rule for ratios were chosen on sessions of another seed
    (<doc:Methodology>); the sessions here had no part in that. This page is generated from the
    results that are committed, and a test compares the two.

    A suite with only one session of some kind, such as `peers` with its 12, compares similar
    kinds. Its intervals are wider than they need to be.
    """

  private static let targets = """
    ## Figures of targets

    Targets are about p50 and p99 over keystrokes, of `inverted-index` or divided by those of
    `linear-scan`. Their bounds are percentiles of redrawn sessions. A p50 is held as often as
    stated. A p99 is not: of some four hundred keystrokes it is the fourth slowest, and those lie
    in two or three sessions. If a run has none of the slow sessions, nothing in it says so, and
    its interval lies below the truth. So the bounds of a p99 are a lower limit of what is unknown.
    """

  private static let continuation = """
    ## How to make it again

    Results lie in `reports/coverage/trials.jsonl`, one JSON object a line, with the number of the
    method by which intervals were made. What the file has is not measured again.

    ```text
    ./scripts/dev coverage
    ./scripts/dev page coverage > Sources/MatchmarkCore/MatchmarkCore.docc/Coverage.md
    ```
    """
}
