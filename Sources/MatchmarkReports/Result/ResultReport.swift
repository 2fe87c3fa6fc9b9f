import MatchmarkCore
package import MatchmarkRecord
package import MatchmarkSystem

/// A record as XML in a format of this project, for users who query or transform it.
///
/// It has no namespace, so a path consists only of names: `//matcher[@status='voided']/@id`. Times
/// are in nanoseconds, sizes in bytes, and ratios are numbers. Samples are contained only in the
/// record. `Fixtures/schemas/result.xsd` describes the format.
package struct ResultReport {
  private let record: RunRecord
  private let choices: [Choice]
  private let program: ShownProgram

  /// - Parameter program: the program in the commands that a reader may repeat.
  package init(_ record: RunRecord, program: ShownProgram) {
    self.init(record, Choice.all(record), program)
  }

  init(_ record: RunRecord, _ choices: [Choice], _ program: ShownProgram) {
    self.record = record
    self.choices = choices
    self.program = program
  }

  package static let version = 1

  /// Returns the bytes of the document, which is rendered cell by cell so that memory never holds
  /// the whole tree.
  package func render() throws(ReportError) -> [UInt8] {
    let xml = try XMLWriter(drawsLineEnds: true)
    try xml.start(
      "result",
      [
        .count("version", Self.version), .count("specification", record.specificationVersion),
        .init("verdict", record.verdict.rawValue),
      ])
    try xml.write(head)
    for cell in record.cells {
      try xml.write(ResultCell(cell: cell, program: program).markup())
    }
    try xml.end()
    return try xml.finish()
  }

  @MarkupBuilder
  private var head: Markup {
    let suite = record.suite
    tag(
      "suite", .init("name", suite.name), .init("title", suite.title ?? suite.name),
      .init("delivery", suite.delivery.rawValue),
      .init("reference", suite.reference), .init("seed", String(suite.seed))
    ) {
      tag("why") { suite.why }
    }
    context
    for warning in record.warnings { tag("warning") { warning } }
    if let gate = record.gate { element(gate) }
    for budget in record.budgets ?? [] { element(budget) }
    for target in record.targets ?? [] { element(target) }
    for choice in choices { element(choice) }
    for own in OwnStanding.all(record) { element(own) }
  }

  private func element(_ choice: Choice) -> Markup {
    let reach = choice.simplest == nil ? nil : choice.reach?.reach
    return tag(
      "choice", .init("mode", choice.mode), .flag("limited", choice.isLimited),
      .count("up-to-rows", reach?.rowCount), .flag("extrapolated", reach?.isExtrapolated)
    ) {
      if let simplest = choice.simplest { element("simplest", simplest) }
      if let beyond = choice.beyond { element("beyond", beyond) }
    }
  }

  private func element(_ name: StaticString, _ standing: Choice.Standing) -> Markup {
    tag(
      name, .init("matcher", standing.matcher), .count("rows", standing.rowCount),
      .number("p99-ns", standing.p99), .flag("slowest", standing.isSlowest),
      .number("ratio", standing.ratio),
      .number("index-bytes-per-byte", standing.indexBytesPerByte))
  }

  private func element(_ own: OwnStanding) -> Markup {
    tag(
      "own", .init("matcher", own.matcher), .count("keystrokes", own.keystrokeCount),
      .count("cells", own.cellCount), .count("wrong", own.wrongCount),
      .count("incomplete", own.incompleteCount), .number("ratio", own.ratio?.ratio),
      .number("lower", own.ratio?.lower), .number("upper", own.ratio?.upper))
  }

  private func element(_ gate: GateRecord) -> Markup {
    tag(
      "gate", .init("form", gate.form.rawValue), .init("subject", gate.subject),
      .number("floor", gate.floor)
    ) {
      for finding in gate.findings { element(finding) }
    }
  }

  private func element(_ finding: GateFinding) -> Markup {
    tag(
      "finding", .init("verdict", finding.verdict.rawValue), .init("cell", finding.cell),
      .init("matcher", finding.matcher), .init("figure", finding.figure),
      .number("floor", finding.floor), .count("forks", finding.forkCount),
      .count("rounds", finding.roundCount), .number("ratio", finding.ratio?.ratio),
      .number("lower", finding.ratio?.lower), .number("upper", finding.ratio?.upper)
    ) {
      if let reason = finding.reason { tag("reason") { reason } }
    }
  }

  private func element(_ budget: BudgetFinding) -> Markup {
    tag(
      "budget", .init("cell", budget.cell), .init("matcher", budget.matcher),
      .init("figure", budget.figure), .number("ns", budget.nanoseconds),
      .number("limit-ns", budget.limitInNanoseconds), .flag("missed", budget.isMissed))
  }

  private func element(_ finding: TargetFinding) -> Markup {
    let target = finding.target
    return tag(
      "target", .init("verdict", finding.verdict.rawValue), .init("matcher", target.participant),
      .init("figure", target.statistic.rawValue), .number("floor", target.floor),
      .number("goal", target.goal), .init("incumbent", target.incumbent),
      .number("value", finding.value), .number("lower", finding.bounds?.lower),
      .number("upper", finding.bounds?.upper)
    ) {
      tag("what") { target.what }
      for cell in finding.cells { tag("on") { cell } }
      if let reason = finding.reason { tag("reason") { reason } }
    }
  }

  private var context: Markup {
    let (context, host, clock) = (record.context, record.context.host, record.context.clock)
    return tag(
      "context", .init("tool", context.tool), .init("started", context.startedAt),
      .number("seconds", context.durationInSeconds), .init("compiler", context.build.compiler),
      .flag("optimised", context.build.isOptimised), .init("revision", context.revision),
      .flag("uncommitted-changes", context.hasUncommittedChanges)
    ) {
      tag(
        "host", .init("name", host.name), .init("kernel", host.kernel),
        .init("processor", host.processor), .count("cores", host.coreCount),
        .count("memory-bytes", host.memoryInBytes), .number("load-before", host.loadBefore),
        .number("load-after", host.loadAfter))
      tag(
        "clock", .init("name", clock.name),
        .number("resolution-ns", clock.resolutionInNanoseconds),
        .number("reading-ns", clock.readingCostInNanoseconds))
      for word in RecordedCommand(context.commandLine)?.words ?? [] { tag("argument") { word } }
    }
  }
}

