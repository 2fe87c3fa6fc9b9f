import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport

/// The proof of the gate as text.
package enum GateStudyText {
  /// The page of the documentation.
  package static func page(_ study: GateStudy) -> String {
    ([introduction, "", "## Result", ""] + result(study) + ["", continuation, "", findings, ""])
      .joined(separator: "\n")
  }

  /// Markdown: when and where, what it is worth, and a row for each kind of check.
  package static func result(_ study: GateStudy) -> [String] {
    guard let first = study.days.first, let last = study.days.last else {
      return ["No check has been made yet by this method."]
    }
    let days = first == last ? first : "\(first) to \(last)"
    return [
      "\(study.rows.reduce(0) { $0 + $1.trialCount }) checks by method "
        + "\(GateRecord.currentMethod), \(days), on \(study.hostClasses.joined(separator: "; ")); "
        + "\(study.otherCount) by earlier methods are kept and not counted.",
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

  /// What checks without a slowdown are worth: no more than their number allows.
  private static func itself(_ found: (alarms: Int, checks: Int), _ form: String) -> String {
    guard found.checks > 0 else { return "- \(form), no build was compared with itself yet." }
    func bounds(_ confidence: Double) -> ProportionBounds {
      ProportionBounds(
        successCount: found.alarms, trialCount: found.checks, confidence: confidence)
    }
    return "- \(form), a build was said to be slower than itself in \(found.alarms) of "
      + "\(found.checks) checks. By the exact one-sided bound of 95 % it is said in "
      + "\(percent(bounds(0.9).upper)) of them at most; two-sided, in \(text(bounds(0.95)))."
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

    How often the gate cries wolf, and how often it sleeps.

    ## Overview

    A gate in continuous integration is switched off after its second false alarm. So ours is held
    to builds whose difference is known. Every check is a process of its own, on one machine,
    while that machine does other things. Nothing is waited for, and no check is made again or
    left out. This page claims what the checks on it show, and no more; it is written from them,
    and a test compares the two.

    **No difference.** A build is compared with itself (`against`), or with a baseline that the
    same build saved some minutes before (`baseline`; one baseline serves five checks). Every
    `slower` is a false alarm. *Disturbed* means that, next to whatever else goes on, another
    process works in bursts of 0.2 to 1.7 seconds for as long as the check lasts, but not while
    its baseline is saved.

    **A slowdown.** In an executable of the tests each keystroke of one matcher is followed by as
    many multiplications as take a share of the time that the keystroke took itself. That is work,
    not waiting. The other build is the same executable with a share of zero, so that what slowing
    costs by itself is on both sides. The matchers take turns at being slow. A row is named by
    what was measured: the geometric mean of the ratios of its checks, next to what was wanted.
    *Where the floor was lower* counts the checks whose noise left the slowdown wanted visible at
    all.

    Each check is about the whole suite `gate`: every matcher on both corpora, its time and its
    tail, in eight to twenty-four processes of each side. A check counts as its gravest finding
    does: one inconclusive finding of twelve makes it inconclusive. *Findings that were
    conclusive* are those on matchers that were not slowed. The bounds are exact (Clopper and
    Pearson, 1934).
    """

  private static let continuation = """
    ## How to go on with it

    Trials lie in `reports/gate-study/trials.jsonl`, one JSON object a line. Each says by which
    method it was made, a number that changes with the way in which builds are measured or
    verdicts reached; only those of the present one are counted. What is added goes to the kinds
    of which most is missing: 30 checks of each form without a slowdown, quiet and as many
    disturbed, and 10 for each slowdown. The standing goal is 740 checks without a false alarm,
    whose two-sided bound is 0.5 %.

    ```text
    ./scripts/dev gate-study --for 30m
    ./scripts/dev page gate-study > Sources/MatchmarkCore/MatchmarkCore.docc/GateStudy.md
    ```

    `scripts/test --all` makes a handful of checks each time.
    """

  private static let findings = """
    ## What was found on the way

    - One file differs from another with the same bytes. In one stretch of a busy machine, three
      of 34 checks of a build against a copy of itself said slower, and a fresh block of processes
      confirmed it, from the same two files. Every process of a check now has a file of its own.
    - The executable that slows by nothing measured 4 to 6 % slower than the one without the means
      to slow. Slowdowns are measured against that zero now.
    - Compared with a baseline, the first check of all was a false alarm (1.057 [1.008, 1.107],
      confirmed). Linear scans throw an index out of the caches, and what that costs depends on
      who else uses the memory: over twelve runs of one binary under changing load the ratio moved
      by up to 6.7 %, and 1.4 times as far as the reference's own time. With samples of 50 µs it
      moved by no more than 2.8 % over fourteen runs, and a third as far as the reference. Hence
      the length of a sample in the suite `gate`, and a floor that rises with the drift of the
      reference.
    - Two executables of the same sources are not one: in that of the tests the linear scan takes
      a tenth less time, by where its code lies. A baseline is therefore saved by the program that
      is checked.
    - valgrind 3.19 does not read what Swift 6.3 writes for debuggers. `check --exact` counts in
      copies without it, which run the same instructions.
    """
}
