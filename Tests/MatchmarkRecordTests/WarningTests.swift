import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Warnings")
struct WarningTests {
  private func context(_ change: (inout RunContext) -> Void = { _ in }) -> RunContext {
    var context = RunContext(
      tool: "t", startedAt: "2026-01-01T00:00:00Z", commandLine: [],
      host: HostRecord(
        name: "h", kernel: "k", processor: "p", coreCount: 2, memoryInBytes: nil, loadBefore: 0.2),
      build: BuildRecord(compiler: "c", isOptimised: true),
      clock: ClockRecord(
        name: "CLOCK_MONOTONIC", resolutionInNanoseconds: 1, readingCostInNanoseconds: 25))
    change(&context)
    return context
  }

  private func warnings(
    _ cells: [CellRecord] = [], _ change: (inout RunContext) -> Void = { _ in }
  ) -> [String] {
    Warnings.about(context(change), cells, reference: "linear-scan")
  }

  @Test("A quiet machine with a good clock gives no warnings")
  func none() { #expect(warnings() == []) }

  @Test("Each disturbance of a run is named, with what to do about it")
  func disturbances() {
    let cases: [((inout RunContext) -> Void, String, String)] = [
      ({ $0.build.isOptimised = false }, "debug build", "-c release"),
      ({ $0.clock.resolutionInNanoseconds = 4e6 }, "every 4000000 ns", "finer"),
      ({ $0.clock.readingCostInNanoseconds = 5_000 }, "takes 5000 ns", "tsc"),
      ({ $0.host.loadBefore = 1.6 }, "load 1.6, 2 cores", "close other programs"),
      ({ $0.host.foreignCores = 0.3 }, "used 0.3 of 2 cores", "trust ratios only"),
      ({ $0.host.stolenShare = 0.04 }, "took 4.0 %", "use a dedicated machine"),
      ({ $0.host.frequencyGovernor = "powersave" }, "'powersave'", "cpupower"),
    ]
    for (change, what, advice) in cases {
      let found = warnings([], change)
      #expect(found.count == 1)
      #expect(found.first?.contains(what) == true, "\(found)")
      #expect(found.first?.contains(advice) == true, "\(found)")
    }
    #expect(warnings([]) { $0.host.frequencyGovernor = "performance" } == [])
    #expect(warnings([]) { $0.host.foreignCores = 0.2 } == [])
  }

  @Test("Cells are named in which no keystroke needs folding, a number or an input method")
  func plainTyping() {
    func cell(_ change: (inout CellRecord) -> Void) -> CellRecord {
      var cell = RecordFixtures.full.cells[0]
      cell.matchers[0].status = .skipped
      (cell.noise, cell.earlier) = (nil, nil)
      cell.profile.folding = .caseInsensitive
      cell.needs = WorkloadNeeds(typedCount: 9)
      change(&cell)
      return cell
    }
    let plain = cell { _ in }
    #expect(
      warnings([plain]) == [
        "no keystroke of \(plain.id) needs folding, a number or an input method; these sessions "
          + "say nothing about a participant that lacks them"
      ])
    #expect(
      warnings([plain, plain]).first?.hasPrefix("no keystroke of 2 of 2 cells, such as ") == true)
    #expect(warnings([cell { $0.needs?.folding.keystrokeCount = 1 }]) == [])
    #expect(warnings([cell { $0.needs?.numbers.keystrokeCount = 1 }]) == [])
    #expect(warnings([cell { $0.needs?.composedCount = 1 }]) == [])
    #expect(
      warnings([cell { ($0.profile.folding, $0.profile.numericFields) = (.exact, []) }]) == [])
  }

  private func interval(
    _ lower: Double, _ ratio: Double, _ upper: Double, repetitionWidth: Double = 0
  ) -> RatioInterval {
    RatioInterval(
      ratio: ratio, lower: lower, upper: upper, confidence: 0.95, standardError: 0.1,
      repetitionWidth: repetitionWidth)
  }

  private func cell(_ ratio: RatioInterval?, noise: RatioInterval? = nil) -> CellRecord {
    var cell = RecordFixtures.full.cells[0]
    cell.matchers[0].status = .verified
    cell.matchers.append(cell.matchers[0])
    cell.matchers[1].id = "fast"
    cell.matchers[1].figures?.ratioInterval = ratio
    cell.noise = noise.map { NoiseRecord(matcher: "linear-scan", ratio: $0, packedSamples: "") }
    return cell
  }

  @Test("A reference that differs from its twin is reported where the difference is greatest")
  func noise() {
    #expect(warnings([cell(nil, noise: interval(0.95, 1, 1.05))]) == [])
    let found = warnings([
      cell(nil, noise: interval(0.8, 0.9, 1.01)), cell(nil, noise: interval(0.95, 1, 1.15)),
    ])
    #expect(found.count == 1)
    #expect(found[0].contains("may differ from itself by 25.0 % on"))
    #expect(found[0].contains("on 1 more cells"))
  }

  @Test("A warning about a wide interval says whether more rounds would help")
  func doubt() {
    #expect(warnings([cell(interval(0.5, 0.6, 0.7))]) == [])
    let noisy = warnings([cell(interval(0.9, 1, 1.1, repetitionWidth: 0.2))])
    #expect(noisy.count == 1)
    #expect(noisy[0].hasPrefix("fast on titles-7."))
    #expect(noisy[0].contains("--max-time"))
    let scattered = warnings(
      Array(repeating: cell(interval(0.9, 1, 1.1, repetitionWidth: 0.01)), count: 3))
    #expect(scattered.count == 1)
    #expect(scattered[0].contains("(and 2 more)"))
    #expect(scattered[0].contains("better at some keystrokes"))
  }
}
