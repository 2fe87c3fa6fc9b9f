package import MatchmarkRecord

private struct SideBySide {
  /// The row of one cell over one set of keystrokes.
  typealias Row = (name: String, texts: [String], tones: [Tone])

  private let reference: String
  let matchers: [String]
  private let cells: [(cell: BaselineCell, standings: Standings)]

  init(_ run: Baseline) {
    let reference = run.conditions.reference
    self.reference = reference
    matchers = ([reference] + run.cells.flatMap(\.matchers).map(\.id)).uniqued
    cells = run.cells.map { ($0, Standings($0, reference: reference)) }
  }

  /// The rows: one over every keystroke of a cell, then one over the common keystrokes if those are
  /// fewer.
  var rows: [Row] {
    cells.flatMap { cell, standings -> [Row] in
      let whole = Row(
        "\(cell.id), n \(QuantityFormat.count(standings.typedCount))",
        matchers.map { text(cell.matcher($0), standings.entry($0)?.whole) },
        matchers.map { cell.matcher($0)?.status.isWrong == true ? .wrong : .plain })
      guard let count = standings.commonCount else { return [whole] }
      let common = matchers.map { IntervalFormat.text(standings.entry($0)?.common) ?? "–" }
      return [whole, row("n \(QuantityFormat.count(count)) in common", common)]
    }
  }

  private func row(_ name: String, _ texts: [String]) -> Row {
    (name, texts, texts.map { _ in .plain })
  }

  private func text(_ matcher: BaselineMatcher?, _ share: Standings.Share?) -> String {
    guard let matcher else { return "missing" }
    switch matcher.status {
    case .skipped: return "skipped"
    case .voided, .errored: return matcher.status.rawValue.uppercased()
    case .verified: break
    }
    guard let p50 = share?.p50 else { return matcher.p50 == nil ? "right" : "–" }
    let ratio = matcher.id == reference ? nil : IntervalFormat.text(share)
    return QuantityFormat.time(p50) + (ratio.map { "  \($0)" } ?? "")
  }

  /// The geometric mean over the cells in which every matcher has a ratio over the same keystrokes,
  /// and a text that names those cells.
  var mean: (row: Row?, scope: String) {
    let common = cells.map(\.standings).filter { standings in
      matchers.count > 1 && matchers.allSatisfy { standings.entry($0)?.shared?.ratio != nil }
        && standings.commonCount != 0
    }
    guard !common.isEmpty else {
      return (nil, "no cell has been answered by all of them: choose fewer with -e")
    }
    let texts = matchers.map { id in
      let ratios = common.compactMap { $0.entry(id)?.shared?.interval }
      return PooledRatio.mean(ratios).map(IntervalFormat.text) ?? (id == reference ? "1" : "–")
    }
    let count = QuantityFormat.count(common.reduce(0) { $0 + ($1.commonCount ?? $1.typedCount) })
    return (
      row("geometric mean, n \(count)", texts),
      "geometric mean: over the \(count) keystrokes of \(QuantityFormat.cells(common.count)) "
        + "that all of them answered"
    )
  }

  var wrong: [String] {
    cells.flatMap { cell, _ in
      matchers.filter { cell.matcher($0)?.status.isWrong == true }.map {
        "wrong: \($0) on \(cell.id), never ranked"
      }
    }
  }
}

extension Block {
  /// Returns a table with a row for each cell, then the mean over the cells that all matchers
  /// answered.
  package static func sideBySide(_ run: Baseline) -> Block {
    let comparison = SideBySide(run)
    let mean = comparison.mean
    let rows = comparison.rows + [mean.row].compactMap(\.self)
    typealias Column = ReportTable.Column<SideBySide.Row>
    let cell = Column.words("cell") { $0.name }
    let columns = comparison.matchers.enumerated().map { index, name in
      Column.figures(name) { $0.texts[index] }.painted { $0.tones[index] }
    }
    return Block(
      "side-by-side", "Matchers side by side",
      lead: "p50 over n keystrokes, each the median of its rounds, and the ratio to "
        + "\(run.conditions.reference) with its 95 % interval",
      [.table(ReportTable("Cells", rows, [cell] + columns)), .text(mean.scope)]
        + comparison.wrong.map(Part.text))
  }

