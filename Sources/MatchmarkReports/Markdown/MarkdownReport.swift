import MatchmarkCore
package import MatchmarkMeasurement

/// A record for a job summary: verdict, choice and trouble in the open, figures to be opened.
package struct MarkdownReport {
  private let record: RunRecord

  /// So many counterexamples; the HTML report has more.
  private static let counterexampleLimit = 8

  package init(_ record: RunRecord) { self.record = record }

  /// The text of the page.
  package func render() -> String {
    var page = MarkdownPage()
    let text = VerdictText(record)
    page.append(
      "## \(text.isRight ? "✅" : "❌") \(text.headline)",
      "Verdict: **\(text.word)**. \(MarkdownText.prose(text.grounds))", choice, warnings)
    appendGate(to: &page)
    appendTrouble(to: &page)
    appendEngines(to: &page)
    appendFigures(to: &page)
    appendContext(to: &page)
    return page.finished()
  }

  private var choice: String {
    guard let choice = Choice(record) else { return "" }
    var lines: [String] = []
    if let simplest = choice.simplest {
      lines.append(
        "- Up to **\(MarkdownText.prose(choice.reachText))**: "
          + "**\(code(simplest.matcher))**, \(standing(simplest))")
    }
    if let beyond = choice.beyond {
      let when = choice.simplest == nil ? "At every size" : "Beyond"
      lines.append(
        "- \(when): **\(code(beyond.matcher))**, \(QuantityFormat.ratio(beyond.ratio)) of the time "
          + "of \(code(record.suite.reference)), \(standing(beyond))")
    }
    return lines.joined(separator: "\n")
  }

  private func standing(_ standing: Choice.Standing) -> String {
    "worst p99 **\(QuantityFormat.time(standing.p99))** at "
      + "\(QuantityFormat.rows(standing.rowCount)), "
      + "**\(QuantityFormat.ratio(standing.indexBytesPerByte))** index bytes per corpus byte"
  }

  private var warnings: String {
    record.warnings.prefix(10).map { warning in
      "> ⚠️ \(MarkdownText.prose(DisplayText.line(warning, limit: 400)))\n>"
    }.joined(separator: "\n")
  }

  private func code(_ text: String) -> String { MarkdownText.code(DisplayText.line(text)) }

  // MARK: Gate

  private func appendGate(to page: inout MarkdownPage) {
    if let gate = record.gate {
      let subject = "\(gate.form.rawValue) \(code(gate.subject)): \(GateText.counts(gate))."
      page.append(
        "Still?", isOpen: true, [subject, ""] + GateTables.findings(gate).markdown(60))
    }
    let budgets = record.budgets ?? []
    if !budgets.isEmpty {
      page.append(
        "Budgets", isOpen: budgets.contains(where: \.isMissed),
        GateTables.budgets(budgets).markdown(40))
    }
    if let targets = record.targets, !targets.isEmpty {
      page.append("Targets", isOpen: true, TargetTable.table(targets).markdown(200))
    }
  }

  // MARK: Trouble

  private func appendTrouble(to page: inout MarkdownPage) {
    let list = CounterexampleList(record)
    if !list.shown.isEmpty {
      var lines = list.shown.prefix(Self.counterexampleLimit).flatMap(describe)
      let rest = list.shown.count - Self.counterexampleLimit + list.omittedCount
      if rest > 0 { lines.append("\(QuantityFormat.count(rest)) more are in the record.") }
      page.append("Counterexamples", isOpen: true, lines)
    }
    let unranked = Unranked.all(of: record)
    if !unranked.isEmpty {
      let isHarmless = unranked.allSatisfy {
        [.skipped, .sampled, .notInstalled].contains($0.kind)
      }
      page.append(
        "Voided, skipped, missing", isOpen: !isHarmless,
        MarkdownTable(Unranked.table(unranked), rowLimit: 40).lines())
    }
  }

  private func describe(_ entry: CounterexampleList.Entry) -> [String] {
    let example = entry.example
    let row = "row \(QuantityFormat.count(example.firstRow)):"
    return [
      "- \(code(entry.matcher)) on \(code(entry.cell)), query "
        + "\(MarkdownText.code(DisplayText.query(example.query))): "
        + "\(MarkdownText.prose(DisplayText.line(example.difference))); \(row) "
        + MarkdownText.code(DisplayText.quoted(example.firstRowText)),
      "  " + MarkdownText.block(DisplayText.exact(example.replayLine, limit: 2_000)),
      "",
    ]
  }

  // MARK: Engines

  private func appendEngines(to page: inout MarkdownPage) {
    let engines = EngineFacts(record)
    if !engines.entries.isEmpty {
      page.append(
        "Engines", isOpen: !engines.faults.isEmpty,
        engines.table.markdown(40) + [""]
          + engines.faults.prefix(EngineFacts.faultLimit).map(describe))
    }
    if let ledger = record.ledger, !ledger.isEmpty {
      page.append(
        "Known disagreements", isOpen: ledger.contains(where: \.standing.isFailure),
        LedgerTable.table(ledger).markdown(40))
    }
  }

  private func describe(_ entry: EngineFacts.Fault) -> String {
    "- \(code(entry.engine)) \(code(entry.fault.state)) in the step \(code(entry.fault.phase)): "
      + "got \(code(entry.fault.got)), expected \(code(entry.fault.expected))"
  }

  // MARK: Figures

  private func appendFigures(to page: inout MarkdownPage) {
    let overview = OverviewFacts(record)
    if !overview.series.isEmpty {
      page.append("The worst p99 at each size", isOpen: true, overview.pivot.markdown(60))
    }
    let costs = CostFacts.profiles(of: record)
    let tables: [(title: String, table: ReportTable)] = [
      ("Latency against corpus size", GrowthGroup.table(GrowthGroup.all(of: record))),
      ("Percentiles of a keystroke", PercentileFacts.table(PercentileFacts.profiles(of: record))),
      (
        "Paired ratios",
        RatioFacts.table(
          RatioFacts.profiles(of: record), reference: record.suite.reference)
      ),
      ("Speed against memory", CostFacts.frontTable(costs)),
      ("Build time and memory", CostFacts.buildTable(costs)),
      ("What is asked for", VariantFacts.outcomes(of: record).table),
      ("At a person's pace", VariantFacts.paces(of: record).table),
    ]
    for entry in tables where !entry.table.rows.isEmpty {
      page.append(entry.title, isOpen: false, entry.table.markdown(300))
    }
  }

  // MARK: Context

  private func appendContext(to page: inout MarkdownPage) {
    var facts = ReportTable("The run", columns: [.words("what"), .prose("value")])
    for fact in ContextTable.facts(record) { facts.append([fact.name, fact.value]) }
    page.append("Context", isOpen: false, facts.markdown(100))
    page.append(
      "Corpora and workloads", isOpen: false, ContextTable.identities(record).markdown(200))
  }
}

extension ReportTable {
  fileprivate func markdown(_ rowLimit: Int) -> [String] {
    MarkdownTable(self, rowLimit: rowLimit).lines()
  }
}
