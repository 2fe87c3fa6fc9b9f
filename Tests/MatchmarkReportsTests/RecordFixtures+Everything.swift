import MatchmarkCore
import MatchmarkRecord

/// A record with one of everything that a report can show.
extension RecordFixtures {
  static var everything: RunRecord {
    var record = record(
      [100, 1_000, 10_000].map(everything), warnings: ["measure longer with --max-time"])
    record.suite.otherDeliveries = [.count]
    record.askedFor = ["absent", "shy"]
    record.gate = gate
    let budget = Budget(figure: .p99, nanoseconds: 8_333_333).findings([record.cells[0]])
    record.budgets = [("fast", 9e6), ("linear-scan", 1e6)].compactMap { id, nanoseconds in
      var finding = budget.first { $0.matcher == id }
      finding?.nanoseconds = nanoseconds
      return finding
    }
    record.targets = targets
    record.ledger = [
      LedgerRecord(
        engine: "py", clause: "X4", reason: "folds otherwise", link: "https://example.org/4",
        expires: "2027-01-31", standing: .applied, divergedCount: 3)
    ]
    return record
  }

  /// A finding of each verdict, in each unit.
  static var targets: [TargetFinding] {
    func finding(
      _ what: String, _ statistic: Target.Statistic, _ limits: (Double, Double), _ value: Double?
    ) -> TargetFinding {
      var target = Target(what, of: "fast", statistic, on: ["titles-100.titles"])
      (target.floor, target.goal) = limits
      var finding = TargetFinding(target, on: target.cells)
      finding.value = value
      return finding
    }
    var ratio = finding("faster than <py>", .p99, (0.3, 0.1), 0.25)
    ratio.target.incumbent = "py"
    ratio.bounds = Bounds(lower: 0.2, upper: 0.3)
    (ratio.participantValue, ratio.incumbentValue) = (1e6, 4e6)
    (ratio.keystrokeCount, ratio.wantedKeystrokeCount) = (40, 90)
    var growth = finding("grows slowly", .p99Growth, (1.2, 1), 1.31)
    growth.cells = ["titles-100.titles", "titles-1000.titles", "titles-10000.titles"]
    growth.bounds = Bounds(lower: 1.25, upper: 1.4)
    growth.target.note = "the answer itself grows"
    var absent = finding("fast at last", .p50, (8_330_000, 2e6), nil)
    absent.reason = "absent is not-installed: install it with apt"
    return [finding("small", .indexSize, (1.5, 0.8), 0.75), ratio, growth, absent]
  }

  static func interval(_ ratio: Double, _ lower: Double, _ upper: Double) -> RatioInterval {
    RatioInterval(
      ratio: ratio, lower: lower, upper: upper, confidence: 0.95, standardError: 0.01)
  }

  /// One finding of each verdict.
  static var gate: GateRecord {
    let ratios: [(GateVerdict, RatioInterval?)] = [
      (.same, interval(1.001, 0.99, 1.012)), (.slower, interval(1.21, 1.18, 1.24)),
      (.faster, interval(0.8, 0.78, 0.82)), (.inconclusive, interval(1.02, 0.96, 1.08)),
      (.notComparable, nil),
    ]
    let findings = ratios.map { verdict, ratio in
      var finding = GateFinding(
        cell: "titles-100.titles", matcher: "fast", verdict: verdict, ratio: ratio, floor: 0.03)
      (finding.forkCount, finding.roundCount) = (5, 60)
      finding.noise = interval(1, 0.98, 1.02)
      if verdict == .slower { finding.confirmation = interval(1.2, 1.17, 1.23) }
      if verdict == .notComparable { finding.reason = "another corpus" }
      return finding
    }
    return GateRecord(form: .baseline, subject: "main", floor: 0.03, findings: findings)
  }

  private static func everything(rowCount: Int) -> CellRecord {
    var fast = measured("fast", time: rowCount * 5, ratio: 0.25, indexSize: 400)
    fast.figures?.ratioInterval = interval(0.25, 0.24, 0.26)
    if let figures = fast.figures {
      fast.otherDeliveries = [
        DeliveryRecord(delivery: .count, figures: figures, packedSamples: "")
      ]
      fast.figures?.paced = PacedFigures(
        paced: figures.typed, warm: figures.typed, packedSamples: "")
    }
    var memoising = measured("memoising", time: rowCount, ratio: 0.01)
    memoising.figures?.repeatedToUnseen = 0.01
    var wrongExample = counterexample(1)
    wrongExample.shrunk = "rows\n  0 \"ro\"\nquery \"r\""
    var cell = cell(
      [
        measured("linear-scan", time: rowCount * 20, ratio: 1), fast, memoising,
        matcher("wrong", .voided, reason: "w", wrong: [wrongExample]),
        matcher("shy", .skipped, reason: "not this profile"),
        engine("py"), failure("crashy"), absence("absent"),
      ], rowCount: rowCount)
    cell.noise = NoiseRecord(
      matcher: "linear-scan", ratio: interval(1.004, 0.99, 1.02), packedSamples: "")
    return cell
  }

  private static func engine(_ id: String) -> MatcherRecord {
    var record = measured(id, time: 4_000, ratio: 2)
    record.engine = EngineRecord()
    record.engine?.name = id
    record.engine?.version = "1.2"
    record.engine?.language = "python 3.11"
    record.engine?.build = "interpreted"
    record.engine?.clock = "CLOCK_MONOTONIC"
    record.engine?.resolutionInNanoseconds = 1
    record.engine?.warning = "its clock ticks in steps of 100 ns"
    record.ledger = [LedgerUse(entry: 0, askedCount: 3, divergedCount: 1)]
    return record
  }

  static func failure(_ id: String) -> MatcherRecord {
    var record = matcher(id, .errored, reason: "crashed in query")
    let failure = EngineFailure(
      .crashed, in: .query, got: "signal 11", expected: "a reply",
      requestLine: "{\"type\":\"query\",\"id\":7}",
      standardErrorTail: "Traceback:\n  it broke\n")
    record.engine = EngineRecord(failure: failure)
    return record
  }

  private static func absence(_ id: String) -> MatcherRecord {
    var record = matcher(id, .skipped, reason: "not installed: install it with apt")
    record.engine = EngineRecord(
      failure: EngineFailure(.notInstalled, in: .start, got: "", expected: "a program"))
    return record
  }
}
