import MatchmarkCore
package import MatchmarkRecord

package struct ComparedRecord: Sendable {
  package let label: String
  package let record: RunRecord

  package init(label: String, _ record: RunRecord) {
    self.label = label
    self.record = record
  }
}

/// The results of the same matchers in two or more records, cell by cell.
///
/// ``RunComparison`` compares the ratios to the reference matcher, because the absolute times of
/// two runs also differ by the other work of the machine.
package struct ComparisonFacts: Sendable {
  /// The results of one matcher on one cell, in all records.
  package struct Row: Sendable {
    package let cell: String
    let corpus: String
    let profile: String
    package let matcher: String
    /// The figures over every typed keystroke in each record; nil if the record lacks some.
    let sides: [Standings.Share?]
    /// The reason for each record why its figures cannot be compared with those of the first; nil
    /// if they can.
    package let obstacles: [String?]
    /// The change since the first record; nil for the first record, and if the change is unknown.
    package let findings: [GateFinding?]

    /// Returns the ratio of record `index` divided by that of the first record; above 1 means
    /// slower.
    package func change(_ index: Int) -> Double? { findings[index]?.ratio?.ratio }

    /// The finding of the gate's rule about the last record.
    fileprivate var judgement: GateFinding? {
      findings.last?.flatMap { $0.verdict.isComparison ? $0 : nil }
    }
  }

  fileprivate let records: [ComparedRecord]
  package let rows: [Row]
  fileprivate let roster: Roster

  /// Compares records.
  ///
  /// - Parameter records: at least two; the others are compared with the first.
  package init(_ records: [ComparedRecord]) throws(SamplePacking.PackingError) {
    precondition(records.count > 1, "got \(records.count) records, expected at least two")
    self.records = records
    roster = Roster(records.flatMap(\.record.cells))
    var rows: [Row] = []
    var seen: Set<[String]> = []
    let standings = records.map { $0.record.standings }
    let runs = try records.map { compared throws(SamplePacking.PackingError) in
      try Baseline(compared.record)
    }
    let rules = runs.map { Comparability(of: $0, with: runs[0]) }
    let changes = Self.changes(runs)
    for cell in records.flatMap(\.record.cells) {
      for matcher in cell.matchers where seen.insert([cell.id, matcher.id]).inserted {
        let isReference = records.allSatisfy { $0.record.suite.reference == matcher.id }
        guard !isReference else { continue }
        rows.append(
          Row(
            cell: cell.id, corpus: cell.corpus.name, profile: cell.profile.name,
            matcher: matcher.id, sides: standings.map { $0[cell.id]?.entry(matcher.id)?.whole },
            obstacles: rules.map { $0.obstacle(to: matcher.id, on: cell.id)?.text },
            findings: changes.map { $0[[cell.id, matcher.id]] }))
      }
    }
    self.rows = rows
  }

  /// Returns the change of each matcher on each cell since the first record; empty for the first
  /// itself.
  private static func changes(_ runs: [Baseline]) -> [[[String]: GateFinding]] {
    [[:]]
      + runs.dropFirst().map { later -> [[String]: GateFinding] in
        let findings = RunComparison(now: later, earlier: runs[0]).findings()
        return Dictionary(findings.map { ([$0.cell, $0.matcher], $0) }) { first, _ in first }
      }
  }

  fileprivate var later: Range<Int> { records.indices.dropFirst() }

  /// One sentence: the finding of the gate, or how much can be compared.
  package var headline: String {
    let all = QuantityFormat.count(rows.count)
    let wrong = records.count { $0.record.verdict == .wrong }
    if wrong > 0 { return "Wrong answers in \(wrong) of \(records.count) records." }
    let bad = rows.count { $0.judgement?.verdict == .slower }
    if bad > 0 { return "\(QuantityFormat.count(bad)) of \(all) comparisons are slower." }
    let comparable = rows.count { row in later.contains { row.change($0) != nil } }
    guard comparable > 0 else { return "Nothing can be compared." }
    let isJudged = rows.contains { $0.judgement != nil }
    return (isJudged ? "Nothing is clearly slower: " : "")
      + "\(QuantityFormat.count(comparable)) of \(all) comparisons can be made."
  }

  package var isRight: Bool {
    records.allSatisfy { $0.record.verdict != .wrong }
      && !rows.contains { $0.judgement?.verdict == .slower }
  }
}

