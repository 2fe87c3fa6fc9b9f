import MatchmarkMeasurement

extension ComparisonFacts {
  /// A letter for each record: A is what the others are held against.
  static func letter(_ index: Int) -> String {
    Unicode.Scalar(UInt32(65 + index)).map { index < 26 ? String($0) : "#\(index + 1)" }
      ?? "#\(index + 1)"
  }

  /// The records side by side.
  package var recordTable: ReportTable {
    var table = ReportTable(
      "Records",
      columns: [
        .words("record"), .words("file"), .words("suite"), .words("started"), .words("revision"),
        .words("host"), .words("processor"), .words("compiler"), .words("verdict"),
      ])
    for (index, compared) in records.enumerated() {
      let context = compared.record.context
      table.append(
        [
          Self.letter(index), DisplayText.line(compared.label),
          DisplayText.line(compared.record.suite.name), DisplayText.line(context.startedAt),
          DisplayText.line(String(context.revision?.prefix(12) ?? "unknown")),
          DisplayText.line(context.host.name, limit: 40),
          DisplayText.line("\(context.host.processor), \(context.host.coreCount) cores"),
          DisplayText.line(context.build.compiler)
            + (context.build.isOptimised ? "" : ", debug build"),
          VerdictText(compared.record).word,
        ])
    }
    return table
  }

  /// One line for each matcher and record.
  package var summaryTable: ReportTable {
    var table = ReportTable(
      "Change of the ratio to the reference matcher",
      columns: [
        .words("matcher"), .words("records"), .figures("change"), .figures("least"),
        .figures("most"), .figures("cells"), .figures("not comparable"),
      ])
    for matcher in roster.ids {
      let own = rows.filter { $0.matcher == matcher }
      guard !own.isEmpty else { continue }
      for index in records.indices.dropFirst() {
        let changes = own.compactMap { $0.change(index) }.sorted()
        table.append([
          DisplayText.line(matcher), "\(Self.letter(0)) → \(Self.letter(index))",
          geometricMean(changes).map(Self.percent) ?? "–",
          changes.first.map(Self.percent) ?? "–", changes.last.map(Self.percent) ?? "–",
          QuantityFormat.count(changes.count), QuantityFormat.count(own.count - changes.count),
        ])
      }
    }
    table.notes = [
      "The geometric mean over the cells that can be compared; above zero is slower. The machine "
        + "alone can move single cells by some percent: only a gate that repeats itself can say "
        + "that something is slower."
    ]
    return table
  }

  /// Every row, the largest changes first.
  package var rowTable: ReportTable {
    var table = ReportTable(
      "All cells",
      columns: [.words("corpus"), .words("profile"), .words("matcher")]
        + records.indices.map { .figures("p50 / p99 \(Self.letter($0))") }
        + records.indices.dropFirst().map { .figures("change \(Self.letter($0))") }
        + [.prose("verdict")])
    for row in sortedRows {
      table.append(
        [
          DisplayText.line(row.corpus), DisplayText.line(row.profile),
          DisplayText.line(row.matcher),
        ]
          + row.sides.map { side in
            guard let side else { return "–" }
            return "\(QuantityFormat.time(side.p50)) / \(QuantityFormat.time(side.p99))"
          }
          + records.indices.dropFirst().map { row.change($0).map(Self.percent) ?? "–" }
          + [Self.verdict(of: row)])
    }
    return table
  }

  /// Rows that can be compared first, by how far the last record is from the first.
  private var sortedRows: [Row] {
    let last = records.count - 1
    return rows.sorted { one, other in
      let (left, right) = (one.change(last), other.change(last))
      guard let left, let right else { return left != nil && right == nil }
      return max(left, 1 / left) > max(right, 1 / right)
    }
  }

  /// What the gate says, or why nothing can be said.
  static func verdict(of row: Row) -> String {
    if let judgement = row.judgement { return DisplayText.line(judgement.verdict) }
    let obstacles = row.obstacles.dropFirst().compactMap(\.self)
    guard let first = obstacles.first else { return "" }
    return "not comparable: \(DisplayText.line(first))"
  }

  /// A change as a person reads it: `+3.1 %`, `−12 %`, `×4.2`.
  package static func percent(_ change: Double) -> String {
    if change >= 2 || change <= 0.5 { return "×\(QuantityFormat.ratio(change))" }
    let percent = (change - 1) * 100
    let digits = abs(percent) < 9.95 ? 1 : 0
    let text = QuantityFormat.fixed(abs(percent), digits: digits)
    let sign = text.allSatisfy { "0.".contains($0) } ? "±" : percent < 0 ? "−" : "+"
    return "\(sign)\(text) %"
  }

  /// One sentence: what the gate found, or how much can be compared.
  package var headline: String {
    let bad = rows.count { $0.judgement?.isBad == true }
    let wrong = records.count { $0.record.verdict == .wrong }
    if wrong > 0 {
      return "Wrong answers in \(wrong) of \(records.count) records."
    }
    if bad > 0 {
      return
        "\(QuantityFormat.count(bad)) of \(QuantityFormat.count(rows.count)) comparisons are "
        + "slower."
    }
    let comparable = rows.count { row in
      records.indices.dropFirst().contains { row.change($0) != nil }
    }
    guard comparable > 0 else { return "Nothing can be compared." }
    let isJudged = rows.contains { $0.judgement != nil }
    return (isJudged ? "Nothing is slower beyond doubt: " : "")
      + "\(QuantityFormat.count(comparable)) of \(QuantityFormat.count(rows.count)) "
      + "comparisons can be made."
  }

  /// Whether nothing speaks against the later records.
  package var isRight: Bool {
    records.allSatisfy { $0.record.verdict != .wrong }
      && !rows.contains { $0.judgement?.isBad == true }
  }
}
