import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Figures of samples")
struct FigureCalculationTests {
  private func keystroke(
    _ eventClass: String, matches: Int? = 1, trace: String = "a"
  ) -> KeystrokeRecord {
    KeystrokeRecord(
      trace: trace, query: SearchQuery("x"), eventClass: eventClass, matchCount: matches)
  }

  /// Times in nanoseconds: one row per round, one column per keystroke; nil was not timed.
  private func samples(_ rounds: [[Int?]], batch: Int = 1) -> [Sample] {
    rounds.enumerated().flatMap { round, times in
      times.enumerated().compactMap { keystroke, time in
        time.map {
          Sample(
            round: round, keystroke: keystroke, order: 0, batch: batch,
            totalNanoseconds: $0 * batch)
        }
      }
    }
  }

  private func calculation(
    _ keystrokes: [KeystrokeRecord], _ rounds: [[Int?]], rowCount: Int = 1_000, warmUp: Int = 0
  ) -> FigureCalculation {
    FigureCalculation(
      keystrokes: keystrokes, rowCount: rowCount, samples: samples(rounds), warmUpRounds: warmUp)
  }

  private let two = ["first-key", "later-key"]

  @Test(
    "A typical time is the geometric mean of the medians of the keystrokes that are asked about")
  func typicalTime() {
    func sample(_ keystroke: Int, _ round: Int, _ nanoseconds: Int) -> Sample {
      Sample(
        round: round, keystroke: keystroke, order: 0, batch: 1, totalNanoseconds: nanoseconds)
    }
    let samples = [
      sample(0, 0, 100), sample(0, 1, 100), sample(0, 2, 9_000), sample(1, 0, 400),
      sample(2, 0, 7),
    ]
    #expect(abs((samples.typicalTime(of: [0, 1]) ?? 0) - 200) < 1e-9)
    #expect(samples.typicalTime(of: [5]) == nil)
  }

