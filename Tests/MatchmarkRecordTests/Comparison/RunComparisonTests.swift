import Foundation
import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Comparing two runs")
struct RunComparisonTests {
  private func findings(
    _ now: RunFixture, _ earlier: RunFixture = RunFixture(seed: 2)
  ) throws -> [GateFinding] {
    RunComparison(now: try now.baseline(), earlier: try earlier.baseline()).findings()
  }

  private func only(
    _ now: RunFixture, _ earlier: RunFixture = RunFixture(seed: 2)
  ) throws -> GateFinding {
    let found = try findings(now, earlier)
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test("The same matcher in another run is judged the same")
  func same() throws {
    let finding = try only(RunFixture())
    #expect(finding.verdict == .same)
    #expect(finding.ratio?.contains(1) == true)
    #expect(finding.forkCount == 5 && finding.roundCount == 30)
    #expect(finding.reason == nil)
  }

  @Test("A matcher that takes 10 % more time is slower, and one that takes 10 % less is faster")
  func changes() throws {
    let slower = try only(RunFixture(ratios: ["fast": 0.55]))
    #expect(slower.verdict == .slower)
    #expect(slower.ratio?.contains(1.1) == true)
    let faster = try only(RunFixture(ratios: ["fast": 0.45]))
    #expect(faster.verdict == .faster)
    #expect(faster.ratio?.contains(0.9) == true)
  }

  /// A run in which some samples took another time, whichever matcher they belong to.
  private func slowed(
    where isHit: @escaping (Sample) -> Bool = { _ in true }, _ time: @escaping (Int) -> Int
  ) -> RunFixture {
    var now = RunFixture()
    now.change = { record in
      for index in record.cells[0].matchers.indices {
        record.cells[0].matchers[index].packedSamples = SamplePacking.pack(
          (try? SamplePacking.unpack(record.cells[0].matchers[index].packedSamples))?.map {
            var sample = $0
            if isHit($0) { sample.totalNanoseconds = time($0.totalNanoseconds) }
            return sample
          } ?? [])
      }
    }
    return now
  }

  @Test("The slowest keystrokes of the earlier run have a figure of their own")
  func tail() throws {
    // Five keystrokes in a hundred take twice as long, and two of them become slower.
    func run(seed: UInt64, slowed: Int = 1) -> RunFixture {
      var run = RunFixture(queries: 100, seed: seed)
      run.change = { record in
        let packed = record.cells[0].matchers[1].packedSamples
        record.cells[0].matchers[1].packedSamples = SamplePacking.pack(
          ((try? SamplePacking.unpack(packed)) ?? []).map {
            var sample = $0
            if sample.keystroke >= 95 { sample.totalNanoseconds *= 2 }
            if sample.keystroke >= 98 { sample.totalNanoseconds *= slowed }
            return sample
          })
      }
      return run
    }
    let saved = try run(seed: 2).baseline()
    #expect(saved.cells[0].matcher("fast")?.slowest == [95, 96, 97, 98, 99])
    let read = try Baseline(decoding: try saved.reduced().encoded())
    func findings(_ slowed: Int, _ figures: [GateFigure] = GateFigure.allCases) throws
      -> [GateFinding]
    {
      RunComparison(
        now: try run(seed: 1, slowed: slowed).baseline(), earlier: read, figures: figures
      ).findings()
    }
    #expect(try findings(1).map(\.figure) == ["time", "tail"])
    #expect(try findings(1).map(\.verdict) == [.same, .same])
    let slower = try findings(10)
    #expect(slower.map(\.verdict) == [.slower, .slower])
    #expect((slower[1].ratio?.ratio ?? 0) > 2.4 && slower[1].floor >= 0.09)
    // Twice as slow is too little for the overall mean.
    #expect(try findings(2).map(\.verdict) == [.same, .slower])
    #expect(try findings(10, [.time]).count == 1)
    var older = read
    older.cells[0].matchers[1].slowest = nil
    let without = RunComparison(
      now: try run(seed: 1).baseline(), earlier: older, figures: GateFigure.allCases)
    #expect(without.findings().map(\.figure) == ["time"])
  }

  @Test("The tail also has keystrokes that were fast before and are slow now")
  func newTail() throws {
    // Two of a hundred take three times as long: too little for the overall mean.
    func run(seed: UInt64, slowed: Int) -> RunFixture {
      var run = RunFixture(queries: 100, seed: seed)
      run.change = { record in
        let packed = record.cells[0].matchers[1].packedSamples
        record.cells[0].matchers[1].packedSamples = SamplePacking.pack(
          ((try? SamplePacking.unpack(packed)) ?? []).map {
            var sample = $0
            if sample.keystroke >= 95 { sample.totalNanoseconds *= 2 }
            if 10..<12 ~= sample.keystroke { sample.totalNanoseconds *= slowed }
            return sample
          })
      }
      return run
    }
    let earlier = try run(seed: 2, slowed: 1).baseline()
    func verdicts(_ slowed: Int) throws -> [GateVerdict] {
      RunComparison(
        now: try run(seed: 1, slowed: slowed).baseline(), earlier: earlier,
        figures: GateFigure.allCases
      ).findings().map(\.verdict)
    }
    #expect(try verdicts(1) == [.same, .same])
    #expect(try verdicts(3) == [.same, .slower])
  }

  @Test("A machine that became slow makes no matcher slower")
  func slowDay() throws {
    #expect(try only(slowed { $0 * 3 }).verdict == .same)
  }

  @Test("A machine that is busy for half of the run makes no matcher slower")
  func halfLoaded() throws {
    #expect(try only(slowed(where: { $0.fork > 2 }) { $0 * 2 }).verdict == .same)
    #expect(try only(slowed(where: { $0.round > 3 }) { $0 * 2 }).verdict == .same)
  }

  @Test("The order of the matchers changes no ratio")
  func order() throws {
    var turned = RunFixture(ratios: ["fast": 0.5, "middle": 0.8])
    let straight = try turned.baseline()
    turned.change = { $0.cells[0].matchers.reverse() }
    let earlier = try RunFixture(ratios: ["fast": 0.5, "middle": 0.8], seed: 2).baseline()
    let found = RunComparison(now: straight, earlier: earlier).findings()
    let again = RunComparison(now: try turned.baseline(), earlier: earlier).findings()
    #expect(found.map(\.matcher) == ["fast", "middle"])
    #expect(again.map(\.matcher) == ["middle", "fast"])
    #expect(again.reversed().map(\.verdict) == found.map(\.verdict))
    #expect(again.reversed().map(\.ratio?.ratio) == found.map(\.ratio?.ratio))
    #expect(found.allSatisfy { $0.verdict == .same })
  }

  @Test("Noise in either run raises the floor of a comparison")
  func noise() throws {
    let loud = RatioInterval(
      ratio: 1, lower: 0.85, upper: 1.15, confidence: 0.95, standardError: 0.05)
    for isNow in [true, false] {
      var now = RunFixture(ratios: ["fast": 0.55])
      var earlier = RunFixture(seed: 2)
      let change: (inout RunRecord) -> Void = {
        $0.cells[0].noise = NoiseRecord(matcher: "linear-scan", ratio: loud, packedSamples: "")
      }
      if isNow { now.change = change } else { earlier.change = change }
      let finding = try only(now, earlier)
      #expect(finding.verdict == .inconclusive)
      #expect(abs(finding.floor - 0.1764705882352942) < 1e-9)
      #expect(finding.noise == loud)
    }
  }

  @Test("A drift of the reference raises the floor of a comparison, up to a bound")
  func drift() throws {
    let slower = RunFixture(ratios: ["fast": 0.54])
    #expect(try only(slower).verdict == .slower)
    for (factor, floor) in [(1.04, 0.06), (1 / 1.04, 0.06), (3, 0.1)] {
      var now = slower
      let change = slowed { Int(Double($0) * factor) }.change
      now.change = change
      let finding = try only(now)
      #expect(abs((finding.drift ?? 0) / factor - 1) < 0.01)
      #expect(abs(finding.floor - floor) < 0.005)
      #expect(finding.verdict == (floor < 0.08 ? .slower : .inconclusive))
      #expect(
        finding.reason?.hasPrefix("the reference took 200 % more time")
          == (floor < 0.08 ? nil : true))
    }
  }

