import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import RecordSupport

/// The proof of the gate as text.
package enum GateStudyText {
  /// The documentation page.
  package static func page(_ study: GateStudy) -> String {
    ([introduction, "", "## Result", ""] + result(study) + ["", continuation, "", findings, ""])
      .joined(separator: "\n")
  }

  /// The results in Markdown: when and where, what they prove, and a row for each kind of check.
  package static func result(_ study: GateStudy) -> [String] {
    guard let first = study.days.first, let last = study.days.last else {
      return ["No check has been made yet by these methods."]
    }
    let days = first == last ? first : "\(first) to \(last)"
    return [
      "\(study.rows.reduce(0) { $0 + $1.trialCount }) checks by method "
        + "\(GateRecord.Form.against.currentMethod) of `--against` and method "
        + "\(GateRecord.Form.baseline.currentMethod) of `--baseline`, \(days), on "
        + "\(study.hostClasses.joined(separator: "; ")); "
        + "\(study.otherCount) by earlier methods are kept but not counted.",
      "",
      itself(study.comparedWithItself(), "In all"),
      itself(study.comparedWithItself(.against), "With `--against`"),
      itself(study.comparedWithItself(.baseline), "With `--baseline`"),
      others(study),
      "",
      "| slowdown | wanted | form | disturbed | checks | said slower | 95 % bounds | inconclusive "
        + "| seconds |",
      "|---|---|---|---|---|---|---|---|---|",
    ] + study.rows.map(line)
  }

  /// The proof that the checks without a slowdown give, which depends on their number.
  private static func itself(_ found: GateStudy.Count, _ form: String) -> String {
    guard found.checks > 0 else { return "- \(form), no build was compared with itself yet." }
    func bounds(_ confidence: Double) -> ProportionBounds {
      ProportionBounds(
        successCount: found.alarms, trialCount: found.checks, confidence: confidence)
    }
    return "- \(form), \(found.alarms) of \(found.checks) checks reported that a build was slower "
      + "than itself: at most \(percent(bounds(0.9).upper)) by the one-sided 95 % bound, "
      + "\(text(bounds(0.95))) by the two-sided one. "
      + "\(found.conclusive) of \(found.findings) findings were conclusive."
  }

  /// The false alarms of checks with a slowdown, and what no column shows.
  private static func others(_ study: GateStudy) -> String {
    let slowed = study.rows.filter { $0.slowdown > 0 }
    let alarms = slowed.reduce(0) { $0 + $1.falseAlarmCount }
    func count(_ verdict: GateVerdict) -> Int {
      study.rows.reduce(0) { $0 + ($1.counts[verdict] ?? 0) }
    }
    let conclusive = slowed.reduce(0) { $0 + $1.conclusiveCount }
    return "- \(alarms) of \(slowed.reduce(0) { $0 + $1.trialCount }) checks with a slowdown "
      + "reported another matcher as slower; \(conclusive) of "
      + "\(slowed.reduce(0) { $0 + $1.findingCount }) findings on others were conclusive. "
      + "Of all checks, \(count(.same)) said same and \(count(.faster)) said faster."
  }

  private static func line(_ row: GateStudy.Row) -> String {
    let isSlowed = row.slowdown > 0
    let cells = [
      isSlowed ? row.measuredSlowdown.map(percent) ?? "–" : "none",
      isSlowed ? percent(row.slowdown) : "–", row.form.rawValue, row.isDisturbed ? "yes" : "no",
      "\(row.trialCount)", "\(row.slowerCount)", text(row.bounds),
      "\(row.counts[.inconclusive] ?? 0)", QuantityFormat.fixed(row.medianSeconds, digits: 0),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func text(_ bounds: ProportionBounds) -> String {
    "\(QuantityFormat.fixed(bounds.lower * 100, digits: 1)) … \(percent(bounds.upper))"
  }

  private static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }

  // MARK: Prose

  private static let introduction = """
    # The gate, put to the test

    The rate at which the gate raises false alarms and misses slowdowns.

    ## Overview

    The gate is tested with builds whose difference is known, on a machine that does other work at
    the same time. No check waits for a quiet moment, is repeated, or is left out.

    **No difference.** A build is compared with itself (`against`), or with a baseline that it saved
    some minutes earlier (`baseline`; one serves five checks). Every `slower` is a false alarm.
    *Disturbed* means that another process works in bursts of 0.2 to 1.7 seconds during the check.

    **A slowdown.** Each keystroke of one matcher is followed by multiplications that take a given
    share of its time; in the other build, the share is zero. A row is named after the slowdown that
    was measured, the geometric mean of the ratios of its checks.

    Each check measures the suite `gate`, the time and the tail of every matcher on both corpora,
    and counts as the most serious of its findings (twelve with `--against`, eight with
    `--baseline`). The bounds are exact (Clopper and Pearson, 1934).
    """

  private static let continuation = """
    ## How to add checks

    Checks are kept in `reports/gate-study/trials.jsonl`. The number of the method changes whenever
    builds are measured or verdicts are reached in another way; only checks by the current method
    are counted. New checks go to the kinds that lack most. The goals are 30 of each form without a
    slowdown, 30 more with a disturbance, and 10 for each slowdown; then 740 without a false alarm,
    whose two-sided bound is 0.5 %.

    ```text
    ./scripts/dev gate-study --for 30m
    ./scripts/dev page gate-study > Sources/MatchmarkCore/MatchmarkCore.docc/GateStudy.md
    ```
    """

  private static let findings = """
    ## What the study has found

    - Two files with the same bytes can differ in speed: three of 34 checks of a build against a
      copy of itself reported slower, and fresh processes confirmed it. So every process of a check
      runs a copy of its own.
    - The executable that slows by nothing measured 4 to 6 % slower than one that cannot slow at
      all, so slowdowns are measured against the former.
    - The first check against a baseline was a false alarm (1.057 [1.008, 1.107], confirmed): scans
      evict an index from the caches, and what that costs depends on other programs. Over twelve
      runs of one binary under changing load, the ratio moved by up to 6.7 %, 1.4 times as far as
      the reference matcher's own time; with samples of 50 µs, by at most 2.8 % over fourteen runs,
      a third as far. So `gate` has such samples, and the floor rises with the reference's drift.
    - In the executable of the tests, the linear scan takes a tenth less time, because its code lies
      elsewhere. So a baseline is saved by the program that is checked.
    - With a baseline from eight processes, 493 of 528 findings without a slowdown were conclusive,
      and a check took 11 seconds; with twenty-four, 478 of 480, and 7 seconds.
    - valgrind 3.19 cannot read the debug sections of Swift 6.3, so `check --exact` counts in
      stripped copies.
    """
}
