import MatchmarkCore
import MatchmarkRecord
import Testing

/// Means with intervals, bounds, and the judgement on them.
@Suite("Estimates of quality")
struct QualityEstimateTests {
  @Test("Equal values have an interval without width, and no value has no estimate")
  func degenerate() {
    let estimate = QualityEstimate([0.5, nil, 0.5])
    #expect(estimate?.mean == 0.5 && estimate?.low == 0.5 && estimate?.high == 0.5)
    #expect(estimate?.count == 2)
    #expect(QualityEstimate([nil]) == nil)
  }

  @Test("About 95 of 100 intervals contain the true mean")
  func coverage() {
    var covered = 0
    for number in 0..<200 {
      var random = SeededGenerator(seed: 11, stream: "coverage/\(number)")
      let values: [Double?] = (0..<100).map { _ in random.chance(0.3) ? 1 : 0 }
      if let estimate = QualityEstimate(values), estimate.low <= 0.3, estimate.high >= 0.3 {
        covered += 1
      }
    }
    #expect((180...199).contains(covered), "\(covered) of 200")
  }

  @Test("A difference is taken over the targets that both have, and judged by its interval")
  func difference() {
    let estimate = QualityEstimate([1, 1, nil, 0.5], minus: [0.5, 0, 1, nil])
    #expect(estimate?.mean == 0.75 && estimate?.count == 2)
    #expect(estimate?.isBetter(.success1) == true && estimate?.isWorse(.success1) == false)
    #expect(estimate?.isWorse(.keysToFirst) == true && estimate?.isBetter(.churn) == false)
    let none = QualityEstimate([1, 0], minus: [1, 0])
    #expect(none?.isBetter(.success1) == false && none?.isWorse(.success1) == false)
  }

  @Test(
    "A bound names a figure, perhaps a stratum, and a number",
    arguments: [
      ("success@1=0.95", "success@1"), ("drop:rr@10=0.5", "drop:rr@10"), ("churn=0", "churn"),
      ("success@2=1", nil), ("success@1", nil), ("success@1=", nil), ("success@1=-1", nil),
      ("success@1=nan", nil), ("x:success@1=1", nil), ("a:drop:rr@10=1", nil), ("=1", nil),
    ])
  func bound(text: String, name: String?) {
    #expect(QualityBound(text, isMinimum: true)?.name == name)
  }

  private static func record(_ ranks: [Double]) -> QualityRecord {
    let answers = ranks.enumerated().map { number, rank in
      QualityRecord.Answer(
        needle: number, success1: rank == 1 ? 1 : 0, success5: 1, reciprocalRank: rank, gain: rank,
        typing: QualityRecord.Typing(keysToFirst: 2, keysToFive: 1, churn: nil, isLost: false),
        place: 1 / rank, first: "r")
    }
    return QualityRecord(
      tool: "matchmark 0", startedAt: "2026-01-02T03:04:05Z", hostname: "h", rows: "r", rowCount: 9,
      labels: nil, seed: 1,
      needles: ranks.indices.map { number in
        QualityRecord.Needle("n\(number)", wanted: "w", .plain, target: number, isTyped: true)
      },
      participants: [.init(id: "p", answers: answers, p99InNanoseconds: 5)])
  }

  @Test("Figures are about the needles that every ranker answered")
  func common() {
    let record = Self.record([1, 0.5, 0.25])
    let all = record.participants[0]
    let part = QualityRecord.Participant(
      id: "q", answers: Array(all.answers.dropFirst()), p99InNanoseconds: 1)
    let both = QualityRecord(
      tool: record.tool, startedAt: "", hostname: "", rows: "r", rowCount: 9, labels: nil, seed: 1,
      needles: record.needles, participants: [all, part])
    #expect(both.common == [1, 2])
    #expect(both.values(of: .reciprocalRank, in: nil, by: all) == [nil, 0.5, 0.25])
    #expect(both.agreement(of: all, with: part) == 1)
  }

  @Test("A mean below its minimum or above its maximum misses its bound")
  func judged() throws {
    let record = Self.record([1, 1, 0.5, 1])
    func verdict(_ text: String, isMinimum: Bool) throws -> Verdict {
      let bound = try #require(QualityBound(text, isMinimum: isMinimum))
      return QualityJudgement(record, bounds: [bound]).verdict
    }
    #expect(try verdict("success@1=0.75", isMinimum: true) == .right)
    #expect(try verdict("success@1=0.76", isMinimum: true) == .missed)
    #expect(try verdict("keys-to-first=2", isMinimum: false) == .right)
    #expect(try verdict("keys-to-first=1.9", isMinimum: false) == .missed)
    #expect(try verdict("drop:success@1=0", isMinimum: true) == .missed, "no needle has it")
    #expect(try verdict("churn=1", isMinimum: false) == .missed, "no pair of rows has it")
  }

  @Test("A figure that became worse over the same needles is named, a better one is not")
  func changes() {
    let (good, bad) = (Self.record([1, 1, 1, 1, 1]), Self.record([0.5, 0.5, 0.5, 0.5, 1]))
    let worse = QualityJudgement(bad, bounds: [], since: good)
    #expect(worse.verdict == .missed)
    #expect(
      worse.changes.filter(\.isWorse).map(\.figure) == [.success1, .reciprocalRank, .gain])
    #expect(worse.moves.map(\.needle.text) == ["n0", "n1", "n2", "n3"])
    #expect(worse.moves.map(\.now) == [2, 2, 2, 2])
    #expect(QualityJudgement(good, bounds: [], since: bad).verdict == .right)
    #expect(QualityJudgement(good, bounds: [], since: good).verdict == .right)
  }

  @Test("One needle that is further down fails only the strict comparison, one that is up neither")
  func strict() {
    let ones = Array(repeating: 1.0, count: 30)
    let (before, after) = (Self.record(ones + [0.5]), Self.record(ones.dropLast() + [0.5, 1]))
    let loose = QualityJudgement(after, bounds: [], since: before)
    #expect(loose.verdict == .right)
    #expect(loose.moves.map(\.isDown) == [true, false])
    #expect(QualityJudgement(after, bounds: [], since: before, isStrict: true).verdict == .missed)
    let up = Self.record(ones + [1])
    #expect(QualityJudgement(up, bounds: [], since: before, isStrict: true).verdict == .right)
  }

  @Test("New needles and removed ones are in no change")
  func shared() {
    let judgement = QualityJudgement(
      Self.record([1, 0.5, 0.5]), bounds: [], since: Self.record([1, 0.5]))
    #expect(judgement.sharedCount == 2)
    #expect(judgement.verdict == .right && judgement.moves.isEmpty)
  }
}
