import MatchmarkCore
import MatchmarkMeasurement

/// One cell of the result document.
struct ResultCell {
  private let cell: CellRecord

  init(_ cell: CellRecord) { self.cell = cell }

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
      if let plan = matcher.plan { tag("plan") { plan } }
      if let engine = matcher.engine { element(engine) }
      if let build = matcher.build { element(build) }
      if let figures = matcher.figures { element(figures) }
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

  private func element(_ figures: Figures) -> Markup {
    var attributes = [
      Markup.Attribute.count("rounds", figures.roundCount),
      .number("cold-first-key-ns", figures.coldFirstKey),
      .number("trace-ns", figures.traceNanoseconds),
      .number("rows-per-second", figures.rowsPerSecond),
      .number("batched-share", figures.batchedShare),
    ]
    if let ratio = figures.ratioToReference { attributes.append(.number("ratio", ratio)) }
    if let interval = figures.ratioInterval {
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
        tag(
          "over-budget", .count("at-120-hz", over.at120Hertz), .count("at-60-hz", over.at60Hertz),
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

  private func sorted(_ tails: [String: Tails]) -> [(name: String, tails: Tails)] {
    tails.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func element(_ tails: Tails, of kind: String, name: String?) -> Markup {
    .element(
      "tails",
      [.init("of", kind)] + (name.map { [.init("name", $0)] } ?? []) + [
        .count("keystrokes", tails.keystrokeCount), .number("p50-ns", tails.p50),
        .number("p90-ns", tails.p90), .number("p99-ns", tails.p99),
        .number("max-ns", tails.maximum), .number("p50-of-medians-ns", tails.p50OfMedians),
        .number("p99-of-medians-ns", tails.p99OfMedians),
      ], [])
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