private struct ResultCell {
  let cell: CellRecord
  let program: ShownProgram

  func markup() -> Markup {
    tag(
      "cell", .init("corpus", cell.corpus.name), .init("family", cell.corpus.family),
      .init("profile", cell.profile.name), .count("rows", cell.corpus.rowCount),
      .count("bytes", cell.corpus.sizeInBytes),
      .init("corpus-identity", cell.corpus.identity),
      .init("workload-identity", cell.workloadIdentity),
      .count("keystrokes", cell.verification.keystrokeCount),
      .count("by-oracle", cell.verification.oracleCount),
      .count("by-laws", cell.verification.lawCount)
    ) {
      if let noise = cell.noise {
        tag(
          "noise", .init("matcher", noise.matcher), .number("ratio", noise.ratio.ratio),
          .number("lower", noise.ratio.lower), .number("upper", noise.ratio.upper))
      }
      for part in [cell].parts { element(part.record, part.entry) }
    }
  }

  private func element(_ matcher: MatcherRecord, _ entry: Standings.Entry?) -> Markup {
    tag(
      "matcher", .init("id", matcher.id), .init("status", matcher.status.rawValue),
      .flag("exact", matcher.isExact), .flag("sampled", matcher.isSampled),
      .flag("ranked", matcher.isRanked), .count("declined", matcher.declinedCount)
    ) {
      for (name, value) in matcher.options.sorted(by: { $0.key < $1.key }) {
        tag("option", .init("name", name)) { value }
      }
      if let reason = matcher.reason { tag("reason") { reason } }
      if let reason = matcher.reasonNotToRank { tag("unranked") { reason } }
      if let structure = matcher.structure { tag("structure") { structure } }
      if let engine = matcher.engine { element(engine) }
      if let build = matcher.build {
        tag(
          "build", .count("ns", build.nanoseconds), .count("index-bytes", build.indexSizeInBytes),
          .count("peak-growth-bytes", build.peakGrowthInBytes))
      }
      if let figures = matcher.figures { element(figures, entry) }
      for example in matcher.counterexamples { element(example) }
    }
  }

