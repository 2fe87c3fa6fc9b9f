package import MatchmarkRecord
package import MatchmarkSystem

/// The page of a fleet and its JUnit report.
package struct FleetReports {
  private let record: FleetRecord
  /// The records of cells, each with the name of its folder.
  private let cells: [(name: String, record: RunRecord)]
  private let hostname: String
  private let program: ShownProgram

  /// - Parameters:
  ///   - cells: the records of cells, each with the name of its folder.
  ///   - hostname: the name of this machine.
  ///   - program: the program in the commands that a reader may repeat.
  package init(
    _ record: FleetRecord, cells: [(name: String, record: RunRecord)], hostname: String,
    program: ShownProgram
  ) {
    (self.record, self.cells, self.hostname) = (record, cells, hostname)
    self.program = program
  }

  package var document: Document {
    Document(
      name: "fleet",
      headline: Document.Headline(
        headline, isRight: record.verdict == .right, grounds: grounds, verdict: record.verdict),
      sections: [
        Document.Section("right", "Right?", [failures]),
        Document.Section("fast", "Fast?", [Block.machines(cells)]),
        Document.Section("who", "Which workers?", [shares, events]),
      ])
  }

  private var headline: String {
    switch record.verdict {
    case .right: "Every unit has a result, and nothing is wrong."
    case .wrong: "A matcher answers wrongly or crashes, or a unit has two results."
    default: "The work is \(record.verdict.rawValue); this is not a pass."
    }
  }

  private var grounds: String {
    var counts = [(record.done, "of \(record.units) units"), (record.repeated, "results repeated")]
    counts += record.counts.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
    var facts: [String] = []
    if let hunt = record.hunt {
      counts += [
        (hunt.cases, "cases"), (hunt.answers, "answers compared"),
        (record.unexamined, "cases after a find not examined"),
        (hunt.forms - hunt.missing.count, "of \(hunt.forms) forms reached"),
      ]
      facts = hunt.missing.map { "\($0) not reached" }
      facts += (hunt.idle ?? []).map { "\($0) answered nothing" }
    }
    let counted = counts.filter { $0.0 > 0 }.map { "\(QuantityFormat.count($0.0)) \($0.1)" }
    return (counted + facts).joined(separator: ", ")
      + ". Sources \(record.sources), contract \(record.contract)."
  }

  private var failures: Block? {
    Block(
      "failures", "What is wrong", record.failures,
      [
        .words("how") { $0.kind.rawValue }, .words("what") { $0.subject },
        .count("case") { $0.find?.number }, .count("found") { $0.count },
        .words("again") { $0.isReproduced.map { $0 ? "wrong" : "right" } ?? "not asked" },
        .words("file") { $0.file ?? "" }, .prose("why") { $0.text }, .words("unit") { $0.unit },
      ])
  }

  private var shares: Block? {
    Block(
      "machines", "Machines", record.shares,
      [
        .words("machine") { $0.worker.host.name }, .words("kind") { $0.worker.machine },
        .count("units") { $0.units }, .time("time") { $0.seconds * 1e9 },
        .words("program") { $0.worker.binary },
      ])
  }

  private var events: Block? {
    Block(
      "workers", "Units done, tried again and lost", record.events.sorted { $0.key < $1.key },
      [.words("what") { $0.key }, .count("times") { $0.value }])
  }

  /// A test suite for the matchers, for other failures and for the verdict, then those of cells.
  package var junit: JUnitReport {
    var texts = Dictionary(grouping: record.failures, by: \.title).mapValues { $0.map(\.text) }
    for matcher in record.hunt?.matchers ?? [] { texts[matcher, default: []] += [] }
    texts["verdict"] = record.verdict == .right ? [] : [grounds]
    let suite = JUnitSuite(
      complaints: texts, name: "fleet.\(record.kind.rawValue)", package: "fleet",
      startedAt: record.mergedAt, hostname: hostname)
    return JUnitReport(
      name: "fleet",
      suites: [suite] + cells.flatMap { JUnitReport($0.record, program: program).suites })
  }
}
