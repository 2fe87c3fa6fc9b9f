import FoundationEssentials
import MatchmarkCore
package import MatchmarkMeasurement

extension JUnitReport {
  /// The report of a run: a suite for each cell, a case for each matcher and event class.
  package init(_ record: RunRecord) {
    let started = try? Date(record.context.startedAt, strategy: .iso8601)
    let seconds = Int64(started?.timeIntervalSince1970 ?? 0)
    let timestamp = JUnitTimestamp(secondsSinceEpoch: seconds)
    let ledger = record.ledger.map { [LedgerCases(entries: $0, record: record).suite(timestamp)] }
    let targets = record.targets.map {
      [TargetCases(findings: $0, record: record).suite(timestamp)]
    }
    self.init(
      name: record.suite.title ?? record.suite.name,
      suites: record.cells.map { cell in
        CellCases(cell: cell, record: record).suite(timestamp)
      } + (targets ?? []) + (ledger ?? []) + [VerdictCase(record: record).suite(timestamp)])
  }
}

/// The verdict on the run as a suite of one case, so that JUnit fails where the run does.
private struct VerdictCase {
  let record: RunRecord

  func suite(_ timestamp: JUnitTimestamp) -> JUnitSuite {
    let text = VerdictText(record)
    let name = "\(record.suite.name).verdict"
    return JUnitSuite(
      name: name, package: record.suite.name, timestamp: timestamp,
      hostname: record.context.host.name,
      cases: [
        JUnitCase(
          name: "verdict", classname: name, time: timeOutsideOfCases, result: result(text),
          systemOut: "\(text.word): \(text.headline)")
      ])
  }

  /// What the run took on top of answering, so that the times of all cases add up to its duration.
  private var timeOutsideOfCases: Duration {
    let answering = record.cells.flatMap(\.matchers).flatMap(\.wallSeconds.values).reduce(0, +)
    return .seconds(max(0, record.context.durationInSeconds - answering))
  }

  private func result(_ text: VerdictText) -> JUnitResult {
    let message = "\(text.word): \(text.headline)"
    switch text.verdict {
    case .right: return .passed
    case .wrong: return .failure(type: .conformanceFailure, message: message, details: text.grounds)
    case .slower, .inconclusive:
      return .failure(type: .benchmarkRegression, message: message, details: text.grounds)
    case .notComparable, .incomplete:
      return .error(type: .harnessError, message: message, details: text.grounds)
    }
  }
}

/// The ledger of known disagreements as a suite: a case for each entry about a participant of the
/// run.
private struct LedgerCases {
  let entries: [LedgerRecord]
  let record: RunRecord

  func suite(_ timestamp: JUnitTimestamp) -> JUnitSuite {
    let name = "\(record.suite.name).ledger"
    return JUnitSuite(
      name: name, package: record.suite.name, timestamp: timestamp,
      hostname: record.context.host.name,
      cases: entries.map { entry in
        JUnitCase(
          name: entry.subject, classname: "\(name).\(entry.engine)", time: .zero,
          result: result(of: entry), systemOut: entry.verdict)
      })
  }

  private func result(of entry: LedgerRecord) -> JUnitResult {
    switch entry.standing {
    case .applied: .passed
    case .notAsked: .skipped(reason: entry.verdict)
    case .stale, .expired:
      .failure(type: .conformanceFailure, message: entry.verdict, details: entry.link)
    }
  }
}

extension JUnitProperty {
  /// Whole nanoseconds, under the names that a suite's properties have after the matcher's id.
  fileprivate static func figures(of tails: Tails) -> [JUnitProperty] {
    let values: [(String, Double?)] = [
      ("keystrokes", Double(tails.keystrokeCount)), ("p50_ns", tails.p50), ("p90_ns", tails.p90),
      ("p99_ns", tails.p99), ("max_ns", tails.maximum),
      ("p50_of_medians_ns", tails.p50OfMedians), ("p99_of_medians_ns", tails.p99OfMedians),
      ("max_of_medians_ns", tails.maximumOfMedians),
    ]
    return values.compactMap { name, value in
      value.map { JUnitProperty(name, QuantityFormat.fixed($0, digits: 0)) }
    }
  }

  /// The rank, and ratios over every typed keystroke and over those that all have.
  fileprivate static func standing(_ entry: Standings.Entry?) -> [JUnitProperty] {
    guard let entry else { return [] }
    func share(_ lead: String, _ share: Standings.Share?) -> [JUnitProperty] {
      guard let share, let ratio = share.ratio else { return [] }
      return [
        JUnitProperty("\(lead)keystrokes", String(share.keystrokeCount)),
        JUnitProperty("\(lead)ratio", QuantityFormat.fixed(ratio, digits: 6)),
      ]
    }
    return [JUnitProperty("rank", String(entry.rank))] + share("", entry.whole)
      + share("common_", entry.common)
  }
}

