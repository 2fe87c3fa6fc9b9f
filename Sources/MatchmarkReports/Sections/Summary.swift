import MatchmarkRecord

/// A summary of a run that does not fit the terminal's screen: each matcher under each match mode,
/// the fastest first, then one line each about unranked matchers and the noise.
struct Summary {
  struct Row {
    var mode: String
    let matcher: String
    /// The tails by the number of rows.
    let tails: [Int: String]
    let ratio: Double?
    /// True if the ratio is over every keystroke of the largest size.
    let isComplete: Bool
    let indexBytesPerByte: Double?

    /// True if the matcher is the fastest at the largest size.
    let isFastest: Bool
    /// The tail at the largest size; nil if the matcher has none there.
    fileprivate let tail: Double?

    /// The sort key: the fastest, then matchers with every keystroke, then by tail.
    fileprivate var order: [Double] {
      [
        isFastest ? 0 : 1, isComplete && ratio != nil ? 0 : 1, tail ?? .infinity,
        ratio ?? .infinity,
      ]
    }

    fileprivate var ratioText: String? {
      ratio.map { (isComplete ? "" : "~") + QuantityFormat.ratio($0) }
    }

    fileprivate var isPartial: Bool {
      ratio != nil && !isComplete || tails.values.contains { $0.hasPrefix("~") }
    }
  }

  let findings: [Block]
  /// The matchers without a rank in some cells, and the noise.
  let notes: [String]
  private let modes: [[Row]]
  private let sizes: [Int]
  private let reference: String
  /// The answers, which are shown instead of times if nothing was timed.
  private let answers: ReportTable?

  /// The maximum number of columns that are readable at a glance.
  private static let sizeLimit = 3

  init(_ record: RunRecord) {
    findings = [
      Block.gate(of: record), Block.budgets(of: record), Block.targets(of: record),
    ].compactMap(\.self)
    notes =
      record.cells.byMatcher(Roster(record)).compactMap { AnswerTally.unrankedNote($0, $1) }
      + [Unranked.line(record), Self.noise(record)].compactMap(\.self)
    reference = DisplayText.line(record.suite.reference)
    let timed = record.timedByMode
    modes = timed.map { mode, record in
      let largest = record.cells.largest
      let fastest = largest.fastest
      return OverviewFacts(record).series.map { Row($0, mode, on: largest, fastest: fastest) }
        .sorted { $0.order.lexicographicallyPrecedes($1.order) }
    }
    let counts = Dictionary(grouping: timed.flatMap(\.record.cells), by: \.corpus.rowCount)
      .mapValues(\.count)
    // Sizes of a single corpus are shown only if there are no others.
    let common = counts.filter { $0.value > 1 }
    sizes = (common.isEmpty ? counts : common).keys.sorted().suffix(Self.sizeLimit)
    answers = modes.isEmpty ? ParityMatrix(record).tables.first : nil
  }

  private static func noise(_ record: RunRecord) -> String? {
    let noises = record.cells.compactMap { cell in
      cell.noise.map { (cell: cell.id, matcher: $0.matcher, share: $0.ratio.distanceFromOne) }
    }
    return noises.filter(\.share.isFinite).max { $0.share < $1.share }.map { noise in
      "noise: \(DisplayText.line(noise.matcher)) differs from itself by up to "
        + "\(IntervalFormat.percent(noise.share)) (\(DisplayText.line(noise.cell, limit: 60)))"
    }
  }

  /// Returns the lines, at most `height` of them; empty if not even one row fits.
  ///
  /// - Complexity: O(h²) for h lines; each row takes at least one of them.
  func lines(height: Int, width: Int?) -> [TerminalLine] {
    let most = max(modes.map(\.count).max() ?? 0, answers?.rows.count ?? 0)
    for limit in stride(from: min(most, height), to: 0, by: -1) {
      let lines = lines(rowLimit: limit, width: width)
      let count = TerminalLine.rendered(
        lines, width: width, style: TextStyle(isColoured: false)
      ).count
      if count <= height { return lines }
    }
    return []
  }

