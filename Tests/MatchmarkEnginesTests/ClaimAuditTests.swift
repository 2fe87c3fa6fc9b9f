import MatchmarkCore
import MatchmarkEngines
import Testing

/// An engine as it looks from outside, with times in nanoseconds.
private struct SimulatedEngine: Sendable {
  typealias Claim =
    @Sendable (_ work: Double, _ repetitions: Int, _ kind: ClaimAudit.Kind) -> Double

  var work: @Sendable (Int) -> Double = { Double(10_000 * ($0 + 1)) }
  var transport = 60_000.0
  /// The time of each repetition between its windows.
  var loop = 300.0
  /// The standard deviation of all times, as a share of them.
  var noise = 0.0
  /// The average time that other programs keep it waiting for each nanosecond of work.
  var crowding = 0.0
  /// True if its clock stops while it waits.
  var usesProcessorClock = false
  /// The time that it claims for the work; the request and the kind of query may decide it.
  var claim: Claim = {
    work, _, _ in work
  }
  /// The work that it does once for all repetitions, and does not claim.
  var hidden: @Sendable (_ work: Double, _ kind: ClaimAudit.Kind) -> Double = { _, _ in 0 }

  /// The audit of 16 requests for each of forty keystrokes, a quarter of them with tokens.
  func audit(seed: UInt64 = 1, knowsWaits: Bool = true) -> ClaimAudit {
    var generator = SeededGenerator(seed: seed, stream: "simulation")
    var audit = ClaimAudit()
    for _ in 0..<16 {
      for number in 0..<40 {
        let kind: ClaimAudit.Kind = number % 4 == 0 ? .tokens : .plain
        let count = generator.chance(0.5) ? 1 : 2 + generator.below(3)
        var wall = noisy(transport, &generator) + hidden(work(number), kind)
        // Whoever sleeps until it is asked waits before it runs.
        var (waited, durations): (Double, [Int]) = (1e6 * crowding * generator.unit(), [])
        wall += waited
        for _ in 0..<count {
          let work = noisy(work(number), &generator)
          let wait = crowding > 0 ? 2 * crowding * work * generator.unit() : 0
          let seen = usesProcessorClock ? work : work + wait
          durations.append(max(1, Int(claim(seen, count, kind))))
          wall += work + wait + loop
          waited += wait
        }
        audit.note(
          durations, of: ClaimAudit.Question(number, kind, deliversAll: false),
          wall: UInt64(wall), waited: knowsWaits ? UInt64(waited) : nil)
      }
    }
    return audit
  }

  private func noisy(_ value: Double, _ generator: inout SeededGenerator) -> Double {
    let normal = (0..<12).reduce(-6) { sum, _ in sum + generator.unit() }
    // Now and then something takes milliseconds.
    let hiccup = generator.chance(0.02) ? 3e6 * generator.unit() : 0
    return value * max(0.2, 1 + noise * normal) + (noise > 0 ? hiccup : 0)
  }

  func finding(seed: UInt64 = 1, knowsWaits: Bool = true) -> ClaimAudit.Finding? {
    audit(seed: seed, knowsWaits: knowsWaits).finding(resolution: 1, rowCount: 1_000)
  }

  /// The reason why its claims are impossible; nil if they can be true.
  func impossibility(seed: UInt64 = 1) -> String? {
    if case .impossible(let reason) = finding(seed: seed) { reason } else { nil }
  }
}

