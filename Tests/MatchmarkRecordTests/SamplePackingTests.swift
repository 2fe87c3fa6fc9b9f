import Foundation
import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Packed samples")
struct SamplePackingTests {
  @Test("Packed samples are read back unchanged, whatever their order and size", arguments: 1...20)
  func roundTrip(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let samples = (0..<generator.below(200)).map { _ in
      Sample(
        round: generator.below(100), keystroke: generator.below(1 << 20),
        order: generator.below(8), batch: 1 + generator.below(1_000),
        totalNanoseconds: generator.pick([0, 1, 127, 128, 1 << 40, generator.below(1 << 62)]))
    }
    #expect(try SamplePacking.unpack(SamplePacking.pack(samples)) == samples)
  }

  @Test("An empty list of samples is packed as an empty text")
  func empty() throws {
    #expect(SamplePacking.pack([]) == "")
    #expect(try SamplePacking.unpack("") == [])
  }

  /// Round 0 + 1, keystroke 0 + 2, order 3, batch 4, 300 = 0b10_0101100 nanoseconds.
  @Test("The bytes of a packed sample are as documented")
  func bytes() {
    let sample = Sample(round: 1, keystroke: 2, order: 3, batch: 4, totalNanoseconds: 300)
    #expect(
      SamplePacking.pack([sample]) == Data([2, 4, 3, 4, 0xAC, 0x02]).base64EncodedString())
  }

  @Test("A packed sample of a long run takes fewer than ten bytes")
  func size() {
    let samples = (0..<1_000).map {
      Sample(round: $0 / 100, keystroke: $0 % 100, order: 2, batch: 1, totalNanoseconds: 40_000)
    }
    #expect(SamplePacking.pack(samples).utf8.count < 10 * samples.count)
  }

  @Test("Packed samples that are not base64 are refused")
  func base64() {
    #expect(throws: SamplePacking.PackingError.notBase64) {
      try SamplePacking.unpack("not base64!")
    }
  }

  @Test(
    "Packed bytes that end within a sample are refused",
    arguments: [[2], [2, 4, 3, 4], [2, 4, 3, 4, 0x80], [2, 4, 3, 4, 5, 0]] as [[UInt8]])
  func truncated(bytes: [UInt8]) {
    #expect(throws: SamplePacking.PackingError.truncated) {
      try SamplePacking.unpack(Data(bytes).base64EncodedString())
    }
  }

  private static let tooLong: [UInt8] = Array(repeating: 0xFF, count: 9) + [0x01]

  @Test(
    "Packed numbers outside the range of samples are refused",
    arguments: [
      [1, 0, 0, 1, 0],  // round -1
      [0, 1, 0, 1, 0],  // keystroke -1
      [0, 0, 0, 0, 0],  // a batch of nothing
      tooLong + [0, 0, 1, 0],  // a number of 64 bits
      [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0, 0, 1, 0],  // a step beyond 32 bits
    ] as [[UInt8]])
  func outOfRange(bytes: [UInt8]) {
    #expect(throws: SamplePacking.PackingError.outOfRange) {
      try SamplePacking.unpack(Data(bytes).base64EncodedString())
    }
  }
}
