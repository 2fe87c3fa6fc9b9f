package import MatchmarkMeasurement

/// The matchers of one run side by side, cell by cell.
private struct SideBySide {
  /// One cell over one set of keystrokes.
  struct Row {
    var name: String
    var texts: [String]
    var tones: [Tone]
  }

  let run: Baseline
  let matchers: [String]
  private let cells: [(cell: BaselineCell, standings: Standings)]

  init(_ run: Baseline, _ matchers: [String]) {
    self.run = run
    let reference = run.conditions.reference
    let chosen = [reference] + matchers.filter { $0 != reference }
    self.matchers = chosen
    cells = run.cells.map { ($0, Standings($0, of: chosen, reference: reference)) }
  }

  /// A row over every keystroke of a cell, then one over the common keystrokes if those are fewer.
  var rows: [Row] {
    cells.flatMap { cell, standings -> [Row] in
      let whole = Row(
        name: "\(cell.id), n \(QuantityFormat.count(standings.typedCount))",
        texts: matchers.map { text(cell.matcher($0), standings.entry($0)?.whole) },
        tones: matchers.map { cell.matcher($0)?.isWrong == true ? .wrong : .plain })
      guard let count = standings.commonCount else { return [whole] }
      let common = Row(
        name: "n \(QuantityFormat.count(count)) in common",
        texts: matchers.map { IntervalFormat.text(standings.entry($0)?.common) ?? "–" },
        tones: matchers.map { _ in .plain })
      return [whole, common]
    }
  }

  private func text(_ matcher: BaselineMatcher?, _ share: Standings.Share?) -> String {
    switch matcher?.status {
    case nil: return "missing"
    case .skipped: return "skipped"
    case .voided, .errored: return (matcher?.status.rawValue ?? "").uppercased()
    case .verified: break
    }
    guard let p50 = share?.p50 else { return matcher?.p50 == nil ? "right" : "–" }
    let ratio = matcher?.id == run.conditions.reference ? nil : IntervalFormat.text(share)
    return QuantityFormat.time(p50) + (ratio.map { "  \($0)" } ?? "")
  }

  /// The cells in which every matcher has a ratio over the same keystrokes.
  private var common: [Standings] {
    cells.map { $0.standings }.filter { standings in
      matchers.count > 1 && matchers.allSatisfy { standings.entry($0)?.shared?.ratio != nil }
        && standings.commonCount != 0
    }
  }

  /// The geometric mean over those cells, and a text that names its scope.
  var mean: (row: Row?, scope: String) {
    let common = common
    guard !common.isEmpty else {
      return (nil, "no cell has been answered by all of them: choose fewer with -e")
    }
    let texts = matchers.map { id in
      let ratios = common.compactMap { $0.entry(id)?.shared?.interval }
      return PooledRatio.mean(ratios).map(IntervalFormat.text)
        ?? (id == run.conditions.reference ? "1" : "–")
    }
    let count = common.reduce(0) { $0 + ($1.commonCount ?? $1.typedCount) }
    return (
      Row(
        name: "geometric mean, n \(QuantityFormat.count(count))", texts: texts,
        tones: texts.map { _ in .plain }),
      "geometric mean: over the \(QuantityFormat.count(count)) keystrokes of "
        + "\(QuantityFormat.cells(common.count)) that all of them answered"
    )
  }

  var wrong: [String] {
    cells.flatMap { cell, _ in
      matchers.filter { cell.matcher($0)?.isWrong == true }.map {
        "wrong: \($0) on \(cell.id), never ranked"
      }
    }
  }
}

extension BaselineMatcher {
  fileprivate var isWrong: Bool { status == .voided || status == .errored }
}

/// Comparisons of matchers within one run and between runs, as blocks.
extension Block {
  /// A row for each cell, then the mean over the cells that all matchers answered.
  ///
  /// - Parameter matchers: the ids to compare; the reference is always included.
  package static func sideBySide(_ run: Baseline, matchers: [String]) -> Block {
    let comparison = SideBySide(run, matchers)
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
      [Part.table(ReportTable("Cells", rows, [cell] + columns)), .text(mean.scope)]
        + comparison.wrong.map(Part.text))
  }

  /// The change of matchers from one run to another: a row for each cell, then the means.
  ///
  /// - Parameters:
  ///   - title: for instance the names of the two runs.
  ///   - limit: the most rows, those that need attention first; nil for all, in their order.
  package static func change(
    _ findings: [GateFinding], since: String, title: String, limit: Int? = nil
  ) -> Block {
    let left = findings.count - (limit ?? findings.count)
    let shown = left > 0 ? Array(GateText.ordered(findings).dropLast(left)) : findings
    let reasons = findings.compactMap { finding in
      finding.reason.map { finding.verdict == .notComparable ? "not comparable: \($0)" : $0 }
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
}

/// The change of matchers from one run to another, as one line.
package enum ChangeText {
  /// The mean change of each matcher over the comparable cells, and the number of keystrokes that
  /// both runs have.
  package static func line(_ findings: [GateFinding], since: String) -> String {
    let changes = means(findings).map {
      "\($0.matcher) \(IntervalFormat.text($0.ratio)) on \(QuantityFormat.keystrokes($0.count))"
    }
    guard !changes.isEmpty else {
      let reason = findings.lazy.compactMap(\.reason).first ?? "no matcher was timed in both"
      return "no change since \(since): not comparable, \(reason)"
    }
    return "change since \(since), to the reference: \(changes.joined(separator: ", "))"
  }

  /// The mean over cells for each matcher, in order of appearance.
  private static func means(
    _ findings: [GateFinding]
  ) -> [(matcher: String, ratio: RatioInterval, count: Int)] {
    findings.grouped(by: \.matcher).compactMap { matcher, findings in
      let own = findings.filter { $0.ratio != nil }
      let count = own.reduce(0) { $0 + ($1.keystrokeCount ?? 0) }
      return PooledRatio.mean(own.compactMap(\.ratio)).map { (matcher, $0, count) }
    }
  }
}