  @Test(
    "A comparison with a run of a single process finds only large differences, on either side",
    arguments: [true, false])
  func oneProcess(isNow: Bool) throws {
    for (ratio, verdict) in [(0.6, GateVerdict.inconclusive), (1, .slower), (0.25, .faster)] {
      var now = RunFixture(ratios: ["fast": ratio])
      var earlier = RunFixture(seed: 2)
      if isNow { now.forks = 1 } else { earlier.forks = 1 }
      let finding = try only(now, earlier)
      #expect(finding.verdict == verdict)
      #expect(finding.reason?.contains("--forks 5") == (verdict == .inconclusive ? true : nil))
    }
  }

  static let identities: [(String, @Sendable (inout RunRecord) -> Void)] = [
    ("corpus hash: was 0-1, is 9-9", { $0.cells[0].corpus.identity = "9-9" }),
    ("workload hash: was 1-2, is 9-9", { $0.cells[0].workloadIdentity = "9-9" }),
    (
      "workload hash: was 1-2, is v2:1-2: sessions of version 1 typed rows as they stand, "
        + "later ones as people type", { $0.cells[0].workloadIdentity = "v2:1-2" }
    ),
    ("specification version: was 1, is 2", { $0.specificationVersion = 2 }),
    (
      "profile: was 'countries', is a different one named 'countries'",
      { $0.cells[0].profile.terms = .splitAND }
    ),
    ("matcher options: was none, is grams=3", { $0.cells[0].matchers[1].options = ["grams": "3"] }),
    ("host class: was any, 2 cores, is other, 2 cores", { $0.context.host.processor = "other" }),
    ("delivery: was rows, is count", { $0.suite.delivery = .count }),
    ("length of a sample: was one keystroke, is 50.0 µs", { $0.suite.sampleMicroseconds = 50 }),
    ("build: was release, is debug", { $0.context.build.isOptimised = false }),
    ("voided in this run", { $0.cells[0].matchers[1].status = .voided }),
    ("missing in this run", { $0.cells[0].matchers.remove(at: 1) }),
    ("missing in this run", { $0.cells[0].corpus.name = "others" }),
  ]