@Suite("Claims of an engine over many exchanges")
struct ClaimAuditTests {
  private static let costs = Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, Double($0)) })

  private static let honestEngines: [(String, SimulatedEngine)] = [
    ("a quick one", SimulatedEngine()),
    ("with 15 % noise", SimulatedEngine(noise: 0.15)),
    ("whose claims vary by 15 % on their own", SimulatedEngine(noise: 0.02, claim: varying)),
    (
      "that narrows its last answer, so that further keys take little",
      SimulatedEngine(work: { $0 % 5 == 0 ? 2e6 : 5_000 }, noise: 0.05)
    ),
    (
      "in a slow interpreter, which also needs long for its loop",
      SimulatedEngine(
        work: { 2e5 * Double($0 + 1) }, transport: 2e6, loop: 30_000, noise: 0.1)
    ),
    ("on a busy machine", SimulatedEngine(noise: 0.1, crowding: 1.5)),
    (
      "on a busy machine, by a clock that stops while others run",
      SimulatedEngine(noise: 0.1, crowding: 1.5, usesProcessorClock: true)
    ),
    (
      "in JavaScript with 1.3 ms a key, on a busy machine",
      SimulatedEngine(
        work: { _ in 1.3e6 }, noise: 0.15, crowding: 2.6, usesProcessorClock: true)
    ),
  ]

  /// A true claim, give or take 15 %.
  private static let varying: SimulatedEngine.Claim = { work, _, _ in
    work * (0.85 + 0.3 * Double(Int(work) % 101) / 100)
  }

  @Test(
    "The claims of an honest engine are accepted in each of 25 runs",
    arguments: honestEngines.indices)
  func honest(index: Int) {
    let (name, engine) = Self.honestEngines[index]
    for seed in 1...25 as ClosedRange<UInt64> {
      #expect(engine.finding(seed: seed) == nil, "an engine \(name)")
    }
    #expect(engine.audit().doubt(costs: Self.costs) == nil, "an engine \(name)")
  }

  @Test(
    "Claims of a part of an engine's time are contradicted, even if only a tenth is missing",
    arguments: [0.02, 0.33, 0.5, 0.7, 0.9])
  func part(share: Double) throws {
    let liar = SimulatedEngine(
      work: { Double(50_000 * ($0 + 1)) }, noise: 0.15, claim: { work, _, _ in share * work })
    for seed in 1...20 as ClosedRange<UInt64> {
      let words = try #require(liar.impossibility(seed: seed))
      #expect(words.hasPrefix("it reports "))
      #expect(words.hasSuffix(" ns in each repetition"))
    }
  }

  @Test("Claims of 95.5 % of an engine's time pass, because no clock outside is that exact")
  func nearlyTrue() {
    let liar = SimulatedEngine(noise: 0.15, claim: { work, _, _ in 0.955 * work })
    #expect(liar.finding() == nil)
  }

  @Test("A false claim is contradicted with the reported time and what a repetition really takes")
  func words() throws {
    let liar = SimulatedEngine(claim: { work, _, _ in work / 50 })
    #expect(
      liar.impossibility()
        == "it reports 4100 ns for a keystroke that takes 205300 ns in each repetition")
  }

  @Test("Claims that are true only of requests with repetitions are contradicted")
  func singles() throws {
    let liar = SimulatedEngine(
      noise: 0.15, claim: { work, count, _ in count == 1 ? work / 350 : work })
    for seed in 1...20 as ClosedRange<UInt64> {
      let words = try #require(liar.impossibility(seed: seed))
      #expect(words.hasSuffix(" ns in a request without repetitions"))
    }
  }

  @Test("False claims are contradicted even on a busy machine, if they leave out half or more")
  func busy() {
    for share in [0.02, 0.33, 0.5] {
      let liar = SimulatedEngine(
        work: { Double(50_000 * ($0 + 1)) }, noise: 0.15, crowding: 0.3,
        claim: { work, _, _ in share * work })
      #expect(liar.impossibility()?.hasSuffix("in each repetition") == true)
    }
    let liar = SimulatedEngine(
      work: { Double(50_000 * ($0 + 1)) }, noise: 0.15, crowding: 0.3,
      claim: { work, count, _ in count == 1 ? work / 50 : work })
    #expect(liar.impossibility()?.hasSuffix("in a request without repetitions") == true)
  }

  @Test("Claims that are true only of queries with tokens are contradicted")
  func tokens() throws {
    // Tokens cost a hundred times as much: over all keystrokes, they hide the rest.
    let liar = SimulatedEngine(
      work: { $0 % 4 == 0 ? 5e6 : 5e4 }, noise: 0.15,
      claim: { work, _, kind in kind == .tokens ? work : 100 })
    for seed in 1...20 as ClosedRange<UInt64> {
      #expect(liar.impossibility(seed: seed)?.hasSuffix("in each repetition") == true)
    }
  }

  @Test("Claims that are false only of queries with tokens are contradicted for that kind")
  func kind() {
    let liar = SimulatedEngine(
      noise: 0.15, claim: { work, _, kind in kind == .tokens ? 100 : work })
    for seed in 1...20 as ClosedRange<UInt64> {
      #expect(liar.impossibility(seed: seed)?.contains("a query with tokens") == true)
    }
  }

  @Test("Claims that leave out work done before all repetitions are contradicted")
  func once() throws {
    let liar = SimulatedEngine(
      work: { $0 % 4 == 0 ? 5e5 : 1_000 }, noise: 0.15,
      hidden: { _, kind in kind == .tokens ? 0 : 8e5 })
    for seed in 1...20 as ClosedRange<UInt64> {
      let words = try #require(liar.impossibility(seed: seed))
      #expect(words.contains(", whose request takes "))
    }
  }

  @Test("False claims are only doubted if the system does not say how long the engine waited")
  func unknownWaits() throws {
    let engine = SimulatedEngine(claim: { work, _, _ in work / 50 })
    guard case .doubtful = engine.finding(knowsWaits: false) else {
      Issue.record("\(String(describing: engine.finding(knowsWaits: false)))")
      return
    }
  }

  @Test("Claims that never vary are rejected, unless the clock is too coarse to tell")
  func constant() {
    let audit = SimulatedEngine(work: { _ in 100 }, claim: { _, _, _ in 100 }).audit()
    #expect(
      audit.finding(resolution: 1, rowCount: 1_000)
        == .impossible("it reports 100 ns for every keystroke, with a clock step of 1 ns"))
    #expect(audit.finding(resolution: 100, rowCount: 1_000) == nil)
  }

  @Test("Claims that leave out all work are doubted by how long it takes other participants")
  func outside() throws {
    let audit = SimulatedEngine(
      claim: { work, _, _ in 100 + work / 1_000 }, hidden: { work, _ in work }
    ).audit()
    let doubt = try #require(audit.doubt(costs: Self.costs))
    #expect(doubt.hasPrefix("on keystrokes that cost others more"))
    #expect(audit.doubt(costs: [:]) == nil)
  }

  @Test("Claims are doubted if each exchange takes milliseconds longer")
  func idle() throws {
    let audit = SimulatedEngine(transport: 3_030_000).audit()
    let doubt = try #require(audit.doubt(costs: Self.costs))
    #expect(doubt.hasPrefix("each keystroke takes 3030300 ns beyond"))
  }
}
