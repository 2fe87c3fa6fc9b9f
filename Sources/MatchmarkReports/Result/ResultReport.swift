import MatchmarkCore
package import MatchmarkMeasurement
package import MatchmarkSystem

/// A record as XML of our own, for those who query or transform it.
///
/// It has no namespace, so that a path is only names: `//matcher[@status='voided']/@id`. Times are
/// nanoseconds, sizes bytes, ratios numbers; samples stand in the record alone.
/// `Fixtures/schemas/result.xsd` describes it.
package struct ResultReport {
  private let record: RunRecord

  package init(_ record: RunRecord) { self.record = record }

  /// The version of the form.
  package static let version = 1

  /// The bytes of the document.
  package func render() throws(ReportError) -> [UInt8] {
    let xml = try XMLWriter()
    try write(to: xml)
    return try xml.finish()
  }

  /// Writes the document to a file, whole or not at all.
  package func write(to path: String, in batch: FileBatch? = nil) throws(ReportError) {
    let file: AtomicFile
    do { file = try AtomicFile(path: path, in: batch) } catch { throw .file(error) }
    let xml = try XMLWriter(file: file)
    try write(to: xml)
    try xml.finish()
  }

  /// Cells go one by one, so that memory does not grow with their number.
  private func write(to xml: borrowing XMLWriter) throws(ReportError) {
    try xml.start("result")
    try xml.attribute("version", String(Self.version))
    try xml.attribute("specification", String(record.specificationVersion))
    try xml.attribute("verdict", record.verdict.rawValue)
    try xml.tree(head)
    for cell in record.cells { try xml.tree(ResultCell(cell).markup()) }
    try xml.end()
  }

  @MarkupBuilder
  private var head: Markup {
    let suite = record.suite
    tag(
      "suite", .init("name", suite.name), .init("title", suite.title ?? suite.name),
      .init("outcome", suite.outcome.rawValue),
      .init("reference", suite.reference), .init("seed", String(suite.seed))
    ) {
      tag("why") { suite.why }
    }
    context
    for warning in record.warnings { tag("warning") { warning } }
    if let gate = record.gate { self.gate(gate) }
    for budget in record.budgets ?? [] { element(budget) }
    for target in record.targets ?? [] { element(target) }
    for choice in Choice.all(record) { element(choice) }
    for own in OwnStanding.all(record) { element(own) }
  }

  private func element(_ choice: Choice) -> Markup {
    var attributes: [Markup.Attribute] = [
      .init("mode", choice.mode), .flag("limited", choice.isLimited),
    ]
    if choice.simplest != nil, let reach = choice.reach?.reach {
      attributes += [
        .count("up-to-rows", reach.rowCount), .flag("extrapolated", reach.isExtrapolated),
      ]
    }
    return .element(
      "choice", attributes,
      (choice.simplest.map { [standing("simplest", $0)] } ?? [])
        + (choice.beyond.map { [standing("beyond", $0)] } ?? []))
  }

  private func element(_ own: OwnStanding) -> Markup {
    .element(
      "own",
      [
        .init("matcher", own.matcher), .count("keystrokes", own.keystrokeCount),
        .count("cells", own.cellCount), .count("wrong", own.wrongCount),
        .count("incomplete", own.incompleteCount),
      ] + (own.ratio.map(ResultCell.interval) ?? []), [])
  }

  private func gate(_ gate: GateRecord) -> Markup {
    tag(
      "gate", .init("form", gate.form.rawValue), .init("subject", gate.subject),
      .number("floor", gate.floor)
    ) {
      for finding in gate.findings { element(finding) }
    }
  }

  private func element(_ finding: GateFinding) -> Markup {
    let attributes = [
      Markup.Attribute("verdict", finding.verdict.rawValue), .init("cell", finding.cell),
      .init("matcher", finding.matcher), .init("figure", finding.figure),
      .number("floor", finding.floor), .count("forks", finding.forkCount),
      .count("rounds", finding.roundCount),
    ]
    return .element(
      "finding", attributes + (finding.ratio.map(ResultCell.interval) ?? []),
      finding.reason.map { reason in [tag("reason") { reason }] } ?? [])
  }

  private func element(_ budget: BudgetFinding) -> Markup {
    tag(
      "budget", .init("cell", budget.cell), .init("matcher", budget.matcher),
      .init("figure", budget.figure), .number("ns", budget.nanoseconds),
      .number("limit-ns", budget.limitInNanoseconds), .flag("missed", budget.isMissed))
  }

  private func element(_ finding: TargetFinding) -> Markup {
    let target = finding.target
    var attributes = [
      Markup.Attribute("verdict", finding.verdict.rawValue), .init("matcher", target.participant),
      .init("figure", target.statistic.rawValue), .number("floor", target.floor),
      .number("goal", target.goal),
    ]
    if let incumbent = target.incumbent { attributes.append(.init("incumbent", incumbent)) }
    if let value = finding.value { attributes.append(.number("value", value)) }
    if let bounds = finding.bounds {
      attributes += [.number("lower", bounds.lower), .number("upper", bounds.upper)]
    }
    return .element(
      "target", attributes,
      [tag("what") { target.what }, .group(finding.cells.map { cell in tag("on") { cell } })]
        + (finding.reason.map { reason in [tag("reason") { reason }] } ?? []))
  }

  private var context: Markup {
    let context = record.context
    let host = context.host
    var attributes = [
      Markup.Attribute("tool", context.tool), .init("started", context.startedAt),
      .number("seconds", context.durationInSeconds),
      .init("compiler", context.build.compiler),
      .flag("optimised", context.build.isOptimised),
    ]
    if let revision = context.revision { attributes.append(.init("revision", revision)) }
    if let changes = context.hasUncommittedChanges {
      attributes.append(.flag("uncommitted-changes", changes))
    }
    return .element(
      "context", attributes,
      [
        hostElement(host),
        tag(
          "clock", .init("name", context.clock.name),
          .number("resolution-ns", context.clock.resolutionInNanoseconds),
          .number("reading-ns", context.clock.readingCostInNanoseconds)),
        .group(context.commandLine.map { word in tag("argument") { word } }),
      ])
  }

  private func hostElement(_ host: HostRecord) -> Markup {
    var attributes = [
      Markup.Attribute("name", host.name), .init("kernel", host.kernel),
      .init("processor", host.processor), .count("cores", host.coreCount),
    ]
    if let memory = host.memoryInBytes { attributes.append(.count("memory-bytes", memory)) }
    if let load = host.loadBefore { attributes.append(.number("load-before", load)) }
    if let load = host.loadAfter { attributes.append(.number("load-after", load)) }
    return .element("host", attributes, [])
  }

  private func standing(_ name: StaticString, _ standing: Choice.Standing) -> Markup {
    tag(
      name, .init("matcher", standing.matcher), .count("rows", standing.rowCount),
      .number("p99-ns", standing.p99), .flag("slowest", standing.isSlowest),
      .number("ratio", standing.ratio),
      .number("index-bytes-per-byte", standing.indexBytesPerByte))
  }
}

