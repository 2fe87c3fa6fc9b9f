import Foundation
import MatchmarkCore
import MatchmarkRecord
import Testing

/// A run of three keystrokes of words and two of whole titles, each typed often enough for a p99,
/// with known times.
private struct TargetFixture {
  static let queries = ["a", "ab", "abc", "x yz", "x yz w"]

  /// The time of a keystroke on a cell, in microseconds.
  var times: [String: [Double]] = [
    "index": [10, 20, 30, 40, 50], "peer": [100, 200, 300, 400, 500],
  ]
  /// The number of times each query is typed.
  var copies = 25
  var rounds = 4
  var rowCounts = [1_000]
  /// The factor by which a thousand times the rows lengthen a keystroke.
  var growth = 0.0
  var noise = 0.0
  /// True if disturbances affect both matchers alike.
  var sharesNoise = false
  var change: (inout RunRecord) -> Void = { _ in }

  var record: RunRecord {
    var record = RecordFixtures.full
    record.suite.delivery = .page
    record.suite.otherDeliveries = [.count]
    record.cells = rowCounts.map(cell)
    change(&record)
    return record
  }

  private func cell(_ rowCount: Int) -> CellRecord {
    var cell = RecordFixtures.full.cells[0]
    cell.profile = .titles
    cell.corpus.name = "titles-\(rowCount)"
    cell.corpus.rowCount = rowCount
    cell.corpus.usedSizeInBytes = 1_000
    cell.keystrokes = (0..<copies).flatMap { _ in
      Self.queries.enumerated().map { index, text in
        KeystrokeRecord(
          trace: index < 3 ? "word-0001" : "whole-title-0001", query: SearchQuery(text),
          eventClass: "later-key", matchCount: 1)
      }
    }
    cell.keystrokes.append(
      KeystrokeRecord(
        trace: "word-0001", query: SearchQuery(), eventClass: "browse", matchCount: nil))
    let factor = pow(Double(rowCount) / 1_000, growth)
    cell.matchers = times.keys.sorted().map { id in matcher(id, factor) }
    return cell
  }

  private func matcher(_ id: String, _ factor: Double) -> MatcherRecord {
    var record = MatcherRecord(id: id)
    record.warmUpRounds = 1
    record.build = BuildFigures(
      nanoseconds: id == "index" ? 300 : 3_000, indexSizeInBytes: 1_200, peakGrowthInBytes: nil)
    record.packedSamples = SamplePacking.pack(samples(id, factor))
    record.otherDeliveries = [
      DeliveryRecord(
        delivery: .count, figures: nil,
        packedSamples: SamplePacking.pack(samples(id, factor * (id == "index" ? 0.5 : 1))))
    ]
    return record
  }

  /// The warm-up round, which does not count, is slow; a whole list is slower still.
  private func samples(_ id: String, _ factor: Double) -> [Sample] {
    var normal = Normal(seed: sharesNoise ? 0 : UInt64(id.count))
    return (0...rounds).flatMap { round in
      let typed = Array(repeating: times[id] ?? [], count: copies).flatMap(\.self)
      return (typed + [9e6]).enumerated().map { keystroke, time in
        Sample(
          round: round, keystroke: keystroke, order: 0, batch: 1,
          totalNanoseconds: Int(
            time * 1_000 * factor * exp(noise * normal.next()) * (round == 0 ? 99 : 1)))
      }
    }
  }

  static let cell = "titles-1000.titles"

  static func target(
    _ statistic: Target.Statistic = .p99, floor: Double = 1, goal: Double = 0.5,
    on cells: [String] = [cell], change: (inout Target) -> Void = { _ in }
  ) -> Target {
    var target = Target("fast", of: "index", statistic, on: cells)
    (target.floor, target.goal) = (floor, goal)
    change(&target)
    return target
  }

  func finding(_ target: Target) -> TargetFinding? {
    TargetCalculation(record).findings(target).first
  }
}

@Suite("Targets")
struct TargetTests {
  private typealias Fixture = TargetFixture

  private func value(_ target: Target, _ fixture: TargetFixture = Fixture()) -> Double? {
    fixture.finding(target)?.value
  }

  @Test("The time of a target is a quantile of the medians of typed keystrokes, without warm-up")
  func times() throws {
    #expect(value(Fixture.target(.p50)) == 30_000)
    #expect(abs(try #require(value(Fixture.target(.p99))) - 50_000) < 1e-6)
  }

  @Test("The p99 of a target needs a hundred keystrokes, and is not measured on fewer")
  func fewKeystrokes() {
    var fixture = Fixture()
    fixture.copies = 19
    let finding = fixture.finding(Fixture.target(.p99))
    #expect(finding?.verdict == .notMeasured)
    #expect(finding?.reason == "a p99 needs 100 keystrokes, titles-1000.titles has 95")
    #expect(value(Fixture.target(.p50), fixture) == 30_000)
    fixture.copies = 20
    #expect(value(Fixture.target(.p99), fixture) != nil)
  }

