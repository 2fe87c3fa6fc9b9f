import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport
import MeasurementSupport

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
      "",
      "| slowdown | wanted | form | disturbed | checks | said slower | 95 % bounds | inconclusive "
        + "| same | faster | other false alarms | findings that were conclusive "
        + "| where the floor was lower | seconds |",
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ] + study.rows.map(line)
  }

  /// What the checks without a slowdown prove, which depends on their number.
  private static func itself(_ found: GateStudy.Count, _ form: String) -> String {
    guard found.checks > 0 else { return "- \(form), no build was compared with itself yet." }
    func bounds(_ confidence: Double) -> ProportionBounds {
      ProportionBounds(
        successCount: found.alarms, trialCount: found.checks, confidence: confidence)
    }
    return "- \(form), \(found.alarms) of \(found.checks) checks reported that a build was slower "
      + "than itself. The rate of false alarms is at most \(percent(bounds(0.9).upper)) by the "
      + "one-sided 95 % bound, and \(text(bounds(0.95))) by the two-sided one. "
      + "\(found.conclusive) of \(found.findings) findings were conclusive, "
      + "\(percent(Double(found.conclusive) / Double(max(found.findings, 1))))."
  }

  private static func line(_ row: GateStudy.Row) -> String {
    let isSlowed = row.slowdown > 0
    let clear =
      row.clearCount > 0
      ? "\(row.clearSlowerCount) of \(row.clearCount), \(text(row.clearBounds))" : "–"
    let cells = [
      isSlowed ? row.measuredSlowdown.map(percent) ?? "–" : "none",
      isSlowed ? percent(row.slowdown) : "–", row.form.rawValue, row.isDisturbed ? "yes" : "no",
      "\(row.trialCount)", "\(row.slowerCount)", text(row.bounds),
      "\(row.counts[.inconclusive] ?? 0)", "\(row.counts[.same] ?? 0)",
      "\(row.counts[.faster] ?? 0)", isSlowed ? "\(row.falseAlarmCount)" : "–",
      "\(row.conclusiveCount) of \(row.findingCount)", clear,
      QuantityFormat.fixed(row.medianSeconds, digits: 0),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func text(_ bounds: ProportionBounds) -> String {
    "\(percent(bounds.lower)) … \(percent(bounds.upper))"
  }

  private static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }

  // MARK: Prose

  private static let introduction = """
    # The gate, put to the test

    How often the gate raises a false alarm, and how often it misses a real slowdown.

    ## Overview

    People switch off a gate in continuous integration after its second false alarm. So this gate
    is tested with builds whose difference is known. Every check is a separate process, on one
    machine that does other work at the same time. No check waits for a quiet moment, is repeated,
    or is left out. This page is generated from those checks, and a test compares the two.

    **No difference.** A build is compared with itself (`against`), or with a baseline that the
    same build saved some minutes earlier (`baseline`; one baseline serves five checks). Every
    `slower` is a false alarm. *Disturbed* means that another process works in bursts of 0.2 to
    1.7 seconds during the whole check, but not while its baseline is saved.

    **A slowdown.** In an executable of the tests, each keystroke of one matcher is followed by as
    many multiplications as take a given share of that keystroke's time. That is work, not
    waiting. The other build is the same executable with a share of zero, so the cost of the
    mechanism is on both sides. The matchers take turns at being slow. Each row is named after the
    slowdown that was measured, the geometric mean of the ratios of its checks; the slowdown that
    was wanted is next to it. *Where the floor was lower* counts the checks whose noise was small
    enough to show it.

    Each check measures the whole suite `gate`: the time and the tail of every matcher on both
    corpora, in eight to twenty-four processes of each build; a baseline, in twenty-four. A check
    has the most serious of its findings: one inconclusive finding of twelve makes it
    inconclusive. *Findings that were conclusive* are those on matchers that were not slowed. The
    bounds are exact (Clopper and Pearson, 1934).
    """

  private static let continuation = """
    ## How to add checks

    The checks are in `reports/gate-study/trials.jsonl`, one JSON object per line. Each has the
    number of the method of its form. The number changes whenever builds are measured or verdicts
    are reached in another way, and only checks by the current method are counted. New checks go
    to the kinds that lack most: the goals are 30 checks of each form without a slowdown, 30 more
    with a disturbance, and 10 for each slowdown. The long-term goal is 740 checks without a false
    alarm, whose two-sided bound is 0.5 %.

    ```text
    ./scripts/dev gate-study --for 30m
    ./scripts/dev page gate-study > Sources/MatchmarkCore/MatchmarkCore.docc/GateStudy.md
    ```

    `scripts/test --all` makes a handful of checks each time.
    """

  private static let findings = """
    ## What the study has found

    - Two files with the same bytes can differ in speed. On a busy machine, three of 34 checks of
      a build against a copy of itself reported slower, and fresh processes of the same two files
      confirmed it. Every process of a check now runs its own copy.
    - The executable that slows by nothing measured 4 to 6 % slower than one that cannot slow at
      all. Slowdowns are now measured against the former.
    - The very first check against a baseline was a false alarm (1.057 [1.008, 1.107], confirmed).
      Linear scans evict an index from the caches, and what that costs depends on who else uses
      the memory. Over twelve runs of one binary under changing load, the ratio moved by up to 6.7
      %, which is 1.4 times as far as the time of the reference matcher itself. With samples of 50
      µs it moved by at most 2.8 % over fourteen runs, a third as far as the reference. That is
      why the suite `gate` has samples of that length, and why the floor rises with the drift of
      the reference.
    - Two executables of the same sources are not the same: in the executable of the tests, the
      linear scan takes a tenth less time, because of where its code lies. So a baseline is saved
      by the program that is checked.
    - A baseline used to be measured in eight processes, as few as the first look of a check. 493 of
      528 findings without a slowdown were conclusive, and a check took 11 seconds. With twenty-four
      processes, 478 of 480 were, and a check took 7.
    - valgrind 3.19 cannot read the debug sections of Swift 6.3. `check --exact` counts in
      stripped copies, which execute the same instructions.
    """
}
