import MatchmarkHarness
import Testing

@Suite("Batches")
struct BatchCalibrationTests {
  private let calibration = BatchCalibration(readingCost: 50)

  @Test("work as long as a hundred clock readings is timed on its own")
  func long() {
    #expect(calibration.minimumNanoseconds == 5_000)
    for nanoseconds in [5_000, 5_001, 1e9] {
      #expect(calibration.size(forWorkOf: nanoseconds) == 1)
    }
  }

  @Test(
    "shorter work is repeated until it is that long",
    arguments: [(4_999.0, 2), (2_500, 2), (2_499, 3), (100, 50), (6, 834)])
  func short(nanoseconds: Double, size: Int) {
    #expect(calibration.size(forWorkOf: nanoseconds) == size)
    #expect(nanoseconds * Double(size) >= calibration.minimumNanoseconds)
  }

  @Test("a batch has a limit, and work of no time does not divide by zero")
  func limit() {
    #expect(calibration.size(forWorkOf: 0) == BatchCalibration.maximumSize)
    #expect(calibration.size(forWorkOf: 1) == BatchCalibration.maximumSize)
  }

  @Test("a clock whose readings seem free counts as one nanosecond")
  func freeClock() {
    #expect(BatchCalibration(readingCost: 0).minimumNanoseconds == 100)
    #expect(BatchCalibration(readingCost: 50, atLeast: 4_000).minimumNanoseconds == 5_000)
    #expect(BatchCalibration(readingCost: 50, atLeast: 40_000).size(forWorkOf: 10_000) == 4)
  }
}

@Suite("The order of turns")
struct RoundOrderTests {
  @Test("over as many rounds as participants, each takes each turn once", arguments: 1...7)
  func balanced(count: Int) {
    var order = RoundOrder(count: count, seed: 3)
    for _ in 0..<5 {
      let rounds = (0..<count).map { _ in order.next() }
      for round in rounds { #expect(round.sorted() == Array(0..<count)) }
      for turn in 0..<count {
        #expect(Set(rounds.map { $0[turn] }) == Set(0..<count), "turn \(turn)")
      }
    }
  }

  @Test("each participant follows each other one equally often", arguments: 2...7)
  func neighbours(count: Int) {
    var order = RoundOrder(count: count, seed: 4)
    let blockLength = count.isMultiple(of: 2) ? count : 2 * count
    for _ in 0..<4 {
      var followers: [[Int]: Int] = [:]
      for _ in 0..<blockLength {
        let round = order.next()
        for pair in zip(round, round.dropFirst()) { followers[[pair.0, pair.1], default: 0] += 1 }
      }
      #expect(followers.count == count * (count - 1))
      #expect(Set(followers.values) == [blockLength / count])
    }
  }

  private func rounds(seed: UInt64) -> [[Int]] {
    var order = RoundOrder(count: 5, seed: seed)
    return (0..<20).map { _ in order.next() }
  }

  @Test("a seed reproduces the order of turns, and another changes it")
  func seeded() {
    #expect(rounds(seed: 1) == rounds(seed: 1))
    #expect(rounds(seed: 1) != rounds(seed: 2))
  }

  @Test("each block of rounds has a new order")
  func fresh() {
    #expect(Set(rounds(seed: 1)).count > 5)
  }

  @Test("a round without participants is empty")
  func none() {
    var order = RoundOrder(count: 0, seed: 1)
    #expect(order.next() == [])
  }
}