  @Test("A target's ratio is a quotient of two quantiles over the same keystrokes, and shows both")
  func ratios() throws {
    let finding = try #require(Fixture().finding(Fixture.target { $0.incumbent = "peer" }))
    #expect(abs(try #require(finding.value) - 0.1) < 1e-9)
    #expect(finding.participantValue == finding.incumbentValue.map { $0 / 10 })
    #expect(finding.keystrokeCount == 125)
    #expect(finding.verdict == .goal)
  }

  @Test("A target of another delivery uses the times of that delivery")
  func deliveries() {
    let target = Fixture.target(.p50) {
      $0.delivery = .count
      $0.incumbent = "peer"
    }
    #expect(value(target) == 0.05)
  }

  @Test("Only sessions and needles of a target's kinds count towards its figure")
  func choice() {
    #expect(value(Fixture.target(.p50) { $0.kinds = ["word"] }) == 20_000)
    #expect(value(Fixture.target(.p50) { $0.kinds = ["whole-title"] }) == 45_000)
    #expect(value(Fixture.target(.p50) { $0.longestNeedle = 2 }) == 15_000)
    #expect(value(Fixture.target(.p50) { $0.shortestNeedle = 3 }) == 40_000)
    #expect(
      value(
        Fixture.target(.p50) {
          $0.shortestNeedle = 3
          $0.kinds = ["word"]
        }) == 30_000)
  }

  @Test("The length of a needle is counted in the bytes searched for, term by term")
  func needles() {
    var fixture = Fixture()
    fixture.copies = 1
    fixture.change = { record in
      record.cells[0].profile = .titlesWord
      record.cells[0].keystrokes[0].query = SearchQuery("  É ")
    }
    // Each word is a term: `x yz` has one of one byte; `é` has two bytes.
    let cells = ["titles-1000.titles-word"]
    let longer = fixture.finding(Fixture.target(.p50, on: cells) { $0.shortestNeedle = 2 })
    #expect(longer?.keystrokeCount == 3)
    let shorter = fixture.finding(Fixture.target(.p50, on: cells) { $0.longestNeedle = 2 })
    #expect(shorter?.keystrokeCount == 4)
  }

  @Test("The figure of a target decides its verdict: goal, floor or missed")
  func verdicts() {
    let figures: [(floor: Double, goal: Double, verdict: TargetFinding.Verdict)] = [
      (60_000, 30_000, .goal), (30_000, 29_999, .floor), (29_999, 20_000, .missed),
    ]
    for (floor, goal, verdict) in figures {
      let finding = Fixture().finding(Fixture.target(.p50, floor: floor, goal: goal))
      #expect(finding?.verdict == verdict)
    }
  }

  @Test("The growth of a target is an exponent over corpora of different sizes, with its interval")
  func growth() throws {
    var fixture = Fixture()
    fixture.rowCounts = [1_000, 10_000, 100_000]
    fixture.growth = 0.5
    fixture.noise = 0.1
    let cells = fixture.record.cells.map(\.id)
    for statistic in [Target.Statistic.p50Growth, .p99Growth] {
      let finding = try #require(fixture.finding(Fixture.target(statistic, on: cells)))
      let value = try #require(finding.value)
      #expect(abs(value - 0.5) < 0.1)
      let bounds = try #require(finding.bounds)
      #expect(bounds.lower < value && value < bounds.upper)
      #expect(finding.cells == cells)
      #expect(finding.keystrokeCount == 375)
    }
  }

  @Test("A target divides index size by the size of the text, and build time by any incumbent's")
  func building() {
    #expect(value(Fixture.target(.indexSize)) == 1.2)
    #expect(value(Fixture.target(.buildTime)) == 300)
    #expect(value(Fixture.target(.buildTime) { $0.incumbent = "peer" }) == 0.1)
    var old = Fixture()
    old.change = { $0.cells[0].corpus.usedSizeInBytes = nil }
    #expect(old.finding(Fixture.target(.indexSize))?.verdict == .notMeasured)
  }

  @Test("Each cell of a target has its own finding")
  func cells() {
    var fixture = Fixture()
    fixture.rowCounts = [1_000, 2_000]
    let target = Fixture.target(on: fixture.record.cells.map(\.id) + ["titles-9.titles"])
    let findings = TargetCalculation(fixture.record).findings(target)
    #expect(findings.map(\.cells) == target.cells.map { [$0] })
    #expect(findings.map(\.verdict) == [.missed, .missed, .notMeasured])
  }
}

@Suite("Bounds and gaps of targets")
struct TargetBoundsTests {
  private typealias Fixture = TargetFixture