extension ComparisonFacts {
  /// Returns the letter of a record; the others are compared with A.
  fileprivate static func letter(_ index: Int) -> String {
    index < 26 ? "\(Unicode.Scalar(UInt8(65 + index)))" : "#\(index + 1)"
  }

  fileprivate static func change(to index: Int) -> String { "\(letter(0)) → \(letter(index))" }

  fileprivate var recordTable: ReportTable {
    typealias Row = (letter: String, compared: ComparedRecord, context: RunContext)
    let rows = records.enumerated().map { index, compared in
      Row(Self.letter(index), compared, compared.record.context)
    }
    return ReportTable(
      "Records", rows,
      [
        .words("record") { $0.letter }, .words("file") { $0.compared.label },
        .words("suite") { $0.compared.record.suite.name },
        .words("started") { $0.context.startedAt },
        .words("revision") { String($0.context.revision?.prefix(12) ?? "unknown") },
        .words("host", limit: 40) { $0.context.host.name },
        .words("processor") { "\($0.context.host.processor), \($0.context.host.coreCount) cores" },
        .words("compiler") {
          $0.context.build.compiler + ($0.context.build.isOptimised ? "" : ", debug build")
        },
        .words("verdict") { $0.compared.record.verdict.words },
      ])
  }

  package var summaryTable: ReportTable {
    typealias Summary = (matcher: String, index: Int, changes: [Double], rowCount: Int)
    let summaries = roster.ids.flatMap { matcher -> [Summary] in
      let own = rows.filter { $0.matcher == matcher }
      return own.isEmpty
        ? []
        : later.map { index in
          (matcher, index, own.compactMap { $0.change(index) }.sorted(), own.count)
        }
    }
    return ReportTable(
      "Change of the ratio to the reference matcher", summaries,
      [
        .words("matcher") { $0.matcher }, .words("records") { Self.change(to: $0.index) },
        .figures("change") { geometricMean($0.changes).map(Self.percent) },
        .figures("least") { $0.changes.first.map(Self.percent) },
        .figures("most") { $0.changes.last.map(Self.percent) },
        .count("cells") { $0.changes.count },
        .count("not comparable") { $0.rowCount - $0.changes.count },
      ])
  }

  package var rowTable: ReportTable {
    typealias Column = ReportTable.Column<Row>
    let times = records.indices.map { index in
      Column.figures("p50 / p99 \(Self.letter(index))") { TimesFormat.text($0.sides[index]) }
    }
    let changes = later.flatMap { index -> [Column] in
      [
        .figures("change \(Self.letter(index))") { $0.change(index).map(Self.percent) },
        .count("n") { $0.findings[index]?.keystrokeCount },
      ]
    }
    let names: [Column] = [
      .words("corpus") { $0.corpus }, .words("profile") { $0.profile },
      .words("matcher") { $0.matcher },
    ]
    return ReportTable(
      "All cells", sortedRows, names + times + changes + [.prose("verdict") { $0.verdict }],
      notes: [
        "p50 / p99 cover every typed keystroke; with too few for a p99, it is the maximum. A "
          + "change covers the n keystrokes that both records have of matcher and reference."
      ])
  }

  /// The comparable rows first, then by the size of the change from the first record to the last.
  private var sortedRows: [Row] {
    let last = records.count - 1
    return rows.sorted { one, other in
      let (left, right) = (one.change(last), other.change(last))
      guard let left, let right else { return left != nil && right == nil }
      return max(left, 1 / left) > max(right, 1 / right)
    }
  }

  /// Returns a change, formatted for people: `+3.1 %`, `−12 %`, `×4.2`.
  package static func percent(_ change: Double) -> String {
    if change >= 2 || change <= 0.5 { return "×\(QuantityFormat.ratio(change))" }
    let percent = (change - 1) * 100
    let digits = abs(percent) < 9.95 ? 1 : 0
    let text = QuantityFormat.fixed(abs(percent), digits: digits)
    let sign = text.allSatisfy { "0.".contains($0) } ? "±" : percent < 0 ? "−" : "+"
    return "\(sign)\(text) %"
  }
}