  @Test("The tail of raw samples shows a hiccup that the tail of medians does not")
  func tails() throws {
    let figures = try #require(
      calculation(two.map { keystroke($0) }, [[10, 20], [10, 1_000], [10, 20]])
        .figures())
    #expect(figures.roundCount == 3)
    // Sorted 10 10 10 20 20 1000; medians 10 and 20.
    #expect(figures.typed.keystrokeCount == 2)
    #expect(figures.typed.p50 == 15)
    #expect(figures.typed.p90 == 510)
    #expect(figures.typed.maximum == 1_000)
    #expect(figures.typed.p50OfMedians == 15)
    #expect(figures.typed.maximumOfMedians == 20)
    #expect(figures.typed.sampleCount == 6)
  }

  @Test("The slowest of fewer than a hundred keystrokes replaces the p99")
  func fewKeystrokes() throws {
    for count in [99, 100] {
      let times: [[Int?]] = Array(repeating: Array(1...count), count: 3)
      let tails = try #require(
        calculation((0..<count).map { _ in keystroke("later-key") }, times).figures()
      ).typed
      #expect((tails.p99 == nil) == (count < 100) && (tails.p99OfMedians == nil) == (count < 100))
      #expect(abs((tails.tail ?? 0) - (count < 100 ? 99 : 99.01)) < 1e-9)
    }
  }

  @Test("The figures of a slow participant are over the keystrokes that every fork has timed")
  func forks() throws {
    // The second fork had time for the first keystroke only.
    let samples = [(0, 0, 10), (0, 1, 1_000), (1, 0, 30)].map { fork, keystroke, time in
      Sample(
        fork: fork, round: 0, keystroke: keystroke, order: 0, batch: 1, totalNanoseconds: time)
    }
    let calculation = FigureCalculation(
      keystrokes: two.map { keystroke($0) }, rowCount: 9, samples: samples, warmUpRounds: 0)
    let figures = try #require(calculation.figures(outOfRankNextTo: nil, seed: 1))
    #expect(figures.typed.keystrokeCount == 1 && figures.typed.maximum == 30)
    #expect(figures.forkCount == 2)
  }

  @Test("Warm-up rounds are left out of the figures")
  func warmUp() throws {
    let figures = try #require(
      calculation(two.map { keystroke($0) }, [[9_999, 9_999], [10, 30]], warmUp: 1)
        .figures())
    #expect(figures.roundCount == 1)
    #expect(figures.typed.maximum == 30)
    #expect(figures.traceNanoseconds == 40)
    let onlyWarm = calculation(two.map { keystroke($0) }, [[1, 1]], warmUp: 1)
    #expect(onlyWarm.figures() == nil)
  }

  @Test("Browsing and suggestions have their own figures, and are never in the headline")
  func classes() throws {
    let keystrokes = ["first-key", "browse", "suggestions", "token-change"].map { keystroke($0) }
    let figures = try #require(
      calculation(keystrokes, [[10, 5_000_000_000, 6_000_000_000, 30]]).figures())
    #expect(figures.typed.keystrokeCount == 2)
    #expect(figures.typed.maximum == 30)
    #expect(figures.worst?.keystroke == 3)
    #expect(figures.worst?.medianNanoseconds == 30)
    #expect(figures.overBudget.at100Milliseconds == 0)
    #expect(
      figures.classes.mapValues(\.maximum) == [
        "first-key": 10, "browse": 5e9, "suggestions": 6e9, "token-change": 30,
      ])
  }

  @Test("The headline figures cover everything if nothing was typed")
  func onlyBrowse() throws {
    let figures = try #require(
      calculation([keystroke("browse")], [[7]]).figures())
    #expect(figures.typed.maximum == 7)
    #expect(figures.worst == nil)
  }

  @Test("Keystrokes are grouped by how much of the corpus matches")
  func densities() throws {
    let keystrokes = [0, 100, 101, 200, 201, nil].map { keystroke("later-key", matches: $0) }
    let figures = try #require(
      calculation(keystrokes, [[1, 2, 3, 4, 5, 6]], rowCount: 20_000).figures())
    #expect(
      figures.densities.mapValues(\.keystrokeCount) == [
        "none": 1, "up-to-100-rows": 1, "up-to-1-percent": 2, "more": 1,
      ])
    #expect(figures.densities["more"]?.maximum == 5)
  }

  @Test("Raw samples over a frame budget are counted, to the nanosecond")
  func budgets() throws {
    let rounds = [[8_333_333, 8_333_334], [16_666_668, 100_000_001]]
    let figures = try #require(
      calculation(two.map { keystroke($0) }, rounds).figures())
    #expect(figures.overBudget.at120Hertz == 3)
    #expect(figures.overBudget.at60Hertz == 2)
    #expect(figures.overBudget.at100Milliseconds == 1)
  }

  @Test("The worst keystroke has the greatest median, not the greatest sample")
  func worst() throws {
    let figures = try #require(
      calculation(two.map { keystroke($0) }, [[10, 20], [900, 20], [10, 20]])
        .figures())
    #expect(figures.worst?.keystroke == 1)
    #expect(figures.worst?.medianNanoseconds == 20)
  }

  @Test("The ratio to the reference is paired by keystroke and round")
  func pairedRatio() throws {
    let keystrokes = two.map { keystroke($0) }
    let reference = calculation(keystrokes, [[10, 40], [20, 40], [40, 40]])
    let twice = calculation(keystrokes, [[20, 20], [40, 20], [80, 20]])
    // Keystroke 1 has ratio 2 in each round, keystroke 2 a half: their geometric mean is 1.
    let ratio = try #require(twice.ratios(to: reference)?.ratio)
    #expect(abs(ratio - 1) < 1e-12)
    let single = calculation([keystroke("first-key")], [[20], [10], [80]])
    let base = calculation([keystroke("first-key")], [[10], [20], [40]])
    // Ratios 2, 0.5, 2 have the median 2; the medians 20 and 20 would have said 1.
    let paired = try #require(single.ratios(to: base)?.ratio)
    #expect(abs(paired - 2) < 1e-12)
  }

  @Test("No ratio includes keystrokes or rounds that only one side has")
  func unpaired() throws {
    let keystrokes = two.map { keystroke($0) }
    let reference = calculation(keystrokes, [[10, nil], [10, nil]])
    let other = calculation(keystrokes, [[30, 7], [nil, 7]])
    let ratio = try #require(other.ratios(to: reference)?.ratio)
    #expect(abs(ratio - 3) < 1e-12)
    let nothing = calculation(keystrokes, [[nil, 7]])
    #expect(nothing.ratios(to: reference) == nil)
  }

  @Test("A batched sample counts as its mean, and the share of batched samples is reported")
  func batches() throws {
    let keystrokes = two.map { keystroke($0) }
    let single = samples([[10, nil]])
    let batched = samples([[nil, 20]], batch: 50)
    let figures = try #require(
      FigureCalculation(
        keystrokes: keystrokes, rowCount: 100, samples: single + batched, warmUpRounds: 0
      ).figures())
    #expect(figures.typed.maximum == 20)
    #expect(figures.batchedShare == 0.5)
  }

  @Test("The time of a trace is the median total of a round, divided by the number of traces")
  func traces() throws {
    let keystrokes = ["a", "a", "b"].map { keystroke("later-key", trace: $0) }
    let figures = try #require(
      calculation(keystrokes, [[1, 2, 3], [10, 20, 30], [2, 4, 6]]).figures())
    #expect(figures.traceNanoseconds == 6)
    #expect(figures.rowsPerSecond == 1_000 / 4 * 1e9)
  }
}