/// One cell as a suite of cases.
private struct CellCases {
  let cell: CellRecord
  let record: RunRecord

  /// How many differing queries one case reports, at most.
  private static let listedLimit = 10

  func suite(_ timestamp: JUnitTimestamp) -> JUnitSuite {
    var suite = JUnitSuite(
      name: "\(record.suite.name).\(cell.id)", package: record.suite.name, timestamp: timestamp,
      hostname: record.context.host.name,
      cases: cell.matchers.flatMap { matcher in
        eventClasses.map { parityCase(of: matcher, $0) }
      } + GateCases(cell: cell.id, record: record).cases())
    suite.properties = properties
    return suite
  }

  /// The event classes of the workload, in order of appearance.
  private var eventClasses: [String] {
    var seen: Set<String> = []
    return cell.keystrokes.map(\.eventClass).filter { seen.insert($0).inserted }
  }

  private func parityCase(of matcher: MatcherRecord, _ eventClass: String) -> JUnitCase {
    var testCase = JUnitCase(
      name: "parity: \(eventClass)",
      classname: "\(record.suite.name).\(cell.id).\(matcher.id)",
      time: .seconds(matcher.wallSeconds[eventClass] ?? 0),
      result: result(of: matcher, eventClass),
      systemOut: systemOut(of: matcher, eventClass))
    if matcher.status == .verified, let tails = matcher.figures?.classes[eventClass] {
      testCase.properties = JUnitProperty.figures(of: tails)
    }
    return testCase
  }

  private func result(of matcher: MatcherRecord, _ eventClass: String) -> JUnitResult {
    switch matcher.status {
    case .verified: return .passed
    case .skipped: return .skipped(reason: matcher.reason ?? "not answered")
    case .errored:
      let isLate = matcher.state == EngineFaultRecord.timedOut
      return .error(
        type: isLate ? .timeout : .harnessError, message: matcher.reason ?? "no reason given",
        details: Self.describe(matcher.engine?.fault))
    case .voided where matcher.counterexamples.isEmpty:
      // An engine contradicted itself; no query of ours shows it.
      return .failure(
        type: .conformanceFailure, message: matcher.reason ?? "no reason given",
        details: Self.describe(matcher.engine?.fault))
    case .voided:
      let wrong = matcher.counterexamples.filter { $0.eventClass == eventClass }
      guard let first = wrong.first else { return .passed }
      return .failure(
        type: .conformanceFailure,
        message: "\(first.query.text.debugDescription)\(first.query.filterDescription): "
          + first.difference,
        details: wrong.prefix(Self.listedLimit).enumerated()
          // The message says of the first what it asked and how it differs.
          .map { $0 == 0 ? Self.evidence($1) : Self.describe($1) }.joined(separator: "\n"))
    }
  }

  /// The request that an engine failed at, and the last that it said.
  private static func describe(_ fault: EngineFaultRecord?) -> String {
    guard let fault else { return "" }
    let request = fault.requestLine.map { ["request: \($0)"] } ?? []
    let errors = fault.standardErrorTail.isEmpty ? [] : ["stderr: \(fault.standardErrorTail)"]
    return (request + errors).joined(separator: "\n")
  }

  private static func describe(_ example: Counterexample) -> String {
    """
    query \(example.query.text.debugDescription)\(example.query.filterDescription): \
    \(example.difference)

    """ + evidence(example)
  }

  /// The row, the line that asks again, and the smallest rows that still show it.
  private static func evidence(_ example: Counterexample) -> String {
    """
      row \(example.firstRow): \(example.firstRowText.debugDescription)
      \(example.replayLine)
    """ + (example.shrunk.map { "\n\($0)" } ?? "")
  }

  /// Viewers show the beginning of it even where a case passes.
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

