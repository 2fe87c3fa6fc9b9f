import MatchmarkRecord

enum GateText {
  /// Returns one line such as `slower: time ratio 1.102 [1.084, 1.121] > limit 1.030 (0.31 ms, was
  /// 0.28 ms; 5 forks, 60 rounds; measured again 1.098 …)`.
  ///
  /// The verdict, the number and the limit come first, because some viewers truncate the line.
  static func message(_ finding: GateFinding) -> String {
    guard let ratio = finding.ratio else {
      return "\(finding.verdict.words): \(finding.reason ?? "no figure")"
    }
    let relation = ratio.ratio > 1 + finding.floor ? ">" : "<="
    let again = finding.confirmation.map { "measured again \(IntervalFormat.text($0))" }
    let measured = [values(finding), repetitions(finding), again].compactMap(\.self)
    return "\(finding.verdict.rawValue): \(finding.figure) ratio \(IntervalFormat.text(ratio)) "
      + "\(relation) limit \(QuantityFormat.fixed(1 + finding.floor, digits: 3)) "
      + "(\(measured.joined(separator: "; ")))" + (finding.reason.map { ": \($0)" } ?? "")
  }

  /// Returns one line such as `budget missed: p99 9.10 ms > limit 8.33 ms`.
  static func message(_ finding: BudgetFinding) -> String {
    "budget \(finding.isMissed ? "missed" : "kept"): \(finding.figure) "
      + "\(QuantityFormat.time(finding.nanoseconds)) "
      + "\(finding.isMissed ? ">" : "<=") limit "
      + QuantityFormat.time(finding.limitInNanoseconds) + (finding.reason.map { ", \($0)" } ?? "")
  }

  /// Returns the number of findings by verdict: `1 slower, 1 judged alone, 5 same`.
  static func counts(_ gate: GateRecord) -> String {
    let counts = order.filter { gate.count($0) > 0 }.map { "\(gate.count($0)) \($0.words)" }
    return counts.isEmpty ? "nothing was compared" : counts.joined(separator: ", ")
  }

  /// Returns a sentence about cells whose slowest keystrokes were not compared; nil if there are
  /// none.
  static func withoutTail(_ gate: GateRecord) -> String? {
    func cells(of figure: GateFigure) -> Set<String> {
      Set(gate.findings.filter { $0.figure == figure.rawValue && $0.ratio != nil }.map(\.cell))
    }
    let count = cells(of: .time).subtracting(cells(of: .tail)).count
    guard count > 0 else { return nil }
    let cells = QuantityFormat.cells(count)
    return "The slowest keystrokes of \(cells) were not compared on their own, which takes "
      + "\(GateTail.fewestTypedKeystrokes) typed keystrokes; --sessions adds some."
  }

  /// The verdicts, from those that need attention to those that do not.
  private static let order: [GateVerdict] = [
    .slower, .notComparable, .inconclusive, .alone, .faster, .same,
  ]

  static func ordered(_ findings: [GateFinding]) -> [GateFinding] {
    order.flatMap { verdict in findings.filter { $0.verdict == verdict } }
  }

  static func tone(_ finding: GateFinding) -> Tone {
    switch finding.verdict {
    case .slower: .wrong
    case .notComparable, .inconclusive, .alone: .caution
    case .faster, .same: .right
    }
  }

  /// Returns what is compared, now and before: `0.31 ms, was 0.20 ms`; nil if it is unknown.
  static func values(_ finding: GateFinding) -> String? {
    if let counted = finding.counted {
      return "\(count(counted.now)), was \(count(counted.earlier))"
    }
    guard let now = finding.nanoseconds, let earlier = finding.earlierNanoseconds else {
      return nil
    }
    return "\(QuantityFormat.time(now)), was \(QuantityFormat.time(earlier))"
  }

  fileprivate static func repetitions(_ finding: GateFinding) -> String? {
    guard finding.roundCount > 0 else { return nil }
    let rounds = QuantityFormat.counted(finding.roundCount, "round")
    return finding.forkCount > 1 ? "\(finding.forkCount) forks, \(rounds)" : rounds
  }

  /// Returns a whole number if the value is large, and two decimals if it is small.
  private static func count(_ value: Double) -> String {
    value < 100
      ? QuantityFormat.fixed(value, digits: 2) : QuantityFormat.count(Int(value.rounded()))
  }
}

extension GateVerdict {
  /// The verdict as text, such as `not comparable` or `judged alone`.
  var words: String {
    self == .alone ? "judged alone" : rawValue.replacing("-", with: " ")
  }
}

extension Block {
  static func gate(of record: RunRecord) -> Block? {
    guard let gate = record.gate else { return nil }
    let form =
      switch gate.form {
      case .against: "the build"
      case .baseline: "the baseline"
      case .exact: "the counts of"
      }
    return Block(
      "gate", "Against \(form) \(DisplayText.line(gate.subject, limit: 80))",
      lead: "\(GateText.counts(gate)).\(GateText.withoutTail(gate).map { " \($0)" } ?? "")",
      [
        .picture(gatePicture(gate, Roster(record))),
        .table(ReportTable.gate(GateText.ordered(gate.findings))),
      ]
    ).noting(
      "Slower means that the whole interval lies above 1, that the ratio exceeds the floor, and "
        + "that fresh rounds confirm both. The floor is the requested one (three times that for "
        + "the tail) or the noise of an identical pair, whichever is larger. The tail is the "
        + "slowest twentieth of the keystrokes.")
  }