  private func lines(rowLimit: Int, width: Int?) -> [TerminalLine] {
    if let answers {
      return [TerminalLine("Answers", .strong)]
        + TerminalTable(answers.onlyFirst(rowLimit), details: false, width: width).lines()
        + Self.omission(answers.omittedCount(beyond: rowLimit))
    }
    let omitted = modes.reduce(0) { $0 + max(0, $1.count - rowLimit) }
    return [TerminalLine("Worst p99 per keystroke, by the number of rows", .strong)]
      + TerminalTable(table(rowLimit: rowLimit), details: false, width: width).lines()
      + [
        TerminalLine(
          TerminalTable.legend
            + "; ratio: to \(reference) there; index: bytes per corpus byte", .faint)
      ]
      + (modes.joined().contains(where: \.isPartial)
        ? [TerminalLine("  ~ over some keystrokes, or the slowest of fewer than 100", .faint)] : [])
      + Self.omission(omitted)
  }

  private static func omission(_ count: Int) -> [TerminalLine] {
    count > 0 ? [TerminalLine("  " + TerminalRenderer.more(count, "row"), .faint)] : []
  }

  private func table(rowLimit: Int) -> ReportTable {
    typealias Column = ReportTable.Column<Row>
    var rows: [Row] = []
    var fastest: Set<Int> = []
    for mode in modes {
      if mode.first?.isFastest == true { fastest.insert(rows.count) }
      for (index, var row) in mode.prefix(rowLimit).enumerated() {
        // A name is shown once, above its rows.
        if index > 0 { row.mode = "" }
        rows.append(row)
      }
    }
    let names: [Column] = [
      .words("matching", limit: 24) { $0.mode },
      .words("matcher", limit: 40) { $0.matcher },
    ]
    let times = sizes.enumerated().map { index, size in
      Column.figures(QuantityFormat.rows(size)) { $0.tails[size] }
        .spare(index < sizes.count - 2)
    }
    var table = ReportTable(
      "Summary", rows,
      names + times + [
        .figures("ratio") { $0.ratioText }, .ratio("index") { $0.indexBytesPerByte },
      ])
    table.bestRows = fastest
    return table
  }
}

extension Summary.Row {
  /// Creates a row.
  ///
  /// - Parameters:
  ///   - largest: the cells of the largest size, over which ratio and index are taken.
  ///   - fastest: the fastest matcher there.
  fileprivate init(
    _ series: OverviewFacts.Series, _ mode: String, on largest: [CellRecord], fastest: String?
  ) {
    self.mode = mode
    matcher = series.matcher
    tails = Dictionary(uniqueKeysWithValues: series.points.map { ($0.rowCount, $0.brief) })
    let parts = series.parts.filter { $0.cell.corpus.rowCount == largest.first?.corpus.rowCount }
    let entries = parts.compactMap(\.entry)
    let isComplete =
      !entries.isEmpty && largest.allSatisfy { $0.completeFigures(of: series.matcher) != nil }
    ratio = geometricMean(entries.compactMap { (isComplete ? $0.whole : $0.shared)?.ratio })
    self.isComplete = isComplete
    indexBytesPerByte = parts.indexBytesPerByte
    isFastest = fastest == series.matcher
    tail = series.points.first { $0.rowCount == largest.first?.corpus.rowCount }?.worst.tail
  }
}

extension OverviewFacts.Point {
  /// The time, with a mark if it covers only a part.
  fileprivate var brief: String {
    let time = QuantityFormat.time(worst.tail)
    guard worst.part.record.isRanked else { return time + AnswerTally.unrankedMark }
    return (isHollow ? "~" : "") + time
  }
}

extension Unranked {
  /// Returns the matchers that were not asked everything, with cell counts, on one line; nil if
  /// there are none.
  fileprivate static func line(_ record: RunRecord) -> String? {
    let all = all(of: record).filter { $0.kind != .voided && $0.kind != .errored }
    guard !all.isEmpty else { return nil }
    let kinds = Kind.allCases.compactMap { kind -> String? in
      let own = all.filter { $0.kind == kind }
      let texts = own.flatMap(\.matchers).uniqued.map { name in
        let count = own.filter { $0.matchers.contains(name) }.reduce(0) { $0 + $1.cells.count }
        return record.cells.count == 1 ? name : "\(name) (\(QuantityFormat.count(count)))"
      }
      return texts.isEmpty ? nil : "\(kind.rawValue): \(DisplayText.list(texts, limit: 12))"
    }
    let place = record.cells.count == 1 ? "" : ", of \(QuantityFormat.cells(record.cells.count))"
    return DisplayText.line(kinds.joined(separator: "; ") + place + " (why: --details)", limit: 400)
  }
}
