import MatchmarkCore
package import MatchmarkRecord
package import MatchmarkSystem

extension JUnitReport {
  /// Creates the report of a run, with a suite for each cell and a case for each matcher and event
  /// class.
  ///
  /// - Parameter program: the program in the commands that a reader may repeat.
  package init(_ record: RunRecord, program: ShownProgram) {
    // An unfinished record would be judged again for each comparison.
    var record = record
    if record.ending == nil { record.conclude() }
    self.init(
      name: record.suite.title ?? record.suite.name,
      suites: record.cells.map { CellCases(cell: $0, record: record, program: program).suite }
        + [record.targetSuite, record.ledgerSuite, record.verdictSuite].compactMap(\.self))
  }
}

extension RunRecord {
  /// Returns a suite of this run; the class names of its cases start with the name of the suite.
  fileprivate func junitSuite(_ name: String, _ cases: (String) -> [JUnitCase]) -> JUnitSuite {
    let name = "\(suite.name).\(name)"
    return JUnitSuite(
      name: name, package: suite.name, startedAt: context.startedAt, hostname: context.host.name,
      cases: cases(name))
  }

  /// The verdict as a suite with one case, so that JUnit fails when the run does.
  fileprivate var verdictSuite: JUnitSuite {
    let headline = Document.Headline(self)
    let message = "\(verdict.words): \(headline.text)"
    let result = JUnitResult(verdict, message: message, details: headline.grounds)
    // This is the time that the run spent outside answering, so that the times of all cases add up
    // to the total.
    let answering = cells.flatMap(\.matchers).flatMap(\.wallSeconds.values).reduce(0, +)
    let rest = Duration.seconds(max(0, context.durationInSeconds - answering))
    return junitSuite("verdict") {
      [JUnitCase(name: "verdict", classname: $0, time: rest, result: result, systemOut: message)]
    }
  }

  fileprivate var ledgerSuite: JUnitSuite? {
    guard let ledger else { return nil }
    return junitSuite("ledger") { name in
      ledger.map { entry in
        let result: JUnitResult =
          switch entry.standing {
          case .applied: .passed
          case .notAsked: .skipped(reason: entry.verdict)
          case .stale, .expired:
            .failure(type: .conformanceFailure, message: entry.verdict, details: entry.link)
          }
        return JUnitCase(
          name: "\(entry.subject), \(entry.engine)", classname: "\(name).\(entry.engine)",
          result: result,
          systemOut: entry.verdict)
      }
    }
  }

  fileprivate var targetSuite: JUnitSuite? {
    guard let targets else { return nil }
    return junitSuite("targets") { name in
      targets.map { finding in
        let message = TargetTable.message(finding)
        let result: JUnitResult =
          switch finding.verdict {
          case .goal, .floor: .passed
          case .missed: .slow(message)
          case .notMeasured: .skipped(reason: message)
          }
        return JUnitCase(
          name: TargetTable.name(finding), classname: "\(name).\(finding.target.participant)",
          result: result, systemOut: message)
      }
    }
  }

  /// Returns the findings of a gate about one cell as cases `gate: <figure>, <matcher> on <cell>`,
  /// and its budgets as `budget: …`.
  ///
  /// A slower figure fails; an inconclusive one fails if the user requested that. A figure that is
  /// not comparable is skipped with its reason; the case of the verdict then fails, unless only the
  /// earlier side is the cause.
  fileprivate func gateCases(of cell: String, in suite: String) -> [JUnitCase] {
    let isUndecidedWrong = complains(of: .undecidedComparisons)
    let gates = (gate?.findings ?? []).filter { $0.cell == cell }.map { finding in
      let message = GateText.message(finding)
      let result: JUnitResult =
        switch finding.verdict {
        case .slower: .slow(message)
        case .inconclusive: isUndecidedWrong ? .slow(message) : .passed
        case .alone: isUndecidedWrong ? .slow(message) : .skipped(reason: message)
        case .notComparable: .skipped(reason: message)
        case .faster, .same: .passed
        }
      return JUnitCase(
        name: "gate: \(finding.figure), \(finding.matcher) on \(cell)",
        classname: "\(suite).\(finding.matcher)", result: result, systemOut: message)
    }
    return gates
      + (budgets ?? []).filter { $0.cell == cell }.map { finding in
        let message = GateText.message(finding)
        return JUnitCase(
          name: "budget: \(finding.figure), \(finding.matcher) on \(cell)",
          classname: "\(suite).\(finding.matcher)",
          result: finding.isMissed ? .slow(message) : .passed, systemOut: message)
      }
  }
}

