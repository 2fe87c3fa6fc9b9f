import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport
import MeasurementSupport

/// The results of the study of intervals, as text.
package enum CoverageText {
  /// The documentation page.
  package static func page(_ all: [CoverageTrial]) -> String {
    let trials = ordered(all.filter(\.isCurrent))
    let ratios = trials.filter { $0.figure == .ratio }
    let others = trials.filter { $0.figure != .ratio }
    return
      ([introduction, "", "## Ratios of tables", "", summary(ratios), ""] + table(ratios)
      + ["", targets, "", summary(others), ""] + table(others) + ["", continuation, ""])
      .joined(separator: "\n")
  }

  /// By family and workload, in whatever order they were measured.
  private static func ordered(_ trials: [CoverageTrial]) -> [CoverageTrial] {
    let families = CoverageFamily.all.map(\.name)
    let figures = CoverageTrial.Figure.allCases
    return trials.sorted { left, right in
      let places = [left, right].map { trial in
        (
          trial.sessions, families.firstIndex(of: trial.family) ?? 0,
          figures.firstIndex(of: trial.figure) ?? 0
        )
      }
      return places[0] < places[1]
    }
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
    let machines = Set(trials.map(\.hostClass)).sorted().joined(separator: "; ")
    let counts = Dictionary(grouping: trials, by: \.agreement).mapValues(\.count)
    return "\(days), on \(machines). Of \(trials.count) rows, "
      + "\(counts[.asStated, default: 0]) are as stated; in \(counts[.moreOften, default: 0]), "
      + "intervals contain the true value more often, "
      + "in \(counts[.lessOften, default: 0]) less often."
  }

  private static func table(_ trials: [CoverageTrial]) -> [String] {
    [
      "| family | sessions | figure | true value | width | contain it | 99 % bounds | above "
        + "| below | as stated |",
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
          trial.agreement == .lessOften ? "**less often**" : trial.agreement.rawValue,
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

    How often a 95 % interval contains the true value.

    ## Overview

    The interval of a figure says where that figure would be with other typing sessions, in other
    rounds. The study tests this claim. For each corpus family, it types about two thousand sessions
    of all kinds, and times every keystroke on `linear-scan` and on `inverted-index`, in twelve
    rounds. The figure over all of this is the true value. Then the study draws 600 runs, with
    replacement, each with six of the rounds and as many sessions of each kind as a suite has. It
    computes the interval of each run as reports do, and counts how many intervals contain the true
    value. The corpora have ten thousand rows (`long` has a hundred; apps have what they have). A
    run has 24 sessions, as with `--corpus` and as the apps of the suite `default` have, or those of
    the suite `frontier`.

    A row is *as stated* if the exact 99 % bounds of that share (Clopper and Pearson, 1934) include
    95 % and are above 90 %. *Width* is the upper end of an interval divided by its lower end, as a
    median over the runs. *Above* and *below* count the intervals that miss the true value because
    they are entirely above or below it. Two numbers in the rule for ratios were chosen on sessions
    of another seed (<doc:Methodology>), and so was the rule for quotients of two figures; the
    sessions here had no part in that. This page is generated from the committed results, and a test
    compares the two.

    With 12 sessions, as in `peers` and on the generated corpora of `default`, most kinds have only
    one session, so similar kinds are compared. These intervals are wider than they need to be.
    """

  private static let targets = """
    ## Figures of targets

    Targets are about the p50 and p99 of `inverted-index` over keystrokes, or about these figures
    divided by those of `linear-scan`. <doc:Methodology> says how their intervals are computed. Some
    contain the true value more often than stated, which is harmless. A p99 needs enough sessions
    with slow keystrokes. In an earlier study, the slowest percent of `repetitive` was in 15 of 182
    whole titles. A run of 16 titles had none of these with a probability of 25 %, and 438 of 600
    intervals of the p99 contained the true value. A run of 48 titles, as the suite has now, had
    none with a probability of 2 %.
    """

  private static let continuation = """
    ## How to repeat the study

    The results are in `reports/coverage/trials.jsonl`, one JSON object per line. Each has the
    number of the method that computed the intervals. A result that is already in the file is not
    measured again.

    ```text
    ./scripts/dev coverage
    ./scripts/dev page coverage > Sources/MatchmarkCore/MatchmarkCore.docc/Coverage.md
    ```
    """
}