  @Test(
    "Runs that differ in what was measured are not comparable, and the reason is given",
    arguments: identities)
  func identity(reason: String, change: @escaping @Sendable (inout RunRecord) -> Void) throws {
    var now = RunFixture()
    now.change = change
    let found = try findings(now)
    #expect(found.contains { $0.reason == reason }, "\(found.map(\.reason))")
    #expect(found.allSatisfy { $0.verdict == .notComparable && $0.ratio == nil })
  }

  @Test("A matcher that only this run has is reported as missing in the earlier one")
  func added() throws {
    let found = try findings(RunFixture(ratios: ["fast": 0.5, "new": 2]))
    #expect(found.map(\.matcher) == ["fast", "new"])
    #expect(found.map(\.verdict) == [.same, .notComparable])
    #expect(found[1].reason == "missing in the earlier run")
  }

  @Test(
    "A matcher that was wrong or had no answer in the earlier run is judged alone",
    arguments: [MatcherStatus.voided, .errored, .skipped])
  func alone(status: MatcherStatus) throws {
    var earlier = RunFixture()
    earlier.change = { $0.cells[0].matchers[1].status = status }
    let found = RunComparison(
      now: try RunFixture().baseline(), earlier: try earlier.baseline()
    ).findings()
    #expect(found.first?.verdict == .alone)
    #expect(found.first?.reason == "\(status.rawValue) in the earlier run")
  }

  @Test("A matcher that both runs skip gives no finding")
  func skipped() throws {
    let change: (inout RunRecord) -> Void = {
      $0.cells[0].matchers[1].status = .skipped
      $0.cells[0].matchers[1].packedSamples = ""
    }
    let found = try findings(RunFixture(change: change), RunFixture(seed: 2, change: change))
    #expect(found.isEmpty)
  }

  @Test("Keystrokes that only one run timed are left out of the comparison")
  func commonKeystrokes() throws {
    var now = RunFixture()
    now.change = { record in
      let samples = (try? SamplePacking.unpack(record.cells[0].matchers[1].packedSamples)) ?? []
      record.cells[0].matchers[1].packedSamples = SamplePacking.pack(
        samples.filter { $0.keystroke < 4 })
    }
    let finding = try only(now)
    #expect(finding.ratio != nil)
    #expect(finding.keystrokeCount == 4)
  }

  @Test("The interval of the mean over cells comes from the scatter of the cells")
  func pooled() throws {
    let one = RatioInterval(
      ratio: 2, lower: 1, upper: 4, confidence: 0.95, standardError: 0.1)
    #expect(PooledRatio.mean([]) == nil)
    #expect(PooledRatio.mean([one]) == one)
    var other = one
    other.ratio = 8
    let mean = try #require(PooledRatio.mean([one, other]))
    #expect(abs(mean.ratio - 4) < 1e-12)
    // The logarithms lie log 2 from their mean: standard error log 2, times t of one degree.
    #expect(abs(log(mean.upper / 4) - 12.706204736174694 * log(2)) < 1e-6)
  }
}
