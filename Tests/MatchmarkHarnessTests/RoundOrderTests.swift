import MatchmarkHarness
import Testing

@Suite("Batches")
struct BatchCalibrationTests {
  private let calibration = BatchCalibration(readingCost: 50)

  @Test("Work as long as a hundred clock readings is timed on its own")
  func long() {
    #expect(calibration.minimumNanoseconds == 5_000)
    for nanoseconds in [5_000, 5_001, 1e9] {
      #expect(calibration.size(forWorkOf: nanoseconds) == 1)
    }
  }

  @Test(
    "Work shorter than a hundred clock readings is repeated until it is that long",
    arguments: [(4_999.0, 2), (2_500, 2), (2_499, 3), (100, 50), (6, 834)])
  func short(nanoseconds: Double, size: Int) {
    #expect(calibration.size(forWorkOf: nanoseconds) == size)
    #expect(nanoseconds * Double(size) >= calibration.minimumNanoseconds)
  }

  @Test("The size of a batch has a limit, even for work that takes no time")
  func limit() {
    #expect(calibration.size(forWorkOf: 0) == BatchCalibration.maximumSize)
    #expect(calibration.size(forWorkOf: 1) == BatchCalibration.maximumSize)
  }

  @Test("A batch has a minimum length, even if clock readings seem free")
  func freeClock() {
    #expect(BatchCalibration(readingCost: 0).minimumNanoseconds == 100)
    #expect(BatchCalibration(readingCost: 50, atLeast: 4_000).minimumNanoseconds == 5_000)
    #expect(BatchCalibration(readingCost: 50, atLeast: 40_000).size(forWorkOf: 10_000) == 4)
  }
}

@Suite("The order of turns")
struct RoundOrderTests {
  @Test(
    "Each participant takes each turn once in as many rounds as there are participants",
    arguments: 1...7)
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

  @Test("Each participant follows each other one equally often", arguments: 2...7)
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

  @Test("The order of turns is the same for the same seed, and differs for another")
  func seeded() {
    #expect(rounds(seed: 1) == rounds(seed: 1))
    #expect(rounds(seed: 1) != rounds(seed: 2))
  }

  @Test("Each block of rounds has a new order of turns")
  func fresh() {
    #expect(Set(rounds(seed: 1)).count > 5)
  }

  @Test("A round without participants is empty")
  func none() {
    var order = RoundOrder(count: 0, seed: 1)
    #expect(order.next() == [])
  }
}
