import Foundation
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

extension Document {
  /// The page of a fleet.
  init(_ record: FleetRecord) {
    self.init(
      name: "fleet",
      headline: Headline(
        record.headline, isRight: record.verdict == .right, grounds: record.grounds,
        verdict: record.verdict),
      sections: [
        Section("right", "Right?", [.finds(record), .remarks(record), .forms(record)]),
        Section("who", "Who did it?", [.shares(record), .events(record)]),
      ])
  }
}

extension FleetRecord {
  fileprivate var headline: String {
    switch verdict {
    case .right: "Every unit has a result, and nothing is wrong."
    case .incomplete: "The work is incomplete, which is no pass."
    case .wrong: "A matcher answers wrongly or crashes, or a unit has two results."
    case .slower, .inconclusive, .notComparable: "Something is \(verdict.rawValue)."
    }
  }

  /// What the headline rests on.
  fileprivate var grounds: String {
    var facts = ["\(QuantityFormat.count(done)) of \(QuantityFormat.count(units)) units"]
    if repeated > 0 { facts.append("\(QuantityFormat.count(repeated)) results repeated") }
    facts += counts.sorted { $0.key < $1.key }.map { "\(QuantityFormat.count($0.value)) \($0.key)" }
    if let hunt {
      facts += [
        "\(QuantityFormat.count(hunt.cases)) cases",
        "\(QuantityFormat.count(hunt.answers)) answers compared", "\(finds.count) finds",
      ]
      if hunt.unexamined > 0 {
        facts.append("\(QuantityFormat.count(hunt.unexamined)) cases after a find not examined")
      }
      facts += hunt.idle.map { "\($0) answered nothing" }
    }
    return facts.joined(separator: ", ") + "."
  }
}

extension Block {
  /// A block of one table; nil where it is empty.
  private static func table<Row>(
    _ id: String, _ title: String, _ rows: [Row], _ columns: [ReportTable.Column<Row>]
  ) -> Block? {
    rows.isEmpty ? nil : Block(id, title, [.table(ReportTable(title, rows, columns))])
  }

  fileprivate static func finds(_ record: FleetRecord) -> Block? {
    table(
      "finds", "Finds, each that of the lowest case", record.finds,
      [
        .words("matcher") { $0.find.matcher }, .count("case") { $0.find.number },
        .count("found") { $0.count },
        .words("again") { $0.isReproduced.map { $0 ? "wrong" : "right" } ?? "not asked" },
        .words("file") { $0.file ?? "" }, .prose("what") { $0.find.text },
      ])
  }

  fileprivate static func remarks(_ record: FleetRecord) -> Block? {
    table(
      "units", "Units that are not right", record.remarks,
      [
        .words("how") { $0.kind.rawValue }, .words("what") { $0.subject },
        .prose("why") { $0.text }, .words("unit") { $0.unit },
      ])
  }

  fileprivate static func forms(_ record: FleetRecord) -> Block? {
    guard let hunt = record.hunt, hunt.forms > 0 else { return nil }
    let text = "\(hunt.forms - hunt.missing.count) of \(hunt.forms) forms reached."
    let missing = "Not reached: \(hunt.missing.joined(separator: ", "))."
    return Block(
      "coverage", "Coverage", [.text(hunt.missing.isEmpty ? text : "\(text) \(missing)")])
  }

  fileprivate static func shares(_ record: FleetRecord) -> Block? {
    table(
      "machines", "Machines", record.shares,
      [
        .words("machine") { $0.machine.name }, .words("processor") { $0.machine.processor },
        .count("cores") { $0.machine.cores }, .words("platform") { $0.machine.platform },
        .count("units") { $0.units }, .time("time") { $0.seconds * 1e9 },
        .words("program") { record.binaries[$0.machine.platform] ?? "" },
      ])
  }

  fileprivate static func events(_ record: FleetRecord) -> Block? {
    table(
      "events", "Retries and losses", record.events.sorted { $0.key < $1.key },
      [.words("what") { $0.key }, .count("times") { $0.value }])
  }
}

extension JUnitReport {
  /// The report of a fleet: a suite of matchers, of units that are not right and of the verdict,
  /// then the suites of the cells.
  init(_ record: FleetRecord, _ cells: [RunRecord]) {
    let name = "fleet.\(record.kind.rawValue)"
    func testCase(_ title: String, _ result: JUnitResult, seconds: Double = 0) -> JUnitCase {
      JUnitCase(name: title, classname: name, time: .seconds(seconds), result: result)
    }
    let finders = Set(record.finds.map(\.find.matcher)).union(record.hunt?.matchers ?? [])
    let matchers = finders.sorted().map { matcher in
      let texts = record.finds.filter { $0.find.matcher == matcher }.map(\.find.text)
      return testCase(matcher, .wrong(texts.isEmpty ? nil : "finds", texts))
    }
    let remarks = record.remarks.map { remark in
      testCase(
        "\(remark.kind.rawValue): \(remark.subject)", .wrong(remark.kind.rawValue, [remark.text]))
    }
    let verdict = testCase(
      "verdict", .wrong(record.verdict == .right ? nil : record.verdict.rawValue, [record.grounds]),
      seconds: record.shares.reduce(0) { $0 + $1.seconds })
    let suite = JUnitSuite(
      name: name, package: "fleet",
      startedAt: record.mergedAt,
      hostname: MachineFacts.current().hostName, cases: matchers + remarks + [verdict])
    self.init(name: "fleet", suites: [suite] + cells.flatMap { JUnitReport($0).suites })
  }
}

extension JUnitResult {
  /// A failure with its message; passed without one.
  fileprivate static func wrong(_ message: String?, _ details: [String]) -> JUnitResult {
    message.map { message in
      .failure(
        type: .conformanceFailure, message: message, details: details.joined(separator: "\n\n"))
    } ?? .passed
  }
}