extension JUnitResult {
  init(_ verdict: Verdict, message: String, details: String) {
    self =
      switch verdict {
      case .right: .passed
      case .wrong: .failure(type: .conformanceFailure, message: message, details: details)
      case .slower, .missed, .inconclusive:
        .failure(type: .benchmarkRegression, message: message, details: details)
      case .notComparable, .incomplete:
        .error(type: .harnessError, message: message, details: details)
      }
  }

  fileprivate static func slow(_ message: String) -> JUnitResult {
    .failure(type: .benchmarkRegression, message: message, details: "")
  }
}

extension JUnitProperty {
  fileprivate typealias Figure = (name: String, value: Double?)

  fileprivate static func whole(_ values: [Figure]) -> [JUnitProperty] {
    values.compactMap { name, value in
      value.map { JUnitProperty(name, QuantityFormat.fixed($0, digits: 0)) }
    }
  }

  fileprivate static func standing(_ entry: Standings.Entry?) -> [JUnitProperty] {
    guard let entry else { return [] }
    let shares = [("", entry.whole), ("common_", entry.common)]
    return [JUnitProperty("rank", String(entry.rank))]
      + shares.flatMap { lead, share -> [JUnitProperty] in
        guard let share, let ratio = share.ratio else { return [] }
        return [
          JUnitProperty("\(lead)keystrokes", String(share.keystrokeCount)),
          JUnitProperty("\(lead)ratio", QuantityFormat.fixed(ratio, digits: 6)),
        ]
      }
  }
}

private struct CellCases {
  let cell: CellRecord
  let record: RunRecord
  let program: ShownProgram

  private static let listedLimit = 10

  var suite: JUnitSuite {
    let eventClasses = cell.keystrokes.map(\.eventClass).uniqued
    var suite = record.junitSuite(cell.id) { name in
      cell.matchers.flatMap { matcher in
        eventClasses.map { parityCase(of: matcher, $0, in: name) }
      } + record.gateCases(of: cell.id, in: name)
    }
    suite.properties = properties
    return suite
  }

  private func parityCase(
    of matcher: MatcherRecord, _ eventClass: String, in suite: String
  ) -> JUnitCase {
    JUnitCase(
      name: "parity: \(eventClass), \(matcher.id) on \(cell.id)",
      classname: "\(suite).\(matcher.id)",
      time: .seconds(matcher.wallSeconds[eventClass] ?? 0),
      result: result(of: matcher, eventClass),
      systemOut: systemOut(of: matcher, eventClass))
  }

  private func result(of matcher: MatcherRecord, _ eventClass: String) -> JUnitResult {
    // An engine may have ended, or declined, before any keystroke of this kind.
    let right =
      matcher.wallSeconds[eventClass] == nil
      ? JUnitResult.skipped(reason: "no keystroke of this kind was checked") : .passed
    switch matcher.status {
    case .verified: return right
    case .skipped: return .skipped(reason: matcher.reason ?? "not answered")
    case .errored:
      let isLate = matcher.engine?.failure?.state == .timedOut
      return .error(
        type: isLate ? .timeout : .harnessError, message: matcher.reason ?? "no reason given",
        details: Self.describe(matcher.engine?.failure))
    case .voided where matcher.counterexamples.isEmpty:
      // The engine contradicted itself, which no query of this program shows.
      return .failure(
        type: .conformanceFailure, message: matcher.reason ?? "no reason given",
        details: Self.describe(matcher.engine?.failure))
    case .voided:
      let wrong = matcher.counterexamples.filter { $0.eventClass == eventClass }
      guard let first = wrong.first else { return right }
      return .failure(
        type: .conformanceFailure,
        message: first.sentence,
        details: wrong.prefix(Self.listedLimit).enumerated()
          // The message already describes the first counterexample.
          .map { ($0 == 0 ? "" : "\($1.sentence)\n") + evidence($1) }
          .joined(separator: "\n"))
    }
  }

  private static func describe(_ failure: EngineFailure?) -> String {
    guard let failure else { return "" }
    let request = failure.requestLine.map { ["request: \($0)"] } ?? []
    let errors = failure.standardErrorTail.isEmpty ? [] : ["stderr: \(failure.standardErrorTail)"]
    return (request + errors).joined(separator: "\n")
  }