  private func element(_ engine: EngineRecord) -> Markup {
    tag(
      "engine", .init("name", engine.name), .init("version", engine.version),
      .init("language", engine.language), .init("build", engine.build),
      .init("clock", engine.clock), .init("warning", engine.warning),
      .count("step-ns", engine.resolutionInNanoseconds)
    ) {
      if let failure = engine.failure {
        tag(
          "failure", .init("state", failure.state.rawValue), .init("step", failure.phase.rawValue)
        ) {
          tag("got") { failure.got }
          tag("expected") { failure.expected }
          if let request = failure.requestLine { tag("request") { request } }
          if !failure.standardErrorTail.isEmpty { tag("stderr") { failure.standardErrorTail } }
        }
      }
    }
  }

  private func element(_ figures: Figures, _ entry: Standings.Entry?) -> Markup {
    let (over, whole) = (figures.overBudget, entry?.whole)
    return tag(
      "figures", .count("rounds", figures.roundCount),
      .number("cold-first-key-ns", figures.coldFirstKey),
      .number("trace-ns", figures.traceNanoseconds),
      .number("rows-per-second", figures.rowsPerSecond),
      .number("batched-share", figures.batchedShare), .count("rank", entry?.rank),
      .number("ratio", whole?.ratio), .number("ratio-lower", whole?.interval?.lower),
      .number("ratio-upper", whole?.interval?.upper)
    ) {
      element(figures.typed, of: "typed")
      elements(figures.classes, of: "event-class")
      elements(figures.densities, of: "density")
      if let common = entry?.common { element(common) }
      tag(
        "over-budget", .count("samples", figures.typedSampleCount),
        .count("at-120-hz", over.at120Hertz), .count("at-60-hz", over.at60Hertz),
        .count("at-100-ms", over.at100Milliseconds))
      if let worst = figures.worst { element(worst) }
    }
  }

  private func element(_ common: Standings.Share) -> Markup {
    tag(
      "common", .count("keystrokes", common.keystrokeCount), .number("p50-ns", common.p50),
      .number("max-ns", common.tail), .number("ratio", common.ratio),
      .number("ratio-lower", common.interval?.lower),
      .number("ratio-upper", common.interval?.upper))
  }

  private func element(_ worst: WorstKeystroke) -> Markup {
    tag(
      "worst", .count("keystroke", worst.keystroke), .number("median-ns", worst.medianNanoseconds)
    ) {
      if cell.keystrokes.indices.contains(worst.keystroke) {
        element(cell.keystrokes[worst.keystroke].query)
      }
    }
  }

  private func elements(_ tails: [String: Tails], of kind: String) -> [Markup] {
    tails.sorted { $0.key < $1.key }.map { element($0.value, of: kind, name: $0.key) }
  }

  private func element(_ tails: Tails, of kind: String, name: String? = nil) -> Markup {
    tag(
      "tails", .init("of", kind), .init("name", name), .count("keystrokes", tails.keystrokeCount),
      .number("p50-ns", tails.p50), .number("p90-ns", tails.p90), .number("p99-ns", tails.p99),
      .number("max-ns", tails.maximum), .number("p50-of-medians-ns", tails.p50OfMedians),
      .number("p99-of-medians-ns", tails.p99OfMedians),
      .number("max-of-medians-ns", tails.maximumOfMedians))
  }

  private func element(_ query: SearchQuery) -> Markup {
    tag("query", .init("text", query.text), .init("scope", query.scope)) {
      for token in query.tokens {
        tag("token", .init("facet", token.facet), .init("value", token.value))
      }
    }
  }

  private func element(_ example: Counterexample) -> Markup {
    tag(
      "counterexample", .count("keystroke", example.keystroke),
      .init("event-class", example.eventClass), .count("first-row", example.firstRow)
    ) {
      element(example.query)
      tag("difference") { example.difference }
      tag("row") { example.firstRowText }
      tag("replay") { example.replayLine(of: program) }
      if let shrunk = example.shrunk { tag("shrunk") { shrunk } }
    }
  }
}