extension Markup.Attribute {
  /// A count.
  static func count(_ name: StaticString, _ value: Int) -> Self { Self(name, String(value)) }
  /// A truth value of XML Schema.
  static func flag(_ name: StaticString, _ value: Bool) -> Self { Self(name, String(value)) }
  /// A number in fixed-point notation: no exponent, no NaN, whatever the locale.
  static func number(_ name: StaticString, _ value: Double) -> Self {
    Self(name, value.isFinite ? QuantityFormat.fixed(value, digits: 6) : "0")
  }
}

/// One cell of the result document.
struct ResultCell {
  private let cell: CellRecord
  private let standings: Standings

  init(_ cell: CellRecord) {
    self.cell = cell
    standings = Standings(cell)
  }

  func markup() -> Markup {
    tag(
      "cell", .init("corpus", cell.corpus.name), .init("family", cell.corpus.family),
      .init("profile", cell.profile.name), .count("rows", cell.corpus.rowCount),
      .count("bytes", cell.corpus.sizeInBytes),
      .init("corpus-identity", cell.corpus.identity),
      .init("workload-identity", cell.workloadIdentity),
      .count("keystrokes", cell.verification.keystrokeCount),
      .count("by-oracle", cell.verification.oracleCount)
    ) {
      if let noise = cell.noise {
        .element("noise", [.init("matcher", noise.matcher)] + Self.interval(noise.ratio), [])
      }
      for matcher in cell.matchers { element(matcher) }
    }
  }

  /// A ratio with its bounds.
  static func interval(_ interval: RatioInterval) -> [Markup.Attribute] {
    [
      .number("ratio", interval.ratio), .number("lower", interval.lower),
      .number("upper", interval.upper),
    ]
  }