  private func evidence(_ example: Counterexample) -> String {
    """
      row \(example.firstRow): \(example.firstRowText.debugDescription)
      \(example.replayLine(of: program))
    """ + (example.shrunk.map { "\n\($0)" } ?? "")
  }

  /// Returns the output of a case; viewers show its beginning even if the case passes.
  private func systemOut(of matcher: MatcherRecord, _ eventClass: String) -> String {
    guard matcher.status == .verified else { return "" }
    guard let figures = matcher.figures, let tails = figures.classes[eventClass] else {
      return "answers checked"
    }
    var words = ["p50_of_medians=\(QuantityFormat.time(tails.p50OfMedians))"]
    if let p99 = tails.p99OfMedians {
      words.append("p99_of_medians=\(QuantityFormat.time(p99))")
    } else if let maximum = tails.maximumOfMedians {
      words.append("max_of_medians=\(QuantityFormat.time(maximum))")
    }
    if let ratio = figures.classRatios?[eventClass] {
      words.append("ratio=\(QuantityFormat.ratio(ratio)) to \(record.suite.reference)")
    }
    if let ratio = figures.common?.classRatios[eventClass] {
      let common = (cell.commonKeystrokes ?? []).filter {
        cell.keystrokes.indices.contains($0) && cell.keystrokes[$0].eventClass == eventClass
      }
      words.append(
        "common_ratio=\(QuantityFormat.ratio(ratio)) to \(record.suite.reference) "
          + "common_keystrokes=\(common.count)")
    }
    words.append("keystrokes=\(tails.keystrokeCount) rounds=\(figures.roundCount)")
    if matcher.isSampled { words.append("sampled") }
    if matcher.divergedCount > 0 {
      words.append("diverges (\(matcher.divergedCount), ledger)")
    }
    if let engine = matcher.engine?.summary { words.append("engine \(engine)") }
    return words.joined(separator: " ").replacing(" ns", with: "ns").replacing(" µs", with: "us")
      .replacing(" ms", with: "ms").replacing(" s ", with: "s ")
  }

  private static func times(_ figures: Figures) -> [JUnitProperty.Figure] {
    [
      ("p50_ns", figures.typed.p50), ("p99_ns", figures.typed.p99),
      ("p99_of_medians_ns", figures.typed.p99OfMedians),
      ("max_of_medians_ns", figures.typed.maximumOfMedians),
    ]
  }

  /// The machine-readable figures: integers in nanoseconds and bytes.
  ///
  /// The cell is part of each name, because some readers keep the properties of all suites in one
  /// table and reject duplicate names.
  private var properties: [JUnitProperty] {
    var properties = [
      JUnitProperty("corpus.identity", cell.corpus.identity),
      JUnitProperty("corpus.rows", String(cell.corpus.rowCount)),
      JUnitProperty("workload.identity", cell.workloadIdentity),
      JUnitProperty("verification.keystrokes", String(cell.verification.keystrokeCount)),
      JUnitProperty("verification.by_oracle", String(cell.verification.oracleCount)),
    ]
    if let count = cell.verification.lawCount {
      properties.append(JUnitProperty("verification.by_laws", String(count)))
    }
    for part in [cell].parts {
      properties += self.properties(of: part.record, part.entry).map {
        JUnitProperty("\(part.record.id).\($0.name)", $0.value)
      }
    }
    return properties.map { JUnitProperty("\(cell.id).\($0.name)", $0.value) }
  }

  private func properties(
    of matcher: MatcherRecord, _ entry: Standings.Entry?
  ) -> [JUnitProperty] {
    let state =
      [JUnitProperty("status", matcher.state)]
      + (matcher.reasonNotToRank.map { [JUnitProperty("unranked", $0)] } ?? [])
      + JUnitProperty.standing(entry)
    guard matcher.status == .verified, let figures = matcher.figures else { return state }
    let costs: [JUnitProperty.Figure] = [
      ("index_bytes", Double(matcher.build?.indexSizeInBytes ?? 0)),
      ("build_ns", Double(matcher.build?.nanoseconds ?? 0)),
    ]
    let others = (matcher.otherDeliveries ?? []).flatMap { other -> [JUnitProperty.Figure] in
      (other.figures.map(Self.times) ?? []).map {
        ("\(other.delivery.rawValue).\($0.name)", $0.value)
      }
    }
    return state + JUnitProperty.whole(Self.times(figures) + costs + others)
  }
}