  /// Returns every declared budget, missed ones first.
  static func budgets(of record: RunRecord) -> Block? {
    guard let budgets = record.budgets, !budgets.isEmpty else { return nil }
    let missed = budgets.filter(\.isMissed)
    return Block(
      "budgets", "Budgets",
      lead: "\(QuantityFormat.count(budgets.count - missed.count)) kept, "
        + "\(QuantityFormat.count(missed.count)) missed.", caption: "Declared budgets",
      missed + budgets.filter { !$0.isMissed },
      [
        .words("verdict") { $0.isMissed ? "missed" : "kept" }
          .painted { $0.isMissed ? .wrong : .plain },
        .words("cell") { $0.cell }, .words("matcher") { $0.matcher },
        .words("figure") { $0.figure }, .time("time") { $0.nanoseconds },
        .time("limit") { $0.limitInNanoseconds },
      ])
  }

  /// The maximum number of rows that a reader can compare in the picture.
  private static let findingLimit = 60

  private static func gatePicture(_ gate: GateRecord, _ roster: Roster) -> Picture {
    let drawn = GateText.ordered(gate.findings).filter { $0.ratio != nil }
    let shown = Array(drawn.prefix(findingLimit))
    var picture = Picture(
      lead: "New to old: right of 1 is slower. Lines are intervals; a difference within the "
        + "shaded floor does not count. Large marks are findings that fail.",
      shown.isEmpty ? [] : [Picture.Panel("", "", gatePlot(shown, roster))],
      .wide, roster.legend(shown.map(\.matcher)))
    picture.notes += QuantityFormat.rest(drawn.count - shown.count, "are in the table")
    return picture
  }

  private static func gatePlot(_ findings: [GateFinding], _ roster: Roster) -> Plot {
    let ends = findings.flatMap { finding in
      [finding.ratio?.lower, finding.ratio?.ratio, finding.ratio?.upper, 1 + finding.floor]
        .compactMap(\.self)
    }
    let rows = findings.map { finding in
      let title = "floor: \(IntervalFormat.percent(finding.floor))"
      return Plot.Row(
        name: finding.cell, points: gatePoints(finding, roster),
        floor: (finding.floor, 0.36, title))
    }
    var plot = Plot(
      rows, x: .counts(ends + [0.95, 1 / 0.95], title: "new to old"),
      height: 56 + 22 * Double(rows.count), isAroundOne: true,
      summary: "Dot plot: the ratio of new to old time for each matcher on each cell, with its "
        + "interval and the floor")
    plot.width = 430
    return plot
  }

  private static func gatePoints(_ finding: GateFinding, _ roster: Roster) -> [Plot.Point] {
    guard let ratio = finding.ratio else { return [] }
    return [
      Plot.Point(
        x: ratio.ratio, ends: (ratio.lower, ratio.upper), sign: roster.sign(of: finding.matcher),
        title: "\(DisplayText.line(finding.matcher)) on \(DisplayText.line(finding.cell)), "
          + "\(DisplayText.line(finding.figure)), \(finding.verdict.rawValue): "
          + IntervalFormat.text(ratio),
        size: finding.verdict == .slower ? 5 : 3.4,
        isHollow: finding.verdict == .inconclusive)
    ]
  }
}

extension ReportTable {
  static func gate(_ findings: [GateFinding]) -> ReportTable {
    ReportTable(
      "Findings of the gate", findings,
      [
        .words("verdict") { $0.verdict.rawValue }.painted(GateText.tone),
        .words("cell") { $0.cell }, .words("matcher") { $0.matcher },
        .words("figure") { $0.figure }, .words("a keystroke") { GateText.values($0) ?? "–" },
        .interval("new to old") { $0.ratio }, .interval("measured again") { $0.confirmation },
        .percent("floor") { $0.floor }, .percent("noise") { $0.noise?.distanceFromOne },
        .words("measured") { GateText.repetitions($0) ?? "–" }, .prose("why") { $0.reason ?? "" },
      ])
  }

  /// The findings as a reviewer of a change reads them.
  static func changes(_ findings: [GateFinding]) -> ReportTable {
    ReportTable(
      "Changes", findings,
      [
        .words("verdict") { $0.verdict.words }, .words("cell") { $0.cell },
        .words("matcher") { $0.matcher },
        .prose("figure") {
          $0.figure == GateFigure.tail.rawValue ? "time, slowest 5 %" : $0.figure
        },
        .prose("a keystroke") { GateText.values($0) ?? "–" }, .interval("new to old") { $0.ratio },
        .prose("why") { $0.reason ?? "" },
      ])
  }
}