  private func element(_ matcher: MatcherRecord) -> Markup {
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
      if let plan = matcher.plan { tag("plan") { plan } }
      if let engine = matcher.engine { element(engine) }
      if let build = matcher.build { element(build) }
      if let figures = matcher.figures { element(figures, standings.entry(matcher.id)) }
      for example in matcher.counterexamples { element(example) }
    }
  }

  private func element(_ engine: EngineRecord) -> Markup {
    let texts: [(name: StaticString, value: String?)] = [
      ("name", engine.name), ("version", engine.version), ("language", engine.language),
      ("build", engine.build), ("clock", engine.clock), ("warning", engine.warning),
    ]
    var attributes = texts.compactMap { text in
      text.value.map { Markup.Attribute(text.name, $0) }
    }
    if let step = engine.resolutionInNanoseconds { attributes.append(.count("step-ns", step)) }
    let faults = engine.fault.map { fault in
      [
        tag("fault", .init("state", fault.state), .init("step", fault.phase)) {
          tag("got") { fault.got }
          tag("expected") { fault.expected }
          if let request = fault.requestLine { tag("request") { request } }
          if !fault.standardErrorTail.isEmpty { tag("stderr") { fault.standardErrorTail } }
        }
      ]
    }
    return .element("engine", attributes, faults ?? [])
  }

  private func element(_ build: BuildFigures) -> Markup {
    var attributes = [
      Markup.Attribute.count("ns", build.nanoseconds),
      .count("index-bytes", build.indexSizeInBytes),
    ]
    if let growth = build.peakGrowthInBytes {
      attributes.append(.count("peak-growth-bytes", growth))
    }
    return .element("build", attributes, [])
  }

  private func element(_ figures: Figures, _ entry: Standings.Entry?) -> Markup {
    var attributes = [
      Markup.Attribute.count("rounds", figures.roundCount),
      .number("cold-first-key-ns", figures.coldFirstKey),
      .number("trace-ns", figures.traceNanoseconds),
      .number("rows-per-second", figures.rowsPerSecond),
      .number("batched-share", figures.batchedShare),
    ]
    if let rank = entry?.rank { attributes.append(.count("rank", rank)) }
    if let ratio = entry?.whole?.ratio { attributes.append(.number("ratio", ratio)) }
    if let interval = entry?.whole?.interval {
      attributes += [
        .number("ratio-lower", interval.lower), .number("ratio-upper", interval.upper),
      ]
    }
    let over = figures.overBudget
    return .element(
      "figures", attributes,
      [
        element(figures.typed, of: "typed", name: nil),
        .group(sorted(figures.classes).map { element($0.tails, of: "event-class", name: $0.name) }),
        .group(sorted(figures.densities).map { element($0.tails, of: "density", name: $0.name) }),
        .group((entry?.common.map { [$0] } ?? []).map { element($0) }),
        tag(
          "over-budget", .count("samples", figures.typedSampleCount),
          .count("at-120-hz", over.at120Hertz), .count("at-60-hz", over.at60Hertz),
          .count("at-100-ms", over.at100Milliseconds)),
        .group(
          (figures.worst.map { [$0] } ?? []).map { worst in
            tag(
              "worst", .count("keystroke", worst.keystroke),
              .number("median-ns", worst.medianNanoseconds)
            ) {
              if cell.keystrokes.indices.contains(worst.keystroke) {
                element(cell.keystrokes[worst.keystroke].query)
              }
            }
          }),
      ])
  }

  /// Over the keystrokes that all have.
  private func element(_ common: Standings.Share) -> Markup {
    let times: [(name: StaticString, value: Double?)] = [
      ("p50-ns", common.p50), ("max-ns", common.tail), ("ratio", common.ratio),
      ("ratio-lower", common.interval?.lower), ("ratio-upper", common.interval?.upper),
    ]
    return .element("common", [.count("keystrokes", common.keystrokeCount)] + known(times), [])
  }

  /// The numbers that there are.
  private func known(_ numbers: [(name: StaticString, value: Double?)]) -> [Markup.Attribute] {
    numbers.compactMap { number in
      number.value.map { Markup.Attribute.number(number.name, $0) }
    }
  }

  private func sorted(_ tails: [String: Tails]) -> [(name: String, tails: Tails)] {
    tails.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func element(_ tails: Tails, of kind: String, name: String?) -> Markup {
    let times: [(name: StaticString, value: Double?)] = [
      ("p50-ns", tails.p50), ("p90-ns", tails.p90), ("p99-ns", tails.p99),
      ("max-ns", tails.maximum), ("p50-of-medians-ns", tails.p50OfMedians),
      ("p99-of-medians-ns", tails.p99OfMedians), ("max-of-medians-ns", tails.maximumOfMedians),
    ]
    var attributes: [Markup.Attribute] = [.init("of", kind)]
    if let name { attributes.append(.init("name", name)) }
    attributes.append(.count("keystrokes", tails.keystrokeCount))
    return .element("tails", attributes + known(times), [])
  }

  private func element(_ query: SearchQuery) -> Markup {
    .element(
      "query", [.init("text", query.text)] + (query.scope.map { [.init("scope", $0)] } ?? []),
      query.tokens.map { token in
        tag("token", .init("facet", token.facet), .init("value", token.value))
      })
  }

  private func element(_ example: Counterexample) -> Markup {
    tag(
      "counterexample", .count("keystroke", example.keystroke),
      .init("event-class", example.eventClass), .count("first-row", example.firstRow)
    ) {
      element(example.query)
      tag("difference") { example.difference }
      tag("row") { example.firstRowText }
      tag("replay") { example.replayLine }
      if let shrunk = example.shrunk { tag("shrunk") { shrunk } }
    }
  }
}