  /// Returns the change of matchers from one run to another: a row for each cell, then the means.
  ///
  /// - Parameters:
  ///   - title: the title, for instance the names of the two runs.
  ///   - limit: the maximum number of rows, of which those that need attention come first; nil for
  ///     all rows, in their order.
  package static func change(
    _ findings: [GateFinding], since: String, title: String, limit: Int? = nil
  ) -> Block {
    let left = findings.count - (limit ?? findings.count)
    let shown = left > 0 ? Array(GateText.ordered(findings).dropLast(left)) : findings
    let reasons = findings.compactMap { finding in
      finding.reason.map { finding.ratio == nil ? "\(finding.verdict.words): \($0)" : $0 }
    }.uniqued
    let table = ReportTable(
      "Change", shown,
      [
        .words("cell") { $0.cell }, .words("matcher") { $0.matcher },
        .interval("change") { $0.ratio }, .count("n") { $0.keystrokeCount },
        .words("verdict") { $0.verdict.rawValue }.painted(GateText.tone),
        .percent("floor") { $0.floor },
      ], notes: reasons)
    return Block(
      "change", DisplayText.line(title, limit: 300),
      [.table(table)] + (left > 0 ? [.text(TerminalRenderer.more(left, "comparison"))] : [])
        + [.text(ChangeText.line(findings, since: since))])
  }

  /// Returns the times of several machines side by side, each with its own noise floor; nil if
  /// nothing was timed.
  ///
  /// - Parameter records: one record for each kind of machine, with the name that identifies it.
  package static func machines(_ records: [(name: String, record: RunRecord)]) -> Block? {
    typealias Row = (name: String, host: String, cell: CellRecord, of: MatcherRecord)
    let rows = records.filter { $0.record.kind == .run }.flatMap { name, record in
      record.cells.parts.map { Row(name, record.context.host.name, $0.cell, $0.record) }
    }
    return Block(
      "times", "Times of machines, never pooled",
      rows.sorted { ($0.cell.id, $0.of.id) < ($1.cell.id, $1.of.id) },
      [
        .words("cell") { $0.cell.id }, .words("matcher") { $0.of.id },
        .words("machines") { $0.host }, .words("record") { $0.name },
        .count("processes") { $0.of.figures?.forkCount },
        .time("p50") { $0.of.figures?.typed.p50OfMedians },
        .interval("ratio") { $0.of.figures?.ratioInterval },
        .percent("noise") { $0.cell.noise?.ratio.distanceFromOne },
      ])
  }
}

/// The change of matchers from one run to another, on one line.
package enum ChangeText {
  /// Returns the mean change of each matcher over the comparable cells, and the number of
  /// keystrokes that both runs have.
  package static func line(_ findings: [GateFinding], since: String) -> String {
    let changes = findings.grouped(by: \.matcher).compactMap { matcher, findings -> String? in
      let own = findings.filter { $0.ratio != nil }
      guard let mean = PooledRatio.mean(own.compactMap(\.ratio)) else { return nil }
      let count = own.reduce(0) { $0 + ($1.keystrokeCount ?? 0) }
      return "\(matcher) \(IntervalFormat.text(mean)) on \(QuantityFormat.keystrokes(count))"
    }
    guard !changes.isEmpty else {
      let reason =
        findings.lazy.compactMap(\.reason).first
        ?? "times are compared as ratios to another matcher, and no two were timed in both"
      return "not compared with \(since): \(reason)"
    }
    return "change since \(since), to the reference: \(changes.joined(separator: ", "))"
  }
}