  private static func times(_ figures: Figures) -> [(String, Double)] {
    let values: [(String, Double?)] = [
      ("p50_ns", figures.typed.p50), ("p99_ns", figures.typed.p99),
      ("p99_of_medians_ns", figures.typed.p99OfMedians),
      ("max_of_medians_ns", figures.typed.maximumOfMedians),
    ]
    return values.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Figures for machines: integers in nanoseconds and bytes.
  ///
  /// The cell is part of each name, since some readers keep the properties of all suites in one
  /// table and refuse a name that is there twice.
  private var properties: [JUnitProperty] {
    var properties = [
      JUnitProperty("corpus.identity", cell.corpus.identity),
      JUnitProperty("corpus.rows", String(cell.corpus.rowCount)),
      JUnitProperty("workload.identity", cell.workloadIdentity),
      JUnitProperty("verification.keystrokes", String(cell.verification.keystrokeCount)),
      JUnitProperty("verification.by_oracle", String(cell.verification.oracleCount)),
    ]
    let standings = Standings(cell)
    for matcher in cell.matchers {
      properties.append(JUnitProperty("\(matcher.id).status", matcher.state))
      if let reason = matcher.reasonNotToRank {
        properties.append(JUnitProperty("\(matcher.id).unranked", reason))
      }
      properties += JUnitProperty.standing(standings.entry(matcher.id)).map {
        JUnitProperty("\(matcher.id).\($0.name)", $0.value)
      }
      guard matcher.status == .verified, let figures = matcher.figures else { continue }
      var values =
        Self.times(figures) + [
          ("index_bytes", Double(matcher.build?.indexSizeInBytes ?? 0)),
          ("build_ns", Double(matcher.build?.nanoseconds ?? 0)),
        ]
      for other in matcher.otherOutcomes ?? [] {
        guard let figures = other.figures else { continue }
        values += Self.times(figures).map { ("\(other.outcome.rawValue).\($0.0)", $0.1) }
      }
      properties += values.map { name, value in
        JUnitProperty("\(matcher.id).\(name)", QuantityFormat.fixed(value, digits: 0))
      }
    }
    return properties.map { JUnitProperty("\(cell.id).\($0.name)", $0.value) }
  }
}

/// What a gate found about one cell, as cases `gate: <figure>`, and its budgets, as
/// `budget: <figure>`.
struct GateCases {
  let cell: String
  let record: RunRecord

  /// A case for each finding about the cell; none where the run was held against nothing.
  func cases() -> [JUnitCase] { gates + budgets }

  private var budgets: [JUnitCase] {
    (record.budgets ?? []).filter { $0.cell == cell }.map { finding in
      let message = GateText.message(finding)
      return JUnitCase(
        name: "budget: \(finding.figure)",
        classname: "\(record.suite.name).\(cell).\(finding.matcher)", time: .zero,
        result: finding.isMissed
          ? .failure(type: .benchmarkRegression, message: message, details: "") : .passed,
        systemOut: message)
    }
  }

  private var gates: [JUnitCase] {
    (record.gate?.findings ?? []).filter { $0.cell == cell }.map { finding in
      JUnitCase(
        name: "gate: \(finding.figure)",
        classname: "\(record.suite.name).\(cell).\(finding.matcher)",
        time: .zero, result: result(of: finding), systemOut: GateText.message(finding))
    }
  }

  /// Slower fails, and so does what is inconclusive where that was asked to fail.
  ///
  /// What cannot be compared is skipped with its reason; the case of the verdict fails then.
  private func result(of finding: GateFinding) -> JUnitResult {
    let message = GateText.message(finding)
    switch finding.verdict {
    case .slower:
      return .failure(type: .benchmarkRegression, message: message, details: "")
    case .inconclusive where record.complains(of: .undecidedComparisons):
      return .failure(type: .benchmarkRegression, message: message, details: "")
    case .notComparable: return .skipped(reason: message)
    case .faster, .same, .inconclusive: return .passed
    }
  }
}

/// The targets of a suite as a suite of JUnit: a case for each finding.
struct TargetCases {
  let findings: [TargetFinding]
  let record: RunRecord

  func suite(_ timestamp: JUnitTimestamp) -> JUnitSuite {
    let name = "\(record.suite.name).targets"
    return JUnitSuite(
      name: name, package: record.suite.name, timestamp: timestamp,
      hostname: record.context.host.name,
      cases: findings.map { finding in
        JUnitCase(
          name: TargetTable.name(finding), classname: "\(name).\(finding.target.participant)",
          time: .zero, result: result(of: finding), systemOut: TargetTable.message(finding))
      })
  }

  /// A missed floor fails; what was not measured is skipped with its reason.
  private func result(of finding: TargetFinding) -> JUnitResult {
    let message = TargetTable.message(finding)
    switch finding.verdict {
    case .goal, .floor: return .passed
    case .missed:
      return .failure(type: .benchmarkRegression, message: message, details: "")
    case .notMeasured: return .skipped(reason: message)
    }
  }
}
