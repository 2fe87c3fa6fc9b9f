import MatchmarkMeasurement

extension Figure {
  /// What a gate compared: each ratio with its interval, between the floors.
  static func gate(_ gate: GateRecord, roster: Roster) -> Figure {
    let drawn = GateText.ordered(gate.findings).filter { $0.ratio != nil }
    let shown = Array(drawn.prefix(findingLimit))
    let form =
      switch gate.form {
      case .against: "the program"
      case .baseline: "the baseline"
      case .exact: "the counts of"
      }
    var figure = Figure(
      id: "gate", title: "Against \(form) \(DisplayText.line(gate.subject, limit: 80))",
      lead:
        "New to old: right of 1 is slower. Lines are intervals, shaded is the floor below which "
        + "a difference is none; large signs are findings that fail.",
      panels: shown.isEmpty
        ? [] : [Panel(title: "", subtitle: "", picture: plot(shown, roster).markup())],
      table: GateTables.findings(gate))
    figure.isWide = true
    figure.show(roster.legend(shown.map(\.matcher)))
    figure.notes.append("\(GateText.counts(gate)).")
    if drawn.count > shown.count {
      figure.notes.append(
        "\(QuantityFormat.count(drawn.count - shown.count)) more are in the table.")
    }
    return figure
  }

  /// More rows than that no eye compares.
  private static let findingLimit = 60

  private static func plot(_ findings: [GateFinding], _ roster: Roster) -> Plot {
    let ends = findings.flatMap { finding in
      [finding.ratio?.lower, finding.ratio?.ratio, finding.ratio?.upper, 1 + finding.floor]
        .compactMap(\.self)
    }
    let rows = Array(findings.reversed())
    var plot = Plot(
      x: .logarithmic(ends + [0.95, 1 / 0.95], title: "new to old", label: TickLabel.ratio),
      y: .places(rows.map { DisplayText.line($0.cell, limit: 24) }),
      summary: "Dot plot: the ratio of new to old time for each matcher on each cell, with its "
        + "interval and the floor; the figures are in the table below")
    plot.left = 146
    plot.width = 430
    plot.height = 56 + 22 * Double(rows.count)
    for (row, finding) in rows.enumerated() {
      let limit = 1 + finding.floor
      plot.layers.append(
        .band(
          1 / limit...limit, y: Double(row) - 0.36...Double(row) + 0.36,
          label: "floor: \(IntervalFormat.percent(finding.floor))"))
    }
    plot.layers.append(.upright(x: 1))
    for (row, finding) in rows.enumerated() {
      plot.layers += layers(finding, y: Double(row), roster)
    }
    return plot
  }

  private static func layers(
    _ finding: GateFinding, y: Double, _ roster: Roster
  ) -> [Plot.Layer] {
    guard let ratio = finding.ratio else { return [] }
    let sign = Sign(position: roster.position(of: finding.matcher))
    let title =
      "\(DisplayText.line(finding.matcher)) on \(DisplayText.line(finding.cell)), "
      + "\(DisplayText.line(finding.figure)), \(finding.verdict.rawValue): "
      + IntervalFormat.text(ratio)
    let isGrave = finding.verdict == .slower
    return [
      .whisker(from: ratio.lower, to: ratio.upper, y: y, sign),
      .mark(
        x: ratio.ratio, y: y, sign,
        .init(title: title, size: isGrave ? 5 : 3.4, isHollow: finding.verdict == .inconclusive)),
    ]
  }
}
