import MatchmarkHarness
import Testing

@Suite("The repetitions of an engine's keystrokes")
struct RepetitionScheduleTests {
  private static let timeout = Duration.seconds(10)
  private static let transport: UInt64 = 60_000

  /// The repetitions of requests for one keystroke, with this time in nanoseconds for each.
  private static func requests(
    _ count: Int, cost: UInt64, seed: UInt64 = 1, timeout: Duration = timeout
  ) -> [Int] {
    var plan = RepetitionSchedule(seed: seed, queryTimeout: timeout)
    return (0..<count).map { _ in
      let repetitions = plan.next(of: 7)
      plan.learn(7, repetitions, transport + UInt64(repetitions) * cost)
      return repetitions
    }
  }

  @Test("The first request for a keystroke has one repetition, as do about half of the later ones")
  func singles() {
    let requests = Self.requests(2_001, cost: 100_000)
    #expect(requests[0] == 1)
    #expect((900...1_100).contains(requests.dropFirst().count { $0 == 1 }))
  }

  @Test("Repetitions of a keystroke grow while they take about as long as one, up to a limit")
  func growth() {
    #expect(Self.requests(400, cost: 10).max() == RepetitionSchedule.mostRepetitions)
    // Sixteen of these take longer than half of the transport.
    let some = Self.requests(400, cost: 3_000)
    #expect((8...32).contains(some.max() ?? 0), "\(some.max() ?? 0)")
    // A keystroke that dominates its request is asked twice at most.
    #expect(Set(Self.requests(400, cost: 5_000_000)) == [1, 2])
  }

  @Test("Repetitions of a keystroke differ from seed to seed, and are drawn evenly")
  func chance() {
    let (first, second) = (
      Self.requests(100, cost: 10, seed: 1), Self.requests(100, cost: 10, seed: 2)
    )
    #expect(first != second)
    #expect(first == Self.requests(100, cost: 10, seed: 1))
    let repeated = Self.requests(4_000, cost: 10).suffix(3_000).filter { $0 > 1 }
    let mean = Double(repeated.reduce(0, +)) / Double(repeated.count)
    #expect(abs(mean - 33) < 2, "\(mean)")
  }

  @Test("A keystroke that takes more than a quarter of its time limit is not repeated")
  func slow() {
    #expect(Set(Self.requests(50, cost: 300_000_000, timeout: .seconds(1))) == [1])
    #expect(Set(Self.requests(50, cost: 200_000_000, timeout: .seconds(1))) == [1, 2])
  }

  @Test("A keystroke of unknown cost is repeated twice at most, and not if any keystroke is slow")
  func unseen() {
    var plan = RepetitionSchedule(seed: 1, queryTimeout: .seconds(1))
    #expect(plan.ofUnseen() == 1)
    plan.learn(1, 1, 1_000)
    #expect(Set((0..<50).map { _ in plan.ofUnseen() }) == [1, 2])
    plan.learn(2, 1, 300_000_000)
    #expect(Set((0..<50).map { _ in plan.ofUnseen() }) == [1])
  }
}