extension ComparisonFacts.Row {
  fileprivate var verdict: String {
    if let judgement { return judgement.verdict.rawValue }
    return obstacles.dropFirst().lazy.compactMap(\.self).first.map { "not comparable: \($0)" } ?? ""
  }
}

extension Document {
  package init(_ facts: ComparisonFacts) {
    let names = facts.later.map { ComparisonFacts.letter($0) }
    self.init(
      name: "comparison",
      headline: Headline(
        facts.headline, isRight: facts.isRight,
        grounds: "\(names.joined(separator: ", ")) compared with A by the ratio to the reference "
          + "matcher in each run; absolute times of two runs cannot be compared.",
        isWeighing: true),
      sections: [
        Section(
          "changes", "Slower than before?",
          [facts.changes, Block("cells", "All cells", [.table(facts.rowTable)])])
      ])
    overview = [Block("records", "Records", [.table(facts.recordTable)])]
  }
}

extension ComparisonFacts {
  fileprivate var changes: Block {
    let changes = later.flatMap { index in rows.compactMap { $0.change(index) } }
    let ends = rows.flatMap { $0.findings.compactMap { $0?.ratio } }
      .flatMap { [$0.lower, $0.upper] }
    let x = Axis.counts(changes + ends + [0.95, 1 / 0.95], title: "change of the ratio")
    let named = roster.legend(rows.map(\.matcher))
    let panels = later.map { panel($0, named.prefix(Picture.matcherLimit), x) }
    let picture = Picture(
      lead: "Right of 1 is slower than in A. Small marks are cells; the large one is their "
        + "geometric mean. Lines are 95 % intervals.",
      changes.isEmpty ? [] : panels, panels.count == 1 ? .wide : .grid, named)
    return Block(
      "change", "Change of the ratio to the reference matcher",
      [.picture(picture), .table(summaryTable)]
    ).noting(
      "The geometric mean over the cells that can be compared; above zero is slower. The machine "
        + "alone can move single cells by a few percent: only a gate that measures again can say "
        + "that something is slower.")
  }

  private func panel(
    _ index: Int, _ matchers: ArraySlice<(position: Int, name: String)>, _ x: Axis
  ) -> Picture.Panel {
    let letters = Self.change(to: index)
    var plot = Plot(
      matchers.map { Plot.Row(name: $0.name, points: points($0, index)) }, x: x,
      height: 60 + 64 * Double(matchers.count), isAroundOne: true,
      summary: "Dot plot: the change of each matcher's ratio, \(letters)")
    plot.width = 430
    return Picture.Panel(letters, "", plot)
  }

  /// Returns the change of a matcher on each cell, and over all of them.
  private func points(_ matcher: (position: Int, name: String), _ index: Int) -> [Plot.Point] {
    let sign = Sign(position: matcher.position)
    let name = DisplayText.line(matcher.name)
    let all = rows.filter { $0.matcher == matcher.name }
      .compactMap { row in row.change(index).map { (row: row, change: $0) } }
    let shown = all.sorted { $0.change > $1.change }.thinned(to: Picture.pointLimit)
    let cells = shown.enumerated().map { rank, moved in
      // Each cell has its own line, with the slowest at the bottom.
      let share = shown.count > 1 ? Double(rank) / Double(shown.count - 1) - 0.5 : 0
      return Plot.Point(
        x: moved.change, y: share * 0.7,
        ends: moved.row.findings[index]?.ratio.map { ($0.lower, $0.upper) }, sign: sign,
        title: "\(name) on \(DisplayText.line(moved.row.cell)): \(Self.percent(moved.change))",
        shape: .faint, size: 2)
    }
    let mean = geometricMean(all.map(\.change)).map { mean in
      Plot.Point(
        x: mean, sign: sign, title: "\(name), \(all.count) cells: \(Self.percent(mean))",
        size: 5)
    }
    return cells + [mean].compactMap(\.self)
  }
}