  @Test("The bounds of a target's figure contain it, widen with noise, and are reproducible")
  func bounds() throws {
    var fixture = Fixture()
    for id in ["index", "peer"] { fixture.times[id] = Array(repeating: 10, count: 5) }
    func width(_ noise: Double) throws -> Double {
      fixture.noise = noise
      let finding = try #require(fixture.finding(Fixture.target { $0.incumbent = "peer" }))
      #expect(finding == fixture.finding(Fixture.target { $0.incumbent = "peer" }))
      let bounds = try #require(finding.bounds)
      let value = try #require(finding.value)
      #expect(bounds.lower <= value && value <= bounds.upper)
      return bounds.upper - bounds.lower
    }
    #expect(try width(0) == 0)
    #expect(try width(0.3) > width(0.03))
  }

  @Test("Noise that affects both sides of a target's ratio cancels out")
  func pairing() throws {
    var fixture = Fixture()
    fixture.noise = 0.5
    fixture.sharesNoise = true
    let alone = try #require(fixture.finding(Fixture.target())?.bounds)
    #expect(alone.upper > alone.lower * 1.1)
    let paired = try #require(
      fixture.finding(Fixture.target { $0.incumbent = "peer" })?.bounds)
    #expect(paired.upper < paired.lower * 1.001)
  }

  @Test("A target measured in a single round has no bounds")
  func singleRound() {
    var fixture = Fixture()
    fixture.rounds = 1
    let finding = fixture.finding(Fixture.target())
    #expect(finding?.value != nil)
    #expect(finding?.bounds == nil)
  }

  @Test("Only the sample of a sampled incumbent counts, and the finding says so")
  func sampled() {
    var fixture = Fixture()
    fixture.change = { record in
      let samples = (1...4).flatMap { round in
        [0, 2].map {
          Sample(round: round, keystroke: $0, order: 0, batch: 1, totalNanoseconds: 60_000)
        }
      }
      record.cells[0].matchers[1].packedSamples = SamplePacking.pack(samples)
    }
    let finding = fixture.finding(Fixture.target(.p50) { $0.incumbent = "peer" })
    #expect(finding?.participantValue == 20_000)
    #expect(finding?.keystrokeCount == 2)
    #expect(finding?.isPartial == true)
    #expect(fixture.finding(Fixture.target(.p50))?.isPartial == false)
  }

  private static let absences: [(String, @Sendable (inout RunRecord, inout Target) -> Void)] = [
    ("titles-2000.titles was not run", { $1.cells = ["titles-2000.titles"] }),
    (
      "peer did not take part",
      { record, target in
        record.cells[0].matchers.removeLast()
        target.incumbent = "peer"
      }
    ),
    (
      "index is voided: row 1 is missing",
      { record, _ in
        record.cells[0].matchers[0].status = .voided
        record.cells[0].matchers[0].reason = "row 1 is missing"
      }
    ),
    (
      "index: answers a superset, and is checked as such",
      { record, _ in
        record.cells[0].matchers[0].isExact = false
      }
    ),
    (
      "index was not timed for a page",
      { record, _ in
        record.cells[0].matchers[0].packedSamples = ""
      }
    ),
    (
      "the samples of index cannot be read",
      { record, _ in
        record.cells[0].matchers[0].packedSamples = "?"
      }
    ),
    ("titles-1000.titles has no such keystroke", { $1.kinds = ["retype"] }),
    (
      "index did not report the cost of building",
      { record, target in
        record.cells[0].matchers[0].build = nil
        target.statistic = .buildTime
      }
    ),
    (
      "growth needs three sizes",
      { _, target in
        target.statistic = .p99Growth
        target.cells = [TargetFixture.cell, TargetFixture.cell, TargetFixture.cell]
      }
    ),
  ]

  @Test("A target that was not measured says why", arguments: absences.indices)
  func absence(index: Int) throws {
    let (reason, change) = Self.absences[index]
    var record = Fixture().record
    var target = Fixture.target()
    change(&record, &target)
    let finding = try #require(TargetCalculation(record).findings(target).first)
    #expect(finding.reason == reason)
    #expect(finding.verdict == .notMeasured)
    #expect(finding.value == nil)
  }

  @Test("A finding about a target in an older record may use former names")
  func formerKeys() throws {
    let target = Fixture.target { $0.incumbent = "peer" }
    let finding = try #require(Fixture().finding(target))
    var record = Fixture().record
    record.targets = [finding]
    var text = String(decoding: try record.encoded(), as: UTF8.self)
    for (old, new) in [
      ("contestant", "participant"), ("peer", "incumbent"),
      ("contestantValue", "participantValue"), ("peerValue", "incumbentValue"),
    ] {
      #expect(text.contains("\"\(new)\":"))
      text = text.replacing("\"\(new)\":", with: "\"\(old)\":")
    }
    #expect(try RunRecord(decoding: Array(text.utf8)).targets == [finding])
  }

  @Test("A finding about a target survives a round trip through a record")
  func coding() throws {
    var record = Fixture().record
    let target = Fixture.target {
      $0.incumbent = "peer"
      $0.shortestNeedle = 1
      $0.note = "why"
    }
    record.targets = TargetCalculation(record).findings(target)
    let read = try RunRecord(decoding: try record.encoded())
    #expect(read.targets == record.targets)
  }
}
